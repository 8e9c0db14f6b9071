package apiclient

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPrintable bounds foreign text in an error, in characters.
const maxPrintable = 500

// printable makes foreign text safe for a terminal and a log line: one line, no
// control, format or invalid characters, bounded. Controls become spaces so that
// words stay apart.
func printable(s string) string {
	var b strings.Builder
	count := 0
	for _, r := range s {
		if count == maxPrintable {
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
