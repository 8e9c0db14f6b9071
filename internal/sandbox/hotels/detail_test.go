package hotels_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

// busyHotel is one of London with more than three hundred reviews.
func busyHotel(t *testing.T, e *hotels.Engine) int64 {
	t.Helper()
	q := lisbon()
	q.City = "LON"
	for _, card := range all(t, e, q, dollars, hotels.ResultsParams{}).Results {
		if card.Review != nil && card.Review.Count > 300 {
			return card.HotelID
		}
	}
	t.Fatal("no hotel of London has 300 reviews")
	return 0
}

func TestTheDetailSaysWhatTheCardSays(t *testing.T) {
	e := newEngine(0)
	for _, card := range all(t, e, lisbon(), dollars, hotels.ResultsParams{}).Results {
		h, err := e.Hotel(card.HotelID, start, "en")
		if err != nil {
			t.Fatal(err)
		}
		want := wire.HotelCard{HotelID: h.HotelID, Name: h.Name, PageURL: h.PageURL, Star: h.Star, Review: h.Review, CityName: h.Location.CityName,
			DistrictName: h.Location.DistrictName, Lat: h.Location.Lat, Lng: h.Location.Lng, DistanceToCityCentre: h.DistanceToCityCentre, Image: &h.Images[0]}
		priced := cmpopts.IgnoreFields(wire.HotelCard{}, "Price", "Refundable", "LowestRefundablePrice", "RateTypes", "Badges", "ReviewsByGuestType")
		if diff := cmp.Diff(want, card, priced); diff != "" {
			t.Errorf("hotel %d (-detail +card):\n%s", card.HotelID, diff)
		}
		if !strings.Contains(*h.Description, h.Name) || *h.Location.CountryName != "Portugal" || h.PageURL != siteURL+"/hotel/"+lastPart(h.PageURL) {
			t.Errorf("%+v", h)
		}
	}
}

func lastPart(address string) string { return address[strings.LastIndex(address, "/")+1:] }

func TestTheDetailViewAddsGroupedPicturesAndPiecesOfReviews(t *testing.T) {
	e := newEngine(0)
	id := busyHotel(t, e)
	plain, err := e.Hotel(id, start, "en")
	if err != nil {
		t.Fatal(err)
	}
	detail, err := e.HotelDetail(id, start, "en")
	if err != nil {
		t.Fatal(err)
	}
	if plain.CategorizedImages != nil || plain.ReviewHighlights != nil {
		t.Errorf("the default view has %d groups and %d highlights", len(plain.CategorizedImages), len(plain.ReviewHighlights))
	}
	if diff := cmp.Diff(plain, detail, cmpopts.IgnoreFields(wire.Hotel{}, "CategorizedImages", "ReviewHighlights")); diff != "" {
		t.Errorf("the detail view changes more than it adds:\n%s", diff)
	}
	var grouped []string
	for _, group := range detail.CategorizedImages {
		for _, image := range group.Images {
			grouped = append(grouped, image.URL)
			word, _, _ := strings.Cut(lastPart(image.URL), "-")
			if !slices.Contains(hotels.Subjects(), word) {
				t.Errorf("picture %s has no known subject", image.URL)
			}
		}
	}
	if diff := cmp.Diff(plain.Images, grouped); diff != "" || len(detail.ReviewHighlights) < 2 {
		t.Errorf("%d highlights, pictures (-list +groups):\n%s", len(detail.ReviewHighlights), diff)
	}
}

