package hotels_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

// reviews is every page of a reviews read in one, in the detail view.
func reviews(t *testing.T, e *hotels.Engine, id int64, p hotels.ReviewsParams) wire.HotelReviews {
	t.Helper()
	p.Page, p.PageSize = 1, 50
	whole, err := e.ReviewsDetail(id, start, p)
	if err != nil {
		t.Fatal(err)
	}
	for more := whole.Metadata.HasMore; more; {
		p.Page++
		next, err := e.ReviewsDetail(id, start, p)
		if err != nil {
			t.Fatal(err)
		}
		whole.Results = append(whole.Results, next.Results...)
		more = next.Metadata.HasMore
	}
	if len(whole.Results) != *whole.Metadata.TotalCandidates {
		t.Fatalf("%d reviews on all pages, totalCandidates %d", len(whole.Results), *whole.Metadata.TotalCandidates)
	}
	return whole
}

func TestReviewsAreAsManyAsTheScoreRestsOnAndAverageToIt(t *testing.T) {
	e := newEngine(0)
	id := busyHotel(t, e)
	hotel, err := e.Hotel(id, start, "en")
	if err != nil {
		t.Fatal(err)
	}
	whole := reviews(t, e, id, hotels.ReviewsParams{})
	sum := 0.0
	for _, r := range whole.Results {
		sum += r.Rating
	}
	mean := sum / float64(len(whole.Results))
	if float64(len(whole.Results)) != hotel.Review.Count || mean < hotel.Review.Score-0.0501 || mean > hotel.Review.Score+0.0501 {
		t.Errorf("%d reviews with a mean of %.3f, the hotel says %+v", len(whole.Results), mean, *hotel.Review)
	}
}

func TestReviewsAreSortedAsAskedAndNewestFirstElse(t *testing.T) {
	e := newEngine(0)
	id := busyHotel(t, e)
	for sort, less := range map[wire.ReviewSort]func(a, b wire.HotelReview) bool{
		"":                          func(a, b wire.HotelReview) bool { return a.PostedAt < b.PostedAt },
		wire.ReviewSortPostedAtDesc: func(a, b wire.HotelReview) bool { return a.PostedAt < b.PostedAt },
		wire.ReviewSortRatingDesc: func(a, b wire.HotelReview) bool {
			return a.Rating < b.Rating || a.Rating == b.Rating && a.PostedAt < b.PostedAt
		},
		wire.ReviewSortRatingAsc: func(a, b wire.HotelReview) bool {
			return a.Rating > b.Rating || a.Rating == b.Rating && a.PostedAt < b.PostedAt
		},
	} {
		list := reviews(t, e, id, hotels.ReviewsParams{Sort: sort}).Results
		for i := range list[1:] {
			if less(list[i], list[i+1]) {
				t.Fatalf("sort %q: review %d, %+v, stands before %+v", sort, i, list[i], list[i+1])
			}
		}
	}
}

func TestNoReviewIsFromTheFutureAndNewOnesComeInTime(t *testing.T) {
	e := newEngine(0)
	id := busyHotel(t, e)
	for _, r := range reviews(t, e, id, hotels.ReviewsParams{}).Results {
		if day, err := time.Parse(time.DateOnly, r.PostedAt); err != nil || day.After(start) {
			t.Errorf("posted on %s: %v", r.PostedAt, err)
		}
	}
	later, err := e.Reviews(id, start.AddDate(0, 2, 0), hotels.ReviewsParams{Page: 1, PageSize: 1})
	if err != nil || later.Results[0].PostedAt <= "2026-11-21" {
		t.Errorf("two months later the newest review is of %s: %v", later.Results[0].PostedAt, err)
	}
}

