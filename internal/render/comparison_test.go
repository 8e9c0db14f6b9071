package render

import (
	"strings"
	"testing"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

func sampleComparison() grid.Comparison {
	v := grid.Comparison{Notes: []string{"Prices are the list's."}, Next: []string{"travel flights trip 1"}}
	for _, name := range []string{"one", "two", "three", "four", "five", "six"} {
		v.Heads = append(v.Heads, "TRIP "+name)
	}
	aircraft := []string{"Airbus A320neo, Boeing 777-300ER", "ATR 72-600", "nonstop", "Embraer E195-E2, Bus", "Boeing 787-9", "Airbus A350-900"}
	v.Facts = []grid.ComparedFact{
		{Label: "aircraft", Values: aircraft},
		{Label: "good to know", Values: []string{"night connection in AMM on the way back", "-", "-", "-", "-", "early departure"}},
		{Label: "airlines", Values: []string{"Royal Example", "Royal Example", "Royal Example", "Royal Example", "Royal Example", "Royal Example"}},
	}
	return v
}

func TestAComparisonLooksAsItIsMeantTo(t *testing.T) {
	checkLooks(t, drawn(map[string]func() View{"comparison": func() View { return sampleComparison() }}))
}

// Nothing of a comparison is cut: what does not fit is wrapped, and where even that leaves no room,
// fewer stand side by side.
func TestAComparisonIsNeverCut(t *testing.T) {
	v := sampleComparison()
	for _, width := range []int{20, 40, 60, 80, 120, 200} {
		var out strings.Builder
		if err := New(&out, Terminal{TTY: true, Width: width, Unicode: true}, FormatText).Print(v); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(out.String(), "\n") {
			if canvas.Cells(line) > width && !nextCommand(line) || strings.Contains(line, "…") {
				t.Errorf("at %d cells a line is cut or too wide: %q", width, line)
			}
		}
		words := strings.Join(strings.Fields(out.String()), " ")
		for _, name := range append(strings.Fields("Royal nonstop Prices one six"), "The same for all") {
			if !strings.Contains(words, name) {
				t.Errorf("at %d cells %q is missing:\n%s", width, name, out.String())
			}
		}
		if strings.Count(words, "Royal") != 1 {
			t.Errorf("at %d cells what is the same stands %d times", width, strings.Count(words, "Royal"))
		}
	}
}

func TestAComparisonIsFullInAPipe(t *testing.T) {
	v := grid.Comparison{Heads: []string{"TRIP 1", "TRIP 2"}, Facts: []grid.ComparedFact{{Label: "airlines", Values: []string{"A", "A"}}, {Label: "price", Values: []string{"$1", "$2"}}}}
	var out strings.Builder
	if err := New(&out, Terminal{}, FormatCSV).Print(v); err != nil {
		t.Fatal(err)
	}
	if want := "fact,trip_1,trip_2,differs\nprice,$1,$2,yes\nairlines,A,A,no\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
