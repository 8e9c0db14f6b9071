package links_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/links"
)

func TestAStayIsReadFromRoomsAndFromAForm(t *testing.T) {
	for raw, want := range map[string]links.Stay{
		"": {Guests: links.Guests{Adults: 2}, Rooms: 1, Locale: "en", Site: "US"},
		"checkIn=2026-12-11&checkOut=2026-12-14&room=2:9&room=1:4&currency=EUR&locale=pt&siteCode=PT": {
			CheckIn: "2026-12-11", CheckOut: "2026-12-14", Guests: links.Guests{Adults: 3, Ages: []int{9, 4}}, Rooms: 2,
			Currency: "EUR", Locale: "pt", Site: "PT",
		},
		"checkIn=2026-12-11&checkOut=2026-12-14&adults=3&childrenAges=9,+4&rooms=2&currency=": {
			CheckIn: "2026-12-11", CheckOut: "2026-12-14", Guests: links.Guests{Adults: 3, Ages: []int{9, 4}}, Rooms: 2,
			Locale: "en", Site: "US",
		},
		"checkIn=&checkOut=&adults=1&childrenAges=&rooms=1": {Guests: links.Guests{Adults: 1}, Rooms: 1, Locale: "en", Site: "US"},
	} {
		query, err := url.ParseQuery(raw)
		if err != nil {
			t.Fatal(err)
		}
		got, err := links.ReadStay(query)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", raw, err, diff)
		}
	}
}

func TestEveryFaultOfAStayIsNamed(t *testing.T) {
	const room = `; it must be for 1 to 9 adults and then the age of each child, 0 to 17, as in 2:4:9.`
	for raw, want := range map[string][]string{
		"checkIn=2026-12-11":                     {"The day of leaving is missing; it must be a day as YYYY-MM-DD."},
		"checkIn=soon&checkOut=2026-12-11":       {`The day of arrival is "soon"; it must be a day as YYYY-MM-DD.`},
		"checkIn=2026-12-11&checkOut=2026-12-11": {"Leaving on 2026-12-11 is not after arriving on 2026-12-11."},
		"room=":                                  {"A room is for missing" + room},
		"room=10":                                {`A room is for "10"` + room},
		"room=2:":                                {`A room is for "2:"` + room},
		"room=02":                                {`A room is for "02"` + room},
		"room=2:18":                              {`A room is for "2:18"` + room},
		"room=1:1:1:1:1:1:1:1:1:1":               {`A room is for "1:1:1:1:1:1:1:1:1:1"` + room},
		"room=1&room=1&room=1&room=1&room=1":     {"There are 5 rooms; at most 4 can be had."},
		"room=9:1&room=1:1:1:1:1:1:1:1":          {"There are 10 adults and 8 children; at most 9 and 8 can stay."},
		"adults=2&rooms=3":                       {"There are more rooms (3) than adults (2); each room needs an adult."},
		"adults=0":                               {`The number of adults is "0"; it must be from 1 to 9.`},
		"rooms=5":                                {`The number of rooms is "5"; it must be from 1 to 4.`},
		"childrenAges=4,x":                       {`The age of a child is "x"; it must be from 0 to 17.`},
		"childrenAges=1,1,1,1,1,1,1,1,1":         {"There are 9 children; at most 8 can stay."},
		"siteCode=x&locale=&currency=E":          {`The currency is "E"; it must be one that this site knows.`, `The locale is missing; it must be one that this site knows.`, `The siteCode is "x"; it must be one that this site knows.`},
		"room=" + strings.Repeat("9", 40):        {`A room is for "` + strings.Repeat("9", 24) + `…"` + room},
		"childrenAges=" + url.QueryEscape("<b>"): {`The age of a child is "<b>"; it must be from 0 to 17.`},
		"checkIn=2026-12-11&checkOut=2026-12-12&locale=xx-any": nil,
	} {
		query, err := url.ParseQuery(raw)
		if err != nil {
			t.Fatal(err)
		}
		_, err = links.ReadStay(query)
		checkFaults(t, raw, want, err)
	}
}

func TestARateLinkIsReadAsItWasBuilt(t *testing.T) {
	built := hotels.CheckoutLink{HotelID: 7, RateID: "s:dbl.bb.fc", SearchID: "s", Guests: "2:4:9", Country: "AE", Locale: "ar", Site: "AE"}
	u, err := url.Parse(built.URL("https://site.example"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := links.ReadHotelCheckout(u.Query())
	want := links.HotelCheckout{HotelID: 7, SearchID: "s", RateID: "s:dbl.bb.fc", Guests: "2:4:9", Country: "AE", Locale: "ar", Site: "AE"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestPartiesAreOfTheSamePeopleInAnyOrder(t *testing.T) {
	for text, want := range map[string]bool{"2:4:9": true, "2:9:4": true, "2:4": false, "3:4:9": false, "2:4:9:9": false} {
		party, ok := links.ParseGuests(text)
		if !ok || party.Equal(links.Guests{Adults: 2, Ages: []int{9, 4}}) != want {
			t.Errorf("%s: %v, %v; want equal %v", text, party, ok, want)
		}
	}
}

// FuzzReadStay: a stay without a fault can be shared out over its rooms, and
// the link of that is read as the same people.
func FuzzReadStay(f *testing.F) {
	f.Add("checkIn=2026-12-11&checkOut=2026-12-14&room=2:9&room=1:4&currency=EUR")
	f.Add("adults=3&childrenAges=9,4&rooms=2&locale=%ff")
	f.Fuzz(func(t *testing.T, raw string) {
		query, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		stay, err := links.ReadStay(query)
		if _, ok := errors.AsType[*links.Error](err); err != nil && !ok {
			t.Fatal(err)
		}
		if err != nil || stay.CheckIn == "" {
			return
		}
		u, err := url.Parse(hotels.SearchLink{
			City: "LIS", CheckIn: stay.CheckIn, CheckOut: stay.CheckOut, Adults: stay.Adults, Ages: stay.Ages, Rooms: stay.Rooms,
			Currency: stay.Currency, Locale: stay.Locale, Site: stay.Site,
		}.URL(""))
		if err != nil {
			t.Fatal(err)
		}
		again, err := links.ReadStay(u.Query())
		same := again.Guests.Equal(stay.Guests)
		again.Guests, stay.Guests = links.Guests{}, links.Guests{}
		if diff := cmp.Diff(stay, again); diff != "" || err != nil || !same {
			t.Errorf("%s: %v, same people %v (-want +got):\n%s", u, err, same, diff)
		}
	})
}
