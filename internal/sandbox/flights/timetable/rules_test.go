package timetable

import (
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/data"
)

// A code that nobody knows would make a rule silent.
func TestRulesNameWhatExists(t *testing.T) {
	g := newTable(t).graph()
	airports := func(codes string) {
		for code := range strings.FieldsSeq(codes) {
			carrier, airport, alone := strings.Cut(code, ":")
			if !alone {
				airport = carrier
			} else if _, ok := data.AirlineByCode(carrier); !ok {
				t.Errorf("no carrier %s", carrier)
			}
			if len(g.placesOf(airport)) == 0 {
				t.Errorf("no airport or city %s", airport)
			}
		}
	}
	carriers := func(codes string) {
		for code := range strings.FieldsSeq(codes) {
			if _, ok := data.AirlineByCode(code); !ok {
				t.Errorf("no carrier %s", code)
			}
		}
	}
	lands := func(words string) {
		for _, code := range expand(words) {
			if countries()[code] == nil {
				t.Errorf("no country %s", code)
			}
		}
	}
	mixed := func(words string) {
		land, air := splitPlaces(words)
		lands(land)
		airports(strings.Join(air, " "))
	}
	nothing := func(string) {}
	checks := map[string][]func(string){
		"market": {nothing, lands}, "licence": {carriers, lands}, "lowcost": {airports, carriers},
		"avoid": {carriers, airports}, "perimeter": {airports, nothing, airports}, "abroad": {airports, mixed},
		"closed": {lands, lands}, "barred": {carriers, lands}, "ground": {airports, airports}, "hop": {airports},
		"lifeline": {carriers, airports, airports, nothing},
	}
	for word, cells := range checks {
		if len(data.Rules(word)) == 0 {
			t.Errorf("no rule of %s", word)
		}
		for _, row := range data.Rules(word) {
			for i, check := range cells {
				check(row[i])
			}
		}
	}
}

// What a place lives by is flown in every world, each way, by an aircraft that
// reaches, and under no rule that forbids it.
func TestLifelinesAreFlownWhateverTheSeed(t *testing.T) {
	for seed := uint64(1); seed <= 5; seed++ {
		table := New(data.Load(), seed)
		for _, row := range data.Rules("lifeline") {
			from, to := place(t, table, row[1]), place(t, table, row[2])
			for _, way := range []pair{{from, to}, {to, from}} {
				flights := table.Route(way.from, way.to)
				i := slices.IndexFunc(flights, func(f *Flight) bool { return f.Operator.Code == row[0] })
				if i < 0 {
					t.Errorf("seed %d: %s does not fly %s-%s: %s", seed, row[0], way.from.Code, way.to.Code, row[4])
				} else {
					checkFlight(t, flights[i])
				}
			}
		}
	}
}

// The rules hold on every service of the world, those that keep a place alive
// among them.
func TestNoServiceBreaksARule(t *testing.T) {
	table := newTable(t)
	checked := 0
	for _, p := range table.graph().places {
		if p.Station != 0 {
			continue
		}
		for _, l := range table.spokes(p) {
			checked++
			if l.first > 0 {
				continue // long services are facts, fifth freedoms among them
			}
			if !l.base.allowed(p, l.distance) {
				t.Errorf("%s may not fly %s-%s", l.base.airline.Code, l.base.place.Code, p.Code)
			}
		}
	}
	if checked < 10_000 {
		t.Errorf("only %d services were checked", checked)
	}
}
