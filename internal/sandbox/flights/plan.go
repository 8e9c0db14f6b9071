package flights

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// ride is a flight on a specific day.
type ride struct {
	*timetable.Flight
	day   timetable.Day // local day of departure
	leave int64         // minutes since 1970, UTC
	land  int64
}

// onDay returns the ride of a flight on a local day.
func onDay(f *timetable.Flight, day timetable.Day) ride {
	date := day.Date()
	leave := time.Date(date.Year(), date.Month(), date.Day(), 0, f.Departs, 0, 0, f.From.Zone).Unix() / 60
	return ride{Flight: f, day: day, leave: leave, land: leave + int64(f.Block)}
}

// local converts minutes since 1970 to the local time at a place.
func local(p *timetable.Place, utc int64) time.Time { return time.Unix(utc*60, 0).In(p.Zone) }

// minuteOf returns the minute of the day.
func minuteOf(t time.Time) int { return t.Hour()*60 + t.Minute() }

// plan is one way to travel one leg: the flights, and the numbers under which they are sold.
type plan struct {
	rides   []ride
	sold    []timetable.Sale // one entry per ride
	seller  *data.Airline    // the carrier that sells all rides, or nil
	code    string           // identifies flights and days, the same in every search; at most 13 characters
	minutes int              // from first departure to last arrival
	waiting int              // minutes on the ground in between
	leaveAt int              // minutes of the local day
	landAt  int              // minutes of the local day
	days    int              // from the local day of departure to that of arrival
	fare    float64          // USD for one adult in the search's cabin
	cost    float64          // total cost to a traveler, including time and stops, in USD; less is better

	shaped sync.Once
	card   wire.CardLeg // built on first use
}

// first and last return the first and the last ride of the leg.
func (p *plan) first() ride { return p.rides[0] }
func (p *plan) last() ride  { return p.rides[len(p.rides)-1] }

// stops returns the number of changes.
func (p *plan) stops() int { return len(p.rides) - 1 }

// longest returns the ride with the greatest distance.
func (p *plan) longest() ride {
	return slices.MaxFunc(p.rides, func(a, b ride) int { return cmp.Compare(a.Km, b.Km) })
}

func shortCode(label string) string { return strconv.FormatUint(uint64(dice.New(0).Word(label)), 36) }

// carriers returns the carriers that sell a leg, and those that operate a segment sold by another one. Each
// appears once, in order.
func (p *plan) carriers() (marketing, operating []*data.Airline) {
	for i, r := range p.rides {
		marketing = appendNew(marketing, p.sold[i].Airline)
		if r.Operator != p.sold[i].Airline {
			operating = appendNew(operating, r.Operator)
		}
	}
	return marketing, operating
}

