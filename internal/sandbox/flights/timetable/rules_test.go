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
		"avoid": {carriers, airports}, "strip": {airports, nothing}, "perimeter": {airports, nothing, airports}, "abroad": {airports, mixed},
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

// A carrier with two bases flies between them from the higher one. A lifeline that began at the
// other would be flown twice.
func TestLifelinesBeginAtTheHigherBase(t *testing.T) {
	table := New(data.Load(), 1)
	for _, row := range data.Rules("lifeline") {
		from, to := place(t, table, row[1]), place(t, table, row[2])
		for _, b := range table.graph().bases {
			if rank, ok := b.network[from]; ok && b.airline.Code == row[0] && b.place == to && rank > b.rank {
				t.Errorf("%s %s-%s begins at the lower base", row[0], row[1], row[2])
			}
		}
	}
}

// What flies into a short runway, over more than 4,500 km or between two places far from home.
func TestTypesThatTravelersWouldNotBelieve(t *testing.T) {
	for seed := uint64(1); seed <= 3; seed++ {
		table := New(data.Load(), seed)
		for _, row := range data.Rules("strip") {
			p := place(t, table, row[0])
			for _, other := range table.Served(p) {
				for _, f := range table.Route(p, other) {
					if f.Aircraft.Seats > p.gate.seats {
						t.Errorf("seed %d: a %s from %s: %s", seed, f.Aircraft.Name, p.Code, row[2])
					}
				}
			}
		}
		for _, c := range [][3]string{
			{"AF", "CDG", "RUH"}, {"BA", "LHR", "JED"}, {"LX", "ZRH", "DXB"}, {"SV", "JED", "LHR"}, // far
			{"SQ", "JNB", "CPT"}, {"TK", "MEX", "CUN"}, {"ET", "KUL", "SIN"}, {"KL", "AUA", "BON"}, {"LA", "AKL", "SYD"}, // flown on
		} {
			for _, f := range table.Route(place(t, table, c[1]), place(t, table, c[2])) {
				if f.Operator.Code == c[0] && f.Aircraft.Body != data.WideBody {
					t.Errorf("seed %d: %s flies %s-%s with a %s", seed, c[0], c[1], c[2], f.Aircraft.Name)
				}
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
	if testing.Short() {
		t.Skip("one goroutine asks: a race would show in a smaller test")
	}
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
