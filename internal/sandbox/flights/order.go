package flights

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/wire"
)

// row is a trip with the fares that have been answered.
type row struct {
	*market.Trip
	best     market.Offer // cheapest
	sellers  int
	platform bool // some fare is bookable on the service
	airline  bool // some fare is booked with the carrier
}

// order sorts rows. Every order is total: ties are broken by the price, the
// departure and finally the trip code.
func order(rows []*row, by wire.FlightSort) {
	slices.SortFunc(rows, func(a, b *row) int {
		return cmp.Or(compareBy(by, a, b), cmp.Compare(a.best.Usd, b.best.Usd), cmp.Compare(b.best.Score, a.best.Score),
			cmp.Compare(a.Leaves(0), b.Leaves(0)), strings.Compare(a.Code, b.Code))
	})
}

func compareBy(by wire.FlightSort, a, b *row) int {
	switch by {
	case wire.FlightSortPriceAsc:
		return cmp.Compare(a.best.Usd, b.best.Usd)
	case wire.FlightSortDurationAsc:
		return cmp.Compare(a.Minutes, b.Minutes)
	case wire.FlightSortLeg1DepartureTimeAsc:
		return cmp.Compare(a.Leaves(0), b.Leaves(0))
	case wire.FlightSortLeg1DepartureTimeDesc:
		return cmp.Compare(b.Leaves(0), a.Leaves(0))
	case wire.FlightSortLeg2DepartureTimeAsc:
		return cmp.Compare(a.Leaves(1), b.Leaves(1))
	case wire.FlightSortLeg2DepartureTimeDesc:
		return cmp.Compare(b.Leaves(1), a.Leaves(1))
	}
	return cmp.Compare(b.best.Score, a.best.Score)
}

// award assigns the labels, over every trip of the snapshot whatever a read
// filters, so that a card and the trip it opens agree.
func award(rows []*row) map[*market.Trip][]wire.TripBadge {
	badges := map[*market.Trip][]wire.TripBadge{}
	if len(rows) == 0 {
		return badges
	}
	give := func(label wire.TripBadge, r *row) { badges[r.Trip] = append(badges[r.Trip], label) }
	give(wire.TripBadgeBestValue, slices.MinFunc(rows, bestValue))
	give(wire.TripBadgeCheapest, slices.MinFunc(rows, func(a, b *row) int { return cheaper(a, b, -1) }))
	var direct []*row
	for _, r := range rows {
		if r.Stops == 0 {
			direct = append(direct, r)
		}
	}
	if len(direct) > 0 {
		give(wire.TripBadgeCheapestDirect, slices.MinFunc(direct, func(a, b *row) int { return cheaper(a, b, 1) }))
	}
	return badges
}

// bestValue orders by the score of the cheapest fare, as score_desc does.
func bestValue(a, b *row) int {
	return cmp.Or(cmp.Compare(b.best.Score, a.best.Score), cmp.Compare(a.best.Usd, b.best.Usd),
		cmp.Compare(a.Leaves(0), b.Leaves(0)), strings.Compare(a.Code, b.Code))
}

// cheaper orders by price, then by score, then by departure of the first leg:
// the earlier first for sign 1 and the later first for -1.
func cheaper(a, b *row, sign int) int {
	return cmp.Or(cmp.Compare(a.best.Usd, b.best.Usd), cmp.Compare(b.best.Score, a.best.Score),
		sign*cmp.Compare(a.Legs[0].First().Leave, b.Legs[0].First().Leave), strings.Compare(a.Code, b.Code))
}

// promote moves the cheapest trip up to the second place and the cheapest
// direct one up to the third, when they stand below. What a filter has taken
// out moves nothing.
func promote(rows []*row, badges map[*market.Trip][]wire.TripBadge) {
	for _, pick := range []struct {
		label  wire.TripBadge
		target int
	}{{wire.TripBadgeCheapest, 1}, {wire.TripBadgeCheapestDirect, 2}} {
		at := slices.IndexFunc(rows, func(r *row) bool { return slices.Contains(badges[r.Trip], pick.label) })
		if at > pick.target {
			r := rows[at]
			copy(rows[pick.target+1:at+1], rows[pick.target:at])
			rows[pick.target] = r
		}
	}
}
