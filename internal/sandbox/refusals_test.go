package sandbox

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	bookingLink = "/v1/flights/fares/fare-1/booking-link?tripId=search:trip&fareOptionId=option-1&from=DXB&to=LON&fromDate=2026-12-21"
	searchLink  = "/v1/flights/search-link?from=DXB&to=LON&fromDate=2026-12-21"
	stayLink    = "/v1/hotels/search-link?cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-14"
)

// with returns an address or a body with texts replaced, given as pairs of old and new.
func with(text string, changes ...string) string {
	return strings.NewReplacer(changes...).Replace(text)
}

// refusal is an address, optionally followed by a body, and the detail of the refusal, preceded by the status
// unless it is 400. "" means that the request is accepted.
type refusal struct {
	given, want string
}

// check sends each request. If a body follows the address, the method is POST.
func (r *rig) check(t *testing.T, cases []refusal) {
	t.Helper()
	for _, tt := range cases {
		method, got := http.MethodGet, ""
		target, body, found := strings.Cut(tt.given, " ")
		if found {
			method = http.MethodPost
		}
		a := r.send(method, target, body)
		if a.status >= http.StatusBadRequest {
			got = *a.problem(t).Detail
		}
		if a.status > http.StatusBadRequest {
			got = strconv.Itoa(a.status) + " " + got
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%.200s (-want +got):\n%s", tt.given, diff)
		}
	}
}

func TestFlightSearchesKeepTheRulesThatNoSchemaHolds(t *testing.T) {
	r := newRig(t, Options{QuotaScale: 100})
	const create = "/v1/flights/searches "
	oneWay := create + `{"from":"DXB","to":"LHR","fromDate":"2026-12-21"}`
	both := create + dubaiLondon
	r.check(t, []refusal{
		{with(oneWay, "2026-12-21", "2026-11-21"), ""}, // today in Dubai
		{with(oneWay, "2026-12-21", "2026-11-20"), "Body field fromDate has 2026-11-20; it must be from today, 2026-11-21, to 2027-11-21, a year ahead."},
		{with(oneWay, "2026-12-21", "2027-11-21"), ""},
		{with(oneWay, "2026-12-21", "2027-11-22"), "Body field fromDate has 2027-11-22; it must be from today, 2026-11-21, to 2027-11-21, a year ahead."},
		{with(oneWay, "2026-12-21", "2027-02-30"), "Body field fromDate has 2027-02-30, which is not a day of the calendar."},
		{with(both, "2027-01-04", "2027-13-01"), "Body field toDate has 2027-13-01, which is not a day of the calendar."},
		{with(both, "2027-01-04", "2026-12-20"), "Body field toDate has 2026-12-20; it must not be before fromDate, which is 2026-12-21."},
		{with(both, "{", `{"infants":2,`), "Body field infants has 2; it must be at most adults, which is 1."},
		{with(both, "{", `{"infants":1,`), ""},
		{with(both, "DXB", "QQQ"), `Body field from has "QQQ", which is not an airport or city with scheduled flights.`},
		{with(both, "LHR", "LON"), ""},
		{with(both, "LHR", "DXB"), `Body fields from and to both have "DXB"; they must differ.`},
	})
	r.advance(4 * time.Hour) // 12:30 UTC: already tomorrow in Kiritimati, still today in Honolulu
	r.token = r.signIn()
	for content, want := range map[string]int{
		`{"from":"CXI","to":"NAN","fromDate":"2026-11-21"}`: 400,
		`{"from":"CXI","to":"NAN","fromDate":"2026-11-22"}`: 201,
		`{"from":"HNL","to":"LAX","fromDate":"2026-11-21"}`: 201,
		`{"from":"CXI","to":"NAN","fromDate":"2027-11-22"}`: 400, // the last day is in UTC everywhere
		`{"from":"CXI","to":"NAN","fromDate":"2027-11-21"}`: 201,
	} {
		if a := r.send(http.MethodPost, "/v1/flights/searches", content); a.status != want {
			t.Errorf("%s: status %d, want %d: %s", content, a.status, want, a.body)
		}
	}
}

