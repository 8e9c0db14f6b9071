package stays

import (
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/browse/listing"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/testkit/stagetest"
)

// Around a point, hotels can be sorted by distance, and their numbers follow that order.
func TestAroundAPoint(t *testing.T) {
	d := open(t, 120, 40, "38.71,-9.14")
	d.Has("Within 10 km of 38.71,-9.14", "FROM POINT")
	d.Press("s")
	d.Has("nearest", "Nearest to the point first.", "guests", "Highest score of couples first", "Highest score of solo travelers first")
	d.Press("G", "enter")
	d.Has("Nearest to the point first.")
	if got := command(d); got != "travel hotels results --sort nearest" {
		t.Errorf("it is %q", got)
	}
	list := d.Stage.Top().(*listing.List) // it is on top
	if _, ok := list.Row(150); !ok {
		t.Error("not all hotels are in that order") // a page in this order takes a read of all pages
	}
	first := chosen(d)
	h, err := hotels.Pick(d.Desk, "HOTEL", "1")
	if err != nil || h.Row.Label == "" || !strings.Contains(first, h.Row.Label) {
		t.Errorf("hotel 1 is kept as %q, %v; shown as %q", h.Row.Label, err, first)
	}
}

// A search looks at what a row shows.
func TestADistrictIsFound(t *testing.T) {
	d := open(t, 120, 40, "51.5074,-0.1278")
	d.Press("/")
	d.Type("camden")
	d.Press("enter")
	if got := chosen(d); !strings.Contains(got, "Camden") {
		t.Errorf("the cursor is on %q:\n%s", got, d.Screen())
	}
}

// Another order reads the same search again; the columns and the numbers follow.
func TestOrders(t *testing.T) {
	d := open(t, 100, 30, "Lisbon")
	d.Press("s", "j", "enter")
	d.Has("Lowest price a night first.", "NIGHT   ALL IN     STAY  HOTEL")
	h, err := hotels.Pick(d.Desk, "HOTEL", "2")
	if err != nil || !strings.Contains(d.Screen(), "2   $42.79   $52.09   $85.57  "+h.Row.Label) {
		t.Errorf("hotel 2 is kept as %q, %v:\n%s", h.Row.Label, err, d.Screen())
	}
	d.Press("s", "6")
	d.Has("COUPLES SAY", "Highest score of couples first")
	lacks(t, d, "--guest-type")
	if got := command(d); got != "travel hotels results --guest-type couple --sort guests" {
		t.Errorf("it is %q", got)
	}
	d.Press("s", "1")
	d.Has("GUESTS SAY")
	lacks(t, d, "couples")
}

// What all prices have in common is still shown after another read, wherever the cursor is.
func TestAnotherRead(t *testing.T) {
	d := open(t, 100, 30, "Lisbon")
	d.Press("j", "j", "R")
	d.Has("prices: + $9.30 city tax a night")
	d.Pass(11 * time.Minute)
	d.Press("R", "y")
	d.Has("prices: + $9.30 city tax a night", "  3  $161.53")
	if at := chosen(d); !strings.Contains(at, "Hotel Undermere") {
		t.Errorf("the cursor is at %q", at)
	}
}

// Pages behind the first are read when they come into view.
func TestTheLastPage(t *testing.T) {
	d := open(t, 100, 30, "Lisbon")
	d.Press("G")
	d.Has("169 hotels")
	lacks(t, d, "loading")
}

// A search for one hotel is the search that its rates are read from, so they use no other.
func TestOneHotel(t *testing.T) {
	d := open(t, 80, 24, "392306316")
	d.Has("1 hotel, ")
	left := searches(d)
	d.Press("enter")
	lacks(t, d, "one of your searches")
	d.Press("enter")
	d.Has("[2 Rates (20)]")
	if got := searches(d); got != left {
		t.Errorf("it was%s and is%s", left, got)
	}
	d.Press("]")
	d.Has("This is the last hotel")
}

