package grid

import (
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/render/canvas"
)

func TestAGroupShowsItsTopAndCountsTheRest(t *testing.T) {
	c := canvas.New(io.Discard, canvas.Terminal{TTY: true, Width: 40, Unicode: true})
	g := Grouped{Most: 2, Table: Table{Columns: []Column{{Name: "A"}, {Name: "B"}}}}
	for _, rows := range []int{4, 3, 0, 1} {
		for i := range rows {
			g.Rows = append(g.Rows, []Cell{{Text: fmt.Sprint(rows)}, {Text: fmt.Sprint(i)}})
		}
		g.Groups = append(g.Groups, Group{Rows: rows, Rest: func(more int) string { return fmt.Sprint(more, " of ", rows) }})
	}
	want := []string{" A       B", " 4       0", " 4       1", " 2 of 4", " 3       0", " 3       1", " 3       2", " 1       0"}
	if diff := cmp.Diff(want, g.Lines(c)); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	if n := len(g.Records().Rows); n != 8 {
		t.Errorf("records: got %d rows, want all 8", n)
	}
	if g.Most = 0; len(g.Lines(c)) != 9 {
		t.Errorf("all rows (-want +got):\n%q", g.Lines(c))
	}
}
