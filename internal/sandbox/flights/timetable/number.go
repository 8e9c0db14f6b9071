package timetable

import (
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// number is the flight number of the nth departure of a service. Low numbers
// are for the long services, in the order of their table. Away from
// the base it is odd and the way back is the next even one.
func (l link) number(d dice.Dice, nth int, homeward int) int {
	if l.first > 0 {
		return l.first + 2*nth + homeward
	}
	low, span := 420, 2500
	switch {
	case l.base.seller != l.base.airline:
		low, span = 3000+feederNumbers*l.base.feeder, feederNumbers-2*maxDaily
	case l.base.airline.Kind == data.Regional:
		low, span = 100, 1800
	case l.base.airline.Kind == data.LowCost, l.base.airline.Kind == data.Leisure:
		low, span = 500, 4300
	}
	first := low | 1
	first += 2 * d.Word("number").Below(span/2)
	return first + 2*nth + homeward
}

// Carriers that fly for another one each have a stretch of its numbers.
const (
	feederNumbers = 400
	maxDaily      = 26 // departures of a service
)

// maxCodeshares is how many carriers may sell a flight beside its main seller.
const maxCodeshares = 2

// sales is under whose numbers a departure is sold: the operator, or the
// carrier it flies for, and partners to whom one end is home.
func (t *Timetable) sales(l link, d dice.Dice, nth, homeward int) []Sale {
	own := l.number(d, nth, homeward)
	sold := []Sale{{l.base.seller, own}}
	draw := d.Word("codeshare")
	for i, partner := range t.graph().ties[l.base.seller] {
		if len(sold) > maxCodeshares {
			break
		}
		p := draw.With(uint64(i)).Word(partner.Code)
		if partner == l.base.airline || !p.Chance(t.interest(partner, l)) {
			continue
		}
		sold = append(sold, Sale{partner, 5000 + 2*p.Below(1900) + 2*nth + homeward})
	}
	return slices.Clip(sold)
}

// withoutTwins removes codeshares under a number that another departure of
// the route already has.
func withoutTwins(flights []*Flight) {
	taken := map[Sale]bool{}
	for _, f := range flights {
		taken[f.Sold[0]] = true
	}
	for _, f := range flights {
		main := f.Sold[:1]
		for _, s := range f.Sold[1:] {
			if !taken[s] {
				taken[s] = true
				main = append(main, s)
			}
		}
		f.Sold = main
	}
}

// interest is how likely a partner sells the service. It does not put its number on flights between
// places that are both foreign to it.
func (t *Timetable) interest(partner *data.Airline, l link) float64 {
	home := t.graph().baseOf[partner]
	_, atPlace := home[l.place]
	_, atBase := home[l.base.place]
	switch {
	case partner.Kind == data.Ground, partner.Kind == data.Regional:
		return 0
	case atPlace:
		return 0.85
	case atBase && l.base.airline.Country != partner.Country:
		return 0.3
	case partner.Country == l.place.Country && partner.Country != l.base.airline.Country && partner.Bases[0].Weight >= 8:
		return 0.3
	case partner.Country == l.place.Country, partner.Country == l.base.place.Country:
		return 0.015
	}
	return 0
}
