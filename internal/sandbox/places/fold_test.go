package places

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"travel.example/travel/internal/sandbox/data"
)

func TestFold(t *testing.T) {
	cases := map[string]string{
		"São Paulo":             "sao paulo",
		"  New   York ":         "new york",
		"Xi'an":                 "xian",
		"Xi’an":                 "xian",
		"Saint-Denis":           "st denis",
		"St. John's":            "st johns",
		"Saintes":               "saintes",
		"Łódź":                  "lodz",
		"Straße":                "strasse",
		"Ærø":                   "aero",
		"Þórshöfn":              "thorshofn",
		"İzmir":                 "izmir",
		"Diyarbakır":            "diyarbakir",
		"Đà Nẵng":               "da nang",
		"ΑΘΉΝΑ":                 "αθηνα",
		"Αθήνας":                "αθηνασ",
		"Королёв":               "королев",
		"أبوظبي":                "ابوظبي",
		"東京":                    "東京",
		"ＴＯＫＹＯ":                 "tokyo",
		"दिल्ली":                "दिल्ली",
		"Mu\u0308nchen":         "munchen",
		"Zürich (ZRH) / Kloten": "zurich zrh kloten",
		"\x1f\x00--":            "",
		"a\xffb":                "a b",
	}
	f := newFolder()
	for text, want := range cases {
		if got := f.query(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}

func FuzzFoldedTextStaysFolded(f *testing.F) {
	for _, text := range []string{"São Paulo", "saint saint", "İ", "ﬁn", "\x1f", "ß", "ª", "Å\u0301"} {
		f.Add(text)
	}
	fold := newFolder()
	f.Fuzz(func(t *testing.T, text string) {
		once := fold.query(text)
		if twice := fold.query(once); twice != once {
			t.Errorf("%q folds to %q and then to %q", text, once, twice)
		}
		if !utf8.ValidString(once) || strings.Contains(once, separator) || strings.Contains(once, "  ") ||
			strings.TrimSpace(once) != once {
			t.Errorf("%q folds to %q", text, once)
		}
	})
}

// tools/datagen folds them, so that the index need not.
func TestTheAliasesOfTheDataAreFoldedAndNoneIsThereTwice(t *testing.T) {
	f, w := newFolder(), data.Load()
	for _, c := range slices.Concat(w.Cities(), w.Towns()) {
		seen := map[string]bool{f.fold(c.Name): true}
		for name := range w.LocalNames(c.Code) {
			seen[f.fold(name)] = true
		}
		for more := range w.Aliases(c.Code) {
			for name := range strings.SplitSeq(more, separator) {
				if f.fold(name) != name || seen[name] {
					t.Errorf("%s: %q folds to %q, or is there twice", c.Name, name, f.fold(name))
				}
				seen[name] = true
			}
		}
	}
}
