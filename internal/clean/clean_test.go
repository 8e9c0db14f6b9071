package clean

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/testkit/cleantest"
)

func TestCleanKeepsWhatCanBeReadAndNothingElse(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"plain text":                 {"Sample Harbour House", "Sample Harbour House"},
		"empty":                      {"", ""},
		"white space of every kind":  {"  a\tb\r\nc\u00a0d\u2028e\u3000f  ", "a b c d e f"},
		"colour":                     {"a\x1b[31mb\x1b[0m", "ab"},
		"title":                      {"a\x1b]0;owned\x07b", "ab"},
		"link":                       {"\x1b]8;;https://evil.example\x1b\\site\x1b]8;;\x1b\\", "site"},
		"clipboard":                  {"\x1b]52;c;ZXZpbA==\x07ok", "ok"},
		"cursor and erase":           {"10\x1b[2K\x1b[1A\x1b[999Dfree", "10free"},
		"C1 as a letter":             {"a\u009b31mb\u0085c", "a31mb c"},
		"C1 as a byte":               {"a\x9b31mb", "ab"},
		"backspace and bell":         {"100\b\b\b1\a", "1001"},
		"NUL and DEL":                {"a\x00b\x7fc", "abc"},
		"right-to-left override":     {"ada\u202egnp.exe", "adagnp.exe"},
		"isolates and marks":         {"\u2066a\u2069\u200eb\u200f\u061c", "ab"},
		"tags":                       {"a\U000E0001\U000E0041\U000E007Fb", "ab"},
		"invisible letters":          {"a\u3164b\uffa0c\u115fd\u2800e\u034ff", "abcdef"},
		"zero width between letters": {"pay\u200bpa\u200dl\u2060\ufeff", "paypal"},
		"soft hyphen":                {"hos\u00adtel", "hostel"},
		"private use":                {"a\ue0b0b\U000F0000", "ab"},
		"broken UTF-8":               {"a\xff\xc3b", "a\uFFFDb"},
		"stray selectors":            {"a\ufe01\ufe0fb\U000E0100", "ab"},
		"a letter's own marks":       {"Tiê\u0323n Viê\u0323t", "Tiê\u0323n Viê\u0323t"},
		"a tower of marks":           {"z" + strings.Repeat("\u0301", 40), "z" + strings.Repeat("\u0301", maxMarks)},
		"marks without a letter":     {"\u0301\u0301a \u0301b", "a b"},
		"Persian joiner":             {"می\u200cخواهم", "می\u200cخواهم"},
		"family":                     {"👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		"picture of an aeroplane":    {"✈\ufe0f", "✈\ufe0f"},
		"flag":                       {"🇵🇹 Lisboa", "🇵🇹 Lisboa"},
		"other scripts":              {"東京 Мюнхен القاهرة नई दिल्ली", "東京 Мюнхен القاهرة नई दिल्ली"},
		"unfinished sequence":        {"Hotel \x1b]0;rest of it", "Hotel"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := Line(tt.in); got != tt.want {
				t.Errorf("Clean(%+q) = %+q, want %+q", tt.in, got, tt.want)
			}
		})
	}
}

func TestCleanLinesKeepsParagraphs(t *testing.T) {
	in := "\n\nGood\x1b[31m stay.\r\n\r\n\r\n  Quiet\u2028room.\x1b]0;x\nNext line.\n\n"
	want := "Good stay.\n\nQuiet\nroom.\nNext line."
	if got := Lines(in); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzCleanLeavesNothingHidden(f *testing.F) {
	for _, s := range cleantest.Payloads {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Line(s)
		if bad := cleantest.Unsafe(got); bad != "" || !utf8.ValidString(got) {
			t.Errorf("Clean(%+q) = %+q holds %s", s, got, bad)
		}
		if strings.ContainsRune(got, '\n') || strings.Contains(got, "  ") || strings.TrimSpace(got) != got {
			t.Errorf("Clean(%+q) = %+q is not one trimmed line", s, got)
		}
		if again := Line(got); again != got {
			t.Errorf("cleaned twice: %+q, then %+q", got, again)
		}
		if bad := cleantest.Unsafe(strings.ReplaceAll(Lines(s), "\n", "")); bad != "" {
			t.Errorf("CleanLines(%+q) holds %s", s, bad)
		}
		for _, r := range ASCII(got) {
			if r < ' ' || r > '~' {
				t.Errorf("toASCII(%+q) holds %U", got, r)
			}
		}
	})
}

// Endlessly joined characters count as one cell but take hundreds on the screen.
func TestSignsOfTooManyRunesAreCut(t *testing.T) {
	run := func(first, more string) string { return first + strings.Repeat(more, 1000) }
	tests := map[string]struct{ in, want string }{
		"pictures":            {run("👩", "\u200d👩"), "👩\u200d👩\u200d👩\u200d👩\u200d👩\u200d👩" + "…"},
		"colours of skin":     {run("👋", "🏽"), "👋" + strings.Repeat("🏽", maxSign-1) + "…"},
		"selectors":           {run("✈", "\ufe0f"), "✈" + strings.Repeat("\ufe0f", maxMarks)},
		"conjuncts":           {run("क", "्क"), "क" + strings.Repeat("्क", maxSign/2-1) + "्" + "…"},
		"vowel signs":         {run("क", "ा"), "क" + strings.Repeat("ा", maxSign-1) + "…"},
		"leading jamo":        {run("ᄀ", "ᄀ"), strings.Repeat("ᄀ", maxJamo) + "…"},
		"vowel jamo":          {run("가", "ᅡ"), "가" + strings.Repeat("ᅡ", maxJamo-1) + "…"},
		"Thai am":             {run("ก", "ำ"), "ก" + strings.Repeat("ำ", maxSign-1) + "…"},
		"and goes on behind":  {"Hotel " + run("क", "ा") + "z 東京", "Hotel क" + strings.Repeat("ा", maxSign-1) + "…" + "z 東京"},
		"a family in colours": {"👨🏻\u200d👩🏻\u200d👧🏻\u200d👦🏻", "👨🏻\u200d👩🏻\u200d👧🏻\u200d👦🏻"},
		"a Sanskrit word":     {"कार्त्स्न्यम्", "कार्त्स्न्यम्"},
		"a Burmese word":      {"လျှော့်သော", "လျှော့်သော"},
		"Korean letters":      {"\u1112\u1161\u11ab\u1100\u116e\u11a8", "\u1112\u1161\u11ab\u1100\u116e\u11a8"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := Line(tt.in)
			if got != tt.want {
				t.Errorf("Line(%.60q) = %+q, want %+q", tt.in, got, tt.want)
			}
			if again := Line(got); again != got {
				t.Errorf("cleaned twice: %+q, then %+q", got, again)
			}
		})
	}
}

// Two regional indicators form one flag, never more, so that a run of them has the expected width.
func TestFlagsAreJoinedInPairs(t *testing.T) {
	flags := strings.Repeat("🇵🇹", 500)
	if got := Line(flags); got != flags || ansi.StringWidth(got) != 1000 {
		t.Errorf("%d bytes in %d cells", len(got), ansi.StringWidth(got))
	}
}