func TestHotelSearchesKeepTheRulesThatNoSchemaHolds(t *testing.T) {
	r := newRig(t, Options{QuotaScale: 100})
	hotel := r.ids().Replace(`"hotelId":$HOTEL,`)
	const create, city, dates = "/v1/hotels/searches ", `"cityCode":"LIS",`, `"checkIn":"2026-12-11","checkOut":"2026-12-14"}`
	const stay, nowhere = create + "{" + city + dates, create + "{" + dates
	const several, none, half = "There is more than one destination; send only one of body fields cityCode, hotelId, and lat with lng.",
		"There is no destination; send body field cityCode, or hotelId, or lat with lng.", "Body fields lat and lng come together; only one was sent."
	r.check(t, []refusal{
		{stay, ""},
		{with(nowhere, "{", "{"+hotel), ""},
		{with(nowhere, "{", `{"lat":38.7,"lng":-9.1,`), ""},
		{with(stay, "{", `{"radius":5,`), ""}, // a radius without a point is ignored
		{nowhere, none},
		{with(stay, "{", "{"+hotel), several},
		{with(stay, "{", `{"lat":38.7,"lng":-9.1,`), several},
		{with(nowhere, "{", "{"+hotel+`"lat":38.7,"lng":-9.1,`), several},
		{with(nowhere, "{", `{"lat":38.7,`), half},
		{with(stay, "LIS", "QQQ"), `Body field cityCode has "QQQ", which is not a city with hotels.`},
		{with(stay, "LIS", "LHR"), `Body field cityCode has "LHR", which is an airport; its city is "LON".`},
		{with(nowhere, "{", `{"hotelId":9007199254740991,`), "404 No hotel has the id 9007199254740991."},

		{with(stay, "2026-12-11", "2026-11-21"), ""}, // tonight
		{with(stay, "2026-12-11", "2026-11-20"), "Body field checkIn has 2026-11-20; it must not be before today, which is 2026-11-21 there."},
		{with(stay, "2026-12-1", "2031-01-1"), ""}, // years ahead
		{with(stay, "2026-12-11", "2027-02-29"), "Body field checkIn has 2027-02-29, which is not a day of the calendar."},
		{with(stay, "2026-12-14", "2027-13-01"), "Body field checkOut has 2027-13-01, which is not a day of the calendar."},
		{with(stay, "2026-12-14", "2026-12-11"), "Body field checkOut has 2026-12-11; it must be after checkIn, which is 2026-12-11."},
		{with(stay, "{", `{"rooms":2,`), ""},
		{with(stay, "{", `{"rooms":3,`), "Body field rooms has 3; it must be at most adults, which is 2."},
		{with(stay, "{", `{"children":2,"childrenAges":[4],`), "Body field childrenAges has 1 ages; it must have as many as children, which is 2."},
	})
	r.advance(4 * time.Hour) // 12:30 UTC: already tomorrow in Kiritimati, still today in Honolulu
	r.token = r.signIn()
	for destination, want := range map[string]int{
		`"cityCode":"CXI",`:          400,
		`"cityCode":"HNL",`:          201,
		`"lat":1.98,"lng":-157.4,`:   400, // near Kiritimati
		`"lat":21.3,"lng":-157.8,`:   201, // near Honolulu
		`"lat":-22.0,"lng":-153.01,`: 201, // in the open ocean, the date of the nearest city applies
	} {
		a := r.send(http.MethodPost, "/v1/hotels/searches", with("{"+destination+dates, "2026-12-11", "2026-11-21"))
		if a.status != want {
			t.Errorf("%s: status %d, want %d: %s", destination, a.status, want, a.body)
		}
	}
}

