package hotels_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/resttest"
)

func TestTheDetailSaysWhatTheCardSays(t *testing.T) {
	e := newEngine()
	for _, card := range all(t, e, stay("LIS"), dollars, "").Results {
		h, ok := e.Hotel(card.HotelID, start, "en", false)
		if !ok {
			t.Fatalf("no hotel %d", card.HotelID)
		}
		want := wire.HotelCard{HotelID: h.HotelID, Name: h.Name, PageURL: h.PageURL, Star: h.Star, Review: h.Review, CityName: h.Location.CityName,
			DistrictName: h.Location.DistrictName, Lat: h.Location.Lat, Lng: h.Location.Lng, DistanceToCityCentre: h.DistanceToCityCentre, Image: &h.Images[0]}
		priced := cmpopts.IgnoreFields(wire.HotelCard{}, "Price", "Refundable", "LowestRefundablePrice", "RateTypes", "Badges", "ReviewsByGuestType")
		if diff := cmp.Diff(want, card, priced); diff != "" {
			t.Errorf("hotel %d (-detail +card):\n%s", card.HotelID, diff)
		}
	}
}

// busyHotel returns a hotel in London with more than 300 reviews.
func busyHotel(t *testing.T, e *hotels.Engine) int64 {
	t.Helper()
	cards := all(t, e, stay("LON"), dollars, "").Results
	at := slices.IndexFunc(cards, func(c wire.HotelCard) bool { return c.Review != nil && c.Review.Count > 300 })
	if at < 0 {
		t.Fatal("no hotel of London has 300 reviews")
	}
	return cards[at].HotelID
}

// reviews returns all pages of a reviews read as one, in the detail view.
func reviews(t *testing.T, e *hotels.Engine, id int64, query string) wire.HotelReviews {
	t.Helper()
	var whole wire.HotelReviews
	for n, more := 1, true; more; n++ {
		next, _ := e.Reviews(id, start, resttest.Sent(t, "getHotelReviews", fmt.Sprintf("%s&view=detail&pageSize=50&page=%d", query, n)))
		next.Results = append(whole.Results, next.Results...)
		whole, more = next, next.Metadata.HasMore
	}
	if len(whole.Results) != *whole.Metadata.TotalCandidates {
		t.Fatalf("%d reviews on all pages, totalCandidates %d", len(whole.Results), *whole.Metadata.TotalCandidates)
	}
	return whole
}

func TestReviewsAreThoseThatTheScoreRestsOn(t *testing.T) {
	e := newEngine()
	id := busyHotel(t, e)
	hotel, _ := e.Hotel(id, start, "en", false)
	list := reviews(t, e, id, "").Results
	sum := 0.0
	for _, r := range list {
		sum += r.Rating
		if r.PostedAt > start.Format(time.DateOnly) {
			t.Errorf("posted on %s", r.PostedAt)
		}
	}
	if float64(len(list)) != hotel.Review.Count || math.Abs(sum/float64(len(list))-hotel.Review.Score) > 0.0501 {
		t.Errorf("%d reviews with a sum of %.1f, the hotel says %+v", len(list), sum, *hotel.Review)
	}
	past, ok := e.Reviews(id, start, resttest.Sent(t, "getHotelReviews", "page=100&pageSize=50"))
	if !ok || past.Results == nil || len(past.Results) != 0 || past.Metadata.HasMore || past.Metadata.Page != 100 {
		t.Errorf("past the end: %v: %+v", ok, past)
	}
}

func TestReviewsAreSortedAsAskedAndNewestFirstElse(t *testing.T) {
	e := newEngine()
	id := busyHotel(t, e)
	for sort, sign := range map[string]float64{"": 0, "sort=posted_at_desc": 0, "sort=rating_desc": -1, "sort=rating_asc": 1} {
		list := reviews(t, e, id, sort).Results
		for i, next := range list[1:] {
			if a, b := sign*list[i].Rating, sign*next.Rating; a > b || a == b && list[i].PostedAt < next.PostedAt {
				t.Fatalf("sort %q: review %d, %+v, is before %+v", sort, i, list[i], next)
			}
		}
	}
}

func TestReviewsOfACohortOrOnATopicAreKept(t *testing.T) {
	e := newEngine()
	id := busyHotel(t, e)
	everything := reviews(t, e, id, "").Results
	mentions := func(r wire.HotelReview, phrase string) bool {
		said := strings.ToLower(strings.Join(slices.Concat([]string{or(r.Title, "")}, r.Pros, r.Cons), " . "))
		return strings.Contains(strings.NewReplacer(",", "", "-", "").Replace(" "+said+" "), " "+phrase+" ")
	}
	for _, tt := range []struct {
		query        string
		cohort       wire.ReviewerCohort
		words, found []string // that one must have, and that are found
	}{
		{"", "", nil, []string{}},
		{"guest-type=couple", "couple", nil, []string{}},
		{"guest-type=extended_group", "extended_group", nil, []string{}},
		{"topics=Staff,zeppelin,shower", "", []string{"staff", "shower"}, []string{"Staff", "shower"}},
		{"topics=zeppelin,!,mattr", "", []string{"zeppelin"}, []string{}},
		{"topics=Wi-Fi,CHECKIN", "", []string{"wifi", "checkin"}, []string{"Wi-Fi", "CHECKIN"}},
		{"topics=+soft++pillows.+,pillows+soft", "", []string{"soft pillows"}, []string{" soft  pillows. "}},
		{"topics=bed&guest-type=solo_traveller", "solo_traveller", []string{"bed"}, []string{"bed"}},
	} {
		var want []wire.HotelReview
		for _, r := range everything {
			if (tt.cohort == "" || or(r.GuestType, "") == tt.cohort) &&
				(tt.words == nil || slices.ContainsFunc(tt.words, func(word string) bool { return mentions(r, word) })) {
				want = append(want, r)
			}
		}
		got := reviews(t, e, id, tt.query)
		if diff := cmp.Diff(want, got.Results, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%+v keeps %d reviews, want %d:\n%s", tt, len(got.Results), len(want), diff)
		}
		if diff := cmp.Diff(tt.found, got.Metadata.MatchedTerms); diff != "" || got.Metadata.Topics == nil {
			t.Errorf("%+v: topics %q, matchedTerms (-want +got):\n%s", tt, got.Metadata.Topics, diff)
		}
	}
}