// A search without offers says so.
func TestSoldOut(t *testing.T) {
	d := open(t, 80, 24, "Lisbon", "+300d", "+95d")
	d.Has("No hotel can be booked on this service for these dates.")
}

// Marked hotels are shown side by side and can be opened from there.
func TestSideBySide(t *testing.T) {
	d := open(t, 100, 30, "Lisbon")
	d.Press("space", "j", "space", "c")
	d.Has("2 hotels side by side", "> 1 The Talvane", "3 Hotel Undermere", "a night", "enter open")
	if got := command(d); got != "travel hotels compare 1 3" {
		t.Errorf("it is %q", got)
	}
	d.Press("h")
	d.Has("This is the first hotel; esc goes back.")
	d.Press("2")
	d.Has("Hotel 2 is not among these.")
	d.Press("3")
	d.Has("> 3 Hotel Undermere")
	d.Press("enter")
	d.Has("3  Hotel Undermere", "[1 Card]")
	d.Press("[")
	d.Has("1  The Talvane", "[1 Card]")
	d.Press("esc")
	d.Has("2 hotels side by side", "> 1 The Talvane")
	d.Click("3 Hotel Undermere")
	d.Settle()
	d.Has("> 3 Hotel Undermere")
	d.Press("/")
	d.Type("a night")
	d.Press("enter")
	d.Has("a night: 1 of ")
	d.Press("g")
	d.Click("> 3 Hotel Undermere")
	d.Settle()
	d.Has("3  Hotel Undermere", "[1 Card]")
}

// Filters read the same search again; hidden rows are counted, and an empty list says why.
func TestFilters(t *testing.T) {
	d := open(t, 100, 30, "Lisbon")
	d.Press("f")
	d.Has("Filters: none on, 169 hotels")
	d.Press("j", "tab", "l", "l", "l", "l")
	d.Has("1 on, 169 hotels")
	d.Pass(time.Second)
	d.Has("at least 5 stars", "1 on, 20 of 169 hotels")
	d.Press("esc")
	d.Has("20 of 169 hotels")
	if got := command(d); got != "travel hotels results --min-star 5" {
		t.Errorf("it is %q", got)
	}
	if h, err := hotels.Pick(d.Desk, "HOTEL", "3"); err != nil || !strings.Contains(d.Screen(), " 3  $384.05    $768.10  "+h.Row.Label) {
		t.Errorf("hotel 3 is kept as %q, %v:\n%s", h.Row.Label, err, d.Screen())
	}
	d.Press("f", "j", "1", "enter", "esc")
	d.Pass(time.Second)
	d.Has("No hotel matches: at least 5 stars and at most USD 1 a night leave 0 of 169 hotels.", "without at most USD 1 a night: 20 hotels")
	d.Press("F")
	d.Has("169 hotels")
	lacks(t, d, "5 stars")
}

// An invalid price from the service is shown as it is and marked, as on the command line.
func TestAPriceThatCannotBeRightIsMarked(t *testing.T) {
	d := stagetest.WithFaults(t, 100, 30, []string{"getHotelSearchResults:1-=set results.0.price.amountPerNight=-5"}, searching(t, "Lisbon", nil))
	d.Settle()
	d.Has("-$5.00 ?", "Prices marked ? are shown as the service sent them; they cannot be right.")
	d = open(t, 100, 30, "Lisbon")
	lacks(t, d, "cannot be right")
}

// A list of the session is resumed with its query, without making a search.
func TestResume(t *testing.T) {
	var d *stagetest.Driver
	var first recall.List
	d = open(t, 100, 30, "Lisbon")
	d.Press("s", "2")
	first, _, _ = d.Desk.Lists().Latest(recall.Hotels)
	d.Stage.Replace(Resume(d.Stage, withLinks(d.Stage), first, first.Terms))
	d.Settle()
	d.Has("Lowest price a night first.", "169 hotels")
	if now, _, _ := d.Desk.Lists().Latest(recall.Hotels); now.Search.ID != first.Search.ID {
		t.Error("another search was made")
	}
}
