package planner

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"travel.example/travel/internal/sandbox/flights/timetable"
)

// planner finds the ways to travel one leg on one day.
type planner struct {
	*Clocks
	from, to []*timetable.Place
	day      timetable.Day
	hubs     []*timetable.Place // that can be reached from the start
	plans    []*Plan
}

// How many plans of two stops are worth listing beside better ones, and how
// many make a list on their own.
const (
	fewPlans      = 40
	twoStopExtras = 60
	twoStopAlone  = 240
)

// Find is every way worth showing from one of the places to another on a
// local day. When there is none within the usual limits, waits up to a day and
// any detour are allowed: whatever at most two legal changes can reach is
// found.
func Find(c *Clocks, from, to []*timetable.Place, day timetable.Day) []*Plan {
	p := &planner{Clocks: c, from: from, to: to, day: day}
	if len(from) == 0 || len(to) == 0 || slices.ContainsFunc(from, p.startsAtEnd) {
		return nil // there are no flights within a city
	}
	p.direct()
	if slices.ContainsFunc(p.plans, short) {
		return p.plans
	}
	p.from, p.to = airports(from), airports(to)
	p.hubs = p.servedBy(p.from)
	p.oneStop(usual)
	extras := twoStopExtras
	if len(p.plans) < fewPlans {
		extras = twoStopAlone
	}
	p.twoStops(usual, extras)
	if len(p.plans) == 0 {
		p.oneStop(anything)
	}
	if len(p.plans) == 0 {
		p.twoStops(anything, fewPlans)
	}
	return p.plans
}

// airports is the places that something flies from. Nobody changes at a station: trains and coaches that
// meet flights are sold from the airport.
func airports(ends []*timetable.Place) []*timetable.Place {
	var found []*timetable.Place
	for _, p := range ends {
		if p.Station == 0 {
			found = append(found, p)
		}
	}
	return found
}

// How far a flight goes, in kilometres, and how long a train or coach takes, in minutes, where nobody
// would change on the way: by the time a second flight has left, the traveler could have arrived twice.
const (
	shortFlight = 300
	shortRide   = 160
)

// short tells whether a direct way is so short that ways with a change are not worth showing beside it.
func short(p *Plan) bool {
	r := p.First()
	if r.Aircraft.OnGround() {
		return r.Block <= shortRide
	}
	return r.Km <= shortFlight
}

// measure is the limits on how inconvenient a plan may be.
type measure struct {
	wait      int64   // minutes, longest
	detour    float64 // of the direct distance
	slack     float64 // km on top of the direct distance
	perFlight int     // continuations listed for one arriving flight
	transfers int     // most changes on separate tickets
}

func (m measure) far(km, direct float64) bool {
	return km > max(direct*m.detour, direct+m.slack)
}

var (
	usual    = measure{wait: usualWait, detour: 1.55, slack: 700, perFlight: 7, transfers: 1}
	anything = measure{wait: longestWait, detour: 1e9, slack: 1e9, perFlight: 1e9, transfers: 2}
)

// add lists rides that connect under each of their markets, the one that leads first.
func (p *planner) add(rides ...Ride) {
	kept := slices.Clone(rides)
	var lead *Plan
	for _, sold := range markets(kept) {
		plan := p.newPlan(kept, sold)
		plan.Lead = lead
		if lead == nil {
			lead = plan
		}
		p.plans = append(p.plans, plan)
	}
}

func (p *planner) direct() {
	for _, from := range p.from {
		for _, to := range p.to {
			for _, r := range p.Rides(from, to, p.day) {
				p.add(r)
			}
		}
	}
}

// servedBy is every hub that can be reached from some of the places and is
// in neither end's city, sorted by code.
func (p *planner) servedBy(places []*timetable.Place) []*timetable.Place {
	var hubs []*timetable.Place
	for _, place := range places {
		for _, h := range p.Table.Served(place) {
			if !p.atEnd(h) {
				hubs = append(hubs, h)
			}
		}
	}
	slices.SortFunc(hubs, func(a, b *timetable.Place) int { return cmp.Compare(a.Code, b.Code) })
	return slices.Compact(hubs)
}

func (p *planner) startsAtEnd(from *timetable.Place) bool {
	return slices.ContainsFunc(p.to, func(to *timetable.Place) bool { return to.CityCode == from.CityCode })
}

func (p *planner) atEnd(h *timetable.Place) bool {
	same := func(end *timetable.Place) bool { return end.CityCode == h.CityCode }
	return slices.ContainsFunc(p.from, same) || slices.ContainsFunc(p.to, same)
}

func (p *planner) oneStop(m measure) {
	for _, hub := range p.hubs {
		ins := p.arrivals(hub, m)
		if len(ins) == 0 {
			continue
		}
		outs := p.onward(hub, p.to, ins, m.wait)
		for _, in := range ins {
			for _, out := range p.continuations(in, outs, m) {
				if !m.far(in.Km+out.Km, timetable.Distance(in.From, out.To)) {
					p.add(in, out)
				}
			}
		}
	}
}

// arrivals is what reaches a hub from the start on the day, in order of
// landing, when the hub is not out of the way.
func (p *planner) arrivals(hub *timetable.Place, m measure) []Ride {
	var ins []Ride
	for _, from := range p.from {
		if p.onTheWay(from, hub, m) {
			ins = append(ins, p.Rides(from, hub, p.day)...)
		}
	}
	sort.SliceStable(ins, func(i, j int) bool { return ins[i].Land < ins[j].Land })
	return ins
}

