package facets

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/testkit/stagetest"
)

// Every filter has a line in the panel; the guest type is set together with the score.
func TestEveryFilterCanBeSet(t *testing.T) {
	for operation, of := range map[string]Subject{"getFlightSearchResults": Trips(recall.List{}), "getHotelSearchResults": Hotels()} {
		found := Found{vocabulary: map[string][]desk.Facet{}}
		p := &Panel{query: ask.New(operation, nil), o: Options{Found: found}}
		for _, wire := range ask.FacetFilters(p.query.Op()) {
			found.vocabulary[wire] = []desk.Facet{{Param: wire, Value: "XY"}}
		}
		for _, g := range of.groups {
			for _, f := range g.filters {
				before := len(p.items)
				if p.filter(f); len(p.items) == before && f.Wire != "guest-type" {
					t.Errorf("%s: there is nothing for %s", operation, f.Wire)
				}
			}
		}
	}
}

// bare returns a driver with a panel that has known words but no search.
func bare(t *testing.T, of Subject, operation string, found Found, pairs ...string) (*stagetest.Driver, *host) {
	h := &host{found: found, query: ask.New(operation, &ask.Days{})}
	d := stagetest.New(t, 80, 24, func(s *stage.Stage) stage.Place { h.stage = s; return h })
	h.query = given(t, d.Desk, operation, pairs...)
	h.open(of)
	d.Settle()
	return d, h
}

// some is a set of known trips.
func some() Found {
	found := Found{All: 1150, Left: 1150}
	found.begin(1150, 1150, "USD", "en", []desk.Facet{
		{Param: "airlines", Value: "EK", Name: "Emirates", Count: 232}, {Param: "airlines", Value: "MS", Name: "Egyptair", Count: 205},
		{Param: "airlines", Value: "BA", Name: "British Airways", Count: 57}, {Param: "alliances", Value: "ONEWORLD", Count: 149},
		{Param: "booking-sites", Value: "platform", Name: "Travel Sandbox", Count: 900}, {Param: "aircraft", Value: "388", Name: "Airbus A380-800", Count: 300},
		{Param: "stopover-airports", Value: "IST", Name: "Istanbul Airport", Count: 234},
	})
	found.seen[prices], found.seen[journeys], found.seen[waits] = extent{412.3, 1480}, extent{800, 2400}, extent{0, 710}
	found.seen["outbound-duration"], found.seen["return-duration"] = extent{420, 1500}, extent{400, 1500}
	return found
}

// rooms is a set of known hotels.
func rooms() Found {
	found := Found{}
	found.begin(159, 159, "USD", "en", []desk.Facet{
		{Param: "guest-type", Value: "couple", Count: 114}, {Param: "rate-types", Value: "free_cancellation", Count: 86},
		{Param: "amenities", Value: "Free Wi-Fi", Count: 153}, {Param: "amenities", Value: "Children's pool", Count: 8}, {Param: "districts", Value: "Baixa", Count: 34},
	})
	found.seen[prices], found.seen[stars], found.seen[scores] = extent{55.39, 614.65}, extent{1, 5}, extent{5.5, 10}
	return found
}