func TestACohortOfReviewersIsKeptAlone(t *testing.T) {
	e := newEngine(0)
	id := busyHotel(t, e)
	counts := map[wire.ReviewerCohort]int{}
	for _, r := range reviews(t, e, id, hotels.ReviewsParams{}).Results {
		if r.GuestType != nil {
			counts[*r.GuestType]++
		}
	}
	for _, who := range []wire.ReviewerCohort{"couple", "family_with_children", "solo_traveller", "extended_group"} {
		list := reviews(t, e, id, hotels.ReviewsParams{GuestType: who}).Results
		if len(list) != counts[who] || len(list) == 0 {
			t.Errorf("%s: %d reviews, want %d", who, len(list), counts[who])
		}
		if slices.ContainsFunc(list, func(r wire.HotelReview) bool { return r.GuestType == nil || *r.GuestType != who }) {
			t.Errorf("%s: a review of another cohort", who)
		}
	}
}

func TestTopicsKeepReviewsThatMentionAnyOfThem(t *testing.T) {
	e := newEngine(0)
	id := busyHotel(t, e)
	everything := reviews(t, e, id, hotels.ReviewsParams{})
	if len(everything.Metadata.Topics) != 0 || everything.Metadata.Topics == nil || len(everything.Metadata.MatchedTerms) != 0 || everything.Metadata.MatchedTerms == nil {
		t.Errorf("with no topics: %+v", everything.Metadata)
	}
	mentions := func(r wire.HotelReview, word string) bool {
		all := strings.Join(slices.Concat([]string{text(r.Title)}, r.Pros, r.Cons), " ")
		return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(all), func(c rune) bool { return strings.ContainsRune(" ,.", c) }),
			func(w string) bool { return w == word })
	}
	for _, tt := range []struct{ topics, words, matched []string }{
		{[]string{"bed"}, []string{"bed"}, []string{"bed"}},
		{[]string{"Staff", "shower"}, []string{"staff", "shower"}, []string{"Staff", "shower"}},
		{[]string{"zeppelin", "staff"}, []string{"staff"}, []string{"staff"}},
		{[]string{"zeppelin"}, nil, []string{}},
	} {
		var want []wire.HotelReview
		for _, r := range everything.Results {
			if slices.ContainsFunc(tt.words, func(word string) bool { return mentions(r, word) }) {
				want = append(want, r)
			}
		}
		got := reviews(t, e, id, hotels.ReviewsParams{Topics: tt.topics})
		if len(got.Results) != len(want) || len(want) > 0 && !cmp.Equal(want, got.Results) {
			t.Errorf("topics %q: %d reviews, want %d", tt.topics, len(got.Results), len(want))
		}
		if diff := cmp.Diff([][]string{tt.topics, tt.matched}, [][]string{got.Metadata.Topics, got.Metadata.MatchedTerms}); diff != "" {
			t.Errorf("topics %q (-want +got):\n%s", tt.topics, diff)
		}
	}
}

func TestNotesAndCountryComeWithTheDetailViewAlone(t *testing.T) {
	e := newEngine(0)
	id := busyHotel(t, e)
	plain, err := e.Reviews(id, start, hotels.ReviewsParams{Page: 1, PageSize: 50})
	if err != nil {
		t.Fatal(err)
	}
	detail, err := e.ReviewsDetail(id, start, hotels.ReviewsParams{Page: 1, PageSize: 50})
	if err != nil {
		t.Fatal(err)
	}
	notes, countries := 0, 0
	for i, r := range detail.Results {
		if r.Notes != nil {
			notes++
		}
		if r.CountryCode != nil {
			countries++
		}
		r.Notes, r.CountryCode = nil, nil
		if diff := cmp.Diff(r, plain.Results[i]); diff != "" {
			t.Errorf("review %d (-detail without its members +default):\n%s", i, diff)
		}
	}
	if notes == 0 || countries == 0 {
		t.Errorf("%d notes, %d countries in the detail view", notes, countries)
	}
}

func TestAPageOfReviewsPastTheEndIsEmpty(t *testing.T) {
	e := newEngine(0)
	id := busyHotel(t, e)
	got, err := e.Reviews(id, start, hotels.ReviewsParams{Page: 100, PageSize: 50})
	if err != nil || got.Results == nil || len(got.Results) != 0 || got.Metadata.HasMore || got.Metadata.ResultCount != 0 || got.Metadata.Page != 100 {
		t.Errorf("%v: %+v", err, got.Metadata)
	}
}
