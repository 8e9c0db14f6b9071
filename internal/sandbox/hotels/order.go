package hotels

import (
	"cmp"
	"slices"

	"travel.example/travel/internal/sandbox/wire"
)

// order sorts rows. Ties go by relevance and then by id, so that pages of the
// same snapshot never overlap. A hotel without the value that is sorted by
// comes last.
func order(rows []*row, by wire.HotelSort, cohort wire.GuestCohort) {
	slices.SortFunc(rows, func(a, b *row) int {
		return cmp.Or(sorted(a, b, by, cohort), cmp.Compare(b.rank, a.rank), cmp.Compare(a.ID, b.ID))
	})
}

func sorted(a, b *row, by wire.HotelSort, cohort wire.GuestCohort) int {
	switch by {
	case wire.HotelSortPriceAsc:
		return cmp.Compare(a.best.USD, b.best.USD)
	case wire.HotelSortPriceDesc:
		return cmp.Compare(b.best.USD, a.best.USD)
	case wire.HotelSortStarDesc:
		return cmp.Compare(b.Star, a.Star) // no stars are 0
	case wire.HotelSortReviewScoreDesc:
		return byScore(a.review(), b.review())
	case wire.HotelSortGuestRatingDesc:
		return byScore(a.score(cohort), b.score(cohort))
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
