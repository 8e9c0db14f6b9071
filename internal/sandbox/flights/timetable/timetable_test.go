package timetable

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
)

func newTable(t testing.TB) *Timetable {
	t.Helper()
	return New(data.Load(), 1)
}

func place(t testing.TB, table *Timetable, code string) *Place {
	t.Helper()
	p, ok := table.Place(code)
	if !ok {
		t.Fatalf("no place %s", code)
	}
	return p
}

func TestEveryAirportCanBeLeftEveryDayForAHub(t *testing.T) {
	table := newTable(t)
	first := DayOf(time.Date(2026, time.December, 21, 0, 0, 0, 0, time.UTC))
	for i, p := range table.graph().places {
		if p.Station != 0 || p.land.closed[p.land.number] || testing.Short() && i%10 > 0 {
			continue
		}
		for day := first; day < first+7; day++ {
			leaves := slices.ContainsFunc(table.Served(p), func(h *Place) bool {
				return slices.ContainsFunc(table.Route(p, h), func(f *Flight) bool { return f.Runs(day) })
			})
			if !leaves {
				t.Errorf("%s (%s, %s) cannot be left on %s", p.Code, p.City, p.Country, day)
				break
			}
		}
	}
}

// Facts that a frequent flyer would look for first.
func TestWellKnownRoutes(t *testing.T) {
	table := newTable(t)
	for _, tt := range []struct {
		from, to string
		carriers []string // that must fly it nonstop; empty: no one can
	}{
		{"DXB", "LHR", []string{"EK", "BA"}},
		{"LHR", "JFK", []string{"BA", "AA", "VS"}},
		{"SYD", "MEL", []string{"QF", "VA", "JQ"}},
		{"FRA", "SIN", []string{"LH", "SQ"}},
		{"HND", "CTS", []string{"NH", "JL"}},
		{"DEL", "BOM", []string{"AI", "6E"}},
		{"SYD", "LHR", nil},
		{"AKL", "LHR", nil},
		{"GRU", "NRT", nil},
	} {
		var fly []string
		for _, f := range table.Route(place(t, table, tt.from), place(t, table, tt.to)) {
			if !slices.Contains(fly, f.Operator.Code) {
				fly = append(fly, f.Operator.Code)
			}
		}
		if len(tt.carriers) == 0 && len(fly) > 0 {
			t.Errorf("%s-%s is flown nonstop by %v", tt.from, tt.to, fly)
		}
		for _, code := range tt.carriers {
			if !slices.Contains(fly, code) {
				t.Errorf("%s-%s is flown by %v, not by %s", tt.from, tt.to, fly, code)
			}
		}
	}
}

func TestFlightsObeyPhysicsAndTheirOwnRules(t *testing.T) {
	table := newTable(t)
	checked := 0
	hubs := table.Hubs()
	if testing.Short() {
		hubs = hubs[:len(hubs)/5]
	}
	for i, from := range hubs {
		for _, to := range table.Hubs()[i%7:] {
			if !table.Serves(from, to) {
				continue
			}
			seen := map[string]bool{}
			for _, f := range table.Route(from, to) {
				checked++
				checkFlight(t, f)
				for _, s := range f.Sold {
					number := fmt.Sprint(s.Airline.Code, s.Number)
					if seen[number] {
						t.Errorf("%s-%s has two flights %s", from.Code, to.Code, number)
					}
					seen[number] = true
				}
			}
		}
	}
	if checked < 100*len(hubs) {
		t.Errorf("only %d flights were checked", checked)
	}
}

func checkFlight(t *testing.T, f *Flight) {
	t.Helper()
	name := fmt.Sprintf("%s%d %s-%s", f.Sold[0].Airline.Code, f.Sold[0].Number, f.From.Code, f.To.Code)
	if f.Km > f.Aircraft.Range && f.Km > 300 {
		t.Errorf("%s: %.0f km with an aircraft of %.0f km", name, f.Km, f.Aircraft.Range)
	}
	speed := f.Km / float64(f.Block) * 60
	if f.Km > 1000 && (speed < 0.5*f.Aircraft.Cruise || speed > 1.05*f.Aircraft.Cruise) {
		t.Errorf("%s: %.0f km in %d minutes", name, f.Km, f.Block)
	}
	if f.Departs < 0 || f.Departs > 1439 || f.Block < 10 || f.Days == 0 || f.Days > Daily {
		t.Errorf("%s: departs %d, block %d, days %b", name, f.Departs, f.Block, f.Days)
	}
	for _, s := range f.Sold {
		if s.Number < 1 || s.Number > 9999 {
			t.Errorf("%s: number %d", name, s.Number)
		}
		if s.Airline != f.Sold[0].Airline && !Partners(s.Airline, f.Sold[0].Airline) {
			t.Errorf("%s: sold by %s, which is not a named partner", name, s.Airline.Code)
		}
	}
}

