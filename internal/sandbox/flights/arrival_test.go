package flights

import (
	"slices"
	"testing"
	"time"
	"travel.example/travel/internal/sandbox/flights/market"
)

// events is when answers with fares come in, in order.
func events(s *market.Search, created time.Time) []time.Duration {
	in := s.Arrivals(created)
	type answer struct{ seller, batch uint8 }
	seen := map[answer]bool{}
	var times []time.Duration
	for _, t := range s.Trips {
		for _, o := range t.Offers {
			if a := (answer{o.Seller, o.Batch}); !seen[a] {
				seen[a] = true
				times = append(times, in[o.Seller][o.Batch])
			}
		}
	}
	slices.Sort(times)
	return times
}

func TestAnswersComeBetweenOneAndEightSecondsWithoutLongGaps(t *testing.T) {
	s := shared().search(asked("DXB-LHR", back)).Search
	even, inTime := 0, 0
	const searches = 400
	for i := range searches {
		times := events(s, created.Add(time.Duration(i)*time.Millisecond))
		last := times[len(times)-1]
		if times[0] < time.Second || last > 8*time.Second {
			t.Errorf("answers from %v to %v", times[0], last)
		}
		longest := time.Duration(0)
		for j := 1; j < len(times); j++ {
			longest = max(longest, times[j]-times[j-1])
		}
		if longest <= 1200*time.Millisecond {
			even++
		}
		if last >= 4*time.Second && last <= 6500*time.Millisecond {
			inTime++
		}
	}
	if even < searches*80/100 || inTime < searches*80/100 {
		t.Errorf("of %d searches %d have no long gap and %d end in 4 to 6.5 s", searches, even, inTime)
	}
	if even == searches {
		t.Error("no search has a straggler")
	}
}

func TestSixToFifteenSellersOfThreeKinds(t *testing.T) {
	for _, q := range append(sample(), asked("LOS-ACC", ""), asked("SYD-LHR", back)) {
		s := shared().search(q)
		kinds := map[string]int{}
		codes := map[string]bool{}
		for _, one := range s.Sellers {
			kinds[string(one.Kind)]++
			codes[one.Code] = true
		}
		if n := len(s.Sellers); n < 6 || n > 15 || kinds["platform"] != 1 || kinds["partner"] < 5 || len(codes) != n {
			t.Errorf("%s-%s: %d sellers, %v", q.From, q.To, n, kinds)
		}
	}
}

func TestCountersGrowAndThenHold(t *testing.T) {
	for _, q := range sample() {
		trips, fares := 0, 0
		for at := created.Add(-time.Hour); at.Before(created.Add(Lifetime)); at = next(at) {
			m := shared().Results(q, at, dollars, ResultsParams{Page: 1, PageSize: 1}).Metadata
			if m.SnapshotTripCount < trips || m.SnapshotFareCount < fares {
				t.Errorf("%v: from %d trips, %d fares to %d, %d", at.Sub(created), trips, fares, m.SnapshotTripCount, m.SnapshotFareCount)
			}
			trips, fares = m.SnapshotTripCount, m.SnapshotFareCount
			if at.Sub(created) < time.Second && fares != 0 {
				t.Errorf("%d fares after %v", fares, at.Sub(created))
			}
		}
		whole := shared().Results(q, settled, dollars, everything).Metadata
		if whole.SnapshotTripCount != trips || whole.SnapshotFareCount != fares || fares < trips {
			t.Errorf("%s-%s ends with %d trips and %d fares, not %d and %d", q.From, q.To, trips, fares, whole.SnapshotTripCount, whole.SnapshotFareCount)
		}
	}
}

// next steps through the seconds in which answers come, and then in minutes.
func next(at time.Time) time.Time {
	switch since := at.Sub(created); {
	case since < 0:
		return created
	case since < 9*time.Second:
		return at.Add(300 * time.Millisecond)
	}
	return at.Add(time.Minute)
}

func TestATripIsNotFoundBeforeItsFirstFare(t *testing.T) {
	q := asked("DXB-LHR", "")
	early := created.Add(2 * time.Second)
	seen := map[string]bool{}
	for _, c := range shared().Results(q, early, dollars, everything).Results {
		seen[c.TripID] = true
	}
	missing := 0
	for _, c := range cards(t, q) {
		_, err := shared().Trip(q, early, dollars, c.TripID[2:])
		if (err == nil) != seen[c.TripID] {
			t.Errorf("%s: on a card %v, opened with %v", c.TripID, seen[c.TripID], err)
		}
		if err != nil {
			missing++
		}
	}
	if missing == 0 || len(seen) == 0 {
		t.Errorf("%d trips seen and %d missing after two seconds", len(seen), missing)
	}
}
