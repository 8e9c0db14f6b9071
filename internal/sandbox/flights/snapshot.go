package flights

import (
	"time"

	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/wire"
)

// snapshot is what a search holds at one moment.
type snapshot struct {
	*market.Search
	in     market.Arrivals
	since  time.Duration
	rows   []*row // one for each trip that has a fare, in the order of the search
	fares  int
	badges map[*market.Trip][]wire.TripBadge // see order.go
}

// glance is a snapshot to look single trips up in: nothing is counted, and no
// label is assigned.
func (e *Engine) glance(q Query, at time.Time) *snapshot {
	s := e.search(q)
	return &snapshot{Search: s, in: s.Arrivals(q.Created), since: at.Sub(q.Created)}
}

func (e *Engine) snapshot(q Query, at time.Time, money money) *snapshot {
	s := e.search(q)
	snap := &snapshot{Search: s, in: s.Arrivals(q.Created), since: at.Sub(q.Created)}
	for _, t := range s.Trips {
		if r, ok := snap.row(t); ok {
			r.total = money.total(r.best.Usd)
			snap.rows = append(snap.rows, r)
		}
	}
	snap.badges = award(snap.rows)
	return snap
}

// row gathers a trip's answered fares; there is no row without one.
func (s *snapshot) row(t *market.Trip) (*row, bool) {
	r := &row{Trip: t}
	var counted uint64 // a bit for each seller
	for _, o := range t.Offers {
		if !s.in.In(o, s.since) {
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
	return r, counted != 0
}

// answered is the trip's fares that have arrived, cheapest first.
func (s *snapshot) answered(t *market.Trip) []market.Offer {
	var offers []market.Offer
	for _, o := range t.Offers {
		if s.in.In(o, s.since) {
			offers = append(offers, o)
		}
	}
	return offers
}
