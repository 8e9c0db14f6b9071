package directory

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

const today Day = 20778 // 2026-11-21

// busy returns a hotel with about 550 reviews.
func busy(seed uint64) *Hotel {
	city, _ := data.CityByCode("LIS")
	topics := slices.Concat(tables().lists["topic"], []string{"breakfast", "wifi", "pool"})
	return &Hotel{City: city, quality: 7.8, topics: topics, book: dice.New(seed), opened: 19000, perDay: 0.5}
}

func TestABookGrowsInOrderAndRewritesNothing(t *testing.T) {
	h := busy(3)
	before, after := slices.Collect(h.Entries(today)), slices.Collect(h.Entries(today+30))
	for _, list := range [][]Entry{before, after} {
		if !slices.IsSortedFunc(list, func(a, b Entry) int { return int(a.posted - b.posted) }) {
			t.Error("the oldest reviews do not come first")
		}
		for _, e := range list {
			if e.rating < 1 || e.rating > 10 || rounded(e.rating, 1) != e.rating {
				t.Errorf("rating %v", e.rating)
			}
		}
	}
	if n := len(before); n < 500 || before[0].posted <= today-kept || before[n-1].posted > today || after[len(after)-1].posted <= today {
		t.Errorf("%d reviews from %s to %s, then to %s", n, before[0].posted, before[n-1].posted, after[len(after)-1].posted)
	}
	if got := h.Summary(h.opened - 1); got.All.Count > 0 || len(got.By) > 0 {
		t.Errorf("before it opened: %+v", got)
	}
	at := slices.Index(before, after[0])
	if at < 0 || !slices.Equal(before[at:], after[:len(before)-at]) || !cmp.Equal(h.Review(after[0]), h.Review(before[at])) {
		t.Error("a month later the same reviews are others")
	}
}
