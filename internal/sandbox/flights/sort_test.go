package flights

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

// departs is the local clock of a leg's departure, HH:MM, as its card says.
func departs(c wire.TripCard, leg int) string {
	return c.Legs[min(leg, len(c.Legs)-1)].DepartsAt[11:16]
}

func TestEverySortOrdersByItsKey(t *testing.T) {
	keys := map[wire.FlightSort]func(a, b wire.TripCard) int{
		wire.FlightSortPriceAsc:    func(a, b wire.TripCard) int { return cmp.Compare(a.Price.Total, b.Price.Total) },
		wire.FlightSortDurationAsc: func(a, b wire.TripCard) int { return cmp.Compare(a.DurationMinutes, b.DurationMinutes) },
		wire.FlightSortLeg1DepartureTimeAsc: func(a, b wire.TripCard) int {
			return cmp.Compare(departs(a, 0), departs(b, 0))
		},
		wire.FlightSortLeg1DepartureTimeDesc: func(a, b wire.TripCard) int {
			return cmp.Compare(departs(b, 0), departs(a, 0))
		},
		wire.FlightSortLeg2DepartureTimeAsc: func(a, b wire.TripCard) int {
			return cmp.Compare(departs(a, 1), departs(b, 1))
		},
		wire.FlightSortLeg2DepartureTimeDesc: func(a, b wire.TripCard) int {
			return cmp.Compare(departs(b, 1), departs(a, 1))
		},
	}
	for _, q := range sample() {
		all := sorted(ids(cards(t, q)))
		for by, key := range keys {
			p := everything
			p.Sort = by
			got := shared().Results(q, settled, dollars, p).Results
			if !slices.IsSortedFunc(got, key) {
				t.Errorf("%s-%s back %q is not sorted by %s", q.From, q.To, q.Back, by)
			}
			if diff := gocmp.Diff(all, sorted(ids(got))); diff != "" {
				t.Errorf("%s loses or doubles trips:\n%s", by, diff)
			}
		}
	}
}

// Only the two lifted trips may stand out of the order of the scores.
func TestScoreDescRanksByTheScoreOfTheCheapestFare(t *testing.T) {
	for _, q := range sample() {
		s := shared().snapshot(q, settled)
		rows := s.inOrder(wire.FlightSortScoreDesc)
		for i := 1; i < len(rows); i++ {
			if rows[i].best.Score > rows[i-1].best.Score {
				t.Fatalf("%s-%s: row %d scores %v after %v", q.From, q.To, i, rows[i].best.Score, rows[i-1].best.Score)
			}
		}
		for _, r := range rows {
			if r.best.Score <= 0 || r.best.Score > 10.2 || r.best.Usd != s.answered(r.Trip)[0].Usd {
				t.Errorf("trip %s: score %v of a fare at %v", r.Code, r.best.Score, r.best.Usd)
			}
		}
	}
}

func TestPagesAddUpToTheWholeAndEndInAnEmptyOne(t *testing.T) {
	q := asked("DXB-LHR", back)
	whole := ids(cards(t, q))
	var joined []string
	page := 1
	for {
		res := shared().Results(q, settled, dollars, ResultsParams{Page: page, PageSize: 50})
		m := res.Metadata
		if m.Page != page || m.PageSize != 50 || m.ResultCount != len(res.Results) || m.TotalCandidates != len(whole) {
			t.Fatalf("page %d says %+v", page, m)
		}
		if want := page*50 < len(whole); m.HasMore != want {
			t.Errorf("page %d of %d trips has more: %v", page, len(whole), m.HasMore)
		}
		if len(res.Results) == 0 {
			break
		}
		joined = append(joined, ids(res.Results)...)
		page++
	}
	if diff := gocmp.Diff(whole, joined); diff != "" {
		t.Errorf("the pages are not the whole:\n%s", diff)
	}
}
