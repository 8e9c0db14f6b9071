// Package tab is the shell side of completion. Four small scripts pass on the line as it was typed, as data: no
// shell runs, expands or unquotes any of it. This package parses the line by each shell's quoting rules and writes
// the suggestions in the form that each shell expects.
package tab

import (
	"embed"
	"encoding/base64"
	"errors"
	"sort"
	"strconv"
	"strings"

	"travel.example/travel/internal/clean"
)

// The hidden commands that a script calls: travel __tab SHELL and what the shell knows about the line. PlainWord
// omits descriptions.
const (
	Word      = "__tab"
	PlainWord = "__tab-plain"
)

//go:embed scripts
var scripts embed.FS

// Shells returns the shells that have a script.
func Shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// Script returns the script that a shell loads, or "" for an unknown shell. word is Word or PlainWord.
func Script(shell, word string) string {
	text, err := scripts.ReadFile("scripts/" + shell)
	if err != nil {
		return ""
	}
	return strings.ReplaceAll(string(text), " "+Word+" ", " "+word+" ")
}

// A Line is a command line up to the cursor.
type Line struct {
	shell shell
	words []word // at least one; the last is the one under the cursor
	width int    // of the terminal in cells
	list  bool   // bash only lists the words and inserts nothing
	one   bool   // bash inserts the words one after the other
}

// longest is the maximum length of a line in bytes.
const longest = 64 << 10

var errLine = errors.New("this is not how a completion script asks")

// Read parses the line that a script passed on, as the arguments after Word.
func Read(args []string) (Line, error) {
	if len(args) < 2 {
		return Line{}, errLine
	}
	for _, arg := range args {
		if len(arg) > longest {
			return Line{}, errLine
		}
	}
	line := Line{width: 80}
	given := args[1:]
	switch args[0] {
	case "bash": // COMP_TYPE, COMP_WORDBREAKS, COLUMNS, the line up to the cursor
		if len(given) != 4 {
			return Line{}, errLine
		}
		line.shell = bash
		line.shell.breaks = given[1]
		line.list, line.one = given[0] == "63", given[0] == "37" || given[0] == "42"
		if columns, err := strconv.Atoi(given[2]); err == nil && columns > 0 {
			line.width = columns
		}
		line.words = line.shell.split(given[3])
	case "zsh": // each word, the last up to the cursor
		line.shell = zsh
		for _, text := range given {
			line.words = append(line.words, zsh.word(text))
		}
	case "fish": // each word, the last up to the cursor and with its quotes
		line.shell = fish
		for _, text := range given[:len(given)-1] {
			line.words = append(line.words, word{text: text})
		}
		line.words = append(line.words, fish.word(given[len(given)-1]))
	case "powershell": // the line up to the cursor, in base64, which no version alters
		text, err := base64.StdEncoding.DecodeString(given[0])
		if err != nil || len(given) != 1 {
			return Line{}, errLine
		}
		line.shell = powershell
		line.words = line.shell.split(string(text))
	default:
		return Line{}, errLine
	}
	if len(line.words) < 2 { // the cursor is still on the program's name
		return Line{}, errLine
	}
	return line, nil
}

// Words returns the program's arguments without quotes; anything a shell would expand is as it was typed. The last
// is the word under the cursor and may be "".
func (l Line) Words() []string {
	var list []string
	for _, w := range l.words[1:] {
		list = append(list, w.text)
	}
	return list
}

// An offer is a word that can replace the one under the cursor.
type offer struct{ value, about string }

// Answer returns the text that a script reads: a line with a colon and the directives, then a line for each word
// that begins like the one under the cursor. said is the output of cobra's __complete.
func (l Line) Answer(said string) string {
	offers, directive := heard(said)
	here := l.words[len(l.words)-1]
	flag := "" // with its equals sign, when completing the flag's value
	if name, _, found := strings.Cut(here.text, "="); found && strings.HasPrefix(name, "-") {
		flag = name + "="
	}
	var fit []offer
	for _, o := range offers {
		o.value = flag + o.value
		// In double quotes, bash would expand an exclamation mark from its history, and nothing there prevents that.
		history := l.shell.breaks != "" && here.quote == '"' && strings.Contains(o.value, "!")
		if begins(o.value, here.text) && !here.opaque && !history {
			fit = append(fit, o)
		}
	}
	if directive&keepOrder == 0 {
		sort.SliceStable(fit, func(i, j int) bool { return fit[i].value < fit[j].value })
	}
	var head []string
	switch {
	case here.file, directive&allFiles != 0:
		head, fit = append(head, "files"), nil
	case directive&isError != 0:
		fit = nil
	}
	if directive&noSpace != 0 {
		head = append(head, "nospace")
	}
	if directive&keepOrder != 0 {
		head = append(head, "order")
	}
	lines := append([]string{":" + strings.Join(head, " ")}, l.shell.write(l, here, flag, fit)...)
	return strings.Join(lines, "\n") + "\n"
}

// The directives of cobra's output that are used here.
const (
	isError   = 1
	noSpace   = 2
	allFiles  = 8 // without a filter
	keepOrder = 32
)

// heard parses the words of cobra's output and the directive on its last line. A word that a terminal would not show
// unchanged is dropped.
func heard(said string) (offers []offer, directive int) {
	directive = isError
	for line := range strings.Lines(said) {
		line = strings.TrimSuffix(line, "\n")
		value, about, _ := strings.Cut(line, "\t")
		if number, ok := strings.CutPrefix(line, ":"); ok {
			if n, err := strconv.Atoi(number); err == nil {
				directive = n
			}
			continue
		}
		if value != "" && clean.Line(value) == value {
			about = clean.Line(about)
			if strings.HasPrefix(value, "--") { // a flag's help, up to the details
				for _, end := range []string{". ", "; "} {
					about, _, _ = strings.Cut(about, end)
				}
				about = withoutBracket(about)
			}
			offers = append(offers, offer{value, about})
		}
	}
	return offers, directive
}

// withoutBracket removes the text in brackets at the end, whole or cut off.
func withoutBracket(text string) string {
	at := strings.LastIndex(text, " (")
	if at < 0 || strings.Contains(strings.TrimSuffix(text[at:], ")"), ")") {
		return text
	}
	return text[:at]
}

// begins reports whether a word begins with what was typed, ignoring case.
func begins(value, typed string) bool {
	runes, want := []rune(value), len([]rune(typed))
	return len(runes) >= want && strings.EqualFold(string(runes[:want]), typed)
}
