package template

import (
	"encoding/json"
	"strings"
	"testing"
)

// One function makes 64 MiB at most, counted before it is made.
func TestAFunctionMakesNoMoreThanIsAllowed(t *testing.T) {
	long := strings.Repeat("<", 8<<20)
	list := []any{long, map[string]any{"a": long, "b": json.Number("1")}, true, nil}
	for text, fits := range map[string]bool{
		`{{len (print $ $ $)}}`:                                      true,
		`{{len (print $ $ $ $ $)}}`:                                  false,
		`{{len (println $ $ $ $ $)}}`:                                false,
		`{{len (html (index $ 0))}}`:                                 true,
		`{{len (html $ )}}`:                                          false,
		`{{len (urlquery $ $)}}`:                                     false,
		`{{len (urlquery (index $ 0))}}`:                             true,
		`{{len (printf "%s and %v, 100 %%" (index $ 0) $)}}`:         true,
		`{{len (printf "%[1]s%[1]s%[1]s%[1]s%[1]s" $)}}`:             false,
		`{{len (printf "%q%q" $ $)}}`:                                false,
		`{{len (printf "%s %d %5.2f" "x" 7 1.5)}}`:                   true,
		`{{len (printf "%*d" 1000000 1)}}`:                           true,
		"{{len (printf `" + strings.Repeat("%1000000d", 70) + "`)}}": false,
		"{{len (printf `" + strings.Repeat("%.*f", 70) + "`)}}":      false,
	} {
		all := New(nil)
		if err := all.Parse("t", text); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err := all.Execute(&out, "t", list)
		if (err == nil) != fits || err != nil && !strings.Contains(err.Error(), "more than 64 MiB") {
			t.Errorf("%.60s: %.200v", text, err)
		}
	}
}

// A long text is escaped in pieces, which end between two characters.
func TestALongTextIsEscapedAsAShortOne(t *testing.T) {
	text := "x" + strings.Repeat("é", 1<<20) + "<\xff"
	for name, escape := range map[string]func(string) string{"html": htmlReplacer().Replace, "js": escapeJS} {
		if got, err := escaping(escape)(text); err != nil || got != escape(text) {
			t.Errorf("%s: another text, %v", name, err)
		}
	}
}
