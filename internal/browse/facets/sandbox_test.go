package facets

import (
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/testkit/stagetest"
)

// Each change reads the same search again, and the count beside a word is the number of rows left.
func TestACountIsWhatAFilterLeaves(t *testing.T) {
	for _, c := range []struct {
		open  func(*testing.T, int, int) (*stagetest.Driver, *host)
		word  string
		count func(*Found) int
	}{
		{trips, "/ e m i r a t e s enter", func(f *Found) int {
			i := slices.IndexFunc(f.vocabulary["airlines"], func(w desk.Facet) bool { return w.Value == "EK" })
			return f.vocabulary["airlines"][i].Count
		}},
		{lisbon, "/ f r e e space c a n enter", func(f *Found) int {
			i := slices.IndexFunc(f.vocabulary["rate-types"], func(w desk.Facet) bool { return w.Value == "free_cancellation" })
			return f.vocabulary["rate-types"][i].Count
		}},
	} {
		d, h := c.open(t, 120, 40)
		all, count := h.found.All, c.count(&h.found)
		d.Press(strings.Fields(c.word)...)
		d.Press("space")
		if h.found.Left != count || h.found.All != all || count == 0 || count == all {
			t.Errorf("%d of %d left, counted %d:\n%s", h.found.Left, h.found.All, count, d.Screen())
		}
		d.Press("F")
		if h.found.Left != all {
			t.Errorf("%d left of %d without filters", h.found.Left, all)
		}
	}
}
