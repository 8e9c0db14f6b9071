package browse

import (
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/browse/stage/stagetest"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
)

// begun is a driver on what a traveler begins with.
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

// aSearch is a flight search as it stands on a command line.
func aSearch(t *testing.T) *flights.SearchRequest {
	t.Helper()
	days := &params.Days{Today: stagetest.Start}
	r := &flights.SearchRequest{From: "DXB", To: "LHR", Query: params.New("createFlightSearch", days)}
	r.View.Query = params.New("getFlightSearchResults", days)
	for wire, text := range map[string]string{"fromDate": "+30d", "currency": "EUR"} {
		if err := r.Query.Set(wire, wire, text); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// listed is the driver's list of trips as the desk keeps it.
func listed(t *testing.T, d *stagetest.Driver) recall.List {
	t.Helper()
	list, ok, err := d.Desk.Own(recall.Trips)
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

// Going back and on again spends no second search, while the first one lives.
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
	search := func() string {
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
	if again := search(); again != first {
		t.Error("another search was made for the same")
	}
	d.Press("esc")
	d.Has("spends nothing")
	d.Move(desk.FlightsLast + time.Minute) // and nothing is drawn before the key
	if d.Press("enter"); listed(t, d).Search.ID != first {
		t.Error("a search is spent where none was to be")
	}
	d.Has("The list has expired. Enter once more", "> [Search]   spends one")
	if again := search(); again == first {
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
	d.Pass(desk.FlightsLast)
	if list, err := d.Desk.Living(); err != nil || list.Kind != "" {
		t.Errorf("a list of an old search lives: %v, %v", list.Search, err)
	}
}

// What was asked and not answered is asked again where it can be changed, with what was typed.
func TestAChoiceThatIsNotMadeLeadsBackToTheForm(t *testing.T) {
	r := hotels.SearchRequest{
		Place: "Springfield", Query: params.New("createHotelSearch", nil),
		View: hotels.View{Query: params.New("getHotelSearchResults", nil)},
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

// A day that is past where the flight starts, which is known to the service alone, is said over the filled form.
func TestADayThatTheServiceRefusesLeadsBackToTheForm(t *testing.T) {
	d := stagetest.New(t, 80, 24, func(s *stage.Stage) stage.Place {
		form, _ := Start{}.Begin(s)
		return form
	})
	d.Move(4 * time.Hour)
	keys(d, "'akl enter 'syd enter '2026-11-02 enter enter")
	d.Has("From       akl", "fromDate has 2026-11-02; it\nmust be from today, 2026-11-03", "enter search")
	if screen := d.Screen(); strings.Contains(screen, "trace") || strings.Contains(screen, "Nothing was read") {
		t.Errorf("what does not help is shown:\n%s", screen)
	}
}
