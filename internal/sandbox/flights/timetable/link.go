package timetable

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"travel.example/travel/internal/sandbox/data"
)

// link is a carrier's service between one of its bases and a place.
type link struct {
	base     *base
	place    *Place
	strength float64 // traffic over what the carrier asks for; 1 is just worth it
	distance float64 // km
	before   float64 // km that the aircraft has come from home, where it flies on between two places abroad
	lifeline bool    // flown every day of the year, because the place depends on it
	weekly   int     // flights a week each way where a table says, or 0
	first    int     // number of the first flight where a table says, or 0
	season   Season  // where a table says
	largest  bool    // the carrier's A380 may be seen on it
}

// spokes is every service to p from bases elsewhere: what is drawn, strongest
// first, and then what the table of long services has. Of two
// bases of one carrier the higher one owns the service between them.
func (t *Timetable) spokes(p *Place) []link {
	if found, ok := t.links.Load(p); ok {
		return found.([]link)
	}
	found, _ := t.links.LoadOrStore(p, t.drawSpokes(p))
	return found.([]link)
}

// worthwhile is the strength from which a service is flown, over the base's bar,
// and hopeless one that is not flown even to a place without any other.
const (
	worthwhile = 1
	hopeless   = 0.004
)

func (t *Timetable) drawSpokes(p *Place) []link {
	if p.Station != 0 {
		return nil
	}
	w := ways{kept: append(t.withLifelines(p, t.candidates(p, worthwhile)), t.graph().long[p]...)}
	for i := range w.kept {
		w.count(&w.kept[i])
	}
	if !w.enough() {
		t.keepAlive(p, &w)
	}
	return w.kept
}

// ways is the services of a place and where they lead.
type ways struct {
	kept    []link
	hubs    []*Place
	gateway bool // one of the hubs has flights to other continents
}

// gatewayTraffic is the millions of passengers across borders from which a hub
// leads to the rest of the world.
const gatewayTraffic = 4

// closeBy is how many kilometres abroad the nearest gateway may lie for a
// place that can hardly fill a flight.
const closeBy = 1800

// gateway tells whether a hub leads to the rest of the world; an airport without
// flights abroad but to its neighbours does not.
func (p *Place) gateway() bool { return p.abroad >= gatewayTraffic && (p.gate == nil || !p.gate.home) }

func (w *ways) enough() bool { return len(w.hubs) >= 2 && w.gateway }

// wants tells whether a service would lead somewhere new that is needed.
func (w *ways) wants(l link) bool {
	h := l.base.place
	if !h.Hub || slices.Contains(w.hubs, h) {
		return false
	}
	inReach := h.land == l.place.land || l.distance <= closeBy
	return len(w.hubs) == 0 || len(w.hubs) == 1 && l.strength >= 0.2 ||
		!w.gateway && h.gateway() && inReach
}

// count notes where a service leads. The first to a hub is a lifeline, and so
// is the first to a gateway.
func (w *ways) count(l *link) {
	h := l.base.place
	if !h.Hub || l.season != AllYear {
		return
	}
	gateway := h.gateway()
	l.lifeline = len(w.hubs) == 0 || gateway && !w.gateway
	w.gateway = w.gateway || gateway
	if !slices.Contains(w.hubs, h) {
		w.hubs = append(w.hubs, h)
	}
}

// keepAlive makes sure that a place can be left every day, and for the rest of
// the world: it adds the best services that would otherwise not be worth it.
func (t *Timetable) keepAlive(p *Place, w *ways) {
	for _, next := range t.candidates(p, hopeless) {
		if w.enough() {
			return
		}
		if w.wants(next) {
			w.count(&next)
			w.kept = append(w.kept, next)
		}
	}
	if len(w.hubs) > 0 {
		return
	}
	if l, ok := t.graph().rescue(p); ok {
		w.kept = append(w.kept, l)
	}
}

// candidates is every service to p of at least a strength over the bar of its
// base, strongest first.
func (t *Timetable) candidates(p *Place, least float64) []link {
	var found []link
	for _, b := range t.graph().bases {
		if b.hopeless(p, least*b.bar) {
			continue
		}
		d, ok := b.within(p)
		floor := least * b.bar
		if ok && (least < worthwhile || !b.tooNear(p, d)) {
			if s := t.strength(b, p, d, floor); s >= floor && s > 0 {
				found = append(found, link{base: b, place: p, strength: s, distance: d})
			}
		}
	}
	compare := func(x, y link) int {
		if x.strength != y.strength {
			return cmp.Compare(y.strength, x.strength)
		}
		return cmp.Compare(x.base.key, y.base.key)
	}
	sort.Slice(found, func(i, j int) bool { return compare(found[i], found[j]) < 0 })
	return found
}

// rescue is the service of last resort: the nearest hub of a carrier that may
// fly to it, whatever its range. A closed country has none.
func (g *graph) rescue(p *Place) (l link, ok bool) {
	var best *base
	bestDot := math.Inf(-1)
	for _, b := range g.bases {
		near := dot(b.place, p)
		if b.place.Hub && b.place != p && b.seller == b.airline && near > bestDot && b.allowed(p, Distance(b.place, p)) {
			best, bestDot = b, near
		}
	}
	if best == nil {
		return link{}, false
	}
	return link{base: best, place: p, strength: 0.1, distance: Distance(best.place, p), lifeline: true}, true
}

// within is the distance from b to p when b's fleet can fly it and it is not
// between two airports of one city.
func (b *base) within(p *Place) (km float64, ok bool) {
	cos := dot(b.place, p)
	if cos < b.nearest || p == b.place || p.CityCode == b.place.CityCode {
		return 0, false
	}
	return earthRadius * math.Acos(min(1, cos)), true
}

// hopeless tells quickly that p's traffic cannot reach a strength at any
// distance.
func (b *base) hopeless(p *Place, least float64) bool {
	if b.place.land == p.land {
		return max(p.Traffic-0.7*p.abroad, p.Traffic/10)*30 < b.need*least
	}
	return p.draw*27 < min(b.need, b.near)*least
}

// strength is the place's traffic over what the carrier asks for at that
// distance, or 0 where it may not fly or the answer is below floor.
func (t *Timetable) strength(b *base, p *Place, km, floor float64) float64 {
	var demand, ask float64
	if b.place.land == p.land {
		demand = max(p.Traffic-0.7*p.abroad, p.Traffic/10)
		ask = b.need * homeDemand(b, km)
	} else {
		least := b.need
		if km <= nearby {
			least = b.near
		}
		demand, ask = p.draw*b.mass.at(km), least*foreignDemand(b, km)*b.border(p)
		if km > nearby {
			demand *= p.pull
		}
	}
	if b.shunned(p) {
		ask *= 40
	}
	if b.airline.Kind == data.Leisure && !p.leisure {
		ask *= 6
	}
	const luckiest = 5 * 3.5 // two bases of one carrier, and the noise at its best
	if demand*luckiest < ask*floor || !b.allowed(p, km) {
		return 0
	}
	if rank, ok := b.network[p]; ok {
		if rank < b.rank {
			return 0 // the other end owns it
		}
		ask /= 5 // a network links its own bases
	} else if demand*luckiest/5 < ask*floor {
		return 0
	}
	noise := b.taste.With(p.key).Between(-spread(b), spread(b))
	return demand / ask * math.Exp2(noise)
}

// spread is how far chance moves a carrier's taste, in powers of two: a carrier
// that flies from everywhere chooses more freely.
func spread(b *base) float64 {
	if b.airline.Kind == data.LowCost {
		return 1.8
	}
	return 0.75
}
