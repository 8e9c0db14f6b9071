package places

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/directory"
)

// furnished is an engine that knows hotels and districts.
var furnished = sync.OnceValue(func() *Engine {
	e := New(data.Load())
	inside := directory.New(data.Load(), 7)
	e.Hotels = func() *directory.Directory { return inside }
	return e
})

func find(query string, types ...string) []string {
	var rows []string
	for _, p := range furnished().Search(SearchParams{Query: query, Types: types, Page: 1, PageSize: 600}).Results {
		rows = append(rows, string(p.Type)+" "+p.Name)
	}
	return rows
}

// Hotels and districts of any city are found by their names with that of the city, and as they are
// shown.
func TestHotelsAndDistrictsAreFoundByTheirNameAndCity(t *testing.T) {
	for code, city := range map[string][2]string{
		"LIS": {"Lisbon", "Lisbon, Portugal"}, "PWM": {"Portland Maine", "Portland, Maine, US"}, "SAO": {"são paulo", "São Paulo, Brazil"},
	} {
		inside := furnished().Hotels()
		for kind, all := range map[string][]directory.Named{"hotel": inside.Named(code), "district": inside.Districts(code)} {
			for i := 0; i < len(all); i += max(len(all)/25, 1) {
				one := all[i]
				want := kind + " " + one.Name + ", " + city[1]
				for _, query := range []string{one.Name + " " + city[0], strings.ToUpper(one.Name) + ", " + city[1]} {
					if rows := find(query, kind); len(rows) == 0 || rows[0] != want {
						t.Errorf("%q finds %v first, want %s", query, rows[:min(len(rows), 2)], want)
					}
				}
			}
		}
	}
}

// A district of that very name is not a city that is misspelt.
func TestADistrictIsFoundBeforeACityOfAlmostItsName(t *testing.T) {
	for query, want := range map[string]string{
		"Ginza": "district Ginza, Tokyo, Japan", "Soho": "district Soho, London, United Kingdom",
		"Lonodn": "city London, United Kingdom", "Barcelnoa": "city Barcelona, Spain",
	} {
		if rows := find(query); len(rows) == 0 || rows[0] != want {
			t.Errorf("%q finds %v first, want %s", query, rows[:min(len(rows), 3)], want)
		}
	}
}

func TestTheNameOfACityListsWhatItHasWhereThatIsAskedFor(t *testing.T) {
	inside := furnished().Hotels()
	want := []string{}
	for _, d := range inside.Districts("LIS") {
		want = append(want, "district "+d.Name+", Lisbon, Portugal")
	}
	if diff := cmp.Diff(want, find("lisbon", "district")); diff != "" {
		t.Errorf("districts (-want +got):\n%s", diff)
	}
	if rows := find("lisbon", "hotel"); len(rows) != len(inside.Named("LIS")) {
		t.Errorf("%d hotels, want %d", len(rows), len(inside.Named("LIS")))
	}
	for _, query := range []string{"lisbon", "new york", "london heathrow", "portland maine", "LHR"} {
		if rows := find(query); slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, "hotel") || strings.HasPrefix(row, "district") }) {
			t.Errorf("%q finds %v beside places", query, rows)
		}
	}
}

func TestAHotelOfABestKnownCityIsFoundByItsNameAlone(t *testing.T) {
	name := furnished().Hotels().Named("LON")[17].Name
	rows := find(name, "hotel")
	if !slices.Contains(rows, "hotel "+name+", London, United Kingdom") {
		t.Errorf("%q finds %v", name, rows)
	}
	for _, query := range []string{"nonesuch inn", "qqqqqqqq", "!!", strings.Repeat("grand ", 13)} {
		if rows := find(query, "hotel", "district"); len(rows) > 0 {
			t.Errorf("%q finds %v", query, rows)
		}
	}
}

func TestHotelsOfOneNameInSeveralCitiesAreAQuestion(t *testing.T) {
	seen := map[string]int{}
	for _, k := range furnished().known() {
		seen[k.Name]++
	}
	all := furnished().known()
	for i := 0; i < len(all); i += len(all) / 40 {
		k := all[i]
		meta := furnished().Search(SearchParams{Query: k.Name, Types: []string{"hotel", "district"}, Page: 1, PageSize: 1}).Metadata
		inCity := len(search(k.Name[strings.LastIndexByte(k.Name, ' ')+1:], "city").Results) > 0 // a Sample Stop of Medina is asked about, too
		if meta.HasAmbiguity != (seen[k.Name] > 1) && !inCity {
			t.Errorf("%q is %d times there and asks %v", k.Name, seen[k.Name], meta.HasAmbiguity)
		}
	}
}

func TestAHotelRowHasItsCityAndItsPlaceAndNoHotelID(t *testing.T) {
	hotel := furnished().Hotels().Named("LIS")[3]
	row := furnished().Search(SearchParams{Query: hotel.Name + ", Lisboa", Locale: "pt", Types: []string{"hotel"}, Page: 1, PageSize: 1}).Results[0]
	id, err := row.ID.AsFlexibleID1()
	if err != nil || id != "h.LIS.3" || *row.CityCode != "LIS" || row.Code != nil || row.Name != hotel.Name+", Lisboa, Portugal" {
		t.Errorf("%+v, id %q, %v", row, id, err)
	}
	if *row.Latitude != hotel.Lat || *row.Longitude != hotel.Lng {
		t.Errorf("stands at %v,%v, want %v,%v", *row.Latitude, *row.Longitude, hotel.Lat, hotel.Lng)
	}
}

func TestPagesGoOnFromPlacesToHotels(t *testing.T) {
	whole := find("sample lisbon", "city", "hotel")
	var pages []string
	for page := 1; page <= len(whole)/3+2; page++ {
		got := furnished().Search(SearchParams{Query: "sample lisbon", Types: []string{"city", "hotel"}, Page: page, PageSize: 3})
		if got.Metadata.TotalCandidates != len(whole) || got.Metadata.HasMore != (page*3 < len(whole)) {
			t.Fatalf("page %d: %+v of %d", page, got.Metadata, len(whole))
		}
		for _, p := range got.Results {
			pages = append(pages, string(p.Type)+" "+p.Name)
		}
	}
	if diff := cmp.Diff(whole, pages); diff != "" || len(whole) < 4 {
		t.Errorf("%d rows (-want +got):\n%s", len(whole), diff)
	}
}

func BenchmarkFindAHotel(b *testing.B) {
	name := furnished().Hotels().Named("LIS")[17].Name
	for query, text := range map[string]string{"with its city": name + ", Lisbon", "alone": name, "a city and words": "sample lisbon portugal"} {
		b.Run(query, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				furnished().Search(SearchParams{Query: text, Types: []string{"hotel"}, Page: 1, PageSize: 10})
			}
		})
	}
}

func BenchmarkNamesOfTheBestKnownCities(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		furnished().findKnown()
	}
}
