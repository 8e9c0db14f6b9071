package data

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEveryAirportIsComplete(t *testing.T) {
	w := Load()
	if len(w.Airports()) < 3000 {
		t.Errorf("%d airports, want at least 3000", len(w.Airports()))
	}
	if !slices.IsSortedFunc(w.Airports(), func(a, b *Airport) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("airports are not sorted by code")
	}
	seen := map[string]bool{}
	for _, a := range w.Airports() {
		if seen[a.Code] {
			t.Errorf("%s twice", a.Code)
		}
		seen[a.Code] = true
		if len(a.Code) != 3 || a.Name == "" || a.City == "" || len(a.Country) != 2 || a.Region == "" {
			t.Errorf("%s lacks something: %+v", a.Code, *a)
		}
		if a.Size < SmallAirport || a.Size > LargeAirport {
			t.Errorf("%s has size %d", a.Code, a.Size)
		}
		checkPlace(t, a.Code, a.Lat, a.Lon, a.Zone)
		c, ok := w.City(a.CityCode)
		if !ok || !slices.Contains(c.Airports, a) {
			t.Errorf("%s is not an airport of its city %s", a.Code, a.CityCode)
		}
	}
}

func TestEveryCityIsCompleteAndNearItsAirports(t *testing.T) {
	w := Load()
	if !slices.IsSortedFunc(w.Cities(), func(a, b *City) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("cities are not sorted by code")
	}
	for _, c := range w.Cities() {
		if len(c.Code) != 3 || c.Name == "" || len(c.Country) != 2 || c.Region == "" || len(c.Airports) == 0 {
			t.Errorf("%s lacks something: %+v", c.Code, *c)
		}
		checkPlace(t, c.Code, c.Lat, c.Lon, c.Zone)
		for _, a := range c.Airports {
			if km := Distance(a.Lat, a.Lon, c.Lat, c.Lon); km > 130 {
				t.Errorf("%s lies %.0f km from its city %s", a.Code, km, c.Code)
			}
		}
	}
}

func checkPlace(t *testing.T, code string, lat, lon float64, zone string) {
	t.Helper()
	if lat < -90 || lat > 90 || lon < -180 || lon > 180 || lat == 0 || lon == 0 {
		t.Errorf("%s lies at %v, %v", code, lat, lon)
	}
	if _, err := time.LoadLocation(zone); err != nil || zone == "" {
		t.Errorf("%s: zone %q: %v", code, zone, err)
	}
}

func TestTheClockOfAnAirportIsNearTheSun(t *testing.T) {
	for _, a := range Load().Airports() {
		_, seconds := time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC).In(Load().Zone(a.Zone)).Zone()
		apart := math.Abs(float64(seconds)/3600 - a.Lon/15)
		if apart = min(apart, 24-apart); apart > 3.6 { // the west of China is the farthest
			t.Errorf("%s in %s lies %.1f hours off its clock, %s", a.Code, a.City, apart, a.Zone)
		}
	}
}

func TestEnds(t *testing.T) {
	cases := map[string][]string{
		"LON": {"LHR", "LGW", "STN", "LTN", "LCY", "SEN"},
		"NYC": {"JFK", "EWR", "LGA"},
		"TYO": {"HND", "NRT"},
		"PAR": {"CDG", "ORY", "BVA"},
		"CHI": {"ORD", "MDW", "RFD"},
		"MIL": {"MXP", "LIN", "BGY"},
		"ROM": {"FCO", "CIA"},
		"SAO": {"GRU", "CGH", "VCP"},
		"BUE": {"EZE", "AEP"},
		"MOW": {"SVO", "DME", "VKO", "ZIA"},
		"STO": {"ARN", "BMA", "VST", "NYO"},
		"WAS": {"IAD", "DCA"},
		"SEL": {"ICN", "GMP"},
		"OSA": {"KIX", "ITM", "UKB"},
		"BJS": {"PEK", "PKX"},
		"YTO": {"YYZ", "YTZ", "YHM"},
		"YMQ": {"YUL", "YHU"},
		"RIO": {"GIG", "SDU"},
		"JKT": {"CGK", "HLP"},
		"TCI": {"TFS", "TFN"},
		"SHA": {"SHA"}, // an airport first, although Shanghai has the same code
		"DXB": {"DXB"},
		"LHR": {"LHR"},
		"DWC": {"DWC"},
		"XXX": nil,
		"lon": nil,
		"":    nil,
	}
	for code, want := range cases {
		ends, ok := Load().Ends(code)
		if ok != (want != nil) {
			t.Errorf("Ends(%q) known: %v", code, ok)
		}
		var got []string
		for _, a := range ends {
			got = append(got, a.Code)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Ends(%q) (-want +got):\n%s", code, diff)
		}
	}
}

func TestCityOfASharedCodeHasAllItsAirports(t *testing.T) {
	for code, want := range map[string][]string{
		"DXB": {"DXB", "DWC"}, "SHA": {"PVG", "SHA"}, "BKK": {"BKK", "DMK"}, "IST": {"IST", "SAW"},
	} {
		c, _ := Load().City(code)
		var got []string
		for _, a := range c.Airports {
			got = append(got, a.Code)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("city %s (-want +got):\n%s", code, diff)
		}
	}
}

func TestDistance(t *testing.T) {
	cases := []struct {
		from, to string
		want     float64 // km, great circle
	}{
		{"DXB", "LHR", 5497}, {"JFK", "LHR", 5541}, {"SYD", "LHR", 17016}, {"AKL", "DOH", 14533}, {"LHR", "LHR", 0},
	}
	for _, c := range cases {
		a, _ := Load().Airport(c.from)
		b, _ := Load().Airport(c.to)
		if got := Distance(a.Lat, a.Lon, b.Lat, b.Lon); got < c.want-25 || got > c.want+25 {
			t.Errorf("%s-%s is %.0f km, want about %.0f", c.from, c.to, got, c.want)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		decode(airportsFile, citiesFile)
	}
}
