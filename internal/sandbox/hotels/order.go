package hotels

import (
	"cmp"
	"slices"

	"travel.example/travel/internal/sandbox/wire"
)

// sorting is what rows are sorted by: guest_rating_desc goes by a cohort.
type sorting struct {
	by     wire.HotelSort
	cohort wire.GuestCohort
}

// order sorts rows. Ties go by relevance and then by id, so that pages of the
// same snapshot never overlap. A hotel without the value that is sorted by
// comes last.
func order(rows []*row, by sorting) {
	slices.SortFunc(rows, func(a, b *row) int {
		return cmp.Or(by.compare(a, b), cmp.Compare(b.rank, a.rank), cmp.Compare(a.ID, b.ID))
	})
}

func (s sorting) compare(a, b *row) int {
	switch s.by {
	case wire.HotelSortPriceAsc:
		return cmp.Compare(a.best.USD, b.best.USD)
	case wire.HotelSortPriceDesc:
		return cmp.Compare(b.best.USD, a.best.USD)
	case wire.HotelSortStarDesc:
		return cmp.Compare(b.Star, a.Star) // no stars are 0
	case wire.HotelSortReviewScoreDesc:
		return byScore(a.review(), b.review())
	case wire.HotelSortGuestRatingDesc:
		return byScore(a.score(s.cohort), b.score(s.cohort))
	case wire.HotelSortDistanceAsc:
		if a.Centre == nil || b.Centre == nil {
			return missingLast(a.Centre, b.Centre)
		}
		return cmp.Compare(*a.Centre, *b.Centre)
	}
	return 0
}

func byScore(a, b *wire.Review) int {
	if a == nil || b == nil {
		return missingLast(a, b)
	}
	return cmp.Compare(b.Score, a.Score)
}

func missingLast[T any](a, b *T) int {
	switch {
	case a != nil:
		return -1
	case b != nil:
		return 1
	}
	return 0
}

// The badges, in the order that a card has them.
const (
	badgeCheapest = "cheapest"         // lowest price of a night
	badgeTopRated = "top_rated"        // best score of all guests, of at least 50 reviews
	badgeClosest  = "closest"          // shortest way to the city's centre
	badgeDiscount = "biggest_discount" // most percent off
	badgeValue    = "best_value"       // first by relevance
)

// trusted is how many reviews a top score must rest on.
const trusted = 50

// award assigns the badges: each goes to one hotel, over every hotel of the
// snapshot whatever else a read filters, so that a card has the same badges
// on every page. Under rate types the hotels are those with a matching rate,
// and their prices are that rate's.
func award(rows []*row) map[int64][]string {
	badges := map[int64][]string{}
	give := func(badge string, fits func(*row) bool, compare func(a, b *row) int) {
		var best *row
		for _, r := range rows {
			if fits(r) && (best == nil || cmp.Or(compare(r, best), cmp.Compare(best.rank, r.rank), cmp.Compare(r.ID, best.ID)) < 0) {
				best = r
			}
		}
		if best != nil {
			badges[best.ID] = append(badges[best.ID], badge)
		}
	}
	all := func(*row) bool { return true }
	give(badgeCheapest, all, func(a, b *row) int { return cmp.Compare(a.best.USD, b.best.USD) })
	give(badgeTopRated, func(r *row) bool { return r.summary.All.Count >= trusted },
		func(a, b *row) int { return cmp.Compare(b.summary.All.Mean, a.summary.All.Mean) })
	give(badgeClosest, func(r *row) bool { return r.Centre != nil },
		func(a, b *row) int { return cmp.Compare(*a.Centre, *b.Centre) })
	give(badgeDiscount, func(r *row) bool { return r.best.Deal != nil },
		func(a, b *row) int { return cmp.Compare(b.best.Deal.Percent, a.best.Deal.Percent) })
	give(badgeValue, all, func(*row, *row) int { return 0 })
	return badges
}