func TestReadsKeepTheRulesThatNoSchemaHolds(t *testing.T) {
	r := newRig(t, Options{QuotaScale: 100})
	ids := r.ids()
	other, area := r.create(dubaiLondon), r.createStay(`{"lat":38.7,"lng":-9.1,"checkIn":"2026-12-21","checkOut":"2026-12-24"}`)
	const (
		beside   = "Query parameter searchId has %; it must be the part of ID before its first colon."
		noTrip   = "404 The search has no trip with this id at this moment."
		noFare   = "404 The search has no fare with this id at this moment."
		noFlight = "404 No flight search has this id. Create a new one."
		noStay   = "404 No hotel search has this id. Create a new one."
		conflict = "409 This search is for a city or an area and holds a sample of rates. Create one with hotelId, the same dates and guests, and read its rates."
		kind     = "Path parameter fareId has a fare that is not of kind platform; only those have options. Its handoffUrl leads to its seller."
		partner  = "Query parameter guest-type comes with min-guest-rating or with sort=guest_rating_desc; neither was sent."
		nothing  = "There is nothing to measure from; send query parameter place, or latitude with longitude."
		half     = "Query parameters latitude and longitude come together; only one was sent."
		dates    = "Query parameters fromDate and toDate come together; only one was sent."
	)
	apart := func(id string) string { return with(beside, "%", `"`+id[:min(40, len(id))]+`"`, "ID", "tripId") }
	trip, search := ids.Replace("$TRIP"), ids.Replace("$SEARCH")
	cases := []refusal{
		{"/v1/flights/trips/$TRIP?searchId=" + other, apart(other)},
		{"/v1/flights/trips/$SEARCH?searchId=$SEARCH", "404 A trip id is a search id, a colon and a trip code; this one has no colon."},
		{"/v1/flights/trips/$SEARCH:nothing?searchId=$SEARCH&view=detail", noTrip},
		{"/v1/flights/trips/abc:def?searchId=abc", noFlight},
		{"/v1/flights/trips/" + strings.Replace(trip, search, other, 1) + "?searchId=" + other, noTrip}, // not answered yet
		{"/v1/flights/trips/$TRIP/experience?searchId=x", apart("x")},
		{"/v1/flights/trips/$TRIP:a/experience", noTrip},
		{"/v1/flights/trips/abc:def/experience", noFlight},
		{"/v1/flights/searches/A" + search[1:] + "/results", noFlight},
		{"/v1/flights/searches/$HOTELS/results", noFlight},

		{"/v1/flights/fares/$AIRLINE/options", kind},
		{"/v1/flights/fares/$FARE/options?currency=ZZZ", `Query parameter currency has "ZZZ", which fares cannot be quoted in.`},
		{"/v1/flights/fares/$TRIP/options", `Path parameter fareId has "` + trip + `", which is not a fare id; send one from a trip's fares.`},
		{"/v1/flights/fares/$TRIP:platform.9/options", noFare},
		{"/v1/flights/fares/" + strings.Replace(ids.Replace("$FARE"), search, other, 1) + "/options", noFare}, // not answered yet
		{"/v1/flights/fares/abc:def:platform.1/options", noFlight},
		{"/v1/flights/schedules?from=QQQ&to=DXB", `Query parameter from has "QQQ", which does not stand for a city with scheduled flights.`},

		{"/v1/hotels/searches/" + search + "/results", noStay},
		{"/v1/hotels/searches/$HOTELS/results?guest-type=solo&min-guest-rating=7", ""},
		{"/v1/hotels/searches/$HOTELS/results?guest-type=solo&sort=guest_rating_desc", ""},
		{"/v1/hotels/searches/$HOTELS/results?guest-type=solo&sort=price_asc", partner},
		{"/v1/hotels/searches/$HOTELS/results?min-guest-rating=7", "Query parameter min-guest-rating needs guest-type, to say whose rating is meant."},
		{"/v1/hotels/searches/$HOTELS/results?sort=guest_rating_desc",
			"Query parameter sort=guest_rating_desc needs guest-type, to say whose rating is meant."},
		{"/v1/hotels/$HOTEL/rates?searchId=$HOTELS", conflict},
		{"/v1/hotels/$HOTEL/rates?searchId=" + area, conflict},
		{"/v1/hotels/$HOTEL/rates?searchId=nothing", noStay},
		{"/v1/hotels/$OTHERHOTEL/rates?searchId=$SCOPED", "Query parameter searchId has a search for hotel $HOTEL; it must be one for hotel $OTHERHOTEL."},
		{"/v1/hotels/1?view=detail", "404 No hotel has the id 1."},

		{"/v1/places/nearby?types=city", nothing},
		{"/v1/places/nearby?latitude=25", half},
		{"/v1/places/nearby?place=DXB&longitude=25", half},
		{"/v1/places/nearby?place=DXB&latitude=25&longitude=55", "Query parameter place comes alone; latitude and longitude were sent as well."},
		{"/v1/places/nearby?place=QQQ", `Query parameter place has "QQQ", which is not a code with a known position.`},
		{"/v1/countries/AE/holidays?fromDate=2026-12-01", dates},
		{"/v1/countries/AE/holidays?fromDate=2026-02-29&toDate=2026-03-01", "Query parameter fromDate has 2026-02-29, which is not a day of the calendar."},
		{"/v1/countries/AE/holidays?fromDate=2026-12-02&toDate=2026-12-01",
			"Query parameter toDate has 2026-12-01; it must not be before fromDate, which is 2026-12-02."},
		{`/v1/feedback {"category":"hotels","version":"1"}`, "The body has neither rating nor message; send at least one of them."},
	}
	for i := range cases {
		cases[i] = refusal{ids.Replace(cases[i].given), ids.Replace(cases[i].want)}
	}
	r.check(t, cases)
	a := r.get("/v1/countries/AQ/holidays")
	want := `Path parameter countryCode has "AQ", which is not a market of this service; the markets are AE, AR, AT,`
	if detail := *a.problem(t).Detail; a.status != http.StatusBadRequest || !strings.HasPrefix(detail, want) {
		t.Errorf("status %d: %s", a.status, detail)
	}
}

