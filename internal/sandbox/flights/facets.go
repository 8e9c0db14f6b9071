package flights

import (
	"cmp"
	"sort"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// tally counts the trips that have a value, each trip once.
type tally struct {
	counts map[string]*counted
	trip   int // the trip being counted, from 1
}

type counted struct {
	name  string
	trips int
	last  int // trip that was counted last
}

func newTally() *tally { return &tally{counts: map[string]*counted{}} }

func (t *tally) add(code, name string) {
	c := t.counts[code]
	if c == nil {
		c = &counted{name: name}
		t.counts[code] = c
	}
	if c.last != t.trip {
		c.last = t.trip
		c.trips++
	}
}

// list is the values, most common first, ties by code.
func (t *tally) list() []wire.CodedCount {
	list := make([]wire.CodedCount, 0, len(t.counts))
	for code, c := range t.counts {
		one := wire.CodedCount{Code: code, Count: c.trips}
		if c.name != "" {
			one.Name = new(c.name)
		}
		list = append(list, one)
	}
	compare := func(a, b wire.CodedCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Code, b.Code))
	}
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
	return list
}

// filterOptions is the filter values of the whole snapshot, whatever a read
// filters.
func (s *snapshot) filterOptions() wire.FlightFilterOptions {
	alliances, airlines, sites := newTally(), newTally(), newTally()
	stopovers, aircraft := newTally(), newTally()
	all := []*tally{alliances, airlines, sites, stopovers, aircraft}
	for i, r := range s.rows {
		for _, t := range all {
			t.trip = i + 1
		}
		for _, leg := range r.Legs {
			for n, x := range leg.Rides {
				a := leg.Sold[n].Airline
				airlines.add(a.Code, a.Name)
				if a.Alliance != "" {
					alliances.add(a.Alliance, "")
				}
				aircraft.add(x.Flight.Aircraft.Code, x.Flight.Aircraft.Name)
				if n > 0 {
					stopovers.add(x.From.Code, x.From.Name)
				}
			}
		}
		for _, o := range r.Offers {
			if s.in.Has(o) {
				sites.add(s.Sellers[o.Seller].Code, s.Sellers[o.Seller].Name)
			}
		}
	}
	return wire.FlightFilterOptions{
		Alliances: alliances.list(), Airlines: airlines.list(), BookingSites: sites.list(),
		StopoverAirports: stopovers.list(), Aircraft: aircraft.list(), StopoverDurations: s.stopovers(),
	}
}

// stopovers is the least and the most layover minutes of the snapshot, by each
// trip's leg with the longest wait, or nil when there is no trip to measure.
func (s *snapshot) stopovers() *wire.StopoverDurations {
	if len(s.rows) == 0 {
		return nil
	}
	low, high := s.rows[0].Waits(), 0
	for _, r := range s.rows {
		low, high = min(low, r.Waits()), max(high, r.Waits())
	}
	return &wire.StopoverDurations{Min: float64(low), Max: float64(high)}
}
