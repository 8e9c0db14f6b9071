package sandbox

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

// detailOf is the detail of a refusal, empty for an answer.
func (r *rig) detailOf(target string) string {
	r.t.Helper()
	if a := r.get(target); a.status != http.StatusOK {
		return *a.problem(r.t).Detail
	}
	return ""
}

func TestAHotelSearchLinkLastsAndRepeatsWhatWasSent(t *testing.T) {
	r := newRig(t, Options{})
	const dates = "checkIn=2026-12-11&checkOut=2026-12-14"
	for query, want := range map[string]string{
		"cityCode=LIS&" + dates:               "/hotels/LIS?" + dates + "&locale=en&room=2&siteCode=US",
		"cityCode=QQQ&" + dates + "&adults=1": "/hotels/QQQ?" + dates + "&locale=en&room=1&siteCode=US",
		"cityCode=LIS&" + dates + "&adults=3&children=2&childrenAges=4,09&rooms=2&currency=EUR&locale=pt-PT&siteCode=PT": "/hotels/LIS?" + dates +
			"&currency=EUR&locale=pt-PT&room=2%3A9&room=1%3A4&siteCode=PT",
	} {
		link := decode[wire.SearchLink](t, r.get("/v1/hotels/search-link?"+query))
		got, err := url.Parse(link.SearchURL)
		if err != nil {
			t.Fatal(err)
		}
		wanted, err := url.Parse(r.origin.String() + want)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted.Query(), got.Query()); diff != "" || got.Host+got.Path != wanted.Host+wanted.Path || link.Expires {
			t.Errorf("%s: %s, expires %v (-want +got):\n%s", query, got, link.Expires, diff)
		}
	}
}

func TestAHotelSearchLinkRefusesWhatNoSearchCouldBeMadeWith(t *testing.T) {
	r := newRig(t, Options{})
	for query, want := range map[string]string{
		"cityCode=LIS&checkIn=2026-11-21&checkOut=2026-11-22":                            "",
		"cityCode=LIS&checkIn=2026-11-20&checkOut=2026-11-22":                            "Query parameter checkIn has 2026-11-20; it must not be before today, which is 2026-11-21 there.",
		"cityCode=QQQ&checkIn=2026-11-20&checkOut=2026-11-22":                            "", // it is still the 20th somewhere
		"cityCode=QQQ&checkIn=2026-11-19&checkOut=2026-11-22":                            "Query parameter checkIn has 2026-11-19; it must not be before today, which is 2026-11-20 there.",
		"cityCode=LIS&checkIn=2027-02-29&checkOut=2027-03-02":                            "Query parameter checkIn has 2027-02-29, which is not a day of the calendar.",
		"cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-32":                            "Query parameter checkOut has 2026-12-32, which is not a day of the calendar.",
		"cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-11":                            "Query parameter checkOut has 2026-12-11; it must be after checkIn, which is 2026-12-11.",
		"cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-12&rooms=3":                    "Query parameter rooms has 3; it must be at most adults, which is 2.",
		"cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-12&children=2":                 "Query parameter childrenAges has 0 ages; it must have as many as children, which is 2.",
		"cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-12&childrenAges=4":             "Query parameter childrenAges has 1 ages; it must have as many as children, which is 0.",
		"cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-12&children=2&childrenAges=4":  "Query parameter childrenAges has 1 ages; it must have as many as children, which is 2.",
		"cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-12&children=1&childrenAges=17": "",
		"cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-12&children=1&childrenAges=18": `Query parameter childrenAges has "18"; each age must be from 0 to 17.`,
	} {
		if diff := cmp.Diff(want, r.detailOf("/v1/hotels/search-link?"+query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

func TestARateLinkCopiesWhatWasSentAndDiesWithItsSearch(t *testing.T) {
	r := newRig(t, Options{})
	for target, want := range map[string]url.Values{
		"/v1/hotels/98/rates/abc:dbl.bb.fc/booking-link": {
			"hotelId": {"98"}, "rateId": {"abc:dbl.bb.fc"}, "searchId": {"abc"}, "locale": {"en"}, "siteCode": {"US"}},
		"/v1/hotels/1/rates/abc:x:y/booking-link?searchId=abc&guests=2:4:9&countryCode=AE&siteCode=PT&locale=pt": {
			"hotelId": {"1"}, "rateId": {"abc:x:y"}, "searchId": {"abc"}, "locale": {"pt"}, "siteCode": {"PT"}, "guests": {"2:4:9"}, "countryCode": {"AE"}},
		"/v1/hotels/1/rates/%E2%98%83%20:%26%2F%3F/booking-link": {
			"hotelId": {"1"}, "rateId": {"☃ :&/?"}, "searchId": {"☃ "}, "locale": {"en"}, "siteCode": {"US"}},
		"/v1/hotels/1/rates/abc/booking-link?searchId=abc": {
			"hotelId": {"1"}, "rateId": {"abc"}, "searchId": {"abc"}, "locale": {"en"}, "siteCode": {"US"}},
	} {
		link := decode[wire.BookingLink](t, r.get(target))
		got, err := url.Parse(link.BookingURL)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Query()); diff != "" || got.Path != "/checkout/hotel" || got.Host != r.origin.Host || !link.Expires {
			t.Errorf("%s: %s, expires %v (-want +got):\n%s", target, got, link.Expires, diff)
		}
	}
}

func TestARateLinkRefusesASearchThatIsNotTheRates(t *testing.T) {
	r := newRig(t, Options{})
	for query, want := range map[string]string{
		"abc:x/booking-link?searchId=abc":   "",
		"abc:x/booking-link?searchId=abd":   `Query parameter searchId has "abd"; it must be the part of rateId before its first colon.`,
		"abc:x/booking-link?searchId=abc:x": `Query parameter searchId has "abc:x"; it must be the part of rateId before its first colon.`,
		"abc:x/booking-link?searchId=ABC":   `Query parameter searchId has "ABC"; it must be the part of rateId before its first colon.`,
	} {
		if diff := cmp.Diff(want, r.detailOf("/v1/hotels/1/rates/"+query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

func TestALinkedRateIsTheOneThatWasRead(t *testing.T) {
	r := newRig(t, Options{})
	hotel := r.anyHotel()
	id := r.createStay(stay(`"cityCode":-`, `"hotelId":`+strconv.FormatInt(hotel, 10))).SearchID
	r.advance(9 * time.Second)
	rates := decode[wire.HotelRates](t, r.get("/v1/hotels/"+strconv.FormatInt(hotel, 10)+"/rates?searchId="+id)).Rates
	for _, rate := range rates {
		link := decode[wire.BookingLink](t, r.get("/v1/hotels/"+strconv.FormatInt(hotel, 10)+"/rates/"+url.PathEscape(rate.ID)+"/booking-link?searchId="+id))
		got, err := url.Parse(link.BookingURL)
		if err != nil || got.Query().Get("rateId") != rate.ID || got.Query().Get("searchId") != id {
			t.Errorf("rate %s leads to %s: %v", rate.ID, link.BookingURL, err)
		}
	}
	if len(rates) == 0 {
		t.Error("no rates")
	}
}
