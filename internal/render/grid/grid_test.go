package grid

import (
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/render/canvas"
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
		want  []int
	}{
		"all fit":                             {82, []int{2, 40, 10, 8, 6, 6}},
		"a flexible column shrinks first":     {72, []int{2, 30, 10, 8, 6, 6}},
		"then the last of the lowest rank":    {61, []int{2, 27, 10, 8, dropped, 6}},
		"then the other of that rank":         {53, []int{2, 31, dropped, 8, dropped, 6}},
		"the highest rank stays and is cut":   {24, []int{2, 10, dropped, 8, dropped, dropped}},
		"fixed columns are cut as a last way": {12, []int{2, 3, dropped, 3, dropped, dropped}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := fitColumns(columns, natural, tt.width)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("width %d (-want +got):\n%s", tt.width, diff)
			}
		})
	}
}

func TestTableWithoutRanksLosesNoColumn(t *testing.T) {
	columns := []Column{{Name: "A"}, {Name: "B"}, {Name: "C"}}
	if got := fitColumns(columns, []int{30, 30, 30}, 40); slices.Contains(got, dropped) {
		t.Errorf("a column is dropped: %v", got)
	}
}

func TestEveryRowHasItsLine(t *testing.T) {
	c := canvas.New(io.Discard, canvas.Terminal{TTY: true, Width: 40, Unicode: true})
	for name, test := range map[string]struct {
		table Table
		want  []string
	}{
		"one row without a header":                     {Table{Columns: []Column{{}}, Rows: [][]Cell{{{Text: "Air"}}}}, []string{" Air"}},
		"rows without a text":                          {Table{Columns: []Column{{Name: "A"}}, Rows: [][]Cell{{}, {{Text: "x"}}, {}}}, []string{" A", "", " x", ""}},
		"rows without a header, right and with a tail": {Table{Columns: []Column{{Align: Right}, {}}, Rows: [][]Cell{{{Text: "1"}, {Text: "Air", Tail: "*"}}, {{Text: "10"}}}}, []string{"  1  Air*", " 10"}},
		"no columns":                                   {Table{Rows: [][]Cell{{{Text: "Air"}}}}, nil},
	} {
		if diff := cmp.Diff(test.want, test.table.Lines(c)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestATailStaysWhenItsTextIsCut(t *testing.T) {
	c := canvas.New(io.Discard, canvas.Terminal{TTY: true, Width: 10, Unicode: true})
	table := Table{Columns: []Column{{Flex: true}}, Rows: [][]Cell{{{Text: "Königlich Beispielhafte", Tail: "*"}}}}
	if got := table.Lines(c); len(got) != 1 || got[0] != " Königli…*" {
		t.Errorf("got %q", got)
	}
}

func TestColumnsWithoutRoomAreNamed(t *testing.T) {
	c := canvas.New(io.Discard, canvas.Terminal{TTY: true, Width: 20, Unicode: true})
	table := Table{
		Columns: []Column{{Name: "A", Keep: 9}, {Name: "B", Keep: 1}, {Keep: 1}, {Name: "C", Keep: 2}, {Name: "FOR SCRIPTS", Record: true}},
		Rows:    [][]Cell{{{Text: "1234567890"}, {Text: "1234567"}, {Text: "1234567"}, {Text: "1234567"}, {Text: "x"}}},
	}
	for name, test := range map[string]struct {
		width  int
		choose string
		want   []string
	}{
		"all have room":       {60, "", []string{" A           B                 C", " 1234567890  1234567  1234567  1234567"}},
		"one goes":            {28, "", []string{" A           C", " 1234567890  1234567", "Left out for width: B · a", "wider window shows it"}},
		"two go, with a flag": {18, ChooseColumns, []string{" A", " 1234567890", "Left out for", "width: B, C ·", "--columns or a", "wider window shows", "them"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.Width, table.Choose = test.width, test.choose
			if diff := cmp.Diff(test.want, table.Lines(c)); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAFlexibleColumnSaysWhatIsLeast(t *testing.T) {
	columns := []Column{{Name: "NAME", Keep: 9, Flex: true, Least: 8}, {Name: "MORE", Keep: 1}}
	want := []int{8, 10}
	if diff := cmp.Diff(want, fitColumns(columns, []int{30, 10}, 20)); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
}
