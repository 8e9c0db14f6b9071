package apiclient

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of foreign text in characters: in an error, in a line of the log.
const (
	maxPrintable = 500
	maxLogged    = 4000
)

// printable makes foreign text safe for a terminal and a log line: one line, no
// control, format or invalid characters, bounded. Controls become spaces so that
// words stay apart.
func printable(s string) string { return printableUpTo(s, maxPrintable) }

func printableUpTo(s string, limit int) string {
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
