package data

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/gazetteer"
	"travel.example/travel/internal/words"
)

func TestEveryAirportAndCityIsComplete(t *testing.T) {
	if len(Airports()) < 3000 {
		t.Errorf("%d airports", len(Airports()))
	}
	for _, a := range Airports() {
		country, ok := CountryByCode(a.Country)
		if same, _ := AirportByCode(a.Code); same != a {
			t.Errorf("%s is the code of two airports", a.Code)
		}
		if len(a.Code) != 3 || a.Name == "" || a.City == "" || a.Region == "" || a.Size < SmallAirport || a.Size > LargeAirport || !ok || country.Currency == "" {
			t.Errorf("%s lacks something: %+v", a.Code, *a)
		}
		if c, ok := CityByCode(a.CityCode); !ok || !slices.Contains(c.Airports, a) {
			t.Errorf("%s is not an airport of its city %s", a.Code, a.CityCode)
		}
		_, seconds := time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC).In(Zone(a.Zone)).Zone()
		apart := math.Abs(float64(seconds)/3600 - a.Lon/15)
		if apart = min(apart, 24-apart); apart > 3.6 || a.Lat == 0 { // western China is furthest from its solar time
			t.Errorf("%s in %s lies %.1f hours off its clock, %s", a.Code, a.City, apart, a.Zone)
		}
	}
	for _, c := range Cities() {
		if same, _ := CityByCode(c.Code); same != c {
			t.Errorf("%s is the code of two cities", c.Code)
		}
		if len(c.Code) != 3 || c.Name == "" || len(c.Country) != 2 || c.Region == "" || len(c.Airports) == 0 || Zone(c.Zone) == nil {
			t.Errorf("%s lacks something: %+v", c.Code, *c)
		}
		for _, a := range c.Airports {
			if km := Distance(a.Lat, a.Lon, c.Lat, c.Lon); km > 130 {
				t.Errorf("%s lies %.0f km from its city %s", a.Code, km, c.Code)
			}
		}
	}
}

func TestEnds(t *testing.T) {
	for code, want := range map[string]string{
		"LON": "LHR LGW STN LTN LCY SEN", "NYC": "JFK EWR LGA", "TYO": "HND NRT", "PAR": "CDG ORY BVA", "MIL": "MXP LIN BGY",
		"SHA": "SHA", // an airport takes precedence, although Shanghai has the same code
		"DXB": "DXB", "LHR": "LHR", "XXX": "", "lon": "", "": "",
	} {
		ends, ok := Ends(code)
		var got []string
		for _, a := range ends {
			got = append(got, a.Code)
		}
		if ok != (want != "") || strings.Join(got, " ") != want {
			t.Errorf("Ends(%q): %v, %v, want %s", code, got, ok, want)
		}
	}
	if c, _ := CityByCode("DXB"); len(c.Airports) != 2 {
		t.Errorf("the city of a shared code has %d airports", len(c.Airports))
	}
}

func TestCarriersAndTheirPartsAreKnown(t *testing.T) {
	known := func(code string) bool { _, ok := AirlineByCode(code); return ok }
	if len(Airlines()) < 150 {
		t.Errorf("%d airlines", len(Airlines()))
	}
	for _, a := range Airlines() {
		if same, _ := AirlineByCode(a.Code); same != a {
			t.Errorf("%s is the code of two airlines", a.Code)
		}
		if _, ok := CountryByCode(a.Country); a.Name == "" || a.Kind == 0 || !ok && a.Country != "XK" {
			t.Errorf("%+v lacks something", a)
		}
		if !slices.Contains([]string{"", "STAR", "ONEWORLD", "SKYTEAM"}, a.Alliance) {
			t.Errorf("%s is of the unknown alliance %s", a.Code, a.Alliance)
		}
		if a.Kind != Ground && (len(a.Bases) == 0 || len(a.Fleet) == 0) || slices.Contains(a.Fleet, nil) {
			t.Errorf("%s has no base, no fleet or an unknown type", a.Code)
		}
		for _, b := range a.Bases {
			if _, ok := AirportByCode(b.Airport); !ok || b.SoldBy != "" && !known(b.SoldBy) || b.Weight < 1 || b.Weight > 10 {
				t.Errorf("%s has the base %+v", a.Code, b)
			}
		}
		for _, v := range a.Fleet {
			if v.Body == 0 || v.Seats < 1 || v.Range < 100 || v.Cruise < 50 || v.Economy == "" || v.Since < 1950 {
				t.Errorf("%+v is implausible", v)
			}
		}
		for _, partner := range a.Partners {
			if !known(partner) {
				t.Errorf("%s has the unknown partner %s", a.Code, partner)
			}
		}
	}
}

