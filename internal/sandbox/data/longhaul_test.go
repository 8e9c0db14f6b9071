package data

import (
	"slices"
	"testing"
)

// Every service of the table is one that can be flown, by a carrier that is at home at one end.
func TestLongHaulServicesCanBeFlown(t *testing.T) {
	type id struct{ carrier, one, other string }
	seen := map[id]bool{}
	carriers, exceptions := map[string]bool{}, 0
	for _, s := range LongHauls() {
		from, known := Load().Airport(s.From)
		to, also := Load().Airport(s.To)
		if !known || !also {
			t.Errorf("%s %s-%s: no such airport", s.Airline.Code, s.From, s.To)
			continue
		}
		km := Distance(from.Lat, from.Lon, to.Lat, to.Lon)
		if km < LongHaulKm && !s.Exception {
			t.Errorf("%s %s-%s is of %.0f km and belongs to the drawn network", s.Airline.Code, s.From, s.To, km)
		}
		if km > reach(s.Airline) {
			t.Errorf("%s %s-%s: no type of the carrier reaches over %.0f km", s.Airline.Code, s.From, s.To, km)
		}
		if !s.Exception && !atHome(s.Airline, from) {
			t.Errorf("%s %s-%s: %s is neither a base of the carrier nor in its country", s.Airline.Code, s.From, s.To, s.From)
		}
		if s.Largest && !slices.ContainsFunc(s.Airline.Fleet, func(v *Aircraft) bool { return v.Code == "388" }) {
			t.Errorf("%s %s-%s: the carrier has no A380", s.Airline.Code, s.From, s.To)
		}
		way := id{s.Airline.Code, min(s.From, s.To), max(s.From, s.To)}
		if seen[way] {
			t.Errorf("%s %s-%s stands twice", s.Airline.Code, s.From, s.To)
		}
		seen[way], carriers[s.Airline.Code] = true, true
		if s.Exception {
			exceptions++
		}
	}
	t.Logf("%d services of %d carriers, %d of them exceptions", len(seen), len(carriers), exceptions)
	if len(seen) < 3000 || len(carriers) < 150 || exceptions > 120 {
		t.Errorf("%d services of %d carriers with %d exceptions", len(seen), len(carriers), exceptions)
	}
}

// reach is how far the carrier's fleet flies, in kilometres.
func reach(a *Airline) float64 {
	return slices.MaxFunc(a.Fleet, func(x, y *Aircraft) int { return int(x.Range - y.Range) }).Range
}

func atHome(a *Airline, p *Airport) bool {
	return a.Country == p.Country || slices.ContainsFunc(a.Bases, func(b Base) bool { return b.Airport == p.Code })
}

func TestLongHaulIsReadAsItIsWritten(t *testing.T) {
	got := parseLongHaul("only SQ VS\n# a comment\nEK DXB: LHR42A NCE5s PER\n+SQ FRA: JFKw\n")
	emirates, _ := AirlineByCode("EK")
	singapore, _ := AirlineByCode("SQ")
	want := []LongHaul{
		{Airline: emirates, From: "DXB", To: "LHR", Weekly: 42, Largest: true},
		{Airline: emirates, From: "DXB", To: "NCE", Weekly: 5, Part: SummerOnly},
		{Airline: emirates, From: "DXB", To: "PER", Weekly: 7},
		{Airline: singapore, From: "FRA", To: "JFK", Weekly: 7, Part: WinterOnly, Exception: true},
	}
	if !slices.Equal(got.services, want) || !slices.Equal(got.only, []string{"SQ", "VS"}) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
