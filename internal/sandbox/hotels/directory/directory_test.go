package directory

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"travel.example/travel/internal/sandbox/data"
)

// some are cities of every size and corner of the world.
var some = []string{"LON", "NYC", "DXB", "LIS", "SIN", "TOS", "CXI", "USH", "MLE", "VCE", "SUV", "LYR"}

func inCity(t *testing.T, x *Directory, code string) []*Hotel {
	t.Helper()
	hotels, ok := x.InCity(code)
	if !ok {
		t.Fatalf("%s is not a city", code)
	}
	return hotels
}

func TestEveryCityHasFortyToFiveHundredHotels(t *testing.T) {
	world := data.Load()
	sums, cities := map[data.AirportSize]int{}, map[data.AirportSize]int{}
	for _, city := range world.Cities() {
		n := countOf(city)
		if n < 40 || n > 500 {
			t.Errorf("%s has %d hotels", city.Code, n)
		}
		size := city.Airports[0].Size
		sums[size], cities[size] = sums[size]+n, cities[size]+1
	}
	medium := sums[data.MediumAirport] / cities[data.MediumAirport]
	if large := sums[data.LargeAirport] / cities[data.LargeAirport]; large < 2*medium {
		t.Errorf("cities with a large airport have %d hotels on average, with a medium one %d", large, medium)
	}
	if london, _ := world.City("LON"); countOf(london) != 500 {
		t.Errorf("London has %d hotels", countOf(london))
	}
}

func TestAHotelIsTheSameWhereverItIsFound(t *testing.T) {
	x := New(data.Load(), 1)
	for _, code := range some {
		for i, h := range inCity(t, x, code) {
			if i%29 != 0 {
				continue
			}
			again, ok := New(data.Load(), 1).Hotel(h.ID)
			if diff := cmp.Diff(h, again, cmpopts.EquateComparable(), cmp.AllowUnexported(Hotel{})); !ok || diff != "" {
				t.Errorf("hotel %d (-in city +by id):\n%s", h.ID, diff)
			}
		}
	}
}

func TestAnotherSeedIsAnotherWorldWithTheSameIDs(t *testing.T) {
	one, two := inCity(t, New(data.Load(), 1), "LIS"), inCity(t, New(data.Load(), 2), "LIS")
	same := 0
	for i := range one {
		if one[i].ID != two[i].ID {
			t.Fatalf("hotel %d has the ids %d and %d", i, one[i].ID, two[i].ID)
		}
		if one[i].Name == two[i].Name {
			same++
		}
	}
	if len(one) != len(two) || same > len(one)/10 {
		t.Errorf("%d and %d hotels, %d with the same name", len(one), len(two), same)
	}
}

func TestHotelsOfACityHaveNamesOfTheirOwnAndAPlaceInADistrict(t *testing.T) {
	x := New(data.Load(), 0)
	for _, code := range some {
		names, districts := map[string]bool{}, map[string]int{}
		hotels := inCity(t, x, code)
		for _, h := range hotels {
			if names[h.Name] || h.Name == "" || strings.Contains(h.Name, "{") {
				t.Errorf("%s: second or bad name %q", code, h.Name)
			}
			names[h.Name] = true
			districts[h.District]++
			far := data.Distance(h.City.Lat, h.City.Lon, h.Lat, h.Lng)
			if far > sprawl(h.City) || h.Centre != nil && (*h.Centre-far > 0.006 || far-*h.Centre > 0.006) {
				t.Errorf("%s stands %.3f km from the centre of %s and says %v", h.Name, far, code, h.Centre)
			}
			if h.Airport <= 0 || h.Airport > besides {
				t.Errorf("%s is %v km from an airport", h.Name, h.Airport)
			}
		}
		if n := len(districts); n < 3 || n > 14 {
			t.Errorf("%s has %d districts: %v", code, n, districts)
		}
	}
}

