package flights

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// award assigns the labels, over every trip of the snapshot whatever a read
// filters, so that a card and the trip it opens agree.
func award(rows []*row) map[*trip][]wire.TripBadge {
	badges := map[*trip][]wire.TripBadge{}
	if len(rows) == 0 {
		return badges
	}
	give := func(label wire.TripBadge, r *row) { badges[r.trip] = append(badges[r.trip], label) }
	give(wire.TripBadgeBestValue, slices.MinFunc(rows, bestValue))
	give(wire.TripBadgeCheapest, slices.MinFunc(rows, func(a, b *row) int { return cheaper(a, b, -1) }))
	var direct []*row
	for _, r := range rows {
		if r.stops == 0 {
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
	return cmp.Or(cmp.Compare(b.best.score, a.best.score), cmp.Compare(a.best.usd, b.best.usd),
		cmp.Compare(a.leaves(0), b.leaves(0)), strings.Compare(a.code, b.code))
}

// cheaper orders by price, then by score, then by departure of the first leg:
// the earlier first for sign 1 and the later first for -1.
func cheaper(a, b *row, sign int) int {
	return cmp.Or(cmp.Compare(a.best.usd, b.best.usd), cmp.Compare(b.best.score, a.best.score),
		sign*cmp.Compare(a.legs[0].first().leave, b.legs[0].first().leave), strings.Compare(a.code, b.code))
}

// promote moves the cheapest trip up to the second place and the cheapest
// direct one up to the third, when they stand below. What a filter has taken
// out moves nothing.
func (s *snapshot) promote(rows []*row) {
	for _, pick := range []struct {
		label  wire.TripBadge
		target int
	}{{wire.TripBadgeCheapest, 1}, {wire.TripBadgeCheapestDirect, 2}} {
		at := slices.IndexFunc(rows, func(r *row) bool { return slices.Contains(s.badges[r.trip], pick.label) })
		if at > pick.target {
			r := rows[at]
			copy(rows[pick.target+1:at+1], rows[pick.target:at])
			rows[pick.target] = r
		}
	}
}
