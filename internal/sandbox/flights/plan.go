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

// ride is a flight on one day.
type ride struct {
	*timetable.Flight
	day   timetable.Day // it leaves on, local
	leave int64         // minutes since 1970, UTC
	land  int64
}

// onDay is the ride of a flight that runs on a local day.
func onDay(f *timetable.Flight, day timetable.Day) ride {
	date := day.Date()
	leave := time.Date(date.Year(), date.Month(), date.Day(), 0, f.Departs, 0, 0, f.From.Zone).Unix() / 60
	return ride{Flight: f, day: day, leave: leave, land: leave + int64(f.Block)}
}

// local is the time at a place, from minutes since 1970.
func local(p *timetable.Place, utc int64) time.Time { return time.Unix(utc*60, 0).In(p.Zone) }

// minuteOf is the minute of a time's day.
func minuteOf(t time.Time) int { return t.Hour()*60 + t.Minute() }

// plan is one way to travel one leg: flights, and under whose numbers they are
// sold.
type plan struct {
	rides   []ride
	sold    []timetable.Sale // aligned with rides
	seller  *data.Airline    // the one carrier that sells all of it, or nil
	code    string           // of flights and days: the same in every search, 13 characters at most
	minutes int              // from the first gate to the last
	waiting int              // minutes on the ground in between
	leaveAt int              // minutes of the local day
	landAt  int              // minutes of the local day
	days    int              // from the local day of leaving to that of landing
	fare    float64          // USD for one adult in the wanted cabin
	cost    float64          // what a traveler weighs it at, in USD; less is better

	shaped sync.Once
	card   wire.CardLeg // made on first use
}

// first is the ride that the leg begins with, last the one that it ends with.
func (p *plan) first() ride { return p.rides[0] }
func (p *plan) last() ride  { return p.rides[len(p.rides)-1] }

// stops is how often the traveler changes.
func (p *plan) stops() int { return len(p.rides) - 1 }

// longest is the ride over the greatest distance.
func (p *plan) longest() ride {
	return slices.MaxFunc(p.rides, func(a, b ride) int { return cmp.Compare(a.Km, b.Km) })
}

func shortCode(label string) string { return strconv.FormatUint(uint64(dice.New(0).Word(label)), 36) }

// carriers is those that sell a leg, and those that fly a segment which another one sells: the proven
// codeshares. Each comes once, in order.
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

// overnight reports whether the leg includes a night: an hour or more between 1:00
// and 5:00, by the clock where the leg begins and by the one where it ends.
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

// connects reports whether a carrier sells connections at a place. Low-cost
// carriers fly from point to point, except at their larger bases.
func connects(a *data.Airline, p *timetable.Place) bool {
	return !timetable.Cheap(a) ||
		slices.ContainsFunc(a.Bases, func(b data.Base) bool { return b.Airport == p.Code && b.Weight >= 5 })
}

// apart reports whether two flights are sold on two tickets, so that the traveler checks in again.
func apart(in, out *timetable.Flight) bool {
	a, b := in.Sold[0].Airline, out.Sold[0].Airline
	return !timetable.Tied(a, b) || !connects(a, in.To) || !connects(b, in.To)
}

// changeTime is the least time in minutes to change from one flight to the
// next, by the size of the airport, the borders crossed and the tickets.
func changeTime(in, out *timetable.Flight) int {
	abroad := func(f *timetable.Flight) bool { return f.From.Country != f.To.Country }
	wait := 40
	if abroad(in) || abroad(out) {
		wait = 60
	}
	if abroad(in) && (!abroad(out) || in.To.Country == "US") {
		wait += 20 // passport and customs
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

// planner finds the ways to travel one leg on one day. It knows no prices.
type planner struct {
	table    *timetable.Timetable
	from, to []*timetable.Place
	day      timetable.Day
	plans    []*plan
}

// Limits on how inconvenient a plan may be, where there are others, and on how many are listed.
const (
	longestWait = 12 * 60 // minutes that a change takes
	anyWait     = 24 * 60 // where there are no others
	detour      = 1.55    // of the way beside the direct one
	slack       = 700     // km by which it may be longer all the same

	maxMarkets    = 3   // carriers that sell one and the same connection
	perFlight     = 14  // continuations of a flight
	perPair       = 5   // plans over the same two hubs
	mostPairs     = 160 // pairs of hubs
	fewPlans      = 40  // with fewer, more with two stops are worth listing
	twoStopAlone  = 240 // plans of two stops beside few
	twoStopExtras = 60  // and beside more
)

// findPlans is every way worth showing from one of the places to another on a
// local day. When there is none within the limits, waits up to a day and
// any detour are allowed: whatever at most two legal changes can reach is
// found.
func findPlans(table *timetable.Timetable, from, to []*timetable.Place, day timetable.Day) []*plan {
	p := &planner{table: table, from: from, to: to, day: day}
	if slices.ContainsFunc(from, func(f *timetable.Place) bool { return sameCity(to, f) }) {
		return nil // there are no flights within a city
	}
	for _, r := range p.rides(from, to, day, day) {
		p.add(r)
	}
	// By the time a second flight has left, the traveler could have arrived twice.
	short := func(p *plan) bool { return p.first().Km <= 300 || p.first().Aircraft.OnGround() && p.minutes <= 160 }
	// Nobody changes at a station: trains and coaches that meet flights are sold from the airport.
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

// sameCity reports whether a place is in the city of one of the ends.
func sameCity(ends []*timetable.Place, p *timetable.Place) bool {
	return slices.ContainsFunc(ends, func(end *timetable.Place) bool { return end.CityCode == p.CityCode })
}

// rides is what departs from some places to others on local days, in order of departure.
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

// add lists rides that connect, as sold by each carrier that sells all of them and runs a part, or
// otherwise each under its first number.
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

// way is one or two hubs to change at, and how long the way over them is.
type way struct {
	hubs []*timetable.Place
	km   float64
}

// ways are those over one hub and over two that are flown, shortest first. No hub is in the city of an end.
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

// over adds up to limit plans over one hub or two. At each, rides go on with the flights that a traveler can
// change to, soonest first, four of each carrier. Nobody travels on separate tickets where one will do.
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
