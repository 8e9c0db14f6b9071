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
	stations := map[string]bool{}
	for _, s := range Stations() {
		stations[s.Code] = true
		if _, ok := Load().City(s.CityCode); !ok {
			t.Errorf("station %s is in the unknown city %s", s.Code, s.CityCode)
		}
		Load().Zone(s.Zone)
	}
	for _, l := range GroundLinks() {
		for _, code := range []string{l.From, l.To} {
			if _, ok := Load().Airport(code); !ok && !stations[code] {
				t.Errorf("a link leads to the unknown place %s", code)
			}
		}
		for _, code := range append([]string{l.Operator}, l.SoldBy...) {
			if _, ok := AirlineByCode(code); !ok {
				t.Errorf("the link %s-%s is sold by the unknown %s", l.From, l.To, code)
			}
		}
	}
}
