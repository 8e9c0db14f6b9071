package links

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Cabins is the cabins a search can ask for, plainest first.
func Cabins() []string { return []string{"economy", "premium_economy", "business", "first"} }

// isID tells whether text is made like an id of the API: 1 to 256 letters,
// digits and ._:~=-
func isID(s string) bool {
	return s != "" && len(s) <= MaxID && only(s, func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("._:~=-", c) >= 0
	})
}

// isLocale tells whether text can be a language tag. Which languages exist
// is for the reader to decide; the API takes any text of 1 to 35 characters.
func isLocale(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 1 && n <= maxLocale
}

func letters(s string, n int) bool {
	return len(s) == n && only(s, func(c byte) bool { return c >= 'A' && c <= 'Z' })
}

func only(s string, good func(byte) bool) bool {
	for i := range len(s) {
		if !good(s[i]) {
			return false
		}
	}
	return true
}

// brief shows a visitor text from an address: harmless and short.
func brief(s string) string {
	const most = 24
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	if s == "" {
		return "missing"
	}
	return strconv.QuoteToGraphic(s)
}
