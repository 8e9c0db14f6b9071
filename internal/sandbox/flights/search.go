package flights

import (
	"cmp"
	"math"
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/planner"
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
func build(table *timetable.Timetable, seed uint64, k searchKey) *search {
	wanted := k.cabin
	c := planner.NewClocks(table)
	from, to := table.Ends(k.from), table.Ends(k.to)
	outs := planner.Find(c, from, to, k.out)
	var backs []*planner.Plan
	if k.back != 0 {
		backs = planner.Find(c, to, from, k.back)
	}
	k.cabin = bestCabin(outs, wanted)
	if k.back != 0 {
		k.cabin = min(k.cabin, bestCabin(backs, wanted))
	}
	s := &search{key: k, dice: k.draw(seed), byCode: map[string]*trip{}}
	outs = priced(seed, k, k.out, outs)
	if k.back == 0 {
		s.trips = oneWays(outs)
	} else {
		s.trips = roundTrips(outs, priced(seed, k, k.back, backs))
	}
	s.sellTrips()
	return s
}

// priced is the plans whose longest flight has the cabin, with their fares.
func priced(seed uint64, k searchKey, day timetable.Day, plans []*planner.Plan) []*planner.Plan {
	p := newPricer(seed, k, day, plans)
	kept := make([]*planner.Plan, 0, len(plans))
	for _, x := range plans {
		if aboard(x.Longest().Flight, k.cabin) == k.cabin {
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

// offersFor is every fare of a trip, cheapest first; a tie goes to the
// seller's code and then its number. There is at least one.
func (s *search) offersFor(t *trip, d dice.Dice) []offer {
	d = d.Word(t.code)
	var offers []offer
	for i, one := range s.sellers {
		each := d.Word(one.code)
		if one.sells(t) && each.Chance(one.reach) {
			offers = s.sell(offers, i, t, each)
		}
	}
	if len(offers) == 0 {
		agency := 1 + d.Below(fewestAgencies)
		offers = s.sell(offers, agency, t, d)
	}
	slices.SortFunc(offers, func(a, b offer) int {
		return cmp.Or(cmp.Compare(a.usd, b.usd),
			cmp.Compare(s.sellers[a.seller].code, s.sellers[b.seller].code), cmp.Compare(a.number, b.number))
	})
	return offers
}

// sell adds one or two fares of a seller.
func (s *search) sell(offers []offer, index int, t *trip, d dice.Dice) []offer {
	one := s.sellers[index]
	basic := t.fare * s.key.party() * one.markup * d.Word("price").Between(0.985, 1.02)
	o := offer{
		seller: uint8(index), number: 1, usd: cents(basic + one.fee),
		refundable: d.Word("refund").Chance(0.12), baggage: s.included(t, one, d),
	}
	if d.Word("batch").Chance(0.25) {
		o.batch = 1
	}
	offers = append(offers, o)
	flexible := d.Word("flexible")
	if o.refundable || !flexible.Chance(0.22) {
		return offers
	}
	o.number, o.refundable = 2, true
	o.usd = cents(basic*flexible.Word("price").Between(1.18, 1.42) + one.fee)
	if o.baggage == handOnly {
		o.baggage = oneBag
	}
	return append(offers, o)
}

// included is the baggage a seller's plain fare comes with.
func (s *search) included(t *trip, one *seller, d dice.Dice) baggage {
	if !one.bags || d.Word("silent").Chance(0.15) {
		return notStated
	}
	longest := t.legs[0].Longest()
	switch kind := longest.Operator.Kind; {
	case kind == data.LowCost || kind == data.Leisure:
		return handOnly
	case s.key.cabin >= business:
		return twoBags
	case longest.Km < 2500 && d.Word("light").Chance(0.7):
		return handOnly
	}
	return oneBag
}

// cents rounds an amount in USD.
func cents(usd float64) float64 { return math.Round(usd*100) / 100 }
