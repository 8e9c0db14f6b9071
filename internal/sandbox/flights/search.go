package flights

import (
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// search is everything a search will ever hold, however much of it has been
// answered so far. It does not change once it is built.
type search struct {
	key     searchKey // with the cabin that is sold: below the wanted one where no flight has that
	dice    dice.Dice
	sellers []*seller
	brings  [][2]bool // whether a seller's first and second batch hold fares
	trips   []*trip
	byCode  map[string]*trip
}

// build plans, prices and sells a search.
func (e *Engine) build(k searchKey) *search {
	wanted := k.cabin
	c := newClocks(e.table)
	from, to := e.table.Ends(k.from), e.table.Ends(k.to)
	outs := plansFor(c, from, to, k.out)
	var backs []*plan
	if k.back != 0 {
		backs = plansFor(c, to, from, k.back)
	}
	k.cabin = bestCabin(outs, wanted)
	if k.back != 0 {
		k.cabin = min(k.cabin, bestCabin(backs, wanted))
	}
	s := &search{key: k, dice: k.draw(e.options.Seed), byCode: map[string]*trip{}}
	outs = e.priced(k, k.out, outs)
	if k.back == 0 {
		s.trips = oneWays(outs)
	} else {
		s.trips = roundTrips(outs, e.priced(k, k.back, backs))
	}
	s.sellTrips()
	return s
}

// priced is the plans whose longest flight has the cabin, with their fares.
func (e *Engine) priced(k searchKey, day timetable.Day, plans []*plan) []*plan {
	p := e.pricer(k, day, plans)
	kept := make([]*plan, 0, len(plans))
	for _, x := range plans {
		if aboard(x.longest().Flight, k.cabin) == k.cabin {
			p.price(x)
			kept = append(kept, x)
		}
	}
	return kept
}

// sellTrips puts the trips on sale and scores every fare.
func (s *search) sellTrips() {
	s.sellers = sellersOf(s.dice, s.trips)
	s.brings = make([][2]bool, len(s.sellers))
	y := yardstick{}
	for i, t := range s.trips {
		t.offers = s.offersFor(t, s.dice)
		s.byCode[t.code] = t
		if i == 0 || t.offers[0].usd < y.usd {
			y.usd = t.offers[0].usd
		}
		if i == 0 || float64(t.minutes) < y.minutes {
			y.minutes = float64(t.minutes)
		}
	}
	for _, t := range s.trips {
		for i := range t.offers {
			o := &t.offers[i]
			o.score = y.score(t, *o, s.sellers[o.seller])
			s.brings[o.seller][o.batch] = true
		}
	}
}
