package flightview

import (
	"fmt"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Experience is the view of a trip's comfort signals.
type Experience struct {
	grid.Table // a row for each signal of each leg, for scripts
	Legs       []LegFeel
}

// LegFeel is what is shown about one leg, without its plain noes.
type LegFeel struct {
	Heading string        // the way, the airports and the stops
	Rows    [][]grid.Cell // confirmed or open signals, in the columns of the table
	Noes    []string      // the names of its plain noes
}

// Lines returns the layout for a person: for each leg the confirmed and open signals, and one line of plain noes.
func (v Experience) Lines(c canvas.Canvas) []string {
	t := v.Table
	t.Rows = nil
	for _, leg := range v.Legs {
		at := len(t.Rows)
		t.Rows = append(t.Rows, leg.Rows...)
		t.Above = append(t.Above, make([]string, len(t.Rows)-at)...)
		t.Below = append(t.Below, make([]string, len(t.Rows)-at)...)
		if len(leg.Rows) == 0 {
			continue
		}
		t.Above[at] = leg.Heading
		if n := len(leg.Noes); n > 0 {
			t.Below[len(t.Rows)-1] = fmt.Sprintf("%d more %s a plain no: %s", n, words.IsAre(n), strings.Join(leg.Noes, ", "))
		}
	}
	return t.Lines(c)
}
