package transport

import (
	"strings"
	"testing"
)

// T27: foreign text becomes one bounded line without controls, bidi or tags.
func TestForeignTextBecomesOneSafeLine(t *testing.T) {
	const limit = 200
	tests := map[string]string{
		"":                           "",
		"a\r\n\tb":                   "a b",
		"\x1b]0;t\x07x\x9b31m":       "x",
		"a\u202eb\u2066c\U000e0041d": "abcd",
		"e\u200bf\ufeffg":            "efg",
		"a\u2028b\u0085c":            "a b c",
		"\xff":                       "",
		"日本 é":                       "日本 é",
		strings.Repeat("é", 2*limit): strings.Repeat("é", limit) + "...",
		"\u202eevil\u2066x\u2069":    "evilx",
		"a\U000E0041b\U000E0FFFc":    "abc",
		"bad \xff bytes":             "bad bytes",
		"a  \u00a0 b":                "a b",
	}
	for given, want := range tests {
		if got := OneLine(given, limit); got != want {
			t.Errorf("%.40q: got %.40q, want %.40q", given, got, want)
		}
	}
}
