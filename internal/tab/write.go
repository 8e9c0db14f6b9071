package tab

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A shell is how one reads and quotes.
type shell struct {
	escape             rune   // takes the meaning from the next character
	inSingle, inDouble string // what it may stand before within quotes
	doubles            bool   // a quote within its own kind of quotes is written twice
	operators          string // end a word and are none
	expands            string // begin what the shell would run or work out
	breaks             string // behind them the shell takes a new word to begin, which bash alone does
	write              func(l Line, here word, flag string, fit []offer) []string
	bare               string // signs that need no quotes
}

// bash is bash with its COMP_WORDBREAKS.
func bash(breaks string) shell {
	return shell{escape: '\\', inDouble: "$`\"\\\n", operators: "<>;&|()", expands: "$`<>", breaks: breaks, write: writeBash, bare: "_-.+/,:=%@"}
}

var (
	zsh        = shell{escape: '\\', inDouble: "$`\"\\\n", expands: "$`<>", write: writeZsh}
	fish       = shell{escape: '\\', inSingle: `\'`, inDouble: `\"$`, expands: "$(", write: writeFish}
	powershell = shell{escape: '`', inDouble: "`\"$", doubles: true, operators: "<>;&|)", expands: "$(", write: writePowerShell, bare: "_-.+/:=%"}
)

// takes tells whether a word can be put in where the cursor is. In double quotes bash would look for an
// earlier command behind an exclamation mark, and nothing there keeps it from that.
func (s shell) takes(here word, value string) bool {
	return s.breaks == "" || here.quote != '"' || !strings.Contains(value, "!")
}

// writeBash gives what stands behind the last sign at which bash parts words, quoted as it goes on, or
// words with descriptions, where bash only shows them.
func writeBash(l Line, here word, flag string, fit []offer) []string {
	var quoted, shown []string
	fit = slices.DeleteFunc(slices.Clone(fit), func(o offer) bool { // bash would wipe what they do not have in common
		return !strings.HasPrefix(o.value, string([]rune(fit[0].value)[:utf8.RuneCountInString(here.text)]))
	})
	for _, o := range fit {
		quoted = append(quoted, l.shell.quote(o.value[min(here.from, len(o.value)):], here.quote))
		shown = append(shown, o.value[min(max(here.from, len(flag)), len(o.value)):])
	}
	switch typed := here.text[here.from:]; {
	case len(fit) < 2 || l.one:
		return quoted
	case l.list, common(quoted) == typed && common(shown) == typed: // nothing would be put in
		return described(shown, fit, l.width)
	}
	return quoted
}

// quote writes a word so that the shell takes it as it is, in the quote that is open.
func (s shell) quote(value string, open rune) string {
	var b strings.Builder
	for i, c := range value {
		switch {
		case open == '\'' && c == '\'':
			b.WriteString(`'\''`)
			continue
		case open == '"' && strings.ContainsRune(s.inDouble, c),
			open == 0 && (!s.plain(c) || i == 0 && c == '~'):
			b.WriteRune(s.escape)
		}
		b.WriteRune(c)
	}
	return b.String()
}

// plain tells a character that means nothing to the shell.
func (s shell) plain(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) || strings.ContainsRune(s.bare, c)
}

// common is what all the words begin with.
func common(list []string) string {
	start := list[0]
	for _, text := range list[1:] {
		for !strings.HasPrefix(text, start) {
			start = start[:len(start)-1]
		}
	}
	return start
}

// described are the words with what they stand for beside them, no wider than the terminal.
func described(list []string, fit []offer, width int) []string {
	widest := 0
	for _, text := range list {
		widest = max(widest, utf8.RuneCountInString(text))
	}
	lines := slices.Clone(list)
	for i, text := range list {
		room := width - widest - len("  ()") - 1
		about := []rune(fit[i].about)
		if len(about) == 0 || room < 8 {
			continue
		}
		if len(about) > room {
			about = append(about[:room-1], '…')
		}
		lines[i] += strings.Repeat(" ", widest-utf8.RuneCountInString(text)) + "  (" + string(about) + ")"
	}
	return lines
}

// writeZsh gives what _describe takes: a word, a colon, what it stands for. The flag is no part of it.
func writeZsh(_ Line, _ word, flag string, fit []offer) (lines []string) {
	for _, o := range fit {
		line := strings.NewReplacer(`\`, `\\`, ":", `\:`).Replace(strings.TrimPrefix(o.value, flag))
		if o.about != "" {
			line += ":" + o.about
		}
		lines = append(lines, line)
	}
	return lines
}

// writeFish gives whole words, a tab, what they stand for. fish quotes them itself.
func writeFish(_ Line, _ word, _ string, fit []offer) (lines []string) {
	for _, o := range fit {
		lines = append(lines, strings.TrimSuffix(o.value+"\t"+o.about, "\t"))
	}
	return lines
}

// writePowerShell gives in base64 what is put in, what is shown, and what it stands for, with tabs between.
func writePowerShell(l Line, _ word, flag string, fit []offer) (lines []string) {
	for _, o := range fit {
		put, about := o.value, o.about
		if strings.ContainsFunc(put, func(c rune) bool { return !l.shell.plain(c) }) {
			put = "'" + strings.ReplaceAll(put, "'", "''") + "'"
		}
		shown := strings.TrimPrefix(o.value, flag)
		if about == "" {
			about = shown
		}
		lines = append(lines, base64.StdEncoding.EncodeToString([]byte(put+"\t"+shown+"\t"+about)))
	}
	return lines
}
