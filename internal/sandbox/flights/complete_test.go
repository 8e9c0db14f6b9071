package flights

import (
	"math/rand/v2"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// reach is an independent search: it walks the timetable flight by flight and
// knows nothing of how the planner chooses. It tells whether at most two legal
// changes lead from one airport to another.
type reach struct {
	clocks *planner.Clocks
	from   *timetable.Place
	to     *timetable.Place
}

func (r reach) found(day timetable.Day) bool {
	for _, first := range r.leaving(r.from, day) {
		if first.To == r.to {
			return true
		}
		if r.onward(first, 2) {
			return true
		}
	}
	return false
}

// leaving is every flight of a day from a place to the destination or a hub.
func (r reach) leaving(p *timetable.Place, day timetable.Day) []planner.Ride {
	var all []planner.Ride
	for _, to := range append(shared().table.Hubs(), r.to) {
		if to != r.to && (to.CityCode == r.from.CityCode || to.CityCode == r.to.CityCode) {
			continue
		}
		for _, f := range shared().table.Route(p, to) {
			if f.Runs(day) {
				leave := exactly(p, day, f.Departs)
				all = append(all, planner.Ride{Flight: f, Day: day, Leave: leave, Land: leave + int64(f.Block)})
			}
		}
	}
	return all
}

// exactly is the minutes since 1970 of a local minute of a day.
func exactly(p *timetable.Place, day timetable.Day, minute int) int64 {
	date := day.Date()
	return time.Date(date.Year(), date.Month(), date.Day(), 0, minute, 0, 0, shared().table.Zone(p)).Unix() / 60
}

func (r reach) onward(in planner.Ride, changes int) bool {
	p := in.To
	day := timetable.DayOf(r.clocks.Local(p, in.Land))
	for d := day; d <= day+1; d++ {
		if changes == 1 || r.direct(in, d) {
			if r.direct(in, d) {
				return true
			}
			continue
		}
		for _, out := range r.leaving(p, d) {
			wait := out.Leave - in.Land
			if out.To.CityCode == p.CityCode || wait > 24*60 || wait < int64(planner.ChangeTime(in.Flight, out.Flight)) {
				continue
			}
			if r.onward(out, changes-1) {
				return true
			}
		}
	}
	return false
}

// direct tells whether a traveler who lands with in can fly on to the
// destination on a day.
func (r reach) direct(in planner.Ride, day timetable.Day) bool {
	for _, f := range shared().table.Route(in.To, r.to) {
		if !f.Runs(day) {
			continue
		}
		wait := exactly(in.To, day, f.Departs) - in.Land
		if wait <= 24*60 && wait >= int64(planner.ChangeTime(in.Flight, f)) {
			return true
		}
	}
	return false
}

func TestASearchFindsATripWheneverTwoLegalChangesLeadThere(t *testing.T) {
	airports := data.Load().Airports()
	random := rand.New(rand.NewPCG(3, 5))
	found, missed := 0, 0
	pairs := 150
	if testing.Short() {
		pairs = 30
	}
	for range pairs {
		from, to := airports[random.IntN(len(airports))], airports[random.IntN(len(airports))]
		if from.CityCode == to.CityCode {
			continue
		}
		q := asked(from.Code+"-"+to.Code, "")
		table := shared().table
		a, _ := table.Place(from.Code)
		b, _ := table.Place(to.Code)
		day, err := timetable.ParseDay(q.Out)
		if err != nil {
			t.Fatal(err)
		}
		want := reach{clocks: planner.NewClocks(table), from: a, to: b}.found(day)
		got := len(shared().search(q).Trips) > 0
		if got != want {
			t.Errorf("%s-%s: an independent walk finds a way: %v, the search: %v", from.Code, to.Code, want, got)
		}
		if want {
			found++
		} else {
			missed++
		}
	}
	if found < pairs/4 || missed < pairs/15 {
		t.Errorf("%d pairs with a way and %d without test little", found, missed)
	}
}

// When only a wait of more than half a day makes a connection, it is offered
// before a second change is.
func TestALongWaitIsTakenWhenNothingElseConnects(t *testing.T) {
	airports := data.Load().Airports()
	random := rand.New(rand.NewPCG(11, 12))
	for range 3000 {
		s := shared().search(asked(airports[random.IntN(len(airports))].Code+"-"+airports[random.IntN(len(airports))].Code, ""))
		if len(s.Trips) > 0 && s.Trips[0].Stops == 1 && s.Trips[0].Legs[0].Waiting > 12*60 {
			return
		}
	}
	t.Error("of 3000 random pairs none connects by a long wait alone")
}

// Whatever is asked, a search answers and its trips are consistent.
func TestAnyTwoAirportsAnyDay(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine asks: a race would show in a smaller test")
	}
	airports := data.Load().Airports()
	random := rand.New(rand.NewPCG(7, 9))
	found := 0
	for i := range 300 {
		q := asked(airports[random.IntN(len(airports))].Code+"-"+airports[random.IntN(len(airports))].Code, "")
		day := timetable.DayOf(created) + timetable.Day(random.IntN(365))
		q.Out = day.String()
		if i%3 == 0 {
			q.Back = (day + timetable.Day(random.IntN(20))).String()
		}
		q.Cabin = []string{"economy", "premium_economy", "business", "first"}[i%4]
		s := shared().search(q)
		if len(s.Trips) > 0 {
			found++
		}
		for _, trip := range s.Trips {
			checkTrip(t, q, trip)
		}
	}
	if found < 150 {
		t.Errorf("only %d of 300 random pairs have trips", found)
	}
}

func checkTrip(t *testing.T, q Query, trip *market.Trip) {
	t.Helper()
	if len(trip.Legs) == 2 && trip.Legs[1].First().Leave < trip.Legs[0].Last().Land {
		t.Errorf("%s-%s %s: back before it has arrived", q.From, q.To, trip.Code)
	}
	for _, leg := range trip.Legs {
		if leg.Stops() > 2 || leg.Minutes <= 0 || leg.Fare <= 0 {
			t.Errorf("%s-%s %s: %d stops, %d minutes, %v USD", q.From, q.To, trip.Code, leg.Stops(), leg.Minutes, leg.Fare)
		}
		for i, r := range leg.Rides[1:] {
			in := leg.Rides[i]
			wait := r.Leave - in.Land
			if in.To != r.From || wait < int64(planner.ChangeTime(in.Flight, r.Flight)) || wait > 24*60 {
				t.Errorf("%s-%s %s: no change from %s to %s in %d minutes", q.From, q.To, trip.Code, in.To.Code, r.From.Code, wait)
			}
		}
	}
	if len(trip.Offers) == 0 || trip.Offers[0].Usd <= 0 {
		t.Errorf("%s-%s %s: offers %v", q.From, q.To, trip.Code, trip.Offers)
	}
}