// Keys set exactly the same as the command line.
func TestKeysSetTheValuesOfTheWire(t *testing.T) {
	const trips, hotels = "getFlightSearchResults", "getHotelSearchResults"
	for _, c := range []struct {
		on   string
		with []string
		keys string
		want string
	}{
		{on: trips, keys: "space", want: "--nonstop"},
		{on: trips, keys: "space j space", want: "--max-stops 1"},
		{on: trips, keys: "j space", want: "--stops 1"},
		{on: trips, keys: "G enter", want: "--stops 3,4,5,6,7,8,9"},
		{on: trips, keys: "space space", want: ""},
		{on: trips, with: []string{"stops", "0,1"}, keys: "j space", want: "--nonstop"},
		{on: trips, keys: "tab right", want: "--min-price 450"},
		{on: trips, keys: "tab l l h", want: "--min-price 450"},
		{on: trips, keys: "tab l h", want: ""},
		{on: trips, keys: "tab j left", want: "--max-price 1450"},
		{on: trips, keys: "tab j 5 0 0 enter", want: "--max-price 500"},
		{on: trips, keys: "tab enter 5 0 0 down 9 9 9 . 5 enter", want: "--min-price 500 --max-price 999.5"},
		{on: trips, with: []string{"max-price", "500"}, keys: "tab j enter enter", want: ""},
		{on: trips, with: []string{"max-price", "500"}, keys: "tab j 7 esc", want: "--max-price 500"},
		{on: trips, keys: "tab tab j j space j space", want: "--airlines EK,MS"},
		{on: trips, with: []string{"airlines", "MS,XX"}, keys: "tab tab G space", want: "--airlines MS"},
		{on: trips, with: []string{"airlines", "ek"}, keys: "tab tab j j space", want: ""},
		{on: trips, keys: "tab tab space", want: "--same-airline"},
		{on: trips, with: []string{"airlines", "EK"}, keys: "tab tab j space", want: "--airlines EK --airlines-match all"},
		{on: trips, with: []string{"airlines", "EK", "airlines-match", "all"}, keys: "tab tab j j space", want: ""},
		{on: trips, keys: "tab tab tab space", want: "--alliances ONEWORLD"},
		{on: trips, keys: "tab tab tab tab j space", want: "--depart morning"},
		{on: trips, keys: "tab tab tab tab space j j j space", want: "--depart midnight,evening"},
		{on: trips, keys: "tab tab tab tab j space j j j right right", want: "--depart 'after 01:00'"},
		{on: trips, keys: "tab tab tab tab G k k 1 8 enter", want: "--arrive 'until 18:00'"},
		{on: trips, keys: "tab tab tab tab j j j j 6 enter j 1 2 : 3 0 enter", want: "--depart 06:00-12:30"},
		{on: trips, keys: "tab tab tab tab j j j j 6 enter k space", want: "--depart evening"},
		{on: trips, keys: "tab tab tab tab j j j j right left", want: ""},
		{on: trips, keys: "shift+tab space", want: "--aircraft 388"},
		{on: trips, keys: "tab tab tab tab tab G left", want: "--return-max-duration 24h30"},
		{on: trips, keys: "tab tab tab tab tab tab 8 h enter", want: "--max-duration 8h"},
		{on: trips, keys: "tab tab tab tab tab tab j j 2 h 3 0 enter", want: "--max-stopover-duration 2h30"},
		{on: trips, keys: "shift+tab shift+tab space j space j space", want: "--booking-types platform,airline --booking-sites platform"},
		{on: trips, with: []string{"airlines", "EK", "max-price", "500"}, keys: "F", want: ""},
		{on: trips, with: []string{"airlines", "EK", "max-price", "500", "sort", "price_asc"}, keys: "tab x", want: "--airlines EK --sort price_asc"},
		{on: trips, keys: "/ e m i r enter space", want: "--airlines EK"},
		{on: trips, keys: "/ i s t a n enter space esc tab", want: "--stopover-airports IST"},
		{on: hotels, keys: "tab right", want: "--min-star 2"},
		{on: hotels, keys: "tab tab 8 enter", want: "--min-review-score 8"},
		{on: hotels, keys: "tab tab j right right", want: "--guest-type couple --min-guest-rating 6.5"},
		{on: hotels, keys: "tab tab j 8 enter j 9 enter", want: "--guest-type family --min-guest-rating 9"},
		{on: hotels, keys: "tab tab j right left", want: ""},
		{on: hotels, with: []string{"sort", "guest_rating_desc", "guest-type", "solo"}, keys: "tab tab j right left", want: "--guest-type couple --sort guest_rating_desc"},
		{on: hotels, with: []string{"sort", "guest_rating_desc", "guest-type", "solo", "min-star", "4"}, keys: "F", want: "--guest-type solo --sort guest_rating_desc"},
		{on: hotels, keys: "tab tab tab space j space j space", want: "--refundable --rate-types free_cancellation --deals-only"},
		{on: hotels, with: []string{"deals-only", "0"}, keys: "tab tab tab j space", want: "--deals-only"},
		{on: hotels, keys: "tab tab tab tab space j space", want: `--amenities 'Free Wi-Fi,Children'\''s pool'`},
		{on: hotels, with: []string{"amenities", "wi-fi"}, keys: "tab tab tab tab G space", want: ""},
	} {
		t.Run(c.on[3:9]+" "+c.keys, func(t *testing.T) {
			of, found := Trips(recall.List{}), some()
			if c.on == hotels {
				of, found = Hotels(), rooms()
			}
			d, h := bare(t, of, c.on, found, c.with...)
			d.Press(strings.Fields(c.keys)...)
			if got := strings.TrimSpace(h.query.SameView()); got != c.want {
				t.Errorf("got %s, want %s\n%s", got, c.want, d.Screen())
			}
		})
	}
}

