package flights

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/need"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// The rules of this file and its neighbours are checked over random searches:
// a seed draws routes, days, parties and moments. Of each search every
// card and every planned flight is looked at, three trips are opened, and the
// filters and orders take turns, so that each is met a hundred times and more.

// drawn is a random search, read at its end and at a moment before.
type drawn struct {
	n      int
	query  Query
	rng    *rand.Rand
	early  time.Time       // while sellers may still answer
	cards  []wire.TripCard // settled, best first
	search *held
}

// How many searches are between two of the largest airports, with hundreds of
// trips, and how many ends of the others are large airports.
const (
	greatPairs = 0.2
	largeEnds  = 0.6
	great      = 30 // millions of passengers a year
)

func draw(n int) *drawn {
	d := &drawn{n: n, rng: rand.New(rand.NewPCG(20261121, uint64(n)))}
	all := data.Load().Airports()
	pair := d.rng.Float64() < greatPairs
	pick := func() string {
		large, city := d.rng.Float64() < largeEnds, d.rng.Float64() < 0.2
		for {
			a := all[d.rng.IntN(len(all))]
			p, _ := shared().table.Place(a.Code)
			switch {
			case pair && p.Traffic < great, large && a.Size != data.LargeAirport:
				continue
			case city:
				return a.CityCode
			}
			return a.Code
		}
	}
	out := created.AddDate(0, 0, 1+d.rng.IntN(364))
	d.query = Query{
		ID: "S", From: pick(), To: pick(), Out: out.Format(time.DateOnly), Site: []string{"US", "DE", "IN"}[d.rng.IntN(3)],
		Cabin:  []string{"economy", "economy", "premium_economy", "business", "first"}[d.rng.IntN(5)],
		Adults: 1 + d.rng.IntN(4), Children: d.rng.IntN(3), Infants: d.rng.IntN(2), Created: created,
	}
	if d.rng.IntN(2) == 0 {
		d.query.Back = out.AddDate(0, 0, d.rng.IntN(30)).Format(time.DateOnly)
	}
	d.early = created.Add(time.Duration(900+d.rng.IntN(8000)) * time.Millisecond)
	d.cards = shared().Results(d.query, settled, dollars, everything).Results
	d.search = shared().search(d.query)
	return d
}

// label names a search in a failure.
func (d *drawn) label() string {
	return d.query.From + "-" + d.query.To + " " + d.query.Out + " " + d.query.Back + " in " + d.query.Cabin
}

// code is the trip code of a card.
func code(c wire.TripCard) string { return c.TripID[2:] }

// drawnSearches is how many random searches are checked: all of them by .ci/run proofs, fewer where
// other tests wait, and fewer still in a short run, since the race detector makes each tenfold slower.
func drawnSearches() int {
	if testing.Short() {
		return 60
	}
	return need.Count(250, 1000)
}

// everyDrawn runs a check over all searches, on every core.
func everyDrawn(check func(*drawn)) {
	var workers sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for n := range next {
				check(draw(n))
			}
		})
	}
	for n := range drawnSearches() {
		next <- n
	}
	close(next)
	workers.Wait()
}

func TestRandomSearchesKeepEveryRule(t *testing.T) {
	var mu sync.Mutex
	met := map[string]int{}
	everyDrawn(func(d *drawn) {
		d.clocks(t)
		d.opened(t)
		d.flown(t)
		d.led(t)
		names := d.filtered(t)
		names = append(names, d.counted(t)...)
		names = append(names, d.sorted(t))
		mu.Lock()
		defer mu.Unlock()
		met["searches"]++
		met["trips"] += len(d.cards)
		if len(d.cards) == 0 {
			met["without a trip"]++
			return
		}
		for _, name := range names {
			met[name]++
		}
	})
	t.Logf("%v", met)
	searches := drawnSearches()
	for _, name := range append(sortNames(), filterNames()...) {
		if met[name] < searches/20 {
			t.Errorf("%s was met %d times in %d searches", name, met[name], searches)
		}
	}
	if met["without a trip"]*3 > searches {
		t.Errorf("%d of %d searches hold no trip", met["without a trip"], searches)
	}
}

