package transport

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine makes foreign text safe for a terminal and a log: one line of at most limit characters
// and "..." where it was cut, without control, format or invalid characters. Controls become spaces
// so that words stay apart.
func OneLine(s string, limit int) string {
	var b strings.Builder
	count := 0
	for _, r := range s {
		if count == limit {
			b.WriteString("...")
			break
		}
		switch {
		case unicode.IsSpace(r), unicode.Is(unicode.Cc, r), r == '\u2028', r == '\u2029':
			r = ' '
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), unicode.Is(unicode.Variation_Selector, r):
			continue
		case r == utf8.RuneError, !unicode.IsPrint(r):
			r = '?'
		}
		b.WriteRune(r)
		count++
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
