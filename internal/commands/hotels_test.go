package commands

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
)

func TestAStayIsSearchedAgainAsItWas(t *testing.T) {
	for name, test := range map[string]struct {
		about recall.Context
		want  string
	}{
		"the usual": {
			recall.Context{Place: "LIS", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1},
			"travel hotels search LIS 2026-12-11 2026-12-14",
		},
		"a family around a point": {
			recall.Context{Place: "38.7,-9.1", Radius: "3", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 3, Children: 2, ChildrenAges: []int{4, 9}, Rooms: 2, Currency: "EUR", Locale: "pt-PT"},
			"travel hotels search 38.7,-9.1 2026-12-11 2026-12-14 --radius 3 --adults 3 --children-ages 4,9 --rooms 2 --currency EUR --locale pt-PT",
		},
		"a minus is not taken for a flag": {
			recall.Context{Place: "-33.9,18.4", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 1, Rooms: 1},
			"travel hotels search --adults 1 -- -33.9,18.4 2026-12-11 2026-12-14",
		},
		"one hotel": {
			recall.Context{HotelID: 392299429, CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1},
			"travel hotels search 392299429 2026-12-11 2026-12-14",
		},
		"a hotel whose id could be a row number": {
			recall.Context{HotelID: 17, CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1},
			"travel hotels search id:17 2026-12-11 2026-12-14",
		},
		"an id alone does not say where": {
			recall.Context{CheckIn: "2026-12-11", CheckOut: "2026-12-14"},
			"travel hotels search --help",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, searchAgain(test.about)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestGuestsInWords(t *testing.T) {
	for want, o := range map[string]apiclient.Occupancy{
		"1 adult, 1 room":                                  {Adults: 1, Rooms: 1},
		"2 adults, 1 child (aged 8), 1 room":               {Adults: 2, ChildrenAges: []int{8}, Rooms: 1},
		"4 adults, 3 children (aged 0, 4 and 17), 2 rooms": {Adults: 4, ChildrenAges: []int{0, 4, 17}, Rooms: 2},
	} {
		if got := guestWords(o); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestAHotelIsNamedByRowOrByID(t *testing.T) {
	env, _, _ := testEnv(t)
	a := newApp(env)
	newRoot(a)
	lists, err := a.lists()
	if err != nil {
		t.Fatal(err)
	}
	about := recall.Context{SearchID: "S", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2}
	list := recall.List{Kind: recall.Hotels, Made: env.Now(), Context: about, Rows: []recall.Row{
		{N: 11, ID: "392299429", Label: "Sample House", Facts: map[string]string{"night": "71"}}, {N: 12, ID: "17", Label: "Model House"},
	}}
	if err := lists.Save(list); err != nil {
		t.Fatal(err)
	}
	sample := pickedHotel{id: 392299429, row: 11, name: "Sample House", facts: map[string]string{"night": "71"}, about: about}
	for text, want := range map[string]pickedHotel{
		"11": sample, "392299429": sample, "id:392299429": sample,
		"id:17":    {id: 17, row: 12, name: "Model House", about: about},
		"777777":   {id: 777777},
		"id:11":    {id: 11},
		"00011":    sample,
		"id:00017": {id: 17, row: 12, name: "Model House", about: about},
	} {
		got, err := a.pickHotel("HOTEL", text, "")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(pickedHotel{})); diff != "" {
			t.Errorf("%s: -want +got\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "0", "-3", "1.5", "lisbon", "id:", "id:x", "13", "9007199254740992", "99999999999999999999"} {
		if got, err := a.pickHotel("HOTEL", text, ""); err == nil {
			t.Errorf("%q is %d, want it refused", text, got.id)
		}
	}
}

func TestAPlaceIsACityAHotelOrAPoint(t *testing.T) {
	env, _, _ := testEnv(t)
	a := newApp(env)
	newRoot(a)
	for text, want := range map[string]hotelPlace{
		"38.7167, -9.1333": {lat: "38.7167", lng: "-9.1333"},
		"0,0":              {lat: "0", lng: "0"},
		"392299429":        {hotelID: 392299429},
		"lis":              {}, // a city is left for a request
		"New York":         {},
		"Paris, France":    {},
	} {
		got, err := a.readPlace(text, newParams("createHotelSearch", &dateBase{}))
		if err != nil || got != want {
			t.Errorf("%q is %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, words := range map[string]string{
		"91,0": "LAT 91", "0,181": "LNG 181", "NaN,0": "LAT NaN", "": "PLACE", "LISB": "no airport or city code", "5": "no list of hotels",
	} {
		if got, err := a.readPlace(text, newParams("createHotelSearch", &dateBase{})); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is %+v, %v, want it refused with %q", text, got, err, words)
		}
	}
}

func TestAnAirportStandsForItsCity(t *testing.T) {
	code := func(s string) *string { return &s }
	places := []apiclient.Place{
		{Name: "Heathrow", Type: apiclient.PlaceTypeAirport, Code: code("LHR"), CityCode: code("lon")},
		{Name: "London", Type: apiclient.PlaceTypeCity, Code: code("LON")},
		{Name: "Gatwick", Type: apiclient.PlaceTypeAirport, Code: code("LGW"), CityCode: code("LON")},
		{Name: "Nowhere", Type: apiclient.PlaceTypeAirport, Code: code("NOW")},
	}
	for text, want := range map[string]hotelPlace{
		"LHR": {cityCode: "LON"},
		"LON": {cityCode: "LON", name: "London"},
		"NOW": {cityCode: "NOW"},
		"XXX": {cityCode: "XXX"},
	} {
		if got := cityOfCode(text, places); got != want {
			t.Errorf("%s is %+v, want %+v", text, got, want)
		}
	}
	var found []string
	for _, p := range withCities(places) {
		found = append(found, *p.Code+" "+p.Name)
	}
	if diff := cmp.Diff([]string{"LON London"}, found); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestTheGuestsOfALinkAreThoseOfTheList(t *testing.T) {
	for want, c := range map[string]recall.Context{
		"":        {},
		"2":       {Adults: 2},
		"2:4:9":   {Adults: 2, ChildrenAges: []int{4, 9}},
		"1:0:0:0": {Adults: 1, ChildrenAges: []int{0, 0, 0}},
	} {
		if got := guestsText(c); got != want {
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
		if err := checkStay(now, stay[0], stay[1]); (err == nil) != ok {
			t.Errorf("%v: %v", stay, err)
		}
	}
}
