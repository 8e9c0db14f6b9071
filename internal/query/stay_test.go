package query

import (
	"testing"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/paste"
)

func TestAStayIsSearchedAgainAsItWas(t *testing.T) {
	for name, test := range map[string]struct {
		asked Stay
		want  string
	}{
		"the usual": {
			Stay{City: "LIS", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1},
			"travel hotels search LIS 2026-12-11 2026-12-14",
		},
		"a family around a point": {
			Stay{
				Lat: "38.7", Lng: "-9.1", Radius: "3", CheckIn: "2026-12-11", CheckOut: "2026-12-14",
				Adults: 3, ChildrenAges: []int{4, 9}, Rooms: 2, Terms: Terms{Currency: "EUR", Locale: "pt-PT"},
			},
			"travel hotels search 38.7,-9.1 2026-12-11 2026-12-14 --radius 3 --adults 3 --children-ages 4,9 --rooms 2 --currency EUR --locale pt-PT",
		},
		"a minus is not taken for a flag": {
			Stay{Lat: "-33.9", Lng: "18.4", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 1, Rooms: 1},
			"travel hotels search --adults 1 -- -33.9,18.4 2026-12-11 2026-12-14",
		},
		"one hotel": {
			Stay{HotelID: 392299429, CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1},
			"travel hotels search 392299429 2026-12-11 2026-12-14",
		},
		"a hotel whose id could be a row number": {
			Stay{HotelID: 17, CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1},
			"travel hotels search id:17 2026-12-11 2026-12-14",
		},
		"an id alone does not say where": {
			Stay{CheckIn: "2026-12-11", CheckOut: "2026-12-14"},
			"travel hotels search --help",
		},
	} {
		if got := paste.Command(test.asked.Again()); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestGuestsInWords(t *testing.T) {
	for want, o := range map[string]apiclient.Occupancy{
		"1 adult, 1 room":                                  {Adults: 1, Rooms: 1},
		"2 adults, 1 child (aged 8), 1 room":               {Adults: 2, ChildrenAges: []int{8}, Rooms: 1},
		"4 adults, 3 children (aged 0, 4 and 17), 2 rooms": {Adults: 4, ChildrenAges: []int{0, 4, 17}, Rooms: 2},
	} {
		if got := Guests(o); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestAStayIsPastOnlyWhereItIsPastEverywhere(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	for stay, ok := range map[[2]string]bool{
		{"2026-11-21", "2026-11-22"}: true,
		{"2026-11-20", "2026-11-22"}: true, // it is still the 20th on Baker Island
		{"2026-11-19", "2026-11-22"}: false,
		{"2026-12-11", "2026-12-11"}: false,
		{"2026-12-11", "2026-12-10"}: false,
		{"2027-12-31", "2028-01-01"}: true,
	} {
		if err := CheckStay(now, stay[0], stay[1]); (err == nil) != ok {
			t.Errorf("%v: %v", stay, err)
		}
	}
}

func TestASearchAtHandIsForTheSameStay(t *testing.T) {
	asked := Stay{CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1, ChildrenAges: []int{4}, Terms: Terms{SiteCode: "PT", Currency: "EUR"}}
	changed := map[string]func(*Stay){
		"check-in":  func(q *Stay) { q.CheckIn = "2026-12-12" },
		"check-out": func(q *Stay) { q.CheckOut = "2026-12-15" },
		"adults":    func(q *Stay) { q.Adults = 1 },
		"rooms":     func(q *Stay) { q.Rooms = 2 },
		"ages":      func(q *Stay) { q.ChildrenAges = []int{5} },
		"market":    func(q *Stay) { q.SiteCode = "GB" },
	}
	for name, change := range changed {
		other := asked
		change(&other)
		if asked.SameStay(other) {
			t.Errorf("another %s is taken for the same stay", name)
		}
	}
	other := asked
	other.Currency, other.City = "USD", "LIS"
	if !asked.SameStay(other) {
		t.Error("another currency is only another read of the same stay")
	}
}

func TestACommandHoldsWhatWasTypedForItsPlace(t *testing.T) {
	q := Stay{City: "New York; x", CheckIn: "fri", CheckOut: "3 nights", Adults: 2, Rooms: 1}
	if got, want := paste.Command(q.Again()), "travel hotels search 'New York; x' fri '3 nights'"; got != want {
		t.Errorf("the command is %s, want %s", got, want)
	}
}
