package canvas

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestAddressesAreHyperlinksToThemselves(t *testing.T) {
	link := func(address string) string { return "\x1b]8;;" + address + "\a" + address + "\x1b]8;;\a" }
	for text, want := range map[string]string{
		"https://a.example/x?y=1&z=%20":              link("https://a.example/x?y=1&z=%20"),
		"see http://a.example. Then":                 "see " + link("http://a.example") + ". Then",
		"https://a.example/ is it":                   link("https://a.example/") + " is it",
		"(https://a.example/b), https://b.example\n": "(" + link("https://a.example/b") + "), " + link("https://b.example") + "\n",
		"\x1b[2mhttps://a.example\x1b[0m":            "\x1b[2m" + link("https://a.example") + "\x1b[0m",
		"https://a.example/that-had-no-ro…":          "https://a.example/that-had-no-ro…",
		"ftp://a.example and ://":                    "ftp://a.example and ://",
		"https://":                                   "https://",
		"nothing":                                    "nothing",
	} {
		if got := Linked(text); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

// Whatever a text holds, what is seen of it stays, and no hyperlink is left open.
func FuzzLinked(f *testing.F) {
	f.Add("a https://a.example/\"><x> https://b.example")
	f.Add("https://https://://http://…")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\x1b\a\u009c\u009d") || ansi.Strip(text) != text || !utf8.ValidString(text) {
			return // a view is clean before it is linked
		}
		linked := Linked(text)
		if got := ansi.Strip(linked); got != text {
			t.Errorf("%q is seen as %q", text, got)
		}
		if strings.Count(linked, "\x1b]8;;") != 2*strings.Count(linked, "\x1b]8;;\a") {
			t.Errorf("%q leaves a hyperlink open: %q", text, linked)
		}
	})
}
