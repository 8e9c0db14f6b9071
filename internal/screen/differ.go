package screen

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// common is the beginning that two lines share.
type common struct {
	bytes, cells int
	style        string // what is in force behind it
}

// shared goes through printable ASCII and styles alone, on whose widths all terminals agree, and stops
// before a letter that a mark behind it could change.
func shared(old, line string) common {
	var s, before common // before the last letter
	for s.bytes < min(len(old), len(line)) {
		c := line[s.bytes]
		switch {
		case c >= utf8.RuneSelf || old[s.bytes] >= utf8.RuneSelf:
			return before
		case c == esc:
			sequence := styleAt(line[s.bytes:])
			if sequence == "" || !strings.HasPrefix(old[s.bytes:], sequence) {
				return s
			}
			s.bytes += len(sequence)
			s.style = styleAfter(s.style, sequence)
		case c != old[s.bytes]:
			return s
		default:
			before = s
			s.bytes++
			s.cells++
		}
	}
	if s.bytes < len(old) && old[s.bytes] >= utf8.RuneSelf || s.bytes < len(line) && line[s.bytes] >= utf8.RuneSelf {
		return before
	}
	return s
}

// styleAt is the SGR sequence that a text begins with, or "".
func styleAt(text string) string {
	const introducer = "\x1b["
	if !strings.HasPrefix(text, introducer) {
		return ""
	}
	for i := len(introducer); i < len(text); i++ {
		switch c := text[i]; {
		case c == 'm':
			return text[:i+1]
		case (c < '0' || c > '9') && c != ';' && c != ':':
			return ""
		}
	}
	return ""
}

// differs is how many bytes two texts differ in at their beginning, where that is so many letters of ASCII
// in both and the same comes behind them; 0 otherwise.
func differs(old, text string) int {
	n := len(text)
	if len(old) != n {
		return 0
	}
	for n > 0 && old[n-1] == text[n-1] {
		n--
	}
	if !isPlain(old[:n]) || !isPlain(text[:n]) || n < len(text) && text[n] >= utf8.RuneSelf {
		return 0
	}
	if strings.IndexByte(old[:n]+text[:n], esc) >= 0 {
		return 0
	}
	return n
}

// styled is a letter of printable ASCII with the styles in force.
type styled struct {
	letter byte
	style  string
}

// lettersOf are the letters of a text that is plain, behind a style, and blanks behind them up to a number.
func lettersOf(style, text string, atLeast int) []styled {
	letters := make([]styled, 0, max(len(text), atLeast))
	for i := 0; i < len(text); i++ {
		if text[i] == esc {
			sequence := styleAt(text[i:])
			style = styleAfter(style, sequence)
			i += len(sequence) - 1
			continue
		}
		letters = append(letters, styled{text[i], style})
	}
	for len(letters) < atLeast {
		letters = append(letters, styled{letter: ' '})
	}
	return letters
}

// middle is what is to be written, and how many cells further on, where two texts that are plain end alike:
// the letters in which they differ, with their styles and none behind them. False: they do not end alike.
func middle(style, old, text string) (at int, written string, ok bool) {
	if !isPlain(old) || !isPlain(text) {
		return 0, "", false
	}
	was := lettersOf(style, old, 0)
	is := lettersOf(style, text, len(was))
	was = append(was, lettersOf("", "", len(is)-len(was))...)
	end := len(is)
	for end > 0 && is[end-1] == was[end-1] {
		end--
	}
	for at < end && is[at] == was[at] {
		at++
	}
	if end == len(is) || at == end {
		return 0, "", false
	}
	var b strings.Builder
	now := ""
	for _, l := range is[at:end] {
		if l.style != now {
			if now != "" {
				b.WriteString(resetStyle)
			}
			b.WriteString(l.style)
			now = l.style
		}
		b.WriteByte(l.letter)
	}
	if now != "" {
		b.WriteString(resetStyle)
	}
	return at, b.String(), true
}

// isPlain tells whether a text is printable ASCII and styles: all terminals agree on its width.
func isPlain(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == esc:
			sequence := styleAt(text[i:])
			if sequence == "" {
				return false
			}
			i += len(sequence) - 1
		case c < ' ' || c >= del:
			return false
		}
	}
	return true
}

// minGap is how many spaces take more bytes than to go past them.
const minGap = len("\x1b[99C") + 1

// skipGaps goes past the spaces of a text that have no style, on a row that was erased.
func skipGaps(style, text string) string {
	if !strings.Contains(text, "       ") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		n := 1
		switch text[i] {
		case esc:
			sequence := styleAt(text[i:])
			if n = max(len(sequence), 1); sequence != "" {
				style = styleAfter(style, sequence)
			}
		case ' ':
			n = len(text) - i - len(strings.TrimLeft(text[i:], " "))
			if n >= minGap && style == "" && (i+n == len(text) || text[i+n] < utf8.RuneSelf) {
				b.WriteString("\x1b[" + strconv.Itoa(n) + "C")
				i += n
				continue
			}
		}
		b.WriteString(text[i : i+n])
		i += n
	}
	return b.String()
}

// styleAfter is what is in force behind a style sequence.
func styleAfter(style, sequence string) string {
	switch sequence {
	case resetStyle, "\x1b[0m":
		return ""
	case "\x1b[27m":
		return strings.ReplaceAll(style, "\x1b[7m", "")
	}
	return style + sequence
}
