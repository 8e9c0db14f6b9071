package links_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/links"
)

var whole = links.Flights{
	From: "DXB", To: "LON", FromCity: new(false), ToCity: new(true), Out: "2026-12-21", Back: "2027-01-04", Cabin: "business",
	Adults: 2, Children: 1, Infants: 2, Site: "AE", Currency: "AED", Locale: "ar-AE",
}

var plain = links.Flights{From: "DXB", To: "LON", Out: "2026-12-21", Cabin: "economy", Adults: 1, Site: "US", Locale: "en"}

// read takes a path apart as the site's routes do.
func read(t *testing.T, path string) (links.Flights, error) {
	t.Helper()
	u, err := url.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	parts := append(strings.Split(u.Path, "/"), "") // one way has no last part
	if parts[1] != "flights" {
		t.Fatalf("%s is not a search", path)
	}
	return links.ReadFlights(parts[2], parts[3], parts[4], u.Query())
}

func readCheckout(t *testing.T, path string) (links.Checkout, error) {
	t.Helper()
	u, err := url.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	trip, ok := strings.CutPrefix(u.Path, "/checkout/flights/")
	if !ok || strings.Contains(trip, "/") {
		t.Fatalf("%s is not a checkout", path)
	}
	return links.ReadCheckout(trip, u.Query())
}

func TestWhatALinkSaysIsWhatItsPageReads(t *testing.T) {
	for _, f := range []links.Flights{whole, plain} {
		got, err := read(t, f.Path())
		if diff := cmp.Diff(f, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", f.Path(), err, diff)
		}
		c := links.Checkout{Flights: f, TripID: "s._~=-:t:._~=-", FareID: "f:._~=-", Options: []string{"b", "a._:~=-"}}
		again, err := readCheckout(t, c.Path())
		if diff := cmp.Diff(c, again); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", c.Path(), err, diff)
		}
	}
}

func TestTheLongestLinkIsOneThatBrowsersOpen(t *testing.T) {
	id := strings.Repeat("=", links.MaxID) // each character takes three in a query
	c := links.Checkout{Flights: whole, TripID: id[1:2] + ":" + id[2:], FareID: id, Options: []string{}}
	for range links.MaxOptions {
		c.Options = append(c.Options, id)
	}
	c.Locale = strings.Repeat("字", 35)
	if n := len(c.Path()); n > 8<<10 {
		t.Errorf("the longest link has %d characters", n)
	}
}

