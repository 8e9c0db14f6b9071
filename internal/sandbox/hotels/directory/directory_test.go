package directory

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/data"
)

func inCity(t *testing.T, code string) []*Hotel {
	t.Helper()
	hotels := New(0).InCity(code)
	if hotels == nil {
		t.Fatalf("%s is not a city", code)
	}
	return hotels
}

// TestHotelsOfACityAreWholeAndFoundById covers cities of every size in all parts of the world, and a town without
// an airport.
func TestHotelsOfACityAreWholeAndFoundById(t *testing.T) {
	other := New(0)
	if h, ok := other.Hotel(number("QQQ", 0)); ok {
		t.Errorf("QQQ, which is not a city, has %s", h.Name)
	}
	for _, code := range []string{"LON", "NYC", "DXB", "LIS", "SIN", "TOS", "CXI", "USH", "MLE", "VCE", "SUV", "LYR", "0115"} {
		names, districts := map[string]bool{}, map[string]bool{}
		hotels := inCity(t, code)
		for i, h := range hotels {
			if names[h.Name] || h.Name == "" || strings.Contains(h.Name, "{") || h.Amenities == nil {
				t.Errorf("%s: second or bad name %q, amenities %v", code, h.Name, h.Amenities)
			}
			names[h.Name], districts[h.District] = true, true
			far := data.Distance(h.City.Lat, h.City.Lon, h.Lat, h.Lng)
			if far > sprawl(h.City) || h.Centre != nil && (*h.Centre-far > 0.006 || far-*h.Centre > 0.006) {
				t.Errorf("%s stands %.3f km from the center of %s and says %v", h.Name, far, code, h.Centre)
			}
			if i%29 != 0 {
				continue
			}
			again, ok := other.Hotel(h.ID)
			if !ok || h.ID >= 1<<31 || again.Name != h.Name || again.Lat != h.Lat || !slices.Equal(again.Amenities, h.Amenities) {
				t.Errorf("hotel %d is %+v in its city and %+v by its id", h.ID, h, again)
			}
			if km := h.Airport(); km <= 0 || km > 150 {
				t.Errorf("%s is %v km from an airport", h.Name, km)
			}
		}
		if h, ok := other.Hotel(number(code, len(hotels))); ok {
			t.Errorf("behind the last hotel of %s is %s", code, h.Name)
		}
		if len(names) < 40 || len(districts) < 3 || len(districts) > 15 {
			t.Errorf("%s has %d hotels in the districts %v", code, len(names), districts)
		}
	}
}

func TestNearFindsEveryHotelInACircleNearestFirst(t *testing.T) {
	x := New(0)
	for _, tt := range []struct {
		city   string
		radius float64
	}{{"LIS", 1}, {"DUS", 50}, {"SUV", 30}} {
		city, _ := data.CityByCode(tt.city)
		lat, lng := city.Lat+0.01, city.Lon-0.02
		var want, got []int64
		for _, other := range slices.Concat(data.Cities(), data.Towns()) {
			if data.Distance(lat, lng, other.Lat, other.Lon) > 200 {
				continue
			}
			for _, h := range inCity(t, other.Code) {
				if data.Distance(lat, lng, h.Lat, h.Lng) <= tt.radius {
					want = append(want, h.ID)
				}
			}
		}
		near := x.Near(lat, lng, tt.radius)
		away := func(h *Hotel) float64 { return data.Distance(lat, lng, h.Lat, h.Lng) }
		if !slices.IsSortedFunc(near, func(a, b *Hotel) int { return cmp.Compare(away(a), away(b)) }) {
			t.Errorf("%s: the nearest do not come first", tt.city)
		}
		for _, h := range near {
			got = append(got, h.ID)
		}
		slices.Sort(want)
		slices.Sort(got)
		if len(want) <= mostNear && !slices.Equal(want, got) || len(want) > mostNear && len(got) != mostNear {
			t.Errorf("%s within %v km: %d hotels, want %d", tt.city, tt.radius, len(got), len(want))
		}
	}
}

func TestAnIDTellsCityAndPlaceWithoutATable(t *testing.T) {
	for _, tt := range []struct {
		city  string
		index int
		id    int64
	}{
		{"AAA", 0, 98}, {"AAA", 1, 195}, {"LIS", 0, 392294482}, {"ZZZ", 511, 899891117},
	} {
		if id := number(tt.city, tt.index); id != tt.id {
			t.Errorf("hotel %d of %s has the id %d, want %d forever", tt.index, tt.city, id, tt.id)
		}
		if city, index, ok := locate(tt.id); !ok || city != tt.city || index != tt.index {
			t.Errorf("id %d is hotel %d of %q, %v; want %d of %s", tt.id, index, city, ok, tt.index, tt.city)
		}
	}
}

func FuzzLocate(f *testing.F) {
	for _, id := range []int64{-1, 0, 1, 98, 392294482, 1<<53 - 1, 899891117} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id int64) {
		city, index, ok := locate(id)
		if ok && number(city, index) != id {
			t.Errorf("%d was read as hotel %d of %s, whose id is %d", id, index, city, number(city, index))
		}
	})
}

func TestTablesNameWhatThereIs(t *testing.T) {
	x, names := tables(), map[string]bool{"-": true}
	for _, row := range slices.Concat(rows("rooms"), rows("boards"), rows("amenities"), rows("kinds")) {
		names[row[0]] = true
	}
	for _, k := range x.kinds {
		for code := range k.has {
			if !names[code] || len(k.stars) != 6 {
				t.Errorf("%s has %s, which is neither a room nor a board, or not a share for all stars", k.Name, code)
			}
		}
	}
	for _, b := range x.boards {
		if !names[b.needs] {
			t.Errorf("%s needs %q, which is not an amenity", b.code, b.needs)
		}
	}
	topics := slices.Clone(x.lists["topic"])
	for _, a := range x.amenities {
		if a.topic != "-" {
			topics = append(topics, a.topic)
		}
		for kind := range a.other {
			if !names[kind] || len(a.share) != 6 {
				t.Errorf("%s has a share for %q and %d for stars", a.name, kind, len(a.share))
			}
		}
	}
	for _, list := range append(topics, "title") {
		if len(x.lists[list+"+"]) < 3 || len(x.lists[list+"-"]) < 3 {
			t.Errorf("fewer than three phrases of %s", list)
		}
	}
	for _, row := range rows("sections") {
		if _, ok := data.CityByCode(row[0]); !ok {
			t.Errorf("sections of %s, which is not a city", row[0])
		}
	}
}

func TestMarketsAreOfRealPlacesAndCurrencies(t *testing.T) {
	for code, m := range tables().markets {
		_, country := data.CountryByCode(code)
		if _, city := data.CityByCode(code); !country && !city {
			t.Errorf("%s is neither a city nor a country", code)
		}
		if m.level > 0 && len(m.season) != 12 {
			t.Errorf("%s has no season", code)
		}
		if m.tax == nil {
			continue
		}
		if n := len(m.tax.amounts); !slices.Contains([]string{"percent", "person", "room"}, m.tax.unit) || n != 1 && n != 6 {
			t.Errorf("%s: a tax by %s with %d amounts", code, m.tax.unit, n)
		}
		if _, ok := data.CurrencyByCode(m.tax.currency); !ok && m.tax.unit != "percent" {
			t.Errorf("%s: %q is not a currency", code, m.tax.currency)
		}
	}
	for _, city := range slices.Concat(data.Cities(), data.Towns()) {
		if marketOf(city).level == 0 {
			t.Errorf("the table does not say what a night costs in %s, %s", city.Name, city.Country)
		}
	}
}
