// Package clean makes foreign text and addresses safe to show on a terminal and to copy.
package clean

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
	// maxMarks is how many combining marks one letter may carry. Every living script needs fewer; taller stacks spill
	// into the lines above.
	maxMarks = 4
	// maxSpaces is the maximum number of consecutive spaces inside a text.
	maxSpaces = 4
	// maxIndent is the same limit for text that a template laid out.
	maxIndent = 200
	// maxSign is how many runes may be joined into one visible sign (UAX #29: a grapheme cluster). The longest in real
	// use are families with skin tones and Sanskrit conjuncts, with eleven. A terminal that cannot join them shows each
	// by itself.
	maxSign = 12
	// maxJamo is the same limit for a Korean syllable written in its letters: three, or four in old Korean.
	maxJamo = 4
	// firstMark is the first rune that Unicode joins to the preceding one.
	firstMark = '\u0300'
)

// Line makes foreign text safe for one line of a terminal: no control characters, no escape sequences, no
// bidirectional controls, no tags, nothing invisible, no invalid UTF-8. Runs of white space become one space, and
// the ends are trimmed. Joiners are kept between letters or pictures of scripts that need them. Cleaning is
// idempotent.
func Line(s string) string {
	return clean(s, 1)
}

// Spaced is like Line but keeps up to maxSpaces consecutive spaces, for text whose parts are set apart by them.
func Spaced(s string) string {
	return clean(s, maxSpaces)
}

func clean(s string, maxSpaces int) string {
	if isPlain(s) {
		return s
	}
	if strings.IndexByte(s, '\x1b') >= 0 || !utf8.ValidString(s) {
		s = strings.ToValidUTF8(ansi.Strip(s), "\uFFFD")
	}
	f := filter{maxSpaces: maxSpaces}
	f.out.Grow(len(s))
	for _, r := range s {
		f.add(r)
	}
	if f.joinable <= maxJamo {
		return f.out.String()
	}
	return shortSigns(f.out.String())
}

// Lines is like Line for fields that may hold several lines, such as a review. Line breaks of any kind become \n.
// Empty lines at the ends are dropped, and a run of them becomes one.
func Lines(s string) string {
	return cleanLines(s, Line)
}

// SpacedLines is like Lines but keeps up to maxSpaces consecutive spaces.
func SpacedLines(s string) string {
	return cleanLines(s, Spaced)
}

func cleanLines(s string, clean func(string) string) string {
	var out []string
	for line := range strings.SplitSeq(strings.Map(lineBreak, strings.ReplaceAll(s, "\r\n", "\n")), "\n") {
		line = clean(line)
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, line)
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n")
}

// Layout cleans text that the traveler's own template laid out. It keeps lines, tabs and indents.
func Layout(s string) string {
	lines := strings.Split(strings.Map(lineBreak, strings.ReplaceAll(s, "\r\n", "\n")), "\n")
	for i, line := range lines {
		fields := strings.Split(line, "\t")
		for j, field := range fields {
			text := strings.TrimLeft(field, " ")
			indent := min(len(field)-len(text), maxIndent)
			fields[j] = strings.Repeat(" ", indent) + clean(text, maxIndent)
		}
		lines[i] = strings.Join(fields, "\t")
	}
	return strings.Join(lines, "\n")
}

// lineBreak returns \n for anything that Unicode (UAX #14) or old machines treat as the end of a line.
func lineBreak(r rune) rune {
	switch r {
	case '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return '\n'
	}
	return r
}

// isPlain reports whether s is printable ASCII with single spaces inside, as most cells are.
func isPlain(s string) bool {
	space := true
	for i := range len(s) {
		b := s[i]
		if b < ' ' || b > '~' || (b == ' ' && space) {
			return false
		}
		space = b == ' '
	}
	return len(s) == 0 || !space
}

// filter builds cleaned text rune by rune.
type filter struct {
	out       strings.Builder
	maxSpaces int  // maximum number of consecutive spaces
	last      rune // the last rune written, 0 at the start
	spaces    int  // spaces to write before the next rune
	joiner    rune // a joiner to write if the next rune can be joined
	marks     int  // combining marks since the last base
	joinable  int  // runes written that may join to the preceding one
}

