package flights

import (
	"cmp"
	"math"
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/wire"
)

// offer is a fare: one seller's price for one trip.
type offer struct {
	seller     uint8 // index among the search's sellers
	number     uint8 // of the seller's fares for this trip, from 1
	batch      uint8 // which of the seller's answers it comes with, 0 or 1
	refundable bool
	baggage    baggage
	usd        float64 // whole party, fees included, in whole cents
	score      float64 // see score.go
}

// baggage is what a fare includes, when its seller says.
type baggage uint8

const (
	notStated baggage = iota
	handOnly
	oneBag
	twoBags
)

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

// sells tells whether a seller offers trips of this sort.
func (one *seller) sells(t *trip) bool {
	switch one.kind {
	case wire.FareKindAirline:
		return t.seller() == one.airline && t.transfers() == 0
	case wire.FareKindPlatform:
		return t.transfers() == 0
	}
	return true
}

func (t *trip) transfers() int {
	n := 0
	for _, leg := range t.legs {
		n += leg.transfers
	}
	return n
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
	longest := t.legs[0].longest()
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