func TestAHandOffNamesNoSearchAndIsWhole(t *testing.T) {
	got, err := readCheckout(t, "/checkout/flights/s:t?currency=EUR&fare=s%3At%3Aplatform.1&locale=de")
	want := links.Checkout{
		Flights: links.Flights{Cabin: "economy", Adults: 1, Site: "US", Currency: "EUR", Locale: "de"},
		TripID:  "s:t", FareID: "s:t:platform.1",
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestAFormIsReadInAnyCaseAndWithItsEmptyFields(t *testing.T) {
	got, err := links.ReadForm(url.Values{
		"from": {" dxb"}, "to": {"lon "}, "fromDate": {"2026-12-21"}, "toDate": {""}, "cabin": {""}, "adults": {"1"},
		"children": {"0"}, "infants": {"0"}, "siteCode": {"US"}, "locale": {"en"}, "currency": {""},
	})
	if diff := cmp.Diff(plain, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestEveryFaultOfALinkIsNamed(t *testing.T) {
	for path, want := range map[string][]string{
		"/flights/DXB-LON/2026-12-21?adults=9&children=8&infants=8&cabin=first": nil,
		"/flights/dxb-LONX/soon": {
			`The start is "dxb"; it must be an airport or city code of three letters.`,
			`The destination is "LONX"; it must be an airport or city code of three letters.`,
			`The day of departure is "soon"; it must be a day as YYYY-MM-DD.`},
		"/flights/DXB/2026-02-29": {
			`The destination is missing; it must be an airport or city code of three letters.`,
			`The day of departure is "2026-02-29"; it must be a day as YYYY-MM-DD.`},
		"/flights/DXB-LON/2026-12-21/2026-12-20":          {"The return on 2026-12-20 is before the departure on 2026-12-21."},
		"/flights/DXB-LON/2026-12-21?adults=10":           {`The number of adults is "10"; it must be from 1 to 9.`},
		"/flights/DXB-LON/2026-12-21?adults=0":            {`The number of adults is "0"; it must be from 1 to 9.`},
		"/flights/DXB-LON/2026-12-21?children=+1":         {`The number of children is " 1"; it must be from 0 to 8.`},
		"/flights/DXB-LON/2026-12-21?infants=01":          {`The number of infants is "01"; it must be from 0 to 8.`},
		"/flights/DXB-LON/2026-12-21?infants=2":           {`There are more infants (2) than adults (1) whose laps they could sit on.`},
		"/flights/DXB-LON/2026-12-21?cabin=deck":          {`The cabin is "deck"; it must be one that this site knows.`},
		"/flights/DXB-LON/2026-12-21?siteCode=usa":        {`The siteCode is "usa"; it must be one that this site knows.`},
		"/flights/DXB-LON/2026-12-21?currency=eu":         {`The currency is "eu"; it must be one that this site knows.`},
		"/flights/DXB-LON/2026-12-21?locale=":             {`The locale is missing; it must be one that this site knows.`},
		"/flights/DXB-LON/2026-12-21?fromCity=yes":        {`fromCity is "yes"; it must be true or false.`},
		"/flights/DXB-LON/2026-12-21?cabin=%E2%80%AE%1Bx": {`The cabin is "\u202e\x1bx"; it must be one that this site knows.`},
	} {
		_, err := read(t, path)
		checkFaults(t, path, want, err)
	}
	for path, want := range map[string][]string{
		"/checkout/flights/s:t":                                 nil,
		"/checkout/flights/st":                                  {"The trip id has no search: it is a search id, a colon and a trip code."},
		"/checkout/flights/s:t?fare=a%20b":                      {`The fare is "a b"; it must be an id of the API.`},
		"/checkout/flights/s:t?branded_fare=a,b,a":              {`The fare option "a" is chosen twice.`},
		"/checkout/flights/s:t?branded_fare=a,,b":               {`The fare option is missing; it must be an id of the API.`},
		"/checkout/flights/s:t?branded_fare=1,2,3,4,5,6,7,8,9":  {"There are 9 fare options; at most 8 can be chosen."},
		"/checkout/flights/s:t?from=DXB&to=LON&fromDate=1.1.26": {`The day of departure is "1.1.26"; it must be a day as YYYY-MM-DD.`},
		"/checkout/flights/s:" + strings.Repeat("t", 300):       {`The trip is "s:tttttttttttttttttttttt…"; it must be an id of the API.`},
	} {
		_, err := readCheckout(t, path)
		checkFaults(t, path, want, err)
	}
}

func checkFaults(t *testing.T, path string, want []string, err error) {
	t.Helper()
	var got []string
	if wrong, ok := errors.AsType[*links.Error](err); ok {
		got = wrong.Faults
	}
	if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (want == nil) {
		t.Errorf("%s: %v (-want +got):\n%s", path, err, diff)
	}
}

// FuzzReadCheckout: what is read without a fault is what a link of it says.
func FuzzReadCheckout(f *testing.F) {
	f.Add("s:t", "from=DXB&to=LON&fromDate=2026-12-21&toDate=2027-01-04&fare=f&branded_fare=a,b&adults=2&fromCity=1&currency=EUR")
	f.Add("s:t", "currency=EUR&fare=s%3At%3Aplatform.1&locale=de")
	f.Add("..:..", "locale=%ff&from=A")
	f.Fuzz(func(t *testing.T, trip, raw string) {
		query, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		c, err := links.ReadCheckout(trip, query)
		if err != nil || c.From == "" {
			return
		}
		again, err := readCheckout(t, c.Path())
		if diff := cmp.Diff(c, again); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", c.Path(), err, diff)
		}
	})
}

// FuzzReadFlights holds the same for a search.
func FuzzReadFlights(f *testing.F) {
	f.Add("DXB-LON", "2026-12-21", "2027-01-04", "adults=2&infants=2&cabin=first&toCity=0")
	f.Add("DXB-LON", "2026-12-21", "", "locale=%00&siteCode=QQ")
	f.Fuzz(func(t *testing.T, route, out, back, raw string) {
		query, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		one, err := links.ReadFlights(route, out, back, query)
		if err != nil {
			return
		}
		again, err := read(t, one.Path())
		if diff := cmp.Diff(one, again); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", one.Path(), err, diff)
		}
	})
}
