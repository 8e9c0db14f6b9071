package data

import (
	"slices"
	"testing"
)

func TestAirlinesAndTheirPartsAreKnown(t *testing.T) {
	if len(Airlines()) < 150 {
		t.Errorf("%d airlines", len(Airlines()))
	}
	for _, a := range Airlines() {
		if len(a.Code) != 2 || a.Name == "" || len(a.Country) != 2 {
			t.Errorf("%+v lacks something", a)
		}
		if _, ok := Load().Country(a.Country); !ok && a.Country != "XK" {
			t.Errorf("%s is of the unknown country %s", a.Code, a.Country)
		}
		if !slices.Contains([]string{"", "STAR", "ONEWORLD", "SKYTEAM"}, a.Alliance) {
			t.Errorf("%s is of the unknown alliance %s", a.Code, a.Alliance)
		}
		for _, partner := range a.Partners {
			if _, ok := AirlineByCode(partner); !ok {
				t.Errorf("%s has the unknown partner %s", a.Code, partner)
			}
		}
		if a.Kind != Ground && (len(a.Bases) == 0 || len(a.Fleet) == 0) {
			t.Errorf("%s has no base or no fleet", a.Code)
		}
		checkBases(t, a)
	}
}

func checkBases(t *testing.T, a *Airline) {
	t.Helper()
	for _, b := range a.Bases {
		if _, ok := Load().Airport(b.Airport); !ok {
			t.Errorf("%s has the unknown base %s", a.Code, b.Airport)
		}
		if _, ok := AirlineByCode(b.SoldBy); b.SoldBy != "" && !ok {
			t.Errorf("%s flies from %s for the unknown %s", a.Code, b.Airport, b.SoldBy)
		}
	}
}

func TestTwoAircraftCodesMayShareAName(t *testing.T) {
	codes := map[string][]string{}
	for _, v := range aircraft() {
		codes[v.Name] = append(codes[v.Name], v.Code)
		if v.Seats < 1 || v.Range < 100 || v.Cruise < 50 || v.Economy == "" || v.Since < 1950 {
			t.Errorf("%+v is implausible", v)
		}
	}
	if got := codes["Airbus A320"]; len(got) != 2 {
		t.Errorf("Airbus A320 has the codes %v", got)
	}
}

func TestGroundLinksLeadToPlacesAndAreSoldByKnownCarriers(t *testing.T) {
	at := map[string][2]float64{}
	for _, s := range Stations() {
		city, ok := Load().City(s.CityCode)
		if !ok {
			t.Errorf("station %s is in the unknown city %s", s.Code, s.CityCode)
			continue
		}
		if km := Distance(s.Lat, s.Lon, city.Lat, city.Lon); km > 40 {
			t.Errorf("station %s lies %.0f km from its city", s.Code, km)
		}
		_, airport := Load().Airport(s.Code)
		_, named := Load().City(s.Code)
		if _, twice := at[s.Code]; twice || airport || named || len(s.Code) != 3 {
			t.Errorf("station %s has the code of another place", s.Code)
		}
		at[s.Code] = [2]float64{s.Lat, s.Lon}
	}
	seen := map[[2]string]bool{}
	for _, l := range GroundLinks() {
		for _, code := range []string{l.From, l.To} {
			a, airport := Load().Airport(code)
			if _, ok := at[code]; !ok && !airport {
				t.Errorf("a link leads to the unknown place %s", code)
			} else if airport {
				at[code] = [2]float64{a.Lat, a.Lon}
			}
		}
		for _, code := range append([]string{l.Operator}, l.SoldBy...) {
			if _, ok := AirlineByCode(code); !ok {
				t.Errorf("the link %s-%s is sold by the unknown %s", l.From, l.To, code)
			}
		}
		a, b := at[l.From], at[l.To]
		speed := Distance(a[0], a[1], b[0], b[1]) / float64(l.Minutes) * 60
		if fastest := map[Body]float64{TrainBody: 270, BusBody: 90}[l.Body]; speed < 15 || speed > fastest {
			t.Errorf("the link %s-%s runs at %.0f km/h", l.From, l.To, speed)
		}
		if pair := [2]string{l.From, l.To}; seen[pair] || seen[[2]string{l.To, l.From}] {
			t.Errorf("the link %s-%s twice", l.From, l.To)
		} else {
			seen[pair] = true
		}
		if last := l.Number + 2*l.Daily + 100*(len(l.SoldBy)-1); last > 9999 {
			t.Errorf("the link %s-%s has numbers up to %d", l.From, l.To, last)
		}
	}
}