func (p *planner) onTheWay(from, hub *timetable.Place, m measure) bool {
	first := timetable.Distance(from, hub)
	return slices.ContainsFunc(p.to, func(to *timetable.Place) bool {
		return !m.far(first+timetable.Distance(hub, to), timetable.Distance(from, to))
	})
}

// onward is what leaves a hub for some of the places while travelers who have
// landed there may still wait, in order of departure.
func (p *planner) onward(hub *timetable.Place, to []*timetable.Place, ins []Ride, wait int64) []Ride {
	first := p.dayOf(hub, ins[0].Land)
	last := p.dayOf(hub, ins[len(ins)-1].Land+wait)
	var outs []Ride
	for _, end := range to {
		for day := first; day <= last; day++ {
			outs = append(outs, p.Rides(hub, end, day)...)
		}
	}
	sort.SliceStable(outs, func(i, j int) bool { return outs[i].Leave < outs[j].Leave })
	return outs
}

// continuations is the flights among outs that a traveler can change to from
// in, soonest first: all of them, or the first two of each carrier.
func (p *planner) continuations(in Ride, outs []Ride, m measure) []Ride {
	begin, _ := slices.BinarySearchFunc(outs, in.Land, func(r Ride, t int64) int { return cmp.Compare(r.Leave, t) })
	var found []Ride
	apart := 0
	for _, out := range outs[begin:] {
		if out.Leave-in.Land > m.wait || len(found) >= m.perFlight {
			break
		}
		r := relate(in.Flight, out.Flight)
		if !allowed(in, out, r, m.wait) || m == usual && (repeated(found, out) || r == transfer && apart >= fewApart) {
			continue
		}
		if r == transfer {
			apart++
		}
		found = append(found, out)
	}
	return found
}

// fewApart is how many continuations on a separate ticket are listed for one
// arriving flight.
const fewApart = 1

// repeated tells whether two flights of out's carrier are listed already.
func repeated(found []Ride, out Ride) bool {
	n := 0
	for _, r := range found {
		if r.Operator == out.Operator {
			n++
		}
	}
	return n >= 2
}

// maxPairs bounds how many ways over two hubs are looked at within the usual
// limits, shortest first.
const maxPairs = 160

// twoStops adds up to limit plans over two hubs, shortest ways first.
func (p *planner) twoStops(m measure, limit int) {
	enough := len(p.plans) + limit
	for _, way := range p.ways(m) {
		if len(p.plans) >= enough {
			return
		}
		p.over(way, m)
	}
}

// ways are the ways over two hubs that are flown, shortest first. Those within the usual limits are the
// same on every day, and are remembered.
func (p *planner) ways(m measure) []timetable.Way {
	flown := func(most int) []timetable.Way {
		var found []timetable.Way
		for _, way := range p.hubPairs(p.servedBy(p.to), m) {
			if len(found) >= most {
				break
			}
			if p.Table.Serves(way.First, way.Second) {
				found = append(found, way)
			}
		}
		return found
	}
	if m != usual {
		return flown(math.MaxInt)
	}
	route := timetable.Route{From: p.from[0], To: p.to[0], Froms: len(p.from), Tos: len(p.to)}
	return p.Table.Ways(route, func() []timetable.Way { return flown(maxPairs) })
}

func (p *planner) hubPairs(seconds []*timetable.Place, m measure) []timetable.Way {
	start, end := p.from[0], p.to[0]
	direct := timetable.Distance(start, end)
	tails := make([]float64, len(seconds))
	for i, second := range seconds {
		tails[i] = timetable.Distance(second, end)
	}
	var pairs []timetable.Way
	for _, first := range p.hubs {
		head := timetable.Distance(start, first)
		if m.far(head, direct) {
			continue
		}
		for i, second := range seconds {
			km := head + tails[i]
			if m.far(km, direct) {
				continue
			}
			km += timetable.Distance(first, second)
			if first.CityCode != second.CityCode && !m.far(km, direct) {
				pairs = append(pairs, timetable.Way{First: first, Second: second, Km: km})
			}
		}
	}
	compare := func(a, b timetable.Way) int {
		return cmp.Or(cmp.Compare(a.Km, b.Km), cmp.Compare(a.First.Code, b.First.Code), cmp.Compare(a.Second.Code, b.Second.Code))
	}
	sort.Slice(pairs, func(i, j int) bool { return compare(pairs[i], pairs[j]) < 0 })
	return pairs
}

// maxPerPair bounds how many plans one pair of hubs adds within the usual limits.
const maxPerPair = 5

func (p *planner) over(way timetable.Way, m measure) {
	ins := p.arrivals(way.First, measure{detour: anything.detour})
	if len(ins) == 0 {
		return
	}
	mids := p.onward(way.First, []*timetable.Place{way.Second}, ins, m.wait)
	if len(mids) == 0 {
		return
	}
	byLanding := slices.SortedStableFunc(slices.Values(mids), func(a, b Ride) int { return cmp.Compare(a.Land, b.Land) })
	outs := p.onward(way.Second, p.to, byLanding, m.wait)
	added := 0
	for _, in := range ins {
		for _, mid := range p.continuations(in, mids, m) {
			for _, out := range p.continuations(mid, outs, m) {
				if p.tickets(in, mid, out) > m.transfers {
					continue
				}
				p.add(in, mid, out)
				added++
				if m == usual {
					break
				}
			}
			if m == usual && added >= maxPerPair || added >= fewPlans {
				return
			}
		}
	}
}

// tickets is how many of the two changes are made on separate tickets.
func (p *planner) tickets(in, mid, out Ride) int {
	n := 0
	if relate(in.Flight, mid.Flight) == transfer {
		n++
	}
	if relate(mid.Flight, out.Flight) == transfer {
		n++
	}
	return n
}