func (f *filter) add(r rune) {
	switch {
	case unicode.IsSpace(r), unicode.In(r, unicode.Z):
		f.spaces, f.joiner = f.spaces+1, 0
	case r == zeroWidthJoiner, r == zeroWidthNonJoiner:
		if f.spaces == 0 && f.last >= utf8.RuneSelf {
			f.joiner = r
		}
	case r == '\ufe0e', r == '\ufe0f': // they choose between text and picture, after a symbol only
		if f.spaces == 0 && unicode.In(f.last, unicode.So) && f.marks < maxMarks {
			f.marks++
			f.out.WriteRune(r)
		}
	case Hidden(r):
	case unicode.In(r, unicode.Mn, unicode.Me):
		f.addMark(r)
	default:
		if f.last != 0 {
			f.out.WriteString(strings.Repeat(" ", min(f.spaces, f.maxSpaces)))
		}
		if f.joiner != 0 && r >= utf8.RuneSelf {
			f.out.WriteRune(f.joiner)
		}
		f.out.WriteRune(r)
		f.last, f.spaces, f.joiner, f.marks = r, 0, 0, 0
		if r >= firstMark {
			f.joinable++
		}
	}
}

// addMark writes a combining mark, unless it has no base or exceeds the limit.
func (f *filter) addMark(r rune) {
	if f.last == 0 || f.spaces > 0 || f.marks == maxMarks {
		return
	}
	if f.joiner != 0 {
		f.out.WriteRune(f.joiner)
		f.joiner = 0
	}
	f.marks++
	f.joinable++
	f.out.WriteRune(r)
	if r >= utf8.RuneSelf {
		f.last = r
	}
}

// shortSigns cuts signs that are joined from too many runes. Each cut ends in an ellipsis, which nothing joins to,
// so that the rest of the text stays unchanged.
func shortSigns(s string) string {
	var out strings.Builder
	kept := 0 // of s, in bytes
	for at := 0; at < len(s); {
		sign, _ := ansi.FirstGraphemeCluster(s[at:], ansi.GraphemeWidth)
		most, runes := maxSign, []rune(sign)
		if unicode.Is(unicode.Hangul, runes[0]) {
			most = maxJamo
		}
		if len(runes) > most {
			short := strings.TrimRight(string(runes[:most]), string(zeroWidthJoiner)+string(zeroWidthNonJoiner))
			out.WriteString(s[kept:at] + short + "…")
			kept = at + len(sign)
		}
		at += len(sign)
	}
	if kept == 0 {
		return s
	}
	out.WriteString(s[kept:])
	return out.String()
}

// Hidden reports whether a rune shows nothing, or has no agreed shape or width, and so could carry content that the
// reader does not see: controls, bidirectional and other format characters, tags, private and unassigned code
// points, fillers and selectors.
func Hidden(r rune) bool {
	if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S) {
		return true
	}
	return unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) || r == '\u2800'
}

// ASCII converts text to characters that every terminal has: accents are dropped, the rest becomes "?". On a
// terminal that does not read UTF-8, a byte of a longer character can be a control character.
func ASCII(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		default:
			b.WriteString(cmp.Or(spelled[r], "?"))
		}
	}
	return b.String()
}

// spelled maps letters and signs that do not decompose into a plain one and an accent.
var spelled = map[rune]string{
	'ß': "ss", 'Æ': "AE", 'æ': "ae", 'Œ': "OE", 'œ': "oe", 'Ø': "O", 'ø': "o", 'Ł': "L", 'ł': "l", 'Đ': "D",
	'Ð': "D", 'đ': "d", 'ð': "d", 'Þ': "Th", 'þ': "th", 'ı': "i", '‘': "'", '’': "'", 'ʼ': "'", '“': `"`,
	'”': `"`, '–': "-", '—': "-", '−': "-", '‐': "-", '‑': "-", '→': "->", '×': "x", '≈': "~", '·': "|",
	'•': "|",
}

// Address makes a URL safe to print and to copy: in ASCII, with a host that cannot look like another one (names in
// other scripts are written as in the DNS, RFC 5891), and with every other byte outside printable ASCII
// percent-encoded. Text that is not a URL is cleaned.
func Address(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ASCII(Line(raw))
	}
	if strings.IndexFunc(u.Host, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		host, err := idna.Punycode.ToASCII(norm.NFKC.String(strings.ToLower(u.Hostname())))
		if err != nil {
			host = ASCII(Line(u.Hostname()))
		}
		u.Host = strings.TrimSuffix(host+":"+u.Port(), ":")
	}
	text := u.String()
	var b strings.Builder
	for i := range len(text) {
		if text[i] > ' ' && text[i] < 0x7f {
			b.WriteByte(text[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", text[i])
		}
	}
	return b.String()
}
