package tab

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A shell describes how one shell reads and quotes.
type shell struct {
	escape             byte   // removes the meaning of the next character
	inSingle, inDouble string // characters that it may precede within quotes
	doubles            bool   // a quote is doubled within quotes of its own kind
	operators          string // end a word and belong to none
	expands            string // begin something the shell would run or compute
	breaks             string // the shell starts a new word after them; bash only
	write              func(l Line, here word, flag string, fit []offer) []string
	bare               string // characters that need no quotes
}

var (
	// bash also needs its COMP_WORDBREAKS.
	bash       = shell{escape: '\\', inDouble: "$`\"\\\n", operators: "<>;&|()", expands: "$`<>", write: writeBash, bare: "_-.+/,:=%@"}
	zsh        = shell{escape: '\\', inDouble: "$`\"\\\n", expands: "$`<>", write: writeZsh}
	fish       = shell{escape: '\\', inSingle: `\'`, inDouble: `\"$`, expands: "$(", write: writeFish}
	powershell = shell{escape: '`', inDouble: "`\"$", doubles: true, operators: "<>;&|)", expands: "$(", write: writePowerShell, bare: "_-.+/:=%"}
)

// writeBash returns the part of each word after the last character at which bash splits words, quoted to fit, or
// words with descriptions if bash only lists them.
func writeBash(l Line, here word, flag string, fit []offer) []string {
	var quoted, shown []string
	fit = slices.DeleteFunc(slices.Clone(fit), func(o offer) bool { // bash would erase what they do not have in common
		return !strings.HasPrefix(o.value, string([]rune(fit[0].value)[:utf8.RuneCountInString(here.text)]))
	})
	for _, o := range fit {
		quoted = append(quoted, l.shell.quote(o.value[min(here.from, len(o.value)):], here.quote))
		shown = append(shown, o.value[min(max(here.from, len(flag)), len(o.value)):])
	}
	switch typed := here.text[here.from:]; {
	case len(fit) < 2 || l.one:
		return quoted
	case l.list, common(quoted) == typed && common(shown) == typed: // nothing would be inserted
		return described(shown, fit, l.width)
	}
	return quoted
}

// quote quotes a word so that the shell reads it literally, within the open quote.
func (s shell) quote(value string, open byte) string {
	var b strings.Builder
	for i, c := range value {
		switch {
		case open == '\'' && c == '\'':
			b.WriteString(`'\''`)
			continue
		case open == '"' && strings.ContainsRune(s.inDouble, c),
			open == 0 && (!s.plain(c) || i == 0 && c == '~'):
			b.WriteByte(s.escape)
		}
		b.WriteRune(c)
	}
	return b.String()
}

// plain reports whether a character has no meaning to the shell.
func (s shell) plain(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) || strings.ContainsRune(s.bare, c)
}

// common returns the longest common prefix of the words.
func common(list []string) string {
	start := list[0]
	for _, text := range list[1:] {
		for !strings.HasPrefix(text, start) {
			start = start[:len(start)-1]
		}
	}
	return start
}

// described returns the words with their descriptions, no wider than the terminal.
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

// writeZsh returns the input of _describe: a word, a colon, its description. The flag is not part of it.
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

// writeFish returns whole words, a tab and their descriptions. fish quotes them itself.
func writeFish(_ Line, _ word, _ string, fit []offer) (lines []string) {
	for _, o := range fit {
		lines = append(lines, strings.TrimSuffix(o.value+"\t"+o.about, "\t"))
	}
	return lines
}

// writePowerShell returns, in base64 and separated by tabs, the text to insert, the text to show and the
// description.
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
