package flights

import (
	"cmp"
	"slices"

	"travel.example/travel/internal/sandbox/flights/timetable"
)

// planner finds the ways to travel one leg on one day.
type planner struct {
	*clocks
	from, to []*timetable.Place
	day      timetable.Day
	hubs     []*timetable.Place // that can be reached from the start
	plans    []*plan
}

// How many plans of two stops are worth listing beside better ones, and how
// many make a list on their own.
const (
	fewPlans      = 40
	twoStopExtras = 60
	twoStopAlone  = 240
)

// plansFor is every way worth showing from one of the places to another on a
// local day. When there is none within the usual limits, waits up to a day and
// any detour are allowed: whatever at most two legal changes can reach is
// found.
func plansFor(c *clocks, from, to []*timetable.Place, day timetable.Day) []*plan {
	p := &planner{clocks: c, from: from, to: to, day: day}
	if slices.ContainsFunc(from, p.startsAtEnd) {
		return nil // there are no flights within a city
	}
	p.hubs = p.servedBy(from)
	p.direct()
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

func (p *planner) add(rides ...ride) {
	kept := slices.Clone(rides)
	for _, sold := range markets(kept) {
		p.plans = append(p.plans, p.newPlan(kept, sold))
	}
}

func (p *planner) direct() {
	for _, from := range p.from {
		for _, to := range p.to {
			for _, r := range p.rides(from, to, p.day) {
				for _, sale := range r.Sold {
					p.plans = append(p.plans, p.newPlan([]ride{r}, []timetable.Sale{sale}))
				}
			}
		}
	}
}

// servedBy is every hub that can be reached from some of the places and is
// in neither end's city, sorted by code.
func (p *planner) servedBy(places []*timetable.Place) []*timetable.Place {
	var hubs []*timetable.Place
	for _, place := range places {
		for _, h := range p.table.Served(place) {
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
func (p *planner) arrivals(hub *timetable.Place, m measure) []ride {
	var ins []ride
	for _, from := range p.from {
		if p.onTheWay(from, hub, m) {
			ins = append(ins, p.rides(from, hub, p.day)...)
		}
	}
	slices.SortStableFunc(ins, func(a, b ride) int { return cmp.Compare(a.land, b.land) })
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
func (p *planner) onward(hub *timetable.Place, to []*timetable.Place, ins []ride, wait int64) []ride {
	first := p.dayOf(hub, ins[0].land)
	last := p.dayOf(hub, ins[len(ins)-1].land+wait)
	var outs []ride
	for _, end := range to {
		for day := first; day <= last; day++ {
			outs = append(outs, p.rides(hub, end, day)...)
		}
	}
	slices.SortStableFunc(outs, func(a, b ride) int { return cmp.Compare(a.leave, b.leave) })
	return outs
}

// continuations is the flights among outs that a traveler can change to from
// in, soonest first: all of them, or the first two of each carrier.
func (p *planner) continuations(in ride, outs []ride, m measure) []ride {
	begin, _ := slices.BinarySearchFunc(outs, in.land, func(r ride, t int64) int { return cmp.Compare(r.leave, t) })
	var found []ride
	apart := 0
	for _, out := range outs[begin:] {
		if out.leave-in.land > m.wait || len(found) >= m.perFlight {
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
func repeated(found []ride, out ride) bool {
	n := 0
	for _, r := range found {
		if r.Operator == out.Operator {
			n++
		}
	}
	return n >= 2
}