func TestGroundLinksLeadToPlacesAndAreSoldByKnownCarriers(t *testing.T) {
	at := map[string][2]float64{}
	for _, a := range Airports() {
		at[a.Code] = [2]float64{a.Lat, a.Lon}
	}
	for _, s := range Stations() {
		city, ok := CityByCode(s.CityCode)
		_, taken := CityByCode(s.Code)
		if _, twice := at[s.Code]; !ok || taken || twice || Distance(s.Lat, s.Lon, city.Lat, city.Lon) > 40 || s.Body < TrainBody {
			t.Errorf("station %s has no city near it, or the code of another place", s.Code)
		}
		at[s.Code] = [2]float64{s.Lat, s.Lon}
	}
	for _, l := range GroundLinks() {
		for _, code := range append([]string{l.Operator}, l.SoldBy...) {
			if _, ok := AirlineByCode(code); !ok {
				t.Errorf("the link %s-%s is sold by the unknown %s", l.From, l.To, code)
			}
		}
		a, from := at[l.From]
		b, to := at[l.To]
		speed := Distance(a[0], a[1], b[0], b[1]) / float64(l.Minutes) * 60
		if fastest := map[Body]float64{TrainBody: 270, BusBody: 90}[l.Body]; !from || !to || speed < 15 || speed > fastest {
			t.Errorf("the link %s-%s leads nowhere or runs at %.0f km/h", l.From, l.To, speed)
		}
		if last := l.Number + 2*l.Daily + 100*(len(l.SoldBy)-1); last > 9999 {
			t.Errorf("the link %s-%s has numbers up to %d", l.From, l.To, last)
		}
	}
}

func TestAmountsAreRoundedToTheMinorUnit(t *testing.T) {
	for _, c := range currencies() {
		if len(c.Code) != 3 || c.PerUSD <= 0 || c.Digits < 0 || c.Digits > 3 || c.Name == "" {
			t.Errorf("unusable: %+v", c)
		}
	}
	for _, c := range []struct {
		code    string
		x, want float64
	}{{"USD", 12.345, 12.35}, {"JPY", 1234.5, 1235}, {"KWD", 0.30749, 0.307}, {"JPY", -2.5, -3}} {
		cur, _ := CurrencyByCode(c.code)
		if got := cur.Round(c.x); got != c.want {
			t.Errorf("%s: Round(%v) = %v, want %v", c.code, c.x, got, c.want)
		}
	}
}

func TestNamesFollowTheLocaleAndFallBackToEnglish(t *testing.T) {
	for _, c := range []struct{ city, country, locale, wantCity, wantCountry string }{
		{"LON", "GB", "", "London", "United Kingdom"},
		{"LON", "GB", "fr-CA", "Londres", "Royaume-Uni"},
		{"TYO", "JP", "zh-TW", "東京", "日本"},
		{"TYO", "JP", "zh", "东京", "日本"},
		{"MOW", "MK", "sr-Latn", "Moskva", "Severna Makedonija"},
		{"TYO", "CZ", "pt-PT", "Tóquio", "Chéquia"},
		{"VIE", "AT", "no", "Wien", "Østerrike"},
		{"LON", "GB", "fr-\x00-\xff", "London", "United Kingdom"},
		{"LON", "ZZ", "fr", "Londres", "ZZ"},
	} {
		city, _ := CityByCode(c.city)
		got := []string{CityName(city, c.locale), CountryName(c.country, c.locale)}
		if diff := cmp.Diff([]string{c.wantCity, c.wantCountry}, got); diff != "" {
			t.Errorf("%s, %s in %q (-want +got):\n%s", c.city, c.country, c.locale, diff)
		}
	}
	for tag, want := range map[string]string{
		"zh-HK": "zh-Hant", "pt-AO": "pt-PT", "iw": "he", "tl": "fil", "es-419": "es", "": "en", "tlh": "en", "nn": "nb",
	} {
		if got := gazetteer.Locale(tag); got != want {
			t.Errorf("%q is served by %s, want %s", tag, got, want)
		}
	}
	if n := len(gazetteer.Locales()); n < 40 {
		t.Errorf("%d locales", n)
	}
}

// tools/datagen folds them, so that the index does not have to.
func TestOtherNamesAreFoldedAndNoneIsThereTwice(t *testing.T) {
	for _, c := range slices.Concat(Cities(), Towns()) {
		seen := map[string]bool{}
		for _, name := range append([]string{c.Name}, gazetteer.LocalNames(c.Code)...) {
			seen[words.Fold(name)] = true
		}
		for name := range strings.SplitSeq(gazetteer.Aliases(c.Code), gazetteer.Separator) {
			if words.Fold(name) != name || seen[name] && name != "" {
				t.Errorf("%s: %q folds to %q, or is there twice", c.Name, name, words.Fold(name))
			}
			seen[name] = true
		}
	}
}
