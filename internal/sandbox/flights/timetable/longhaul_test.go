package timetable

import (
	"testing"

	"travel.example/travel/internal/sandbox/data"
)

func TestLongHaulServicesLeadToNoClosedCountry(t *testing.T) {
	table := newTable(t)
	for _, s := range data.LongHauls() {
		from, to := place(t, table, s.From).land, place(t, table, s.To).land
		home := countries()[s.Airline.Country]
		if from.closed[to.number] || home.closed[to.number] || home.closed[from.number] {
			t.Errorf("%s %s-%s: the sky is closed", s.Airline.Code, s.From, s.To)
		}
	}
}

// Above the limit the network is the table, whatever the seed, and nothing else.
func TestLongServicesAreThoseOfTheTable(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine asks: a race would show in a smaller test")
	}
	type service struct{ carrier, from, to string }
	written := map[service]bool{}
	for _, s := range data.LongHauls() {
		written[service{s.Airline.Code, s.From, s.To}] = true
	}
	for seed := uint64(1); seed <= 2; seed++ {
		table, found := New(data.Load(), seed), 0
		for _, p := range table.graph().places {
			last, _ := table.graph().rescue(p) // a place that nothing else leads to may be far away
			for _, l := range table.spokes(p) {
				is := written[service{l.base.airline.Code, l.base.place.Code, p.Code}]
				if !is && l.distance > data.LongHaulKm && l.base != last.base {
					t.Errorf("seed %d: %s flies %s-%s, %.0f km, which is not written down",
						seed, l.base.airline.Code, l.base.place.Code, p.Code, l.distance)
				}
				if is {
					found++
				}
			}
		}
		if found < len(written) {
			t.Errorf("seed %d: %d of %d services are flown", seed, found, len(written))
		}
	}
}

// The flights of a long service: no type beyond its range, and an A380 only where the table has one.
func TestLongFlightsHaveTypesThatAreSeenThere(t *testing.T) {
	table := newTable(t)
	met := 0
	for _, s := range data.LongHauls() {
		for _, f := range table.Route(place(t, table, s.From), place(t, table, s.To)) {
			if f.Operator != s.Airline {
				continue
			}
			checkFlight(t, f)
			if f.Aircraft.Code != largestType {
				continue
			}
			met++
			if !s.Largest {
				t.Errorf("%s %s-%s is flown with an A380", s.Airline.Code, s.From, s.To)
			}
		}
	}
	if met < 100 {
		t.Errorf("%d flights with an A380", met)
	}
}