func TestTheWestWindHelpsOneWay(t *testing.T) {
	table := newTable(t)
	jet, _ := data.AircraftByCode("77W")
	prop, _ := data.AircraftByCode("AT7")
	for _, tt := range []struct {
		west, east string
		v          *data.Aircraft
		least      int // minutes that the way east is shorter by
		most       int
	}{
		{"JFK", "LHR", jet, 20, 60}, {"LAX", "JFK", jet, 15, 60}, {"NRT", "SFO", jet, 20, 80},
		{"SIN", "KUL", jet, 0, 0}, {"LIM", "GRU", jet, 0, 15}, {"ORY", "LYS", prop, 0, 0},
	} {
		west, east := place(t, table, tt.west), place(t, table, tt.east)
		gain := blockMinutes(east, west, tt.v) - blockMinutes(west, east, tt.v)
		if gain < tt.least || gain > tt.most {
			t.Errorf("%s to %s is %d minutes shorter than back", tt.west, tt.east, gain)
		}
	}
}

func TestNobodyFliesWhereTheSkyIsClosed(t *testing.T) {
	table := newTable(t)
	for _, pair := range [][2]string{{"SVO", "LHR"}, {"SVO", "JFK"}, {"DEL", "LHE"}, {"TLV", "DOH"}, {"IKA", "JFK"}, {"EVN", "GYD"}, {"KBP", "LWO"}} {
		if table.Serves(place(t, table, pair[0]), place(t, table, pair[1])) {
			t.Errorf("%s-%s is served", pair[0], pair[1])
		}
	}
}

func TestTheTimetableDependsOnItsSeedAlone(t *testing.T) {
	numbers := func(seed uint64, warm string) []string {
		table := New(data.Load(), seed)
		if warm != "" {
			table.Served(place(t, table, warm))
		}
		var all []string
		for _, f := range table.Route(place(t, table, "CDG"), place(t, table, "FCO")) {
			all = append(all, fmt.Sprint(f.Sold[0].Airline.Code, f.Sold[0].Number, f.Departs, f.Aircraft.Code, f.Days))
		}
		return all
	}
	if diff := cmp.Diff(numbers(1, ""), numbers(1, "SYD")); diff != "" {
		t.Errorf("what was asked before changes a route:\n%s", diff)
	}
	if cmp.Equal(numbers(1, ""), numbers(2, "")) {
		t.Error("two seeds draw the same route")
	}
}

func TestTheWayBackBearsTheNextNumber(t *testing.T) {
	table := newTable(t)
	dxb, lhr := place(t, table, "DXB"), place(t, table, "LHR")
	numbers := func(from, to *Place) map[int]bool {
		all := map[int]bool{}
		for _, f := range table.Route(from, to) {
			if f.Operator.Code == "EK" {
				all[f.Sold[0].Number] = true
			}
		}
		return all
	}
	out, back := numbers(dxb, lhr), numbers(lhr, dxb)
	for n := range out {
		if n%2 == 0 || !back[n+1] {
			t.Errorf("EK%d goes out and EK%d does not come back", n, n+1)
		}
	}
}

func TestTrainsAndBusesRunBothWays(t *testing.T) {
	table := newTable(t)
	for _, tt := range []struct {
		from, to string
		body     data.Body
	}{{"XPG", "QQS", data.TrainBody}, {"QQS", "XPG", data.TrainBody}, {"FRA", "CGN", data.TrainBody}, {"DXB", "AUH", data.BusBody}} {
		rides := 0
		for _, f := range table.Route(place(t, table, tt.from), place(t, table, tt.to)) {
			if f.Aircraft.Body == tt.body {
				rides++
			}
		}
		if rides < 5 {
			t.Errorf("%s-%s has %d rides", tt.from, tt.to, rides)
		}
	}
}

func TestACitySearchMayEndAtAStation(t *testing.T) {
	table := newTable(t)
	codes := func(code string) []string {
		var all []string
		for _, p := range table.Ends(code) {
			all = append(all, p.Code)
		}
		return all
	}
	if got := codes("LON"); !slices.Contains(got, "LHR") || !slices.Contains(got, "QQS") {
		t.Errorf("LON ends at %v", got)
	}
	if diff := cmp.Diff([]string{"LHR"}, codes("LHR")); diff != "" {
		t.Errorf("LHR:\n%s", diff)
	}
	if got := codes("ZZZ"); got != nil {
		t.Errorf("ZZZ ends at %v", got)
	}
}

func BenchmarkHubGraph(b *testing.B) {
	data.Load()
	for b.Loop() {
		table := New(data.Load(), 1)
		p, _ := table.Place("DXB")
		table.Served(p)
	}
}
