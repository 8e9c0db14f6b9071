package timetable

import (
	"cmp"
	"math"
	"slices"

	"travel.example/travel/internal/sandbox/data"
)

// link is a carrier's service between one of its bases and a place.
type link struct {
	base     *base
	place    *Place
	strength float64 // traffic over what the carrier asks for; 1 is just worth it
	distance float64 // km
	lifeline bool    // flown every day of the year, because the place depends on it
}

// spokes is every service to p from bases elsewhere, strongest first. Of two
// bases of one carrier the higher one owns the service between them.
func (t *Timetable) spokes(p *Place) []link {
	if found, ok := t.links.Load(p); ok {
		return found.([]link)
	}
	found, _ := t.links.LoadOrStore(p, t.drawSpokes(p))
	return found.([]link)
}

// worthwhile is the strength from which a service is flown, and hopeless one
// that not even a forgotten place would cling to.
const (
	worthwhile = 1
	hopeless   = 0.004
)

func (t *Timetable) drawSpokes(p *Place) []link {
	if p.Station != 0 {
		return nil
	}
	kept := t.candidates(p, worthwhile)
	var hubs []*Place
	for i := range kept {
		if h := kept[i].base.place; h.Hub && !slices.Contains(hubs, h) {
			kept[i].lifeline = len(hubs) == 0
			hubs = append(hubs, h)
		}
	}
	if len(hubs) < 2 {
		return t.keepAlive(p, kept, hubs)
	}
	return kept
}

// candidates is every service to p of at least a strength, strongest first.
func (t *Timetable) candidates(p *Place, least float64) []link {
	var found []link
	for _, b := range t.graph().bases {
		if b.hopeless(p, least) {
			continue
		}
		if d, ok := b.within(p); ok {
			if s := t.strength(b, p, d, least); s >= least {
				found = append(found, link{base: b, place: p, strength: s, distance: d})
			}
		}
	}
	slices.SortFunc(found, func(x, y link) int {
		return cmp.Or(cmp.Compare(y.strength, x.strength), cmp.Compare(x.base.key, y.base.key))
	})
	return found
}

// keepAlive makes sure that a place can be left every day: its best service to
// a hub is a lifeline, and with fewer than two hubs it gets the next best.
func (t *Timetable) keepAlive(p *Place, kept []link, hubs []*Place) []link {
	for _, next := range t.candidates(p, hopeless) {
		if len(hubs) >= 2 || next.strength < 0.2 && len(hubs) == 1 {
			break
		}
		if h := next.base.place; h.Hub && !slices.Contains(hubs, h) {
			next.lifeline = len(hubs) == 0
			hubs = append(hubs, h)
			kept = append(kept, next)
		}
	}
	if len(hubs) == 0 {
		kept = append(kept, t.graph().rescue(p))
	}
	return kept
}

// rescue is the service of last resort: the nearest hub of a carrier that is
// not out of bounds, whatever its range says.
func (g *graph) rescue(p *Place) link {
	var best *base
	bestDot := math.Inf(-1)
	for _, b := range g.bases {
		near := dot(b.place, p)
		if b.place.Hub && b.place != p && b.seller == b.airline && near > bestDot && !b.closed(p) {
			best, bestDot = b, near
		}
	}
	return link{base: best, place: p, strength: 0.1, distance: Distance(best.place, p), lifeline: true}
}

// within is the distance from b to p when b's fleet can fly it and it is not
// one city's two airports.
func (b *base) within(p *Place) (km float64, ok bool) {
	cos := dot(b.place, p)
	if cos < b.nearest || p == b.place || p.CityCode == b.place.CityCode {
		return 0, false
	}
	return earthRadius * math.Acos(min(1, cos)), true
}

// closed tells whether the carrier may not fly to p from its base.
func (b *base) closed(p *Place) bool {
	return b.place.land.closed[p.land.number] || b.home.closed[p.land.number]
}

// hopeless tells quickly that p's traffic cannot reach a strength at any
// distance.
func (b *base) hopeless(p *Place, least float64) bool {
	if b.place.land == p.land {
		return max(p.Traffic-0.7*p.abroad, p.Traffic/10)*30 < b.need*least
	}
	return p.abroad*15 < b.need*least
}

// strength is the place's traffic over what the carrier asks for at that
// distance, or 0 where it may not fly or the answer is below least.
func (t *Timetable) strength(b *base, p *Place, km, least float64) float64 {
	var demand, ask float64
	if b.place.land == p.land {
		demand = max(p.Traffic-0.7*p.abroad, p.Traffic/10)
		ask = b.need * homeAppetite(b, km)
	} else {
		demand, ask = p.abroad*1.5, b.need*appetite(b, km)*b.border(p)
	}
	if b.airline.Kind == data.Leisure && !p.leisure {
		ask *= 6
	}
	const luckiest = 5 * 3.5 // two bases of one carrier, and the noise at its best
	if demand*luckiest < ask*least || b.closed(p) {
		return 0
	}
	if rank, ok := b.network[p]; ok {
		if rank < b.rank {
			return 0 // the other end owns it
		}
		ask /= 5 // a network links its own bases
	} else if demand*luckiest/5 < ask*least {
		return 0
	}
	noise := b.taste.With(p.key).Between(-spread(b), spread(b))
	return demand / ask * math.Exp2(noise)
}

// spread is how far chance moves a carrier's taste, in powers of two: who flies
// from everywhere chooses more freely.
func spread(b *base) float64 {
	if b.airline.Kind == data.LowCost {
		return 1.8
	}
	return 0.9
}