func TestNearFindsEveryHotelInACircleNearestFirst(t *testing.T) {
	x := New(data.Load(), 0)
	for _, tt := range []struct {
		city   string
		radius float64
	}{{"LIS", 10}, {"LIS", 1}, {"DUS", 50}, {"SUV", 30}} {
		city, _ := data.Load().City(tt.city)
		lat, lng := city.Lat+0.01, city.Lon-0.02
		var want []int64
		for _, other := range slices.Concat(data.Load().Cities(), data.Load().Towns()) {
			if data.Distance(lat, lng, other.Lat, other.Lon) > 200 {
				continue
			}
			for _, h := range inCity(t, x, other.Code) {
				if data.Distance(lat, lng, h.Lat, h.Lng) <= tt.radius {
					want = append(want, h.ID)
				}
			}
		}
		var got []int64
		last := 0.0
		for _, h := range x.Near(lat, lng, tt.radius) {
			km := data.Distance(lat, lng, h.Lat, h.Lng)
			if km < last {
				t.Errorf("%s: a hotel at %.2f km after one at %.2f", tt.city, km, last)
			}
			last = km
			got = append(got, h.ID)
		}
		slices.Sort(want)
		slices.Sort(got)
		if len(want) <= mostNear && !slices.Equal(want, got) || len(want) > mostNear && len(got) != mostNear {
			t.Errorf("%s within %v km: %d hotels, want %d", tt.city, tt.radius, len(got), len(want))
		}
	}
	if hotels := x.Near(-48.9, -123.4, 50); len(hotels) != 0 {
		t.Errorf("%d hotels in the middle of the Pacific", len(hotels))
	}
}

func TestNothingIsFoundWhereNothingIs(t *testing.T) {
	x := New(data.Load(), 0)
	if _, ok := x.InCity("QQQ"); ok {
		t.Error("QQQ is a city")
	}
	lisbon, _ := data.Load().City("LIS")
	for _, id := range []int64{0, -98, 1, 1<<53 - 1, number("QQQ", 0), number("LIS", countOf(lisbon))} {
		if h, ok := x.Hotel(id); ok {
			t.Errorf("id %d is %s", id, h.Name)
		}
	}
}

func TestADirectionLeadsWhereItSays(t *testing.T) {
	for _, lat := range []float64{-77, -33, 0, 51, 78} {
		for _, direction := range []float64{0, 1, 2, 3, 4, 5, 6} {
			lat2, lng2 := move(lat, 179.99, 10, direction)
			if km := data.Distance(lat, 179.99, lat2, lng2); km < 9.9 || km > 10.1 || lng2 > 180 || lng2 < -180 {
				t.Errorf("10 km from latitude %v in direction %v is %.2f km off, at %v, %v", lat, direction, km, lat2, lng2)
			}
			if back := bearing(lat, 179.99, lat2, lng2); cmp.Diff(direction, back, cmpopts.EquateApprox(0, 0.02)) != "" &&
				cmp.Diff(direction-2*3.14159265, back, cmpopts.EquateApprox(0, 0.02)) != "" {
				t.Errorf("bearing %v, want %v", back, direction)
			}
		}
	}
}

func TestATownWithoutAnAirportHasHotels(t *testing.T) {
	x := New(data.Load(), 0)
	for _, town := range data.Load().Towns() {
		if town.Name != "Lourdes" && town.Name != "Longreach" && town.People%50 != 7 {
			continue
		}
		hotels := inCity(t, x, town.Code)
		if len(hotels) < fewest {
			t.Errorf("%s has %d hotels", town.Name, len(hotels))
		}
		for _, h := range hotels {
			far := data.Distance(town.Lat, town.Lon, h.Lat, h.Lng)
			if far > sprawl(town) || h.Airport <= 0 || math.IsInf(h.Airport, 0) {
				t.Errorf("%s stands %.1f km from %s and %v km from an airport", h.Name, far, town.Name, h.Airport)
			}
			if again, ok := x.Hotel(h.ID); !ok || again != h || h.ID >= 1<<31 {
				t.Errorf("%d of %s is not found again", h.ID, town.Name)
			}
		}
	}
	if near := x.Near(43.094, -0.046, 10); len(near) == 0 || near[0].City.Name != "Lourdes" {
		t.Errorf("near Lourdes: %d hotels", len(near))
	}
}
