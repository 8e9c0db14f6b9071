package grid

import (
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
