package hotels

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/hotels/guestbook"
	"travel.example/travel/internal/sandbox/wire"
)

// Reviews is one page of what guests have written of a hotel until the day of
// at, without the members of the detail view. A page past the end is empty. The
// error is ErrNotFound for an id that is not a hotel's.
func (e *Engine) Reviews(id int64, at time.Time, p ReviewsParams) (wire.HotelReviews, error) {
	out, err := e.ReviewsDetail(id, at, p)
	for i := range out.Results {
		out.Results[i].Notes, out.Results[i].CountryCode = nil, nil
	}
	return out, err
}

// ReviewsDetail is Reviews with neutral notes and the reviewers' countries.
func (e *Engine) ReviewsDetail(id int64, at time.Time, p ReviewsParams) (wire.HotelReviews, error) {
	h, ok := e.directory.Hotel(id)
	if !ok {
		return wire.HotelReviews{}, ErrNotFound
	}
	finder := h.Book.Finder(p.Topics)
	var entries []guestbook.Entry
	for one := range h.Book.Entries(calendar.Of(at.UTC())) {
		if p.GuestType != "" && reviewer(one.Traveler) != p.GuestType {
			continue
		}
		if len(p.Topics) == 0 || finder.Mentions(one) {
			entries = append(entries, one)
		}
	}
	orderReviews(entries, p.Sort)
	begin := min(max(p.Page-1, 0)*p.PageSize, len(entries))
	end := min(begin+p.PageSize, len(entries))
	out := wire.HotelReviews{
		HotelID: id,
		Metadata: wire.HotelReviewsMetadata{
			Page: p.Page, PageSize: p.PageSize, ResultCount: end - begin, TotalCandidates: new(len(entries)),
			HasMore: end < len(entries), Topics: append([]string{}, p.Topics...), MatchedTerms: finder.Found(),
		},
		Results: make([]wire.HotelReview, 0, end-begin),
	}
	for _, one := range entries[begin:end] {
		out.Results = append(out.Results, review(&h.Book, one))
	}
	return out, nil
}

// orderReviews sorts reviews that come oldest first; ties go to the newer.
func orderReviews(entries []guestbook.Entry, by wire.ReviewSort) {
	slices.Reverse(entries)
	compare := func(a, b guestbook.Entry) int {
		switch by {
		case wire.ReviewSortRatingDesc:
			return cmp.Compare(b.Rating, a.Rating)
		case wire.ReviewSortRatingAsc:
			return cmp.Compare(a.Rating, b.Rating)
		}
		return cmp.Compare(b.Posted, a.Posted)
	}
	sort.SliceStable(entries, func(i, j int) bool { return compare(entries[i], entries[j]) < 0 })
}

func review(book *guestbook.Book, one guestbook.Entry) wire.HotelReview {
	text := book.Text(one)
	out := wire.HotelReview{
		Rating: one.Rating, PostedAt: one.Posted.String(), ProviderCode: one.Provider.Code,
		Pros: text.Pros, Cons: text.Cons, Notes: text.Notes,
	}
	if text.Title != "" {
		out.Title = &text.Title
	}
	if text.Country != "" {
		out.CountryCode = &text.Country
	}
	if who := reviewer(one.Traveler); who != "" {
		out.GuestType = &who
	}
	return out
}

// reviewer is the cohort of the reviews read, which has no word for those who
// travel on business.
func reviewer(t guestbook.Traveler) wire.ReviewerCohort {
	switch t {
	case guestbook.Couple:
		return wire.ReviewerCohortCouple
	case guestbook.Families:
		return wire.ReviewerCohortFamilyWithChildren
	case guestbook.Solo:
		return wire.ReviewerCohortSoloTraveller
	case guestbook.Group:
		return wire.ReviewerCohortExtendedGroup
	}
	return ""
}
