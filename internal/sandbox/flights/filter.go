package flights

import (
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/wire"
)

// keep is the rows that pass every filter of a read, in its order. The caller
// may change the list.
func (s *snapshot) keep(p ResultsParams, m money) []*row {
	kept := make([]*row, 0, len(s.rows))
	for _, r := range s.inOrder(p.Sort) {
		if p.carriers(r) && p.card(r, m) && p.hours(r) && s.sold(p, r) && p.onBoard(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// carriers holds the filters on who markets the trip.
func (p ResultsParams) carriers(r *row) bool {
	if len(p.Airlines) > 0 {
		sold := func(leg *planner.Plan) bool {
			return leg.Sells(func(a *data.Airline) bool { return listed(p.Airlines, a.Code) })
		}
		matching := 0
		for _, leg := range r.Legs {
			if sold(leg) {
				matching++
			}
		}
		if matching == 0 || p.AirlinesMatch == wire.AirlinesMatchAll && matching < len(r.Legs) {
			return false
		}
	}
	if p.SameAirline && r.Seller() == nil {
		return false
	}
	return len(p.Alliances) == 0 || slices.ContainsFunc(r.Legs, func(leg *planner.Plan) bool {
		return leg.Sells(func(a *data.Airline) bool { return a.Alliance != "" && listed(p.Alliances, a.Alliance) })
	})
}

// listed tells whether a list holds a code in any case.
func listed(list []string, code string) bool {
	return slices.ContainsFunc(list, func(one string) bool { return strings.EqualFold(one, code) })
}

// card holds the filters on what the card says of stops, price and duration.
func (p ResultsParams) card(r *row, m money) bool {
	return (len(p.Stops) == 0 || slices.Contains(p.Stops, r.Stops)) &&
		(p.MinPrice == nil && p.MaxPrice == nil || within(m.total(r.best.Usd), p.MinPrice, p.MaxPrice)) &&
		within(r.Minutes, nil, p.MaxDuration) &&
		within(r.Waits(), p.MinStopover, p.MaxStopover)
}

// within tells whether x lies between two bounds, both included. A missing
// bound excludes nothing.
func within[T int | float64](x T, low, high *T) bool {
	return (low == nil || x >= *low) && (high == nil || x <= *high)
}

// hours holds the filters on a leg's times and duration. Those of the return
// leg match nothing on a one-way trip.
func (p ResultsParams) hours(r *row) bool {
	out := r.Legs[0]
	if !p.OutboundDeparture.holds(out.LeaveAt) || !p.OutboundArrival.holds(out.LandAt) ||
		!within(out.Minutes, p.OutboundMinDuration, p.OutboundMaxDuration) {
		return false
	}
	if p.ReturnDeparture.empty() && p.ReturnArrival.empty() && p.ReturnMinDuration == nil && p.ReturnMaxDuration == nil {
		return true
	}
	if len(r.Legs) < 2 {
		return false
	}
	back := r.Legs[1]
	return p.ReturnDeparture.holds(back.LeaveAt) && p.ReturnArrival.holds(back.LandAt) &&
		within(back.Minutes, p.ReturnMinDuration, p.ReturnMaxDuration)
}

func (c Clock) empty() bool { return len(c.Blocks) == 0 && c.Range == nil }

// holds tells whether a minute of the local day is within the restriction.
func (c Clock) holds(minute int) bool {
	if len(c.Blocks) > 0 && !slices.Contains(c.Blocks, block(minute)) {
		return false
	}
	if c.Range == nil {
		return true
	}
	if c.Range.From > c.Range.To {
		return minute >= c.Range.From || minute <= c.Range.To
	}
	return minute >= c.Range.From && minute <= c.Range.To
}

// block is the quarter of the day that a minute is in.
func block(minute int) wire.TimeBlock {
	return [...]wire.TimeBlock{
		wire.TimeBlockMidnight, wire.TimeBlockMorning, wire.TimeBlockAfternoon, wire.TimeBlockNight,
	}[minute/360]
}

// sold holds the filters on who sells the trip, among the fares that have arrived.
func (s *snapshot) sold(p ResultsParams, r *row) bool {
	if len(p.BookingTypes) > 0 &&
		!(r.platform && slices.Contains(p.BookingTypes, wire.BookingTypePlatform)) &&
		!(r.airline && slices.Contains(p.BookingTypes, wire.BookingTypeAirline)) {
		return false
	}
	return len(p.BookingSites) == 0 || slices.ContainsFunc(r.Offers, func(o market.Offer) bool {
		return s.in.Has(o) && slices.Contains(p.BookingSites, s.Sellers[o.Seller].Code)
	})
}

// onBoard holds the filters on where planes are changed and what flies.
func (p ResultsParams) onBoard(r *row) bool {
	return (len(p.StopoverAirports) == 0 || slices.ContainsFunc(r.Legs, func(leg *planner.Plan) bool {
		return slices.ContainsFunc(leg.Rides[1:], func(x planner.Ride) bool { return slices.Contains(p.StopoverAirports, x.From.Code) })
	})) && (len(p.Aircraft) == 0 || slices.ContainsFunc(r.Legs, func(leg *planner.Plan) bool {
		return slices.ContainsFunc(leg.Rides, func(x planner.Ride) bool { return listed(p.Aircraft, x.Flight.Aircraft.Code) })
	}))
}
