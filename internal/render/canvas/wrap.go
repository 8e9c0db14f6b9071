package canvas

import (
	"io"
	"iter"
	"regexp"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// Wrap wraps text after a painted label between words, with later lines aligned below the first. The tone is that of
// the text.
func (c Canvas) Wrap(label, text string, tone Tone) []string { return c.wrap(label, text, tone, Fold) }

// WrapLinks is like Wrap but keeps addresses and commands whole.
func (c Canvas) WrapLinks(label, text string, tone Tone) []string {
	return c.wrap(label, text, tone, FoldLinks)
}

func (c Canvas) wrap(label, text string, tone Tone, fold func(string, int) []string) []string {
	indent := Cells(label)
	if indent > c.Width/2 {
		return append(c.Wrap("", label, Plain), c.wrap("", text, tone, fold)...)
	}
	var out []string
	for i, line := range fold(text, c.Width-indent) {
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

// Flow wraps items after a label with a separator between them, dropping empty ones. Lines break between items; an
// item is broken only if no line can hold it. The result is empty without label and items.
func (c Canvas) Flow(label string, items []string, separator string) []string {
	room := c.Width - Cells(label)
	if room < c.Width/2 {
		return c.Wrap("", label+strings.Join(items, separator), Plain)
	}
	lines := arrange(items, separator, room)
	if len(lines) == 0 {
		if label == "" {
			return nil
		}
		lines = []string{""}
	}
	var out []string
	for _, line := range lines {
		out = append(out, c.Wrap(label, line, Plain)...)
		label = strings.Repeat(" ", Cells(label))
	}
	return out
}

// arrange sets items in lines of a width with a separator between them, dropping empty ones. An item that no line can
// hold has a line of its own.
func arrange(items []string, separator string, width int) []string {
	var lines []string
	for _, item := range items {
		if item == "" {
			continue
		}
		if last := len(lines) - 1; last >= 0 && Cells(lines[last])+Cells(separator)+Cells(item) <= width {
			lines[last] += separator + item
			continue
		}
		lines = append(lines, item)
	}
	return lines
}

// cutWord breaks a word that does not fit on a line.
func cutWord(word string, width int) []string {
	return strings.Split(ansi.Hardwrap(word, width, true), "\n")
}

// Fold breaks text at spaces into lines of a width. A word that does not fit on a line is broken at the end of the
// line.
func Fold(text string, width int) []string {
	return wrapWords(strings.SplitSeq(text, " "), width, cutWord)
}

// FoldLinks is like Fold but keeps addresses and commands whole: the terminal wraps them, and they can still be
// copied.
func FoldLinks(text string, width int) []string {
	return wrapWords(pieces(text), width, func(word string, width int) []string {
		if strings.Contains(word, "://") {
			return []string{word}
		}
		return cutWord(word, width)
	})
}

// FoldWhole breaks text only at spaces. A word that does not fit on a line stays whole.
func FoldWhole(text string, width int) []string {
	return wrapWords(strings.SplitSeq(text, " "), width, func(word string, _ int) []string { return []string{word} })
}

// pieces yields the words of a text. A command after a colon or a semicolon, as in "run: travel login --device", is one
// piece: it could not be copied from two lines. It ends with the text, or at a comma or a semicolon.
func pieces(text string) iter.Seq[string] {
	if !strings.Contains(text, " travel ") && !strings.Contains(text, " export ") {
		return strings.SplitSeq(text, " ")
	}
	return func(yield func(string) bool) {
		command, quoted, before := "", false, ""
		for word := range strings.SplitSeq(text, " ") {
			after := strings.HasSuffix(before, ":") || strings.HasSuffix(before, ";")
			if command == "" && (!after || word != "travel" && word != "export") {
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

// wrapWords sets words in lines. A word that does not fit on a line is passed to cut, except for a command, which
// the terminal wraps.
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

// FoldLines folds each line of a text to a width as [FoldLinks] does, with later lines aligned below the first.
func FoldLines(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		words := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(words)]
		if Cells(line) > width && words != "" {
			lines[i] = indent + strings.Join(FoldLinks(words, width-len(indent)), "\n"+indent)
		}
	}
	return strings.Join(lines, "\n")
}

// addresses finds web addresses. An address ends before the first byte that is not printable ASCII, so that nothing in
// it can end the escape sequence early.
var addresses = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("https?://[^\\x00- \"<>`{}|\\\\^\\x7f-\\x{10ffff}]+")
})

// Linked returns text with each web address in it as a hyperlink (OSC 8) to itself. The visible text is unchanged.
func Linked(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	var b strings.Builder
	done := 0
	for _, at := range addresses().FindAllStringIndex(text, -1) {
		address := strings.TrimRight(text[at[0]:at[1]], ".,;:!?)]'/")
		for end := at[0] + len(address); end < at[1] && text[end] == '/'; end++ {
			address += "/"
		}
		cut := strings.HasPrefix(text[at[1]:], "…") // so it is incomplete
		if _, host, _ := strings.Cut(address, "://"); host == "" || cut {
			continue
		}
		b.WriteString(text[done:at[0]] + ansi.SetHyperlink(address) + address + ansi.ResetHyperlink())
		done = at[0] + len(address)
	}
	return b.String() + text[done:]
}

// A Rewriter rewrites texts on their way to another writer.
type Rewriter struct {
	To      io.Writer
	Rewrite func(text string) string
}

// Write expects whole lines.
func (w Rewriter) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.To, w.Rewrite(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}
