package timetable

import (
	"strconv"

	"travel.example/travel/internal/sandbox/data"
)

// lifeline is a service that is flown whatever chance says: what a place lives
// by, or what every traveler knows.
type lifeline struct {
	base   *base
	weekly int
}

// addLifelines reads the services that the rules name. A row begins at the
// carrier's base, at the higher one where both ends are.
func (g *graph) addLifelines() {
	g.kept = map[*Place][]lifeline{}
	for _, row := range data.Rules("lifeline") {
		from, to := g.byCode[row[1]], g.byCode[row[2]]
		if from == nil || to == nil {
			continue // an airport that the reference data has closed
		}
		weekly, _ := strconv.Atoi(row[3])
		for _, b := range g.bases {
			if b.place == from && b.airline.Code == row[0] {
				g.kept[to] = append(g.kept[to], lifeline{b, weekly})
			}
		}
	}
}

// withLifelines is the services to p that chance has drawn, and those that do not wait for it.
func (t *Timetable) withLifelines(p *Place, drawn []link) []link {
	for _, k := range t.graph().kept[p] {
		km := Distance(k.base.place, p)
		l := link{base: k.base, place: p, distance: km, weekly: k.weekly}
		l.strength = max(t.strength(k.base, p, km, 0), float64(k.weekly)/6)
		drawn = append(withoutBase(drawn, k.base), l)
	}
	return drawn
}

func withoutBase(links []link, b *base) []link {
	for i := range links {
		if links[i].base == b {
			return append(links[:i], links[i+1:]...)
		}
	}
	return links
}