// An invalid combination is refused in the words of the desk and changes nothing.
func TestWhatDoesNotGoTogetherIsRefused(t *testing.T) {
	for _, c := range []struct {
		with []string
		keys string
		want string
	}{
		{[]string{"max-price", "500"}, "tab 6 0 0 enter", "--min-price 600 is above --max-price 500; nothing lies between"},
		{nil, "tab tab j space", "--airlines-match all does nothing without --airlines"},
		{nil, "tab tab tab tab tab tab 9 x enter", "--max-duration 9x is not accepted; give a length such as 8h, 2h30, 90m or 150 minutes"},
		{nil, "tab tab tab tab j j j j 2 5 enter", "--depart 25 is not accepted; give a time of the day such as 06:00, 18 or 6pm"},
		{nil, "tab space x enter", "--min-price x is not accepted; give a number of 0 or more"},
		{nil, "x", "Nothing of this group is on."},
		{nil, "F", "No filters are on."},
	} {
		t.Run(c.keys, func(t *testing.T) {
			d, h := bare(t, Trips(recall.List{}), "getFlightSearchResults", some(), c.with...)
			d.Press(strings.Fields(c.keys)...)
			if said := strings.Join(strings.Fields(d.Screen()), " "); !strings.Contains(said, c.want) || h.changes != 0 {
				t.Errorf("%d changes, and the screen does not say %q:\n%s", h.changes, c.want, d.Screen())
			}
		})
	}
}

// A one-way search has no return filters.
func TestOneWayHasNoReturn(t *testing.T) {
	d, _ := bare(t, Trips(recall.List{Flight: &query.Flight{From: "DXB", To: "LHR"}}), "getFlightSearchResults", some())
	if d.Has("Outbound"); strings.Contains(d.Screen(), "Return") {
		t.Errorf("there is a return:\n%s", d.Screen())
	}
}

// Answers change counts and order; the cursor stays on its item and at its line of the screen.
func TestAnAnswerLeavesTheCursorOnItsWord(t *testing.T) {
	d, h := bare(t, Trips(recall.List{}), "getFlightSearchResults", some())
	d.Press("tab", "tab", "G")
	d.Has("> [ ] British Airways")
	line := func() int {
		return slices.IndexFunc(d.Lines(), func(l string) bool { return strings.Contains(l, "> [ ] British Airways") })
	}
	found, before := some(), line()
	var many []desk.Facet
	for _, code := range "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		many = append(many, desk.Facet{Param: "airlines", Value: "X" + string(code), Count: 999})
	}
	found.vocabulary["airlines"] = slices.Concat(many, found.vocabulary["airlines"], many)
	found.Left = 412
	h.panel.Update(found)
	if d.Settle(); line() != before {
		t.Errorf("the cursor was on line %d and is on %d:\n%s", before, line(), d.Screen())
	}
	d.Has("412 of 1,150 trips, 738 hidden", "57")
}

// An untrusted name shows only as text, and one that a request cannot contain is not sent.
func TestHostileWords(t *testing.T) {
	found := some()
	found.vocabulary["airlines"] = []desk.Facet{
		{Param: "airlines", Value: "A,B", Name: "Com\x1b[2Jma", Count: 1}, {Param: "airlines", Value: "\x1b]0;x\a", Name: "", Count: 1 << 40},
		{Param: "airlines", Value: "XX", Name: strings.Repeat("सुन्दर ", 90), Count: -4}, {Param: "airlines", Value: "-x", Name: "مرحبا", Count: 2},
		{Param: "airlines", Value: "", Name: "\n\n", Count: 2},
	}
	d, h := bare(t, Trips(recall.List{}), "getFlightSearchResults", found)
	d.Press("tab", "tab")
	for _, size := range [][2]int{{80, 24}, {60, 20}, {200, 60}, {30, 8}, {5, 3}, {1, 1}} {
		d.Resize(size[0], size[1])
		for _, line := range d.Stage.Frame(d.Size).Lines {
			if canvas.Cells(line) > size[0] || strings.ContainsAny(line, "\a\n") || strings.Contains(line, "[2J") {
				t.Errorf("%v: %q", size, line)
			}
		}
	}
	d.Resize(80, 24)
	d.Press("j", "j", "space", "j", "space", "j", "j", "space", "j", "space")
	if h.changes != 0 {
		t.Errorf("%d changes: %s", h.changes, h.Command())
	}
	d.Press("k", "k", "space")
	if got := h.query.Texts("airlines"); !slices.Equal(got, []string{"XX"}) {
		t.Errorf("%q is on:\n%s", got, d.Screen())
	}
}

