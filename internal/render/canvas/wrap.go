package canvas

import (
	"io"
	"iter"
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
func Fold(text string, width int) []string {
	return wrapWords(strings.SplitSeq(text, " "), width, cutWord)
}

// FoldLinks is fold but keeps addresses and commands whole: the terminal folds them, and they can be copied
// whole.
func FoldLinks(text string, width int) []string { return wrapWords(pieces(text), width, keepLink) }

// FoldWhole breaks text at spaces alone: a word that no line can hold stays whole.
func FoldWhole(text string, width int) []string {
	return wrapWords(strings.SplitSeq(text, " "), width, func(word string, _ int) []string { return []string{word} })
}

// pieces are the words of a text, and a command behind a colon, as in "run: travel login --device", as one:
// broken over two lines it could not be copied. It ends with the text, or at a comma or a semicolon.
func pieces(text string) iter.Seq[string] {
	if !strings.Contains(text, ": travel ") && !strings.Contains(text, ": export ") {
		return strings.SplitSeq(text, " ")
	}
	return func(yield func(string) bool) {
		command, quoted, before := "", false, ""
		for word := range strings.SplitSeq(text, " ") {
			if command == "" && (!strings.HasSuffix(before, ":") || word != "travel" && word != "export") {
				if !yield(word) {
					return
				}
				before = word
				continue
			}
			command = strings.TrimPrefix(command+" "+word, " ")
			quoted = quoted != (strings.Count(word, "'")%2 == 1)
			if before = word; !quoted && strings.ContainsAny(word[max(0, len(word)-1):], ",;") {
				if !yield(command) {
					return
				}
				command = ""
			}
		}
		if command != "" {
			yield(command)
		}
	}
}

// wrapWords makes lines of words. One that no line can hold is left to cut, except a command: that is left to
// the terminal.
func wrapWords(words iter.Seq[string], width int, cut func(word string, width int) []string) []string {
	width = max(width, 1)
	var lines []string
	var line strings.Builder
	used, started := 0, false
	flush := func() {
		lines = append(lines, strings.TrimRight(line.String(), " "))
		line.Reset()
	}
	for word := range words {
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
		if needs > width && !strings.Contains(word, " ") {
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

// FoldWriter folds the lines of what it is given to a width as [FoldLinks] does, later lines under the first.
type FoldWriter struct {
	To    io.Writer
	Width func() int // in cells, asked at each write
}

// Write takes whole lines.
func (w FoldWriter) Write(text []byte) (int, error) {
	width := w.Width()
	if width <= 0 { // not known
		width = len(text)
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		words := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(words)]
		if Cells(line) > width && words != "" {
			lines[i] = indent + strings.Join(FoldLinks(words, width-len(indent)), "\n"+indent)
		}
	}
	if _, err := io.WriteString(w.To, strings.Join(lines, "\n")); err != nil {
		return 0, err
	}
	return len(text), nil
}
