// Package market is what a flight search holds: trips, priced, and put on sale by
// simulated sellers that answer one after the other.
package market

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// Search is everything a search will ever hold, however much of it has been
// answered so far. It does not change once it is built.
type Search struct {
	Key     Key // with the cabin that is sold: below the wanted one where no flight has that
	dice    dice.Dice
	Sellers []*Seller
	brings  [][2]bool // whether a seller's first and second batch hold fares
	Trips   []*Trip
	ByCode  map[string]*Trip
}

// Build plans, prices and sells a search.
func Build(table *timetable.Timetable, seed uint64, k Key) *Search {
	wanted := k.Cabin
	c := planner.NewClocks(table)
	from, to := table.Ends(k.From), table.Ends(k.To)
	outs := planner.Find(c, from, to, k.Out)
	var backs []*planner.Plan
	if k.Back != 0 {
		backs = planner.Find(c, to, from, k.Back)
	}
	k.Cabin = bestCabin(outs, wanted)
	if k.Back != 0 {
		k.Cabin = min(k.Cabin, bestCabin(backs, wanted))
	}
	outs = priced(seed, k, k.Out, outs)
	if k.Back == 0 {
		return Sell(seed, k, oneWays(outs))
	}
	return Sell(seed, k, roundTrips(outs, priced(seed, k, k.Back, backs)))
}

// priced is the plans whose longest flight has the cabin, with their fares.
func priced(seed uint64, k Key, day timetable.Day, plans []*planner.Plan) []*planner.Plan {
	p := newPricer(seed, k, day, plans)
	kept := make([]*planner.Plan, 0, len(plans))
	for _, x := range plans {
		if Aboard(x.Longest().Flight, k.Cabin) == k.Cabin {
			p.price(x)
			kept = append(kept, x)
		}
	}
	return withoutDetours(kept)
}

// A direct way of up to quickWay minutes is short enough that no traveler would take more than twice its
// time and detour minutes beside it, unless that is cheaper.
const (
	quickWay = 120
	detour   = 120
)

// withoutDetours leaves out ways with a change that take a large part of a day where a direct one takes an hour or
// two, unless they cost less than any direct one.
func withoutDetours(plans []*planner.Plan) []*planner.Plan {
	fastest, cheapest := math.MaxInt, math.Inf(1)
	for _, p := range plans {
		if p.Stops() == 0 {
			fastest, cheapest = min(fastest, p.Minutes), min(cheapest, p.Fare)
		}
	}
	if fastest > quickWay {
		return plans
	}
	return slices.DeleteFunc(plans, func(p *planner.Plan) bool {
		return p.Stops() > 0 && p.Minutes > 2*fastest+detour && p.Fare >= cheapest
	})
}

// Sell puts trips on sale and scores every fare.
func Sell(seed uint64, k Key, trips []*Trip) *Search {
	s := &Search{Key: k, dice: k.draw(seed), Trips: trips, ByCode: map[string]*Trip{}}
	s.Sellers = sellersOf(s.dice, s.Trips)
	s.brings = make([][2]bool, len(s.Sellers))
	y := yardstick{}
	for i, t := range s.Trips {
		t.Offers = s.offersFor(t, s.dice)
		s.ByCode[t.Code] = t
		if i == 0 || t.Offers[0].Usd < y.usd {
			y.usd = t.Offers[0].Usd
		}
		if i == 0 || t.door() < y.minutes {
			y.minutes = t.door()
		}
	}
	for _, t := range s.Trips {
		for i := range t.Offers {
			o := &t.Offers[i]
			o.Score = y.score(t, *o, s.Sellers[o.Seller])
			s.brings[o.Seller][o.Batch] = true
		}
	}
	return s
}

// offersFor is every fare of a trip, cheapest first; a tie goes to the
// seller's code and then its number. There is at least one.
//
// Draws are those of the flights, under whatever numbers: each fare of a codeshare has one of the trip
// that leads it beside it, from the same seller or from the other carrier, and that one is cheaper.
func (s *Search) offersFor(t *Trip, d dice.Dice) []Offer {
	d = d.Word(t.lead)
	var offers []Offer
	for i, one := range s.Sellers {
		if each := d.Word(one.Code); one.Airline == nil && one.sells(t) && each.Chance(one.reach) {
			offers = s.sell(offers, i, t, each)
		}
	}
	if len(offers) == 0 {
		agency := 1 + d.Below(fewestAgencies)
		offers = s.sell(offers, agency, t, d)
	}
	leads := slices.ContainsFunc(s.Sellers, func(one *Seller) bool { return one.Airline != nil && one.Airline == t.leader() })
	for i, one := range s.Sellers {
		if one.Airline != nil && leads && one.sells(t) {
			offers = s.sell(offers, i, t, d.Word("carrier"))
		}
	}
	compare := func(a, b Offer) int {
		return cmp.Or(cmp.Compare(a.Usd, b.Usd),
			cmp.Compare(s.Sellers[a.Seller].Code, s.Sellers[b.Seller].Code), cmp.Compare(a.Number, b.Number))
	}
	sort.Slice(offers, func(i, j int) bool { return compare(offers[i], offers[j]) < 0 })
	return offers
}

// sell adds one or two fares of a seller.
func (s *Search) sell(offers []Offer, index int, t *Trip, d dice.Dice) []Offer {
	one := s.Sellers[index]
	basic := t.Fare * s.Key.Party() * one.markup * d.Word("price").Between(0.985, 1.02)
	o := Offer{
		Seller: uint8(index), Number: 1, Usd: Cents(basic + one.fee),
		Refundable: d.Word("refund").Chance(0.12), Baggage: s.included(t, one, d),
	}
	if d.Word("batch").Chance(0.25) {
		o.Batch = 1
	}
	offers = append(offers, o)
	flexible := d.Word("flexible")
	if o.Refundable || !flexible.Chance(0.22) {
		return offers
	}
	o.Number, o.Refundable = 2, true
	o.Usd = Cents(basic*flexible.Word("price").Between(1.18, 1.42) + one.fee)
	if o.Baggage == HandOnly {
		o.Baggage = OneBag
	}
	return append(offers, o)
}

// included is the baggage a seller's plain fare comes with.
func (s *Search) included(t *Trip, one *Seller, d dice.Dice) Baggage {
	if !one.bags || d.Word("silent").Chance(0.15) {
		return notStated
	}
	longest := t.Legs[0].Longest()
	switch kind := longest.Operator.Kind; {
	case kind == data.LowCost || kind == data.Leisure:
		return HandOnly
	case s.Key.Cabin >= Business:
		return TwoBags
	case longest.Km < 2500 && d.Word("light").Chance(0.7):
		return HandOnly
	}
	return OneBag
}

// Cents rounds an amount in USD.
func Cents(usd float64) float64 { return math.Round(usd*100) / 100 }