// Extents grow, and prices have one currency.
func TestWhatAnswersTell(t *testing.T) {
	var found Found
	found.begin(9, 9, "USD", "en", nil)
	for _, n := range []json.Number{"12.5", "7", "x", "-1", "1e99", ""} {
		found.see(prices, n)
		found.see(waits, n)
	}
	before := found
	found.begin(9, 9, "USD", "en", nil)
	found.see(prices, "99")
	if got, want := []extent{before.seen[prices], found.seen[prices]}, []extent{{7, 12.5}, {7, 99}}; !slices.Equal(got, want) {
		t.Errorf("prices are %v, want %v", got, want)
	}
	found.begin(9, 9, "EUR", "en", nil)
	if _, there := found.seen[prices]; there || found.seen[waits] != (extent{7, 12.5}) {
		t.Errorf("in another currency: %v", found.seen)
	}
}

// Changes to a query that the caller receives have no effect here.
func TestAChangeIsToldWithACopy(t *testing.T) {
	d, h := bare(t, Trips(recall.List{}), "getFlightSearchResults", some())
	d.Press("space")
	h.query.Unset("stops")
	d.Press("tab", "right")
	if got := h.query.SameView(); got != " --nonstop --min-price 450" {
		t.Error(got)
	}
}

// The row of the cursor is reversed and its heading is visible.
func TestTheCursorIsSeen(t *testing.T) {
	d, _ := bare(t, Trips(recall.List{}), "getFlightSearchResults", some(), "outbound-departure-range", "360-1439")
	d.Resize(80, 12)
	d.Press("tab", "tab", "tab", "tab", "G", "k", "k", "k", "k", "k", "k", "k")
	d.Has("   Lands", "> [ ] 00:00 to 06:00, night")
	d.Press("g")
	d.Has("Outbound   from 06:00 ")
	d.Press("j", "j", "j", "j", "j")
	d.Has("> not after   any")
	if frame := strings.Join(d.Stage.Frame(d.Size).Lines, "\n"); !strings.Contains(frame, "\x1b[7m> not after") {
		t.Errorf("the cursor is not reversed: %q", frame)
	}
}

// A search finds names, and ends of ranges by their headings; esc restores the group.
func TestFinding(t *testing.T) {
	d, _ := bare(t, Trips(recall.List{}), "getFlightSearchResults", some())
	d.Press("tab", "tab", "j", "/")
	d.Type("lands")
	d.Has("Outbound: Lands", "Return: Lands", "not before")
	d.Press("esc", "/")
	d.Type("travel sandbox")
	d.Has("Sellers", "[ ] Travel Sandbox")
	if strings.Contains(d.Screen(), "Sellers: Sellers") {
		t.Errorf("a heading has its word twice:\n%s", d.Screen())
	}
	d.Press("esc")
	d.Has("> [ ] Every leg by those chosen here")
	d.Press("/")
	d.Type("nothing like it")
	d.Has("No filter has this in its name.")
	d.Press("enter", "space", "esc")
	d.Has("> [ ] Every leg by those chosen here")
}

// Back leads from the search results to the list, and from the groups to the list.
func TestTheWaysBack(t *testing.T) {
	for keys, open := range map[string]bool{
		"esc": false, "f": false, "h": true, "h h": false, "left backspace": false, "h l": true, "/ e m esc": true, "/ e m enter esc": true,
		"/ e m enter esc esc": false, "/ e backspace backspace esc": false, "tab h j l": true,
	} {
		d, h := bare(t, Trips(recall.List{}), "getFlightSearchResults", some())
		d.Press(strings.Fields(keys)...)
		if got := h.stage.Top() == stage.Place(h.panel); got != open {
			t.Errorf("%s: open %t", keys, got)
		}
	}
}
