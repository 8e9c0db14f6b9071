package flights

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// order sorts rows. Every order is total: ties are broken by the price, the
// departure and finally the trip code.
func order(rows []*row, by wire.FlightSort) {
	slices.SortFunc(rows, func(a, b *row) int {
		return cmp.Or(compareBy(by, a, b), cmp.Compare(a.best.usd, b.best.usd), cmp.Compare(b.best.score, a.best.score),
			cmp.Compare(a.leaves(0), b.leaves(0)), strings.Compare(a.code, b.code))
	})
}

func compareBy(by wire.FlightSort, a, b *row) int {
	switch by {
	case wire.FlightSortPriceAsc:
		return cmp.Compare(a.best.usd, b.best.usd)
	case wire.FlightSortDurationAsc:
		return cmp.Compare(a.minutes, b.minutes)
	case wire.FlightSortLeg1DepartureTimeAsc:
		return cmp.Compare(a.leaves(0), b.leaves(0))
	case wire.FlightSortLeg1DepartureTimeDesc:
		return cmp.Compare(b.leaves(0), a.leaves(0))
	case wire.FlightSortLeg2DepartureTimeAsc:
		return cmp.Compare(a.leaves(1), b.leaves(1))
	case wire.FlightSortLeg2DepartureTimeDesc:
		return cmp.Compare(b.leaves(1), a.leaves(1))
	}
	return cmp.Compare(b.best.score, a.best.score)
}

// leaves is when a leg departs, in local minutes of its day. A one-way trip
// has no second leg: its only one counts.
func (t *trip) leaves(leg int) int {
	return t.legs[min(leg, len(t.legs)-1)].leaveAt
}