func TestALocaleChangesCityAndCountryOfADetailAlone(t *testing.T) {
	e := newEngine(0)
	id := all(t, e, lisbon(), dollars, hotels.ResultsParams{}).Results[0].HotelID
	english, err := e.HotelDetail(id, start, "en")
	if err != nil {
		t.Fatal(err)
	}
	for locale, want := range map[string][2]string{"de": {"Lissabon", "Portugal"}, "ja": {"リスボン", "ポルトガル"}, "xx": {"Lisbon", "Portugal"}, "": {"Lisbon", "Portugal"}} {
		other, err := e.HotelDetail(id, start, locale)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]string{*other.Location.CityName, *other.Location.CountryName}; got != want {
			t.Errorf("locale %q: %q, want %q", locale, got, want)
		}
		names := cmpopts.IgnoreFields(wire.HotelLocation{}, "CityName", "CountryName")
		if diff := cmp.Diff(english, other, names); diff != "" {
			t.Errorf("locale %q changes:\n%s", locale, diff)
		}
	}
}

func TestAHotelThatDoesNotExistIsNotFound(t *testing.T) {
	e := newEngine(0)
	for _, id := range []int64{1, 98 + 1, 1<<53 - 1} {
		_, one := e.Hotel(id, start, "en")
		_, two := e.HotelDetail(id, start, "en")
		_, three := e.Reviews(id, start, hotels.ReviewsParams{Page: 1, PageSize: 10})
		if !errors.Is(one, hotels.ErrNotFound) || !errors.Is(two, hotels.ErrNotFound) || !errors.Is(three, hotels.ErrNotFound) {
			t.Errorf("%d: %v, %v, %v", id, one, two, three)
		}
		if _, ok := e.CityOf(id); ok {
			t.Errorf("%d stands in a city", id)
		}
	}
}

func TestASearchLinkSpreadsItsGuestsAndRepeatsWhatWasSent(t *testing.T) {
	for _, tt := range []struct {
		link hotels.SearchLink
		path string
		want url.Values
	}{
		{
			hotels.SearchLink{City: "LIS", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1, Locale: "en", Site: "US"}, "/hotels/LIS",
			url.Values{"checkIn": {"2026-12-11"}, "checkOut": {"2026-12-14"}, "room": {"2"}, "locale": {"en"}, "siteCode": {"US"}},
		},
		{
			hotels.SearchLink{City: "TYO", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 5, Ages: []int{4, 9}, Rooms: 3, Currency: "JPY",
				Locale: "zh-Hant & co", Site: "JP"}, "/hotels/TYO",
			url.Values{"checkIn": {"2026-12-11"}, "checkOut": {"2026-12-14"}, "room": {"2:9", "2", "1:4"}, "currency": {"JPY"},
				"locale": {"zh-Hant & co"}, "siteCode": {"JP"}},
		},
	} {
		u, err := url.Parse(tt.link.URL(siteURL))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, u.Query()); diff != "" || u.Scheme+"://"+u.Host != siteURL || u.Path != tt.path {
			t.Errorf("%s (-want +got):\n%s", u, diff)
		}
	}
}

func TestACheckoutLinkRepeatsWhatWasSent(t *testing.T) {
	for _, tt := range []struct {
		link hotels.CheckoutLink
		want url.Values
	}{
		{
			hotels.CheckoutLink{HotelID: 392294482, RateID: "s:dbl.bb.fc", SearchID: "s", Locale: "en", Site: "US"},
			url.Values{"hotelId": {"392294482"}, "rateId": {"s:dbl.bb.fc"}, "searchId": {"s"}, "locale": {"en"}, "siteCode": {"US"}},
		},
		{
			hotels.CheckoutLink{HotelID: 1<<53 - 1, RateID: "a&b=c:\u202e#", SearchID: "a&b=c", Guests: "2:4:9", Country: "AE", Locale: "ar", Site: "AE"},
			url.Values{"hotelId": {"9007199254740991"}, "rateId": {"a&b=c:\u202e#"}, "searchId": {"a&b=c"}, "guests": {"2:4:9"},
				"countryCode": {"AE"}, "locale": {"ar"}, "siteCode": {"AE"}},
		},
	} {
		u, err := url.Parse(tt.link.URL(siteURL))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, u.Query()); diff != "" || u.Scheme+"://"+u.Host+u.Path != siteURL+"/checkout/hotel" {
			t.Errorf("%s (-want +got):\n%s", u, diff)
		}
	}
}