func TestLinksKeepTheRulesThatNoSchemaHolds(t *testing.T) {
	r := newRig(t, Options{QuotaScale: 100})
	const beside = `Query parameter searchId has "other"; it must be the part of % before its first colon.`
	long := strings.Repeat("a", 256)
	options := func(list string) string { return with(bookingLink, "option-1", list) }
	eight := ""
	for _, c := range "bcdefgh" {
		eight += strings.Repeat(string(c), 256) + ","
	}
	stay := "/v1/hotels/1/rates/abc:x/booking-link?searchId="
	r.check(t, []refusal{
		{bookingLink + "&searchId=search", ""},
		{bookingLink + "&searchId=other", with(beside, "%", "tripId")},
		{with(bookingLink, "search:trip", "trip"), `Query parameter tripId has "trip"; it must be a search id, a colon and a trip code, 256 characters at most.`},
		{options(eight + long), ""},
		{options("a,b,c,d,e,f,g,h,i"),
			`Query parameter fareOptionId has "a,b,c,d,e,f,g,h,i"; it must be one to eight ids with commas between, each of the characters A-Z a-z 0-9 . _ : ~ = -.`},
		{options("b," + long + "a"), "Query parameter fareOptionId has an id of 257 characters; each must be of 1 to 256."},
		{options("a,b,a"), `Query parameter fareOptionId has "a" twice; send each id once.`},
		{bookingLink + "&fareOptionId=b", "Query parameter fareOptionId was sent 2 times; send it once."},
		{with(bookingLink, "2026-12-21", "1999-12-31"), ""}, // dates in the past are accepted

		{with(searchLink, "2026-12-21", "2026-11-20"),
			"Query parameter fromDate has 2026-11-20; it must be from today, 2026-11-21, to 2027-11-21, a year ahead."},
		{with(searchLink, "2026-12-21", "2026-11-20", "DXB", "QQQ"), ""}, // still the 20th somewhere
		{with(searchLink, "2026-12-21", "2026-11-19", "DXB", "QQQ"),
			"Query parameter fromDate has 2026-11-19; it must be from today, 2026-11-20, to 2027-11-21, a year ahead."},

		{with(stayLink, "2026-12-11", "2026-11-20"), "Query parameter checkIn has 2026-11-20; it must not be before today, which is 2026-11-21 there."},
		{with(stayLink, "2026-12-11", "2026-11-20", "LIS", "QQQ"), ""},
		{with(stayLink, "2026-12-11", "2026-11-19", "LIS", "QQQ"),
			"Query parameter checkIn has 2026-11-19; it must not be before today, which is 2026-11-20 there."},
		{stayLink + "&rooms=3", "Query parameter rooms has 3; it must be at most adults, which is 2."},
		{stayLink + "&children=2", "Query parameter childrenAges has 0 ages; it must have as many as children, which is 2."},
		{stayLink + "&children=1&childrenAges=17", ""},
		{stayLink + "&children=1&childrenAges=18", `Query parameter childrenAges has "18"; each age must be from 0 to 17.`},
		{stay + "abc", ""},
		{stay + "other", with(beside, "%", "rateId")},
	})
	for _, base := range []string{bookingLink, searchLink} {
		r.check(t, []refusal{
			{with(base, "2026-12-21", "2027-02-30"), "Query parameter fromDate has 2027-02-30, which is not a day of the calendar."},
			{base + "&toDate=2027-02-29", "Query parameter toDate has 2027-02-29, which is not a day of the calendar."},
			{base + "&toDate=2026-12-20", "Query parameter toDate has 2026-12-20; it must not be before fromDate, which is 2026-12-21."},
			{base + "&toDate=2026-12-21", ""},
			{base + "&infants=2", "Query parameter infants has 2; it must be at most adults, which is 1."},
			{base + "&adults=8&infants=8", ""},
		})
	}
}