// clocks checks the cards' local times against the zones, and their sums against each
// other.
func (d *drawn) clocks(t *testing.T) {
	for _, c := range d.cards {
		minutes, stops := 0.0, 0.0
		var landed time.Time
		for i, leg := range c.Legs {
			from, to := d.local(t, leg.From, leg.DepartsAt), d.local(t, leg.To, leg.ArrivesAt)
			if got := to.Sub(from).Minutes(); got != leg.DurationMinutes {
				t.Errorf("%s: %s to %s is %v minutes, said %v", d.label(), leg.DepartsAt, leg.ArrivesAt, got, leg.DurationMinutes)
			}
			if want := []string{d.query.Out, d.query.Back}[i]; from.Format(time.DateOnly) != want {
				t.Errorf("%s: leg %d leaves on %s", d.label(), i+1, leg.DepartsAt)
			}
			if days := timetable.DayOf(to) - timetable.DayOf(from); float64(days) != leg.ArrivalDayOffset {
				t.Errorf("%s: %s to %s is %+d days, said %v", d.label(), leg.DepartsAt, leg.ArrivesAt, days, leg.ArrivalDayOffset)
			}
			if i > 0 && from.Before(landed.Add(time.Hour)) {
				t.Errorf("%s: lands at %v and leaves at %v", d.label(), landed, from)
			}
			landed = to
			minutes, stops = minutes+leg.DurationMinutes, max(stops, leg.Stops)
		}
		if minutes != c.DurationMinutes || stops != c.Stops || len(c.Legs) == 2 != (d.query.Back != "") {
			t.Errorf("%s: card of %v minutes, %v stops; its legs have %v, %v", d.label(), c.DurationMinutes, c.Stops, minutes, stops)
		}
	}
}

// local reads a time of a card, and wants its offset to be that of the place.
func (d *drawn) local(t *testing.T, place, stamp string) time.Time {
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		t.Errorf("%s: %v", d.label(), err)
	}
	p, ok := shared().table.Place(place)
	if !ok {
		t.Errorf("%s: no place %s", d.label(), place)
		return at
	}
	there := at.In(shared().table.Zone(p))
	if got := there.Format(offsetTime); got != stamp {
		t.Errorf("%s: %s is %s in %s", d.label(), stamp, got, p.Zone)
	}
	return there
}

// opened checks three trips of a search against their own segments.
func (d *drawn) opened(t *testing.T) {
	for range min(3, len(d.cards)) {
		c := d.cards[d.rng.IntN(len(d.cards))]
		trip, detail := open(t, d.query, c.TripID)
		checkLeg(t, c.Legs[0], trip.Outbound, detail.Legs[0])
		if len(c.Legs) > 1 {
			checkLeg(t, c.Legs[1], *trip.Return, detail.Legs[1])
		}
		for _, leg := range detail.Legs {
			sum := 0.0
			if leg.LayoverMinutes != nil {
				sum = *leg.LayoverMinutes
			}
			for i, s := range leg.Segments {
				leaves, lands := d.local(t, s.From.Code, s.DepartsAt), d.local(t, s.To.Code, s.ArrivesAt)
				sum += lands.Sub(leaves).Minutes()
				if lands.Sub(leaves).Minutes() != s.DurationMinutes || i > 0 && leaves.Before(d.local(t, s.From.Code, leg.Segments[i-1].ArrivesAt)) {
					t.Errorf("%s: segment %+v", d.label(), s)
				}
			}
			if sum != leg.DurationMinutes {
				t.Errorf("%s: segments and layovers make %v minutes, the leg %v", d.label(), sum, leg.DurationMinutes)
			}
		}
	}
}

// flown checks every flight of every trip against the timetable, and every
// change against the least and the longest wait.
func (d *drawn) flown(t *testing.T) {
	looked := map[*planner.Plan]bool{}
	for _, trip := range d.search.Trips {
		for _, leg := range trip.Legs {
			if looked[leg] {
				continue
			}
			looked[leg] = true
			for i, r := range leg.Rides {
				if !r.Runs(r.Day) || r.Leave != exactly(r.From, r.Day, r.Departs) || r.Land-r.Leave != int64(r.Block) {
					t.Errorf("%s: flight %+v on %s", d.label(), r, r.Day)
				}
				if i == 0 {
					continue
				}
				in := leg.Rides[i-1]
				wait, least := r.Leave-in.Land, planner.ChangeTime(in.Flight, r.Flight)
				if in.To != r.From || wait < int64(least) || wait > 24*60 {
					t.Errorf("%s: change from %s to %s in %d minutes, at least %d", d.label(), in.To.Code, r.From.Code, wait, least)
				}
			}
		}
	}
}
