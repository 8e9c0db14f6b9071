// Package tab is the shell's side of completion. Four small scripts hand over the line as it was
// typed, as data: no shell runs, expands or unquotes any of it. This package reads the line by each
// shell's quoting, and writes what is offered so that each shell takes it for what it is.
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

// The words that a script asks by: travel __tab SHELL and what the shell knows of the line; the other
// leaves descriptions out.
const (
	Word      = "__tab"
	PlainWord = "__tab-plain"
)

//go:embed scripts
var scripts embed.FS

// Shells are those that there is a script for.
func Shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// Script is what a shell loads; "" for one that is not known. plain offers words without descriptions.
func Script(shell, word string) string {
	text, err := scripts.ReadFile("scripts/" + shell)
	if err != nil {
		return ""
	}
	return strings.ReplaceAll(string(text), " "+Word+" ", " "+word+" ")
}

// A Line is what stands on a command line up to the cursor.
type Line struct {
	shell shell
	words []word // at least one; the last is the one under the cursor
	width int    // of the terminal in cells
	list  bool   // bash shows what it gets, and inserts nothing
	one   bool   // bash inserts one after the other
}

// longest is how much of a line is read, in bytes: no line is longer.
const longest = 64 << 10

var errLine = errors.New("this is not how a completion script asks")

// Read is the line that a script handed over, as the arguments behind Word.
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
		line.shell = bash(given[1])
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
	case "powershell": // the line up to the cursor, in base64, which no version of it changes
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

// Words are the arguments of the program without their quotes; what a shell would expand stays as it
// was typed. The last is the one under the cursor, and may be "".
func (l Line) Words() []string {
	var list []string
	for _, w := range l.words[1:] {
		list = append(list, w.text)
	}
	return list
}

// An offer is a word that may stand in place of the one under the cursor.
type offer struct{ value, about string }

// Answer is what a script reads: a line with the directives behind a colon, then a line for each word
// that goes on as the one under the cursor begins. said is the answer of cobra's __complete.
func (l Line) Answer(said string) string {
	offers, directive := heard(said)
	here := l.words[len(l.words)-1]
	flag := "" // and its equals sign, when what it takes is asked for
	if name, _, found := strings.Cut(here.text, "="); found && strings.HasPrefix(name, "-") {
		flag = name + "="
	}
	var fit []offer
	for _, o := range offers {
		o.value = flag + o.value
		if begins(o.value, here.text) && !here.opaque && l.shell.takes(here, o.value) {
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

// What cobra says behind the words, as far as it is used here.
const (
	isError   = 1
	noSpace   = 2
	allFiles  = 8 // without words that say which
	keepOrder = 32
)

// heard are the words of cobra's answer, and the directive on its last line. A word that a terminal
// would not show as it is never comes near a shell.
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
			if strings.HasPrefix(value, "--") { // a flag's help, up to where it goes into detail
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

// withoutBracket is a text without what stands in brackets at its end, whole or cut off.
func withoutBracket(text string) string {
	at := strings.LastIndex(text, " (")
	if at < 0 || strings.Contains(strings.TrimSuffix(text[at:], ")"), ")") {
		return text
	}
	return text[:at]
}

// begins tells whether a word goes on as what was typed begins, in any case.
func begins(value, typed string) bool {
	runes, want := []rune(value), len([]rune(typed))
	return len(runes) >= want && strings.EqualFold(string(runes[:want]), typed)
}
