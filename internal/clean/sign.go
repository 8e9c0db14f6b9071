package clean

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	// maxSign is how many runes may be joined to one sign that takes a letter's place (UAX #29: a
	// grapheme cluster). The longest that people write are families in colours of skin and Sanskrit
	// conjuncts, with eleven. A terminal that cannot join them shows each by itself.
	maxSign = 12
	// maxJamo is the same for a Korean syllable written in its letters: three, or four of old.
	maxJamo = 4
	// firstMark is the first rune that Unicode joins to what stands before it.
	firstMark = '\u0300'
	cut       = "…"
)

// shortSigns cuts signs that are joined of too many runes. What is cut ends in a dot that nothing
// joins, so that the rest of the text stays as it is.
func shortSigns(s string) string {
	var out strings.Builder
	kept := 0 // of s, in bytes
	for at := 0; at < len(s); {
		sign, _ := ansi.FirstGraphemeCluster(s[at:], ansi.GraphemeWidth)
		if end := signEnd(sign); end < len(sign) {
			out.WriteString(s[kept:at])
			out.WriteString(strings.TrimRight(sign[:end], string(zeroWidthJoiner)+string(zeroWidthNonJoiner)))
			out.WriteString(cut)
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

// signEnd is how many bytes of a sign are kept.
func signEnd(sign string) int {
	most := maxSign
	if first, _ := utf8.DecodeRuneInString(sign); unicode.Is(unicode.Hangul, first) {
		most = maxJamo
	}
	for at := range sign {
		if most == 0 {
			return at
		}
		most--
	}
	return len(sign)
}
