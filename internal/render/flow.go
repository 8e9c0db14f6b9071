package render

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// wrapIndented sets text behind a label, broken between words, with later lines under the first.
// The tone is the text's; the label is strong.
func (c canvas) wrapIndented(label, text string, tone Tone) []string {
	indent := cells(label)
	if indent > c.width/2 {
		return append(c.wrapIndented("", label, Strong), c.wrapIndented("", text, tone)...)
	}
	var out []string
	for i, line := range strings.Split(ansi.Wrap(text, c.width-indent, ""), "\n") {
		line = c.paint(tone, strings.TrimRight(line, " "))
		if i == 0 {
			line = c.paint(Strong, label) + line
		} else {
			line = strings.Repeat(" ", indent) + line
		}
		out = append(out, strings.TrimRight(line, " "))
	}
	return out
}

// flow sets items behind a label with a separator between them. A line is broken between items;
// an item is broken only if no line can hold it.
func (c canvas) flow(label string, items []string, separator string, tone Tone) []string {
	room := c.width - cells(label)
	if room < c.width/2 {
		return c.wrapIndented("", label+strings.Join(items, separator), tone)
	}
	var lines []string
	line := ""
	for _, item := range items {
		switch {
		case line == "":
			line = item
		case cells(line)+cells(separator)+cells(item) <= room:
			line += separator + item
		default:
			lines = append(lines, line)
			line = item
		}
	}
	lines = append(lines, line)
	var out []string
	for _, line := range lines {
		out = append(out, c.wrapIndented(label, line, tone)...)
		label = strings.Repeat(" ", cells(label))
	}
	return out
}
