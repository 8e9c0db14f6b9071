package canvas

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Wrap sets text behind a painted label, broken between words, with later lines under the first.
// The tone is the text's.
func (c Canvas) Wrap(label, text string, tone Tone) []string {
	indent := Cells(label)
	if indent > c.Width/2 {
		return append(c.Wrap("", label, Plain), c.Wrap("", text, tone)...)
	}
	var out []string
	for i, line := range Fold(text, c.Width-indent) {
		line = c.Paint(tone, strings.TrimRight(line, " "))
		if i == 0 {
			line = label + line
		} else {
			line = strings.Repeat(" ", indent) + line
		}
		out = append(out, strings.TrimRight(line, " "))
	}
	return out
}

// Flow sets items behind a label with a separator between them, leaving empty ones out. A line is
// broken between items; an item is broken only if no line can hold it. Without label and items the
// result is empty.
func (c Canvas) Flow(label string, items []string, separator string) []string {
	room := c.Width - Cells(label)
	if room < c.Width/2 {
		return c.Wrap("", label+strings.Join(items, separator), Plain)
	}
	var lines []string
	line := ""
	for _, item := range items {
		switch {
		case item == "":
		case line == "":
			line = item
		case Cells(line)+Cells(separator)+Cells(item) <= room:
			line += separator + item
		default:
			lines = append(lines, line)
			line = item
		}
	}
	if line == "" && label == "" {
		return nil
	}
	lines = append(lines, line)
	var out []string
	for _, line := range lines {
		out = append(out, c.Wrap(label, line, Plain)...)
		label = strings.Repeat(" ", Cells(label))
	}
	return out
}

// cutWord breaks a word that no line can hold.
func cutWord(word string, width int) []string {
	return strings.Split(ansi.Hardwrap(word, width, true), "\n")
}

// keepLink is cutWord for all words except addresses.
func keepLink(word string, width int) []string {
	if strings.Contains(word, "://") {
		return []string{word}
	}
	return cutWord(word, width)
}

// Fold breaks text at spaces into lines of a width, and a word that no line can hold where the line
// ends.
func Fold(text string, width int) []string { return wrapWords(text, width, cutWord) }

// FoldLinks is fold but keeps addresses whole: the terminal folds them, and they can be copied whole.
func FoldLinks(text string, width int) []string { return wrapWords(text, width, keepLink) }

// FoldWhole breaks text at spaces alone: a word that no line can hold stays whole.
func FoldWhole(text string, width int) []string {
	return wrapWords(text, width, func(word string, _ int) []string { return []string{word} })
}

// wrapWords breaks text at spaces and nowhere else, so that commands, flags and amounts stay whole.
// A word that no line can hold is left to cut.
func wrapWords(text string, width int, cut func(word string, width int) []string) []string {
	width = max(width, 1)
	var lines []string
	var line strings.Builder
	used, started := 0, false
	flush := func() {
		lines = append(lines, strings.TrimRight(line.String(), " "))
		line.Reset()
	}
	for word := range strings.SplitSeq(text, " ") {
		needs := Cells(word)
		if started && used+1+needs <= width {
			line.WriteString(" " + word)
			used += 1 + needs
			continue
		}
		if started {
			flush()
		}
		started = word != "" || len(lines) == 0
		if needs > width {
			pieces := cut(word, width)
			lines = append(lines, pieces[:len(pieces)-1]...)
			word = pieces[len(pieces)-1]
			needs = Cells(word)
		}
		line.WriteString(word)
		used = needs
	}
	flush()
	return lines
}
