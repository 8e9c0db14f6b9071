package flights

import (
	"cmp"
	"slices"

	"travel.example/travel/internal/sandbox/flights/timetable"
)

// hubPair is two hubs on the way and how long that way is.
type hubPair struct {
	first, second *timetable.Place
	km            float64
}

// maxPairs bounds how many ways over two hubs are looked at within the usual
// limits, shortest first.
const maxPairs = 160

// twoStops adds up to limit plans over two hubs, shortest ways first.
func (p *planner) twoStops(m measure, limit int) {
	seconds := p.servedBy(p.to)
	pairs := p.hubPairs(seconds, m)
	enough := len(p.plans) + limit
	looked := 0
	for _, way := range pairs {
		if len(p.plans) >= enough || m == usual && looked >= maxPairs {
			return
		}
		if p.table.Serves(way.first, way.second) {
			looked++
			p.over(way, m)
		}
	}
}

func (p *planner) hubPairs(seconds []*timetable.Place, m measure) []hubPair {
	start, end := p.from[0], p.to[0]
	direct := timetable.Distance(start, end)
	tails := make([]float64, len(seconds))
	for i, second := range seconds {
		tails[i] = timetable.Distance(second, end)
	}
	var pairs []hubPair
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
				pairs = append(pairs, hubPair{first, second, km})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b hubPair) int {
		return cmp.Or(cmp.Compare(a.km, b.km), cmp.Compare(a.first.Code, b.first.Code), cmp.Compare(a.second.Code, b.second.Code))
	})
	return pairs
}

// maxPerPair bounds how many plans one pair of hubs adds within the usual limits.
const maxPerPair = 5

func (p *planner) over(way hubPair, m measure) {
	ins := p.arrivals(way.first, measure{detour: anything.detour})
	if len(ins) == 0 {
		return
	}
	mids := p.onward(way.first, []*timetable.Place{way.second}, ins, m.wait)
	if len(mids) == 0 {
		return
	}
	byLanding := slices.SortedStableFunc(slices.Values(mids), func(a, b ride) int { return cmp.Compare(a.land, b.land) })
	outs := p.onward(way.second, p.to, byLanding, m.wait)
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
func (p *planner) tickets(in, mid, out ride) int {
	n := 0
	if relate(in.Flight, mid.Flight) == transfer {
		n++
	}
	if relate(mid.Flight, out.Flight) == transfer {
		n++
	}
	return n
}
