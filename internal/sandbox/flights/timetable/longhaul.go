package timetable

import (
	"math"

	"travel.example/travel/internal/sandbox/data"
)

// addLongHaul joins the services of data.LongHauls, which no chance draws, to
// the bases. A carrier that has no base where a service begins is given a small
// one for it alone.
func (g *graph) addLongHaul() {
	g.long = map[*Place][]link{}
	type spot struct {
		airline *data.Airline
		place   *Place
	}
	bases, next := map[spot]*base{}, map[*data.Airline]int{}
	rights := map[*data.Airline]*rights{}
	for _, b := range g.bases {
		bases[spot{b.airline, b.place}], rights[b.airline] = b, b.rights
	}
	for _, s := range data.LongHauls() {
		from, to := g.byCode[s.From], g.byCode[s.To]
		if from == nil || to == nil {
			continue // an airport that the reference data has closed
		}
		at := spot{s.Airline, from}
		if bases[at] == nil {
			bases[at] = newBase(s.Airline, data.Base{Airport: s.From, Weight: 1}, from, len(s.Airline.Bases))
			bases[at].rights = rights[s.Airline]
		}
		l := longLink(bases[at], to, s)
		if s.Exception {
			l.before = g.fromHome(s.Airline, from, to)
		}
		l.first = next[s.Airline] + 1
		next[s.Airline] += 2 * ((s.Weekly + 6) / 7)
		g.long[to] = append(g.long[to], l)
		from.base = true
	}
}

// fromHome is the kilometres from a carrier's bases to the nearer one of two places.
func (g *graph) fromHome(a *data.Airline, from, to *Place) float64 {
	nearest := math.Inf(1)
	for _, b := range a.Bases {
		if home := g.byCode[b.Airport]; home != nil {
			nearest = min(nearest, Distance(home, from), Distance(home, to))
		}
	}
	return nearest
}

func longLink(b *base, to *Place, s data.LongHaul) link {
	return link{
		base: b, place: to, distance: Distance(b.place, to), weekly: s.Weekly,
		season:   Season(s.Part), // the two count the year alike
		largest:  s.Largest,
		strength: math.Pow(float64(s.Weekly)/perWeekFar, 1/growthFar),
	}
}
