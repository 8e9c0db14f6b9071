package canvas

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWordsAreBrokenOnlyAtSpaces(t *testing.T) {
	tests := map[string]struct {
		text  string
		width int
		want  []string
	}{
		"nothing":                     {"", 10, []string{""}},
		"fits":                        {"one two", 7, []string{"one two"}},
		"a flag stays whole":          {"leave out --max-price 300", 15, []string{"leave out", "--max-price 300"}},
		"gaps stay inside a line":     {"travel trip   searches", 40, []string{"travel trip   searches"}},
		"gaps do not lead a line":     {"travel trip   searches", 12, []string{"travel trip", "searches"}},
		"a word no line holds is cut": {"see https://site.example/x now", 10, []string{"see", "https://si", "te.example", "/x now"}},
		"an amount stays whole":       {"whole trip AED\u00a01,515", 14, []string{"whole trip", "AED\u00a01,515"}},
		"wide letters count twice":    {"見本航空 見本", 8, []string{"見本航空", "見本"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Fold(tt.text, tt.width)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestACommandToCopyIsNotBroken(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"on a line of its own": {"keep it in a file, run: travel config set x y", []string{"keep it in a file, run:", "travel config set x y"}},
		"beside its words":     {"now run: travel login", []string{"now run: travel login"}},
		"longer than a line":   {"ask for fewer: travel config set scopes 'openid; profile'", []string{"ask for fewer:", "travel config set scopes 'openid; profile'"}},
		"until a semicolon":    {"run: travel config unset issuer; travel doctor looks for it", []string{"run:", "travel config unset issuer;", "travel doctor looks for it"}},
		"after a semicolon":    {"search; travel hotels search PLACE CHECKIN", []string{"search;", "travel hotels search PLACE CHECKIN"}},
		"a variable":           {"in short: export TRAVEL_SCOPES='openid profile', then go on", []string{"in short:", "export TRAVEL_SCOPES='openid profile',", "then go on"}},
		"no command":           {"travel logout forgets what was granted", []string{"travel logout forgets what", "was granted"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, FoldLinks(tt.text, 26)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestItemsAreBrokenOnlyIfNoLineHoldsThem(t *testing.T) {
	c := Canvas{Width: 30}
	got := c.Flow("Next   ", []string{"travel a", "travel bcd efg", "travel results --sort price_asc --max-stops 0"}, " · ")
	want := []string{
		"Next   travel a",
		"       travel bcd efg",
		"       travel results --sort",
		"       price_asc --max-stops 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEmptyItemsAreLeftOut(t *testing.T) {
	c := Canvas{Width: 30}
	got := [][]string{c.Flow("", []string{"", "one", "", "two", ""}, " · "), c.Flow("", []string{"", ""}, " · ")}
	if diff := cmp.Diff([][]string{{"one · two"}, nil}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNoticesAreFoldedAtSpaces(t *testing.T) {
	var out strings.Builder
	w := Rewriter{To: &out, Rewrite: func(text string) string { return FoldLines(text, 24) }}
	fmt.Fprint(w, "To sign in, open this address in a browser:\n\n  https://auth.example/authorize?client_id=x\n\n  For one port, here: travel config set redirect-port 8085\nshort\n")
	want := "To sign in, open this\naddress in a browser:\n\n  https://auth.example/authorize?client_id=x\n\n" +
		"  For one port, here:\n  travel config set redirect-port 8085\nshort\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
