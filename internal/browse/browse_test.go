package browse

import (
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/testkit/stagetest"
)

// begun returns a driver that starts with start.
func begun(t *testing.T, start Start) *stagetest.Driver {
	t.Helper()
	var enter func()
	d := stagetest.New(t, 100, 30, func(s *stage.Stage) (form stage.Place) {
		form, enter = start.Begin(s)
		return form
	})
	enter()
	d.Settle()
	return d
}

// aSearch returns a flight search as given on a command line.
func aSearch(t *testing.T) *flights.SearchRequest {
	t.Helper()
	days := &ask.Days{Today: stagetest.Start}
	r := &flights.SearchRequest{From: "DXB", To: "LHR", Query: ask.New("createFlightSearch", days)}
	r.View.Query = ask.New("getFlightSearchResults", days)
	for wire, text := range map[string]string{"fromDate": "+30d", "currency": "EUR"} {
		if err := r.Query.Set(wire, wire, text); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// listed returns the driver's list of trips as saved by the desk.
func listed(t *testing.T, d *stagetest.Driver) recall.List {
	t.Helper()
	list, ok, err := d.Desk.Lists().Latest(recall.Trips)
	if err != nil || !ok {
		t.Fatal("no list of trips is kept", err)
	}
	return list
}

func TestASearchOnTheLineStandsAboveTheFormThatAskedIt(t *testing.T) {
	d := begun(t, Start{Flights: aSearch(t)})
	d.Has("DXB → LHR", "TOTAL")
	if len(listed(t, d).Rows) == 0 {
		t.Error("no row is kept for travel flights trip 2")
	}
	d.Press("esc")
	d.Has("Search flights", "DXB", "LHR", "2026-12-02")
}

// An error of a request appears at its field as well, in the words of the form.
func TestWhatTheSearchIsRefusedForStandsAtItsField(t *testing.T) {
	for typed, want := range map[string]string{
		"'dxb tab 'lhr tab '2026-11-01 tab enter":           "> Out        2026-11-01                  Sun 1 Nov\n             ! Body field Out has 2026-11-01; it must be from today",
		"'dxb tab 'xyzzyq tab '+3d tab enter":               "> To         xyzzyq\n             ! xyzzyq matches no place with a code; another spelling",
		"'spring tab 'lhr tab '+3d tab enter esc":           "> From       spring\n             ! nothing was chosen; give the code",
		"up right tab 'lis tab '2026-11-01 tab '+2d enter":  "> Check-in   2026-11-01                  Sun 1 Nov\n             ! Body field Check-in has 2026-11-01",
		"up right tab 'xyzzyq tab '+5d tab '+2d enter":      "> Where      xyzzyq\n             ! xyzzyq matches no city; another spelling",
		"up right tab 'id:99999999 tab '+5d tab '+2d enter": "> Where      id:99999999\n             ! No hotel has the id 99999999.",
	} {
		d := begun(t, Start{})
		keys(d, typed)
		d.Has(want)
		for _, label := range []string{"PLACE", "TO ", "FROM", "fromDate", "checkIn", "--"} {
			if strings.Contains(d.Screen(), label) {
				t.Errorf("%s: the form speaks of %s:\n%s", typed, label, d.Screen())
			}
		}
	}
	d := stagetest.WithFaults(t, 100, 30, []string{"createFlightSearch:1-=500"}, func(s *stage.Stage) stage.Place {
		form, _ := Start{}.Begin(s)
		return form
	})
	keys(d, "'dxb tab 'lhr tab '+3d tab enter")
	d.Has("> [Search]", "500: The sandbox was asked for this fault.")  // which concerns no field
	if d.Press("R"); !strings.Contains(d.Screen(), "From       dxb") { // a key, not text
		t.Errorf("R was typed into a field:\n%s", d.Screen())
	}
}

// Going back and forward uses no second search while the first one lives.
func TestTheSameSearchIsNotMadeTwice(t *testing.T) {
	d := begun(t, Start{Flights: aSearch(t)})
	first := listed(t, d).Search.ID
	d.Press("space", "j", "space", "G")
	before := d.Screen()
	d.Press("esc", "x", "esc", "esc") // several too many
	d.Has("> [Search]   goes back to the list; spends nothing", "enter to the list")
	if d.Press("enter"); d.Screen() != before {
		t.Errorf("the list is not as it was left:\n%s\nbefore:\n%s", d.Screen(), before)
	}
	d.Press("esc", "c", "tab")
	d.Has("> To")
	d.Press("esc", "l")
	d.Has("2 marked")
	submit := func() string {
		for i := 0; !strings.Contains(d.Screen(), "> [Search]"); i++ {
			if d.Press("esc"); i > 3 {
				t.Fatalf("the form has no end:\n%s", d.Screen())
			}
		}
		d.Press("enter")
		d.Has("DXB → LHR")
		return listed(t, d).Search.ID
	}
	d.Press("esc")
	if again := submit(); again != first {
		t.Error("another search was made for the same")
	}
	d.Press("esc")
	d.Has("spends nothing")
	d.Move(search.FlightsLast + time.Minute) // and nothing is drawn before the key
	if d.Press("enter"); listed(t, d).Search.ID != first {
		t.Error("a search is spent where none was to be")
	}
	d.Has("The list has expired. Press Enter again", "> [Search]   spends one")
	if again := submit(); again == first {
		t.Error("a search that has expired is listed")
	}
	if asked := listed(t, d).Flight; asked.Currency != "EUR" {
		t.Errorf("the form asked in %s", asked.Currency)
	}
}

func TestALivingListIsGoneOnWith(t *testing.T) {
	d := begun(t, Start{Flights: aSearch(t)})
	first := listed(t, d)
	list, err := d.Desk.Living()
	if err != nil || list.Search.ID != first.Search.ID {
		t.Fatalf("the living list is of %q, not of %q: %v", list.Search.ID, first.Search.ID, err)
	}
	_, enter := Start{List: list}.Begin(d.Stage)
	enter()
	d.Settle()
	d.Has("DXB → LHR", "TOTAL")
	if now := listed(t, d).Search.ID; now != first.Search.ID {
		t.Error("another search was made")
	}
	d.Pass(search.FlightsLast)
	if list, err := d.Desk.Living(); err != nil || list.Kind != "" {
		t.Errorf("a list of an old search lives: %v, %v", list.Search, err)
	}
}

// The form has no field for the currency, so a search that it changes keeps that of the list.
func TestAChangedSearchKeepsTheCurrencyOfItsList(t *testing.T) {
	d := begun(t, Start{Flights: aSearch(t)})
	list := listed(t, d)
	var enter func()
	d = stagetest.New(t, 100, 30, func(s *stage.Stage) (form stage.Place) {
		form, enter = Start{List: list, Terms: list.Terms}.Begin(s)
		return form
	})
	enter()
	d.Settle()
	d.Press("esc", ":")
	d.Has("travel flights search DXB LHR 2026-12-02 --currency EUR")
	keys(d, "esc up right tab enter")
	if asked := listed(t, d).Flight; asked.Cabin != "premium_economy" || asked.Currency != "EUR" {
		t.Errorf("the form asked for %s in %s", asked.Cabin, asked.Currency)
	}
}

// A list can be resumed in another currency, which its price filters do not survive.
func TestAListIsResumedInAnotherCurrency(t *testing.T) {
	r := aSearch(t)
	if err := r.View.Query.Set("max-price", "--max-price", "5000"); err != nil {
		t.Fatal(err)
	}
	d := begun(t, Start{Flights: r})
	d.Has("EUR", "€")
	list := listed(t, d)
	terms := list.Terms
	terms.Currency = "GBP"
	_, enter := Start{List: list, Terms: terms}.Begin(d.Stage)
	enter()
	d.Settle()
	d.Has("GBP", "£", "--max-price 5000 of the list is left out: it is in EUR, and prices are now in GBP")
	if strings.Contains(d.Screen(), "€") {
		t.Errorf("a price is in the old currency:\n%s", d.Screen())
	}
	if now := listed(t, d); now.Search.ID != list.Search.ID || now.Terms.Currency != "GBP" {
		t.Errorf("the search %s is listed in %s", now.Search.ID, now.Terms.Currency)
	}
	d.Press("R")
	d.Has("Up to date.", "£")
}

// A question that was not answered is asked again in the form, with the text kept.
func TestAChoiceThatIsNotMadeLeadsBackToTheForm(t *testing.T) {
	r := hotels.SearchRequest{
		Place: "Springfield", Query: ask.New("createHotelSearch", &ask.Days{Today: stagetest.Start}),
		View: desk.View{Query: ask.New("getHotelSearchResults", nil)},
	}
	for wire, text := range map[string]string{"checkIn": "2026-12-02", "checkOut": "2026-12-04"} {
		if err := r.Query.Set(wire, wire, text); err != nil {
			t.Fatal(err)
		}
	}
	d := begun(t, Start{Hotels: &r})
	d.Has("Springfield", "Illinois")
	d.Press("esc")
	d.Has("Search hotels", "Springfield", "2026-12-02", "[Search]   spends one", "nothing was chosen")
}

// A date that is past at the departure, which only the service knows, is reported at its field.
func TestADayThatTheServiceRefusesLeadsBackToTheForm(t *testing.T) {
	d := stagetest.New(t, 80, 24, func(s *stage.Stage) stage.Place {
		form, _ := Start{}.Begin(s)
		return form
	})
	d.Move(4 * time.Hour)
	keys(d, "'akl enter 'syd enter '2026-11-02 enter enter")
	d.Has("From       akl", "> Out        2026-11-02", "! Body field Out has 2026-11-02; it must be from today,", "enter next")
	if screen := d.Screen(); strings.Contains(screen, "trace") || strings.Contains(screen, "Nothing was read") {
		t.Errorf("what does not help is shown:\n%s", screen)
	}
}