// TestLinksCarryWhatWasSent compares the address in each link with the expected one, with the query in any order.
// A booking link expires with its search; a search link does not.
func TestLinksCarryWhatWasSent(t *testing.T) {
	r := newRig(t, Options{QuotaScale: 100})
	const party = "cabin=economy&adults=1&children=0&infants=0&siteCode=US&locale=en"
	for target, want := range map[string]string{
		bookingLink: "/checkout/flights/search:trip?fare=fare-1&branded_fare=option-1&from=DXB&to=LON&fromDate=2026-12-21&" + party,
		"/v1/flights/fares/a._:~=-Z9/booking-link?tripId=s._~=-1:t._:~=-1&searchId=s._~=-1&fareOptionId=b,a._:~=-Z9&from=DXB&to=LON&fromCity=0" +
			"&toCity=1&fromDate=2026-12-21&toDate=2027-01-04&cabin=premium_economy&adults=3&children=2&infants=3&siteCode=AE&currency=AED&locale=ar-AE": "" +
			"/checkout/flights/s._~=-1:t._:~=-1?fare=a._:~%3D-Z9&branded_fare=b,a._:~%3D-Z9&from=DXB&to=LON&fromCity=false&toCity=true" +
			"&fromDate=2026-12-21&toDate=2027-01-04&cabin=premium_economy&adults=3&children=2&infants=3&siteCode=AE&currency=AED&locale=ar-AE",
		searchLink: "/flights/DXB-LON/2026-12-21?" + party,
		searchLink + "&toDate=2027-01-04&fromCity=true&toCity=false&cabin=first&adults=9&children=8&infants=8&siteCode=JP&currency=JPY&locale=a%20%26%20b": "" +
			"/flights/DXB-LON/2026-12-21/2027-01-04?fromCity=true&toCity=false&cabin=first&adults=9&children=8&infants=8&siteCode=JP&currency=JPY&locale=a%20%26%20b",
		stayLink: "/hotels/LIS?checkIn=2026-12-11&checkOut=2026-12-14&locale=en&room=2&siteCode=US",
		stayLink + "&adults=3&children=2&childrenAges=4,09&rooms=2&currency=EUR&locale=pt-PT&siteCode=PT": "" +
			"/hotels/LIS?checkIn=2026-12-11&checkOut=2026-12-14&currency=EUR&locale=pt-PT&room=2:9&room=1:4&siteCode=PT",
		"/v1/hotels/98/rates/abc:dbl.bb.fc/booking-link": "/checkout/hotel?hotelId=98&rateId=abc:dbl.bb.fc&searchId=abc&locale=en&siteCode=US",
		"/v1/hotels/1/rates/%E2%98%83%20:%26%2F%3F/booking-link?guests=2:4:9&countryCode=AE&siteCode=PT&locale=pt": "" +
			"/checkout/hotel?hotelId=1&rateId=%E2%98%83%20:%26%2F%3F&searchId=%E2%98%83%20&locale=pt&siteCode=PT&guests=2:4:9&countryCode=AE",
	} {
		link := read[struct {
			BookingURL, SearchURL string
			Expires               bool
		}](r, target)
		got, err := url.Parse(link.BookingURL + link.SearchURL)
		if err != nil {
			t.Fatal(err)
		}
		wanted, err := url.Parse(BuiltinURL + want)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted.Query(), got.Query()); diff != "" || got.Host != wanted.Host || got.Path != wanted.Path ||
			link.Expires != strings.HasPrefix(got.Path, "/checkout/") {
			t.Errorf("%s: %s, expires %v (-want +got):\n%s", target, got, link.Expires, diff)
		}
	}
}
