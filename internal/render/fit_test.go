package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNarrowTablesGiveUpColumnsByRank(t *testing.T) {
	columns := []Column{
		{Name: "#", Keep: 9},
		{Name: "NAME", Keep: 9, Flex: true},
		{Name: "EXTRA", Keep: 1},
		{Name: "PRICE", Keep: 9, Align: Right},
		{Name: "LATE", Keep: 1},
		{Name: "MIDDLE", Keep: 5},
	}
	natural := []int{2, 40, 10, 8, 6, 6}
	tests := map[string]struct {
		width int
		want  []slot
	}{
		"all fit":                             {82, []slot{{0, 2}, {1, 40}, {2, 10}, {3, 8}, {4, 6}, {5, 6}}},
		"a flexible column shrinks first":     {72, []slot{{0, 2}, {1, 30}, {2, 10}, {3, 8}, {4, 6}, {5, 6}}},
		"then the last of the lowest rank":    {61, []slot{{0, 2}, {1, 27}, {2, 10}, {3, 8}, {5, 6}}},
		"then the other of that rank":         {53, []slot{{0, 2}, {1, 31}, {3, 8}, {5, 6}}},
		"the highest rank stays and is cut":   {24, []slot{{0, 2}, {1, 10}, {3, 8}}},
		"fixed columns are cut as a last way": {12, []slot{{0, 2}, {1, 3}, {3, 3}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := fitColumns(columns, natural, tt.width)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(slot{})); diff != "" {
				t.Errorf("width %d (-want +got):\n%s", tt.width, diff)
			}
		})
	}
}

func TestTableWithoutRanksLosesNoColumn(t *testing.T) {
	columns := []Column{{Name: "A"}, {Name: "B"}, {Name: "C"}}
	if got := fitColumns(columns, []int{30, 30, 30}, 40); len(got) != 3 {
		t.Errorf("shown columns: got %d, want 3", len(got))
	}
}

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
			if diff := cmp.Diff(tt.want, fold(tt.text, tt.width)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestItemsAreBrokenOnlyIfNoLineHoldsThem(t *testing.T) {
	c := canvas{width: 30}
	got := c.flow("Next   ", []string{"travel a", "travel bcd efg", "travel results --sort price_asc --max-stops 0"}, " · ")
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

func TestTimelineSharesItsLineByTime(t *testing.T) {
	s := &Segment{}
	tests := map[string]struct {
		parts  []part
		room   int
		widths []int // nil if the parts do not fit
	}{
		"to scale":                     {[]part{{segment: s, minutes: 100, least: 5}, {minutes: 50, least: 5}, {segment: s, minutes: 150, least: 5}}, 60, []int{20, 10, 30}},
		"no cell is lost to rounding":  {[]part{{segment: s, minutes: 1, least: 1}, {minutes: 1, least: 1}, {segment: s, minutes: 1, least: 1}}, 50, []int{16, 17, 17}},
		"a short wait can be read":     {[]part{{segment: s, minutes: 500, least: 11}, {minutes: 5, least: 5}, {segment: s, minutes: 500, least: 11}}, 65, []int{30, 5, 30}},
		"a wait of no time is drawn":   {[]part{{segment: s, minutes: 60, least: 11}, {minutes: 0, least: 5}, {segment: s, minutes: 60, least: 11}}, 45, []int{20, 5, 20}},
		"exactly what is needed":       {[]part{{segment: s, minutes: 60, least: 11}, {minutes: 9, least: 5}, {segment: s, minutes: 60, least: 11}}, 27, []int{11, 5, 11}},
		"one cell less is refused":     {[]part{{segment: s, minutes: 60, least: 11}, {minutes: 9, least: 5}, {segment: s, minutes: 60, least: 11}}, 26, nil},
		"no room at all is refused":    {[]part{{segment: s, minutes: 60, least: 11}}, -3, nil},
		"weights without measure hold": {[]part{{segment: s, minutes: maxWeight, least: 11}, {minutes: maxWeight, least: 5}, {segment: s, minutes: 1, least: 11}}, 100, []int{45, 44, 11}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ok := allot(tt.parts, 6, tt.room)
			if ok != (tt.widths != nil) {
				t.Fatalf("fits: got %v", ok)
			}
			if !ok {
				return
			}
			var widths []int
			start := 6
			for _, p := range tt.parts {
				widths = append(widths, p.width)
				if p.at != start {
					t.Errorf("a part starts at %d, the one before ended at %d", p.at, start)
				}
				start += p.width
			}
			slices.Sort(tt.widths)
			slices.Sort(widths)
			if diff := cmp.Diff(tt.widths, widths); diff != "" {
				t.Errorf("widths (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnknownIsNeverNo(t *testing.T) {
	got := []Answer{AnswerOf(nil), AnswerOf(new(true)), AnswerOf(new(false))}
	if diff := cmp.Diff([]Answer{Unknown, Yes, No}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var texts []string
	for _, a := range got {
		texts = append(texts, a.Cell().Text, a.stated().Text)
	}
	want := "not known,not stated,yes,yes,no,no"
	if joined := strings.Join(texts, ","); joined != want {
		t.Errorf("texts: got %s, want %s", joined, want)
	}
}