func appendNew[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// overnight reports whether the leg includes an hour or more between 1:00 and 5:00, both by the clock at its
// origin and by the clock at its destination.
func (p *plan) overnight() bool {
	night := func(begin int) bool {
		sum := 0
		for midnight := 0; midnight < begin+p.minutes; midnight += 1440 {
			sum += max(0, min(begin+p.minutes, midnight+300)-max(begin, midnight+60))
		}
		return sum >= 60
	}
	return night(p.leaveAt) && night(((p.landAt-p.minutes)%1440+1440)%1440)
}

// connects reports whether a carrier sells connections at a place. Low-cost carriers fly point to point, except
// at their larger bases.
func connects(a *data.Airline, p *timetable.Place) bool {
	return !timetable.Cheap(a) ||
		slices.ContainsFunc(a.Bases, func(b data.Base) bool { return b.Airport == p.Code && b.Weight >= 5 })
}

// apart reports whether two flights are on separate tickets, so that the traveler has to check in again.
func apart(in, out *timetable.Flight) bool {
	a, b := in.Sold[0].Airline, out.Sold[0].Airline
	return !timetable.Tied(a, b) || !connects(a, in.To) || !connects(b, in.To)
}

// changeTime returns the minimum time in minutes to change from one flight to the next. It depends on the size of
// the airport, the borders crossed and the tickets.
func changeTime(in, out *timetable.Flight) int {
	abroad := func(f *timetable.Flight) bool { return f.From.Country != f.To.Country }
	wait := 40
	if abroad(in) || abroad(out) {
		wait = 60
	}
	if abroad(in) && (!abroad(out) || in.To.Country == "US") {
		wait += 20 // passport control and customs
	}
	if in.To.Busy() {
		wait += 10
	}
	if in.Operator != out.Operator {
		wait += 10
	}
	if apart(in, out) {
		wait += 90
	}
	return wait
}

// planner finds the ways to travel one leg on one day. It does not know prices.
type planner struct {
	table    *timetable.Timetable
	from, to []*timetable.Place
	day      timetable.Day
	plans    []*plan
}

// Limits on how inconvenient a plan may be if there are better ones, and on how many are listed.
const (
	longestWait = 12 * 60 // minutes for a change
	anyWait     = 24 * 60 // minutes if there are no other plans
	detour      = 1.55    // maximum distance relative to the direct one
	slack       = 700     // km by which it may be longer in any case

	maxMarkets    = 3   // carriers that sell the same connection
	perFlight     = 14  // continuations per flight
	perPair       = 5   // plans over the same two hubs
	mostPairs     = 160 // pairs of hubs
	fewPlans      = 40  // with fewer plans than this, more two-stop plans are listed
	twoStopAlone  = 240 // two-stop plans in addition to few others
	twoStopExtras = 60  // two-stop plans in addition to many others
)

// findPlans returns every reasonable plan between two sets of places on a local day. If there is none within the
// limits, it allows waits of up to a day and any detour, so it finds everything that is reachable with at most
// two legal changes.
func findPlans(table *timetable.Timetable, from, to []*timetable.Place, day timetable.Day) []*plan {
	p := &planner{table: table, from: from, to: to, day: day}
	if slices.ContainsFunc(from, func(f *timetable.Place) bool { return sameCity(to, f) }) {
		return nil // no flights within a city
	}
	for _, r := range p.rides(from, to, day, day) {
		p.add(r)
	}
	// On such short routes, nobody would wait for a second flight.
	short := func(p *plan) bool { return p.first().Km <= 300 || p.first().Aircraft.OnGround() && p.minutes <= 160 }
	// Nobody changes at a station; trains and coaches that connect with flights are sold from the airport.
	station := func(p *timetable.Place) bool { return p.Station != 0 }
	p.from, p.to = slices.DeleteFunc(slices.Clone(from), station), slices.DeleteFunc(slices.Clone(to), station)
	if slices.ContainsFunc(p.plans, short) || len(p.from) == 0 || len(p.to) == 0 {
		return p.plans
	}
	direct := timetable.Distance(p.from[0], p.to[0])
	far := max(direct*detour, direct+slack)
	ones, twos := p.ways()
	for _, w := range ones {
		if w.km <= far || len(p.plans) == 0 {
			p.over(w.hubs, math.MaxInt)
		}
	}
	enough := len(p.plans) + twoStopExtras
	if len(p.plans) < fewPlans {
		enough = len(p.plans) + twoStopAlone
	}
	for i, w := range twos {
		if len(p.plans) > 0 && (w.km > far || i >= mostPairs || len(p.plans) >= enough) {
			break
		}
		p.over(w.hubs, perPair)
	}
	return p.plans
}

// sameCity reports whether a place is in the same city as one of the ends.
func sameCity(ends []*timetable.Place, p *timetable.Place) bool {
	return slices.ContainsFunc(ends, func(end *timetable.Place) bool { return end.CityCode == p.CityCode })
}

// rides returns the departures from some places to others on local days, in order of departure.
func (p *planner) rides(from, to []*timetable.Place, first, last timetable.Day) []ride {
	var found []ride
	for _, a := range from {
		for _, b := range to {
			for _, f := range p.table.Route(a, b) {
				for day := first; day <= last; day++ {
					if f.Runs(day) {
						found = append(found, onDay(f, day))
					}
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b ride) int { return cmp.Compare(a.leave, b.leave) })
	return found
}

// add lists connecting rides once for each carrier that sells all of them and operates at least one. If there is
// none, each ride is listed under its main number.
func (p *planner) add(rides ...ride) {
	var markets [][]timetable.Sale
	for _, first := range rides[0].Sold {
		var sold []timetable.Sale
		own := len(rides) == 1
		for i, r := range rides {
			at := slices.IndexFunc(r.Sold, func(s timetable.Sale) bool { return s.Airline == first.Airline })
			if at >= 0 && (i == 0 || connects(first.Airline, r.From)) {
				sold = append(sold, r.Sold[at])
				own = own || at == 0
			}
		}
		if own && len(sold) == len(rides) && len(markets) < maxMarkets {
			markets = append(markets, sold)
		}
	}
	if markets == nil {
		var sold []timetable.Sale
		for _, r := range rides {
			sold = append(sold, r.Sold[0])
		}
		markets = append(markets, sold)
	}
	for _, sold := range markets {
		one := &plan{rides: rides, sold: sold, seller: sold[0].Airline}
		label := ""
		for i, r := range rides {
			label += sold[i].Airline.Code + strconv.Itoa(sold[i].Number) + r.From.Code + r.To.Code + strconv.Itoa(int(r.day))
			if sold[i].Airline != one.seller {
				one.seller = nil
			}
			if i > 0 {
				one.waiting += int(r.leave - rides[i-1].land)
			}
		}
		landing := local(one.last().To, one.last().land)
		one.code, one.minutes = shortCode(label), int(one.last().land-one.first().leave)
		one.leaveAt, one.landAt = minuteOf(local(one.first().From, one.first().leave)), minuteOf(landing)
		one.days = int(timetable.DayOf(landing) - one.first().day)
		p.plans = append(p.plans, one)
	}
}

// way is a route over one or two hubs, and its length.
type way struct {
	hubs []*timetable.Place
	km   float64
}

// ways returns the routes over one hub and over two hubs that are flown, shortest first. No hub is in the city of
// either end.
func (p *planner) ways() (ones, twos []way) {
	reached := func(ends []*timetable.Place) (hubs []*timetable.Place) {
		for _, end := range ends {
			hubs = append(hubs, end.Hubs...)
		}
		hubs = slices.DeleteFunc(hubs, func(h *timetable.Place) bool { return sameCity(p.from, h) || sameCity(p.to, h) })
		slices.SortFunc(hubs, func(a, b *timetable.Place) int { return cmp.Compare(a.Code, b.Code) })
		return slices.Compact(hubs)
	}
	start, end, lasts := p.from[0], p.to[0], reached(p.to)
	for _, first := range reached(p.from) {
		head := timetable.Distance(start, first)
		if slices.Contains(lasts, first) {
			ones = append(ones, way{[]*timetable.Place{first}, head + timetable.Distance(first, end)})
		}
		for _, second := range first.Hubs {
			if first.CityCode != second.CityCode && slices.Contains(lasts, second) {
				km := head + timetable.Distance(first, second) + timetable.Distance(second, end)
				twos = append(twos, way{[]*timetable.Place{first, second}, km})
			}
		}
	}
	shorter := func(a, b way) int { return cmp.Compare(a.km, b.km) }
	slices.SortStableFunc(ones, shorter)
	slices.SortStableFunc(twos, shorter)
	return ones, twos
}

// over adds up to limit plans over one or two hubs. At each hub, it continues with the flights that a traveler
// can change to, earliest first, at most four per carrier. Separate tickets are used only if there are no other
// plans.
func (p *planner) over(hubs []*timetable.Place, limit int) {
	longest := int64(longestWait)
	if len(p.plans) == 0 {
		longest = anyWait
	}
	var chains [][]ride
	for _, r := range p.rides(p.from, hubs[:1], p.day, p.day) {
		chains = append(chains, []ride{r})
	}
	last := func(chain []ride) ride { return chain[len(chain)-1] }
	for i, hub := range hubs {
		if len(chains) == 0 {
			return
		}
		to := p.to
		if i+1 < len(hubs) {
			to = hubs[i+1:]
		}
		slices.SortStableFunc(chains, func(a, b []ride) int { return cmp.Compare(last(a).land, last(b).land) })
		outs := p.rides(hubs[i:i+1], to, timetable.DayOf(local(hub, last(chains[0]).land)),
			timetable.DayOf(local(hub, last(chains[len(chains)-1]).land+longest)))
		var longer [][]ride
		for _, chain := range chains {
			in := last(chain)
			begin, _ := slices.BinarySearchFunc(outs, in.land, func(r ride, t int64) int { return cmp.Compare(r.leave, t) })
			listed, of := 0, map[*data.Airline]int{}
			for _, out := range outs[begin:] {
				if out.leave-in.land > longest || listed >= perFlight {
					break
				}
				if out.leave-in.land < int64(changeTime(in.Flight, out.Flight)) || of[out.Operator] >= 4 ||
					len(p.plans) > 0 && apart(in.Flight, out.Flight) {
					continue
				}
				listed++
				of[out.Operator]++
				longer = append(longer, append(slices.Clone(chain), out))
			}
		}
		chains = longer[:min(len(longer), limit)]
	}
	for _, c := range chains {
		p.add(c...)
	}
}
