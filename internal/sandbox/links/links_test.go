package links_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/links"
)

var whole = links.Flights{
	From: "DXB", To: "LON", FromCity: new(false), ToCity: new(true), Out: "2026-12-21", Back: "2027-01-04", Cabin: "business",
	Adults: 2, Children: 1, Infants: 2, Site: "AE", Currency: "AED", Locale: "ar-AE",
}

// link is any parsed link.
type link interface{ Path() string }

// read parses a link like the site's routes.
func read(path string) (link, error) {
	u, err := url.Parse(path)
	if err != nil {
		return nil, err
	}
	parts := append(strings.Split(u.Path, "/"), "", "", "", "") // missing parts are empty
	switch {
	case parts[1] == "flights":
		return links.ReadFlights(parts[2], parts[3], parts[4], u.Query())
	case parts[1] == "hotels":
		return links.ReadStay(parts[2], u.Query())
	case parts[2] == "flights":
		return links.ReadCheckout(parts[3], u.Query())
	}
	return links.ReadHotelCheckout(u.Query())
}

func TestWhatALinkSaysIsWhatItsPageReads(t *testing.T) {
	plain := links.Flights{From: "DXB", To: "LON", Out: "2026-12-21", Cabin: "economy", Adults: 1, Site: "US", Locale: "en"}
	rate := links.HotelCheckout{HotelID: 7, SearchID: "s", RateID: "s:dbl.bb.fc", Guests: "2:4:9", Country: "AE", Locale: "ar", Site: "AE"}
	checkout := links.Checkout{Flights: whole, TripID: "s._~=-:t:._~=-", FareID: "f:._~=-", Options: []string{"b", "a._:~=-"}}
	family := links.Stay{City: "LIS", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Currency: "EUR", Locale: "pt", Site: "PT",
		Rooms: []directory.Party{{Adults: 2, Ages: []int{9, 0}}, {Adults: 1}}}
	for path, want := range map[string]link{
		whole.Path():                             whole,
		plain.Path():                             plain,
		"/flights/DXB-LON/2026-12-21":            plain,
		checkout.Path():                          checkout,
		rate.Path():                              rate,
		"/checkout/hotel?hotelId=7&rateId=s:x.y": links.HotelCheckout{HotelID: 7, SearchID: "s", RateID: "s:x.y", Locale: "en", Site: "US"},
		family.Path():                            family,
		"/hotels/LIS":                            links.Stay{City: "LIS", Rooms: []directory.Party{{Adults: 2}}, Locale: "en", Site: "US"},
		"/checkout/flights/s:t?currency=EUR&fare=s%3At%3Aplatform.1&locale=de": links.Checkout{ // a hand-off link
			TripID: "s:t", FareID: "s:t:platform.1", Flights: links.Flights{Cabin: "economy", Adults: 1, Site: "US", Currency: "EUR", Locale: "de"}},
	} {
		got, err := read(path)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", path, err, diff)
		}
	}
}

// TestEveryFaultOfALinkIsNamed does not cover the rules of a single parameter, which package check tests.
func TestEveryFaultOfALinkIsNamed(t *testing.T) {
	const room = `; it must have adults and then the age of each child up to 17, as in 2:4:9.`
	const flight = "/flights/DXB-LON/2026-12-21"
	for path, want := range map[string][]string{
		flight + "?adults=9&children=8&infants=8&cabin=first": nil,
		"/flights/dxb/soon?cabin=%E2%80%AE%1Bx": {
			`Parameter from has "dxb"; it must be three uppercase letters.`,
			`Parameter to has ""; it must be three uppercase letters.`,
			`Parameter fromDate has "soon"; it must be a date as YYYY-MM-DD.`,
			`Parameter cabin has "\u202e\x1bx"; it must be one of economy, premium_economy, business, first.`},
		"/flights/DXB-LON/2026-02-29":  {"Parameter fromDate has 2026-02-29, which is not a day of the calendar."},
		flight + "/2026-12-20":         {"The return on 2026-12-20 is before the departure on 2026-12-21."},
		flight + "?adults=10":          {`Parameter adults has "10"; it must be a whole number from 1 to 9.`},
		flight + "?adults=1&adults=1":  {"Parameter adults was sent 2 times; send it once."},
		flight + "?infants=2":          {`There are more infants (2) than adults (1) whose laps they could sit on.`},
		flight + "?fromCity=yes":       {`Parameter fromCity has "yes"; it must be one of 0, 1, true, false.`},
		flight + "?siteCode=&locale=x": {`Parameter siteCode has ""; it must be two uppercase letters.`},

		"/checkout/flights/s:t":                    nil,
		"/checkout/flights/st":                     {`Parameter tripId has "st"; it must be a search id, a colon and a trip code, 256 characters at most.`},
		"/checkout/flights/s:t?branded_fare=a,b,a": {`The fare option "a" is chosen twice.`},
		"/checkout/hotel?rateId=s:r&searchId=t":    {"The search is not the one that the rate belongs to."},

		"/hotels/LIS?checkIn=2026-12-11&checkOut=2026-12-11": {"Leaving on 2026-12-11 is not after arriving on 2026-12-11."},
		"/hotels/LIS?room=&room=0&room=2:": {
			`A room has ""` + room, `A room has "0"` + room, `A room has "2:"` + room},
		"/hotels/LIS?room=x&room=2:18": {`A room has "x"` + room, `A room has "2:18"` + room},
	} {
		_, err := read(path)
		got, _ := errors.AsType[links.Error](err)
		if diff := cmp.Diff(links.Error(want), got); diff != "" || (err == nil) != (want == nil) {
			t.Errorf("%s: %v (-want +got):\n%s", path, err, diff)
		}
	}
}

// FuzzRead checks that a link that is parsed without a fault survives a round trip.
func FuzzRead(f *testing.F) {
	f.Add(whole.Path())
	f.Add("/flights/DXB-LON/2026-12-21?locale=%00&siteCode=QQ")
	f.Add("/checkout/flights/s:t?from=DXB&to=LON&fromDate=2026-12-21&toDate=2027-01-04&fare=f&branded_fare=a,b&adults=2&fromCity=1")
	f.Add("/checkout/flights/..:..?locale=%ff&from=A")
	f.Add("/hotels/LIS?checkIn=2026-12-11&checkOut=2026-12-14&room=2:9&room=1:4&currency=EUR")
	f.Add("/checkout/hotel?hotelId=1&rateId=s:%2F%3F&guests=2:4&countryCode=PT")
	f.Fuzz(func(t *testing.T, path string) {
		one, err := read(path)
		if rate, ok := one.(links.HotelCheckout); err != nil || ok && rate.HotelID == 0 {
			return // no hotel has this id, so the page does not exist
		}
		again, err := read(one.Path())
		if diff := cmp.Diff(one, again); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", one.Path(), err, diff)
		}
	})
}
