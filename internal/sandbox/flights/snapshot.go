package flights

import (
	"slices"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/lately"
	"travel.example/travel/internal/sandbox/wire"
)

// snapshot is what a search holds while the same answers are in. Reads share it
// and do not change it.
type snapshot struct {
	*market.Search
	in     market.Answered
	rows   []*row // one for each trip that has a fare, in the order of the search
	fares  int
	badges map[*market.Trip][]wire.TripBadge // see order.go
	facets func() wire.FlightFilterOptions
	orders *lately.Memory[wire.FlightSort, []*row]
}

// orders is how many orders of a snapshot are remembered: as many as there are.
const orders = 7

// glance is a snapshot to look single trips up in: nothing is counted, and no
// label is assigned.
func (e *Engine) glance(q Query, at time.Time) *snapshot {
	s := e.search(q)
	return &snapshot{Search: s.Search, in: s.Arrivals(q.Created).By(at.Sub(q.Created))}
}

func (e *Engine) snapshot(q Query, at time.Time) *snapshot {
	s := e.search(q)
	in := s.Arrivals(q.Created).By(at.Sub(q.Created))
	return s.seen.Get(in, func() *snapshot { return newSnapshot(s.Search, in) })
}

func newSnapshot(s *market.Search, in market.Answered) *snapshot {
	snap := &snapshot{Search: s, in: in, orders: lately.New[wire.FlightSort, []*row](orders)}
	for _, t := range s.Trips {
		if r, ok := snap.row(t); ok {
			snap.rows = append(snap.rows, r)
		}
	}
	snap.badges = award(snap.rows)
	snap.facets = sync.OnceValue(snap.filterOptions)
	return snap
}

// inOrder is the rows as a read sorts them.
func (s *snapshot) inOrder(by wire.FlightSort) []*row {
	if by == "" {
		by = wire.FlightSortScoreDesc
	}
	return s.orders.Get(by, func() []*row {
		rows := slices.Clone(s.rows)
		order(rows, by)
		return rows
	})
}

// row gathers a trip's answered fares; there is no row without one.
func (s *snapshot) row(t *market.Trip) (*row, bool) {
	r := row{Trip: t}
	var counted uint64 // a bit for each seller
	for _, o := range t.Offers {
		if !s.in.Has(o) {
			continue
		}
		s.fares++
		if counted == 0 {
			r.best = o
		}
		if counted>>o.Seller&1 == 0 {
			counted |= 1 << o.Seller
			r.sellers++
		}
		switch s.Sellers[o.Seller].Kind {
		case wire.FareKindPlatform:
			r.platform = true
		case wire.FareKindAirline:
			r.airline = true
		}
	}
	return &r, counted != 0
}

// answered is the trip's fares that have arrived, cheapest first.
func (s *snapshot) answered(t *market.Trip) []market.Offer {
	var offers []market.Offer
	for _, o := range t.Offers {
		if s.in.Has(o) {
			offers = append(offers, o)
		}
	}
	return offers
}
