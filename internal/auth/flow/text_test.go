package flow

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestForeignTextIsFitForOneLine(t *testing.T) {
	want := map[string]string{
		"plain":                   "plain",
		"Zoë 東京":                  "Zoë 東京",
		"a\nb\tc\r":               "a b c",
		"\x1b[31mred\x1b[0m":      "red",
		"a\u009b31mb":             "a31mb",
		"\u202eevil\u2066x\u2069": "evilx",
		"a\u200bb\u2028c\ufeff":   "ab c",
		"a\U000E0041b":            "ab",
		"bad \xff bytes":          "bad bytes",
		strings.Repeat("é", 300):  strings.Repeat("é", maxForeign) + "...",
		"":                        "",
	}
	got := map[string]string{}
	for text := range want {
		got[text] = Clean(text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAScopeHasTheCharactersOfItsStandard(t *testing.T) {
	for text, want := range map[string]bool{
		"openid": true, "api://flights/.default": true, "!": true, "~": true, strings.Repeat("a", 200): true,
		"": false, "a b": false, `a"b`: false, `a\b`: false, "a\nb": false, "\x1b[31m": false, "\x7f": false, "é": false,
		strings.Repeat("a", 201): false,
	} {
		if got := IsScope(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
