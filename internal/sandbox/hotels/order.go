package hotels

import (
	"cmp"
	"sort"

	"travel.example/travel/internal/sandbox/wire"
)

// discountDesc is the order of a badge, which no read asks for.
const discountDesc wire.HotelSort = "discount_desc"

// sorting is what rows are sorted by: guest_rating_desc goes by a cohort.
type sorting struct {
	by     wire.HotelSort
	cohort wire.GuestCohort
}

// order sorts rows. Ties go by relevance and then by id, so that pages of the
// same snapshot never overlap. A hotel without the value that is sorted by
// comes last.
func order(rows []*row, by sorting) {
	sort.Slice(rows, func(i, j int) bool { return by.before(rows[i], rows[j]) < 0 })
}

func (s sorting) before(a, b *row) int {
	return cmp.Or(s.compare(a, b), cmp.Compare(b.rank, a.rank), cmp.Compare(a.ID, b.ID))
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
	case discountDesc:
		return cmp.Compare(b.best.Deal.Percent, a.best.Deal.Percent)
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

// The badges, in the order that a card has them. "Badges the hotel wins over the full result
// set": each is won by the first hotel of the unfiltered list in the order that it is named for.
const (
	badgeCheapest = "cheapest"         // price_asc
	badgeTopRated = "top_rated"        // review_score_desc
	badgeClosest  = "closest"          // distance_asc
	badgeDiscount = "biggest_discount" // most percent off
	badgeValue    = "best_value"       // relevance
)

// award assigns the badges: each goes to one hotel, over every hotel of the snapshot whatever
// else a read filters, so that a card has the same badges on every page. Under rate types the
// badges of price go by the matching rates, as the prices on the cards do; what guests say and
// where a hotel stands does not change with a rate, so those stay with all.
func award(all, priced []*row) map[int64][]string {
	badges := map[int64][]string{}
	give := func(badge string, rows []*row, by sorting, fits func(*row) bool) {
		if best := first(rows, by, fits); best != nil {
			badges[best.ID] = append(badges[best.ID], badge)
		}
	}
	every := func(*row) bool { return true }
	give(badgeCheapest, priced, sorting{by: wire.HotelSortPriceAsc}, every)
	give(badgeTopRated, all, sorting{by: wire.HotelSortReviewScoreDesc}, func(r *row) bool { return r.review() != nil })
	give(badgeClosest, all, sorting{by: wire.HotelSortDistanceAsc}, func(r *row) bool { return r.Centre != nil })
	give(badgeDiscount, priced, sorting{by: discountDesc}, func(r *row) bool { return r.best.Deal != nil })
	give(badgeValue, priced, sorting{by: wire.HotelSortRelevance}, every)
	return badges
}

// first is the row that comes first in an order, of those that fit; nil when none does.
func first(rows []*row, by sorting, fits func(*row) bool) *row {
	var best *row
	for _, r := range rows {
		if fits(r) && (best == nil || by.before(r, best) < 0) {
			best = r
		}
	}
	return best
}
