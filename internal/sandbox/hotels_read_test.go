package sandbox

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

func TestAGuestTypeComesWithItsPartnersAndTheyWithIt(t *testing.T) {
	r := newRig(t, Options{})
	id := r.createStay(stayInLisbon).SearchID
	for query, want := range map[string]string{
		"guest-type=solo&min-guest-rating=7":                        "",
		"guest-type=solo&sort=guest_rating_desc":                    "",
		"guest-type=solo&sort=guest_rating_desc&min-guest-rating=7": "",
		"guest-type=solo&sort=price_asc&min-guest-rating=0":         "",
		"guest-type=solo":                "Query parameter guest-type comes with min-guest-rating or with sort=guest_rating_desc; neither was sent.",
		"guest-type=solo&sort=price_asc": "Query parameter guest-type comes with min-guest-rating or with sort=guest_rating_desc; neither was sent.",
		"min-guest-rating=7":             "Query parameter min-guest-rating needs guest-type, to say whose rating is meant.",
		"sort=guest_rating_desc":         "Query parameter sort=guest_rating_desc needs guest-type, to say whose rating is meant.",
	} {
		got := ""
		if a := r.get("/v1/hotels/searches/" + id + "/results?" + query); a.status != http.StatusOK {
			got = *a.problem(t).Detail
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

func TestEveryFilterOfHotelResultsReachesTheSearch(t *testing.T) {
	r := newRig(t, Options{})
	id := r.createStay(stayInLisbon).SearchID
	r.advance(9 * time.Second)
	target := "/v1/hotels/searches/" + id + "/results?pageSize=50&"
	whole := decode[wire.HotelResults](t, r.get(target))
	count := func(query string) int {
		return decode[wire.HotelResults](t, r.get(target+query)).Metadata.TotalCandidates
	}
	total := count("")
	districts := whole.Metadata.FilterOptions.Districts
	first, second := url.QueryEscape(districts[0].Name), url.QueryEscape(districts[1].Name)
	for _, query := range []string{"min-star=5", "max-star=2", "min-review-score=8.5", "guest-type=family&min-guest-rating=8", "min-price=150",
		"max-price=90", "refundable=true", "refundable=1", "rate-types=half_board", "deals-only=1", "amenities=sauna", "property-types=hostel",
		"brands=example", "chains=sample", "districts=" + first} {
		if n := count(query); n == 0 || n >= total {
			t.Errorf("%s keeps %d of %d", query, n, total)
		}
	}
	for _, query := range []string{"refundable=false", "refundable=0", "deals-only=false", "view=card", "sort=star_desc"} {
		if n := count(query); n != total {
			t.Errorf("%s keeps %d of %d", query, n, total)
		}
	}
	for one, other := range map[string]string{
		"amenities=pool,sauna": "amenities=pool&amenities=sauna", "districts=" + first + "," + second: "districts=" + second + "&districts=" + first,
		"rate-types=free_cancellation,room_only": "refundable=1&rate-types=room_only",
	} {
		if n, m := count(one), count(other); n != m || n == 0 || n == total {
			t.Errorf("%s keeps %d, %s keeps %d", one, n, other, m)
		}
	}
	if cheap := decode[wire.HotelResults](t, r.get("/v1/hotels/searches/"+id+"/results?sort=price_asc&pageSize=1&page=2")); len(cheap.Results) != 1 ||
		cheap.Metadata.PageSize != 1 || cheap.Results[0].HotelID == whole.Results[0].HotelID {
		t.Errorf("page 2 of size 1: %+v", cheap.Metadata)
	}
}

func TestHotelReadsTellWhoChoseCurrencyAndLanguage(t *testing.T) {
	r := newRig(t, Options{})
	hotel := r.anyHotel()
	id := r.createStay(stay(`"cityCode":-`, fmt.Sprintf(`"hotelId":%d`, hotel), `"currency":"EUR"`, `"locale":"pt"`)).SearchID
	r.advance(9 * time.Second)
	for query, want := range map[string]wire.PricedReadMetadata{
		"":                        {CurrencyCode: "USD", CurrencyCodeSource: "default", Locale: "en", LocaleSource: "default"},
		"&currency=USD&locale=en": {CurrencyCode: "USD", CurrencyCodeSource: "explicit", Locale: "en", LocaleSource: "explicit"},
		"&currency=JPY&locale=ja": {CurrencyCode: "JPY", CurrencyCodeSource: "explicit", Locale: "ja", LocaleSource: "explicit"},
	} {
		rates := decode[wire.HotelRates](t, r.get(fmt.Sprintf("/v1/hotels/%d/rates?searchId=%s%s", hotel, id, query)))
		if diff := cmp.Diff(want, rates.Metadata); diff != "" || rates.CurrencyCode != want.CurrencyCode || rates.Rates[0].Price.Currency != want.CurrencyCode {
			t.Errorf("rates%s (-want +got):\n%s", query, diff)
		}
		m := decode[wire.HotelResults](t, r.get("/v1/hotels/searches/"+id+"/results?"+query)).Metadata
		got := wire.PricedReadMetadata{CurrencyCode: m.CurrencyCode, CurrencyCodeSource: m.CurrencyCodeSource, Locale: m.Locale, LocaleSource: m.LocaleSource}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("results%s (-want +got):\n%s", query, diff)
		}
	}
}

func TestAHotelSearchExpiresForGood(t *testing.T) {
	r := newRig(t, Options{})
	hotel := r.anyHotel()
	id := r.createStay(stay(`"cityCode":-`, fmt.Sprintf(`"hotelId":%d`, hotel))).SearchID
	made := r.clock.now()
	for _, target := range []string{"/v1/hotels/searches/" + id + "/results", fmt.Sprintf("/v1/hotels/%d/rates?searchId=%s", hotel, id)} {
		r.advance(made.Add(hotels.Lifetime - time.Millisecond).Sub(r.clock.now()))
		r.token = r.signIn()
		if a := r.get(target); a.status != http.StatusOK {
			t.Errorf("%s a moment before its end: status %d: %s", target, a.status, a.body)
		}
		r.advance(time.Millisecond)
		p := r.get(target).problem(t)
		want := "This hotel search has expired: it lived 10 minutes, until " + made.Add(hotels.Lifetime).Format(time.RFC3339) + ". Create a new one."
		if p.Code != wire.ErrorCodeNotFound || *p.Detail != want {
			t.Errorf("%s: %s: %s", target, p.Code, *p.Detail)
		}
	}
}

func TestAHotelSearchIDThatWasNotMadeHereIsNotFound(t *testing.T) {
	r := newRig(t, Options{})
	id := r.createStay(stayInLisbon).SearchID
	for name, foreign := range map[string]string{
		"cut short": id[:20], "altered": "A" + id[1:], "a flight search": r.create(dubaiLondon), "a rate id": id + ":dbl.ro.nr", "longest": strings.Repeat("a", 256),
	} {
		p := r.get("/v1/hotels/searches/" + foreign + "/results").problem(t)
		if p.Code != wire.ErrorCodeNotFound || *p.Detail != "No hotel search has this id. Create a new one." {
			t.Errorf("%s: %s: %s", name, p.Code, *p.Detail)
		}
	}
	if a := r.get("/v1/flights/searches/" + id + "/results"); a.status != http.StatusNotFound {
		t.Errorf("a hotel search read as one for flights: status %d", a.status)
	}
}

func TestRatesNeedASearchForTheirVeryHotel(t *testing.T) {
	r := newRig(t, Options{})
	hotel := r.anyHotel()
	search := func(members ...string) string { return r.createStay(stay(members...)).SearchID }
	own := search(`"cityCode":-`, fmt.Sprintf(`"hotelId":%d`, hotel))
	city := search()
	area := search(`"cityCode":-`, `"lat":38.7`, `"lng":-9.1`)
	other := decode[wire.HotelResults](t, r.get("/v1/hotels/searches/"+city+"/results")) // too early for any card
	if len(other.Results) != 0 {
		t.Fatal("the search for the city was answered at once")
	}
	const conflict = "This search is for a city or an area and holds a sample of rates. Create one with hotelId, the same dates and guests, and read its rates."
	for _, tt := range []struct {
		name   string
		hotel  int64
		search string
		code   wire.ErrorCode
		detail string
	}{
		{"own search", hotel, own, "", ""},
		{"a search for its city", hotel, city, "rates_require_hotel_search", conflict},
		{"a search for an area", hotel, area, "rates_require_hotel_search", conflict},
		{"no such hotel", 1, own, "not_found", "No hotel has the id 1."},
		{"no such search", hotel, "nothing", "not_found", "No hotel search has this id. Create a new one."},
		{"a search for flights", hotel, r.create(dubaiLondon), "not_found", "No hotel search has this id. Create a new one."},
		{"a search for another hotel", 98, own, "validation_failed",
			fmt.Sprintf("Query parameter searchId has a search for hotel %d; it must be one for hotel 98.", hotel)},
	} {
		a := r.get(fmt.Sprintf("/v1/hotels/%d/rates?searchId=%s", tt.hotel, tt.search))
		var code wire.ErrorCode
		detail := ""
		if a.status != http.StatusOK {
			p := a.problem(t)
			code, detail = p.Code, *p.Detail
		}
		if diff := cmp.Diff([]string{string(tt.code), tt.detail}, []string{string(code), detail}); diff != "" {
			t.Errorf("%s: status %d (-want +got):\n%s", tt.name, a.status, diff)
		}
	}
}

func TestAHotelAndItsReviewsAreReadInBothViewsWithoutASearch(t *testing.T) {
	r := newRig(t, Options{})
	target := fmt.Sprintf("/v1/hotels/%d", r.anyHotel())
	plain, detail := decode[wire.Hotel](t, r.get(target)), decode[wire.Hotel](t, r.get(target+"?view=detail&locale=de"))
	if plain.CategorizedImages != nil || detail.CategorizedImages == nil || *plain.Location.CityName != "Lisbon" || *detail.Location.CityName != "Lissabon" {
		t.Errorf("default %+v, detail %+v", plain, detail)
	}
	reviews := decode[wire.HotelReviews](t, r.get(target+"/reviews"))
	if reviews.Metadata.Page != 1 || reviews.Metadata.PageSize != 10 || len(reviews.Results) != 10 {
		t.Errorf("reviews by default: %+v", reviews.Metadata)
	}
	some := decode[wire.HotelReviews](t, r.get(target+"/reviews?view=detail&sort=rating_asc&topics=bed,staff&topics=zeppelin&guest-type=couple&page=1&pageSize=50&locale=xx"))
	if diff := cmp.Diff([][]string{{"bed", "staff", "zeppelin"}, {"bed", "staff"}}, [][]string{some.Metadata.Topics, some.Metadata.MatchedTerms}); diff != "" {
		t.Errorf("topics and matchedTerms (-want +got):\n%s", diff)
	}
	for _, missing := range []string{"/v1/hotels/1", "/v1/hotels/1?view=detail", "/v1/hotels/9007199254740991/reviews", "/v1/hotels/1/reviews?view=detail"} {
		if p := r.get(missing).problem(t); p.Code != wire.ErrorCodeNotFound || !strings.HasPrefix(*p.Detail, "No hotel has the id ") {
			t.Errorf("%s: %s: %s", missing, p.Code, *p.Detail)
		}
	}
}
