package canvas

import (
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
