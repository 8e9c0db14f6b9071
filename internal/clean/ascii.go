package clean

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ASCII writes text with the letters every terminal has: accents go, the rest becomes "?". On a
// terminal that does not read UTF-8 a byte of a longer character can be a control character.
func ASCII(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		default:
			b.WriteString(asciiLetter(r))
		}
	}
	return b.String()
}

// asciiLetter spells a letter or sign that does not come apart into a plain one and an accent.
func asciiLetter(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'Æ':
		return "AE"
	case 'æ':
		return "ae"
	case 'Œ':
		return "OE"
	case 'œ':
		return "oe"
	case 'Ø':
		return "O"
	case 'ø':
		return "o"
	case 'Ł':
		return "L"
	case 'ł':
		return "l"
	case 'Đ', 'Ð':
		return "D"
	case 'đ', 'ð':
		return "d"
	case 'Þ':
		return "Th"
	case 'þ':
		return "th"
	case 'ı':
		return "i"
	case '‘', '’', 'ʼ':
		return "'"
	case '“', '”':
		return `"`
	case '–', '—', '−', '‐', '‑':
		return "-"
	case '→':
		return "->"
	case '×':
		return "x"
	case '·', '•':
		return "|"
	}
	return "?"
}
