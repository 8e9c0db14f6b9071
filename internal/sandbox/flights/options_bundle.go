package flights

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/wire"
)

// attribution is what an option pays for, as far as its carrier states it.
type attribution uint8

const (
	byTrip  attribution = iota // every option is for the whole journey
	byLeg                      // every option is for one leg
	partly                     // like byLeg, but one option does not say for which
	unknown                    // priced leg by leg, and no option says so
)

// How often a usual carrier sells options for the whole journey,
// and how often it attributes none of them; how often one option of a trip is left
// without its leg.
const (
	tripWise     = 0.5
	unattributed = 0.08
	stray        = 0.05
)

// attribution is drawn for the carrier that sells the trip. Low-cost carriers
// sell one leg at a time, and so do two carriers on one journey.
func (o *opened) attribution() attribution {
	a := o.trip.Seller()
	legwise := byLeg
	if o.luck("stray").Chance(stray) {
		legwise = partly
	}
	if a == nil || a.Kind == data.LowCost || a.Kind == data.Leisure {
		return legwise
	}
	switch draw := o.carrier("covers", a).Unit(); {
	case draw < unattributed:
		return unknown
	case draw < unattributed+tripWise:
		return byTrip
	}
	return legwise
}

// bundle is what one option sells: a brand, on a leg or on the whole trip.
type bundle struct {
	brand
	plans  []*planner.Plan // priced by it
	number int             // of the leg it is for, from 1; 0 for the whole trip
	share  float64         // of the fare
	part   *amount         // of the plainest brand, where it is stated what it pays for; see parts
	covers *wire.FareCoverage
	legID  *float64
}

// bundles is what a fare is sold as.
func (o *opened) bundles() []bundle {
	kind := o.attribution()
	var all []bundle
	if kind == byTrip {
		for _, b := range o.brands(o.trip.Legs[0]) {
			all = append(all, bundle{brand: b, plans: o.trip.Legs, share: 1, covers: new(wire.FareCoverageTrip)})
		}
		all[0].part = &o.parts([]float64{1})[0]
		return all
	}
	shares := o.shares()
	parts := o.parts(shares)
	for i, leg := range o.trip.Legs {
		plainest := len(all)
		for _, b := range o.brands(leg) {
			one := bundle{brand: b, plans: o.trip.Legs[i : i+1], number: i + 1, share: shares[i]}
			if kind != unknown {
				one.covers, one.legID = new(wire.FareCoverageLeg), new(float64(i+1))
			}
			all = append(all, one)
		}
		if kind != unknown {
			all[plainest].part = &parts[i]
		}
	}
	if kind == partly {
		last := &all[len(all)-1]
		last.covers, last.legID = nil, nil
	}
	return all
}

// shares is how much of the fare each leg is.
func (o *opened) shares() []float64 {
	sum := 0.0
	for _, leg := range o.trip.Legs {
		sum += leg.Fare
	}
	var shares []float64
	for _, leg := range o.trip.Legs {
		shares = append(shares, leg.Fare/sum)
	}
	return shares
}

// amount is a price of the whole party, in USD and in the currency of the read.
type amount struct{ usd, total float64 }

// parts splits the fare. The parts add up to it in both currencies: the last one takes what rounding
// leaves, so that its two amounts may lie a unit apart.
func (o *opened) parts(shares []float64) []amount {
	rest := amount{o.fare.Usd, o.money.total(o.fare.Usd)}
	var parts []amount
	for _, share := range shares[:len(shares)-1] {
		usd := market.Cents(o.fare.Usd * share)
		part := amount{usd, o.money.total(usd)}
		rest = amount{market.Cents(rest.usd - part.usd), o.money.currency.Round(rest.total - part.total)}
		parts = append(parts, part)
	}
	return append(parts, rest)
}

// option is a bundle in the contract's words.
func (o *opened) option(b bundle) wire.FareOption {
	seller := b.plans[0].Sold[0].Airline
	price, usd := o.optionPrice(b)
	return wire.FareOption{
		FareOptionID: optionID(o.id, b), Name: b.name, Price: price, LegID: b.legID,
		Refundable:   b.cancel != wire.PenaltyPolicyNotPermitted,
		Exchangeable: b.change != wire.PenaltyPolicyNotPermitted,
		Baggage:      o.allowance(b, seller),
		Penalties: []wire.Penalty{
			o.penalty(wire.PenaltyTypeChange, b.change, b, usd),
			o.penalty(wire.PenaltyTypeCancel, b.cancel, b, usd),
		},
		TermsUrls: o.terms(b),
	}
}

// optionID is a UUID made from what the option is (version 8 with SHA-256,
// RFC 9562 §5.8), so any process finds the option by drawing them again.
func optionID(fare FareID, b bundle) string {
	u := sha256.Sum256([]byte("fare option\n" + fare.String() + "\n" + strconv.Itoa(b.number) + "\n" + b.name))
	u[6] = u[6]&0x0f | 0x80
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}

// allowances is what brands include, least first.
var allowances = [...]struct{ cabin, checked string }{
	{"1 bag, 7 kg", "not included"},
	{"1 bag, 7 kg", "1 bag, 23 kg"},
	{"1 bag, 10 kg", "1 bag, 30 kg"},
	{"1 bag, 10 kg", "2 bags, 23 kg each"},
	{"2 bags, 7 kg each", "2 bags, 32 kg each"},
}

// allowance is the baggage of an option: what its fare includes, and more with
// the more expensive brands. A few carriers do not state the cabin baggage.
func (o *opened) allowance(b bundle, seller *data.Airline) wire.Baggage {
	least := 0
	switch o.fare.Baggage {
	case market.OneBag:
		least = 1
	case market.TwoBags:
		least = len(allowances) - 1
	}
	includes := allowances[min(least+b.more, len(allowances)-1)]
	out := wire.Baggage{Checked: &includes.checked}
	if !o.carrier("silent", seller).Chance(0.06) {
		out.Cabin = &includes.cabin
	}
	return out
}

// terms is where the carriers that sell a bundle publish its conditions, in
// each carrier's own order, or nil for one that does not publish them online.
func (o *opened) terms(b bundle) []string {
	var links []string
	seen := map[*data.Airline]bool{}
	for _, p := range b.plans {
		for _, a := range p.Marketing() {
			d := o.carrier("terms", a)
			if seen[a] || d.Chance(0.15) {
				continue
			}
			seen[a] = true
			host := "https://" + strings.ToLower(a.Code) + ".airline.example/terms/"
			rules := host + "fares/" + strings.ReplaceAll(strings.ToLower(b.name), " ", "-")
			switch d.Word("order").Below(3) {
			case 0:
				links = append(links, rules)
			case 1:
				links = append(links, rules, host+"carriage")
			default:
				links = append(links, host+"carriage", rules)
			}
		}
	}
	return links
}

// optionPrice is what a bundle costs the whole party. The plainest ones together make the fare, where
// it is stated what they pay for. All others are the carrier's own prices and add up to nothing.
func (o *opened) optionPrice(b bundle) (price wire.FareOptionPrice, usd float64) {
	var cost amount
	if b.part != nil {
		cost = *b.part
	} else {
		each := o.luck("price").With(uint64(b.number)).Word(b.name)
		cost.usd = market.Cents(o.fare.Usd * b.share * b.over * each.Between(0.985, 1.015))
		cost.total = o.money.total(cost.usd)
	}
	price = wire.FareOptionPrice{
		Total: cost.total, TotalUsd: cost.usd, Currency: o.money.currency.Code, Covers: b.covers,
	}
	carrier := o.carrier("breakdown", b.plans[0].Sold[0].Airline)
	tax := o.fare.Usd * b.share * b.tax() / cost.usd
	if !carrier.Word("tax").Chance(0.1) {
		price.TotalTaxAmount = new(o.money.currency.Round(cost.total * tax))
	}
	if !carrier.Word("passengers").Chance(0.1) {
		price.Passengers = o.passengers(cost.total, tax)
	}
	return price, cost.usd
}

// tax is the share of the plainest brand's price that is tax. Taxes do not grow
// with the brand.
func (b bundle) tax() float64 {
	taxes, fares := 0.0, 0.0
	for _, p := range b.plans {
		fares += p.Fare
		for _, r := range p.Rides {
			taxes += market.Tax(r)
		}
	}
	return min(taxes/fares, 0.6)
}

// passengers splits a price, in the currency of the read, by the weights that the party was priced
// with. Every amount is rounded by itself, except that fare and tax always make their total.
func (o *opened) passengers(total, tax float64) []wire.PassengerPrice {
	k := o.snap.Key
	var split []wire.PassengerPrice
	for _, one := range []struct {
		kind   wire.PassengerPriceType
		count  int
		weight float64
	}{
		{wire.PassengerPriceTypeAdult, k.Adults, adultWeight},
		{wire.PassengerPriceTypeChild, k.Children, childWeight},
		{wire.PassengerPriceTypeInfant, k.Infants, infantWeight},
	} {
		if one.count == 0 {
			continue
		}
		each := total * one.weight / k.Party()
		split = append(split, wire.PassengerPrice{
			Type: one.kind, Count: float64(one.count),
			PerPerson: o.amounts(each, tax), Party: o.amounts(each*float64(one.count), tax),
		})
	}
	return split
}

// What a passenger pays of an adult's fare; market.Key.Party adds these up.
const (
	adultWeight  = 1
	childWeight  = 0.75
	infantWeight = 0.10
)

func (o *opened) amounts(whole, tax float64) wire.PassengerAmounts {
	round := o.money.currency.Round
	total, taxes := round(whole), round(whole*tax)
	return wire.PassengerAmounts{Fare: round(total - taxes), Tax: taxes, Total: total}
}

// penalty is what a change or a cancellation costs the whole party, never more
// than most of what was paid.
func (o *opened) penalty(kind wire.PenaltyType, policy wire.PenaltyPolicy, b bundle, usd float64) wire.Penalty {
	out := wire.Penalty{Type: kind, Policy: policy}
	if policy != wire.PenaltyPolicyFee {
		return out
	}
	each := o.carrier("fee", b.plans[0].Sold[0].Airline).Word(string(kind)).Between(25, 60)
	if kind == wire.PenaltyTypeCancel {
		each *= 1.6
	}
	for _, p := range b.plans {
		each += 0.006 * p.Longest().Km
	}
	each *= cabinFee[o.snap.Key.Cabin]
	if b.plans[0].First().Aircraft.OnGround() {
		each *= groundFee
	}
	fee := math.Round(each/5) * 5 * float64(o.snap.Key.Adults+o.snap.Key.Children)
	out.Amount = new(o.money.total(min(fee, 0.8*usd)))
	out.Currency = new(o.money.currency.Code)
	return out
}

// cabinFee is what a fee is multiplied by, for the fare it is a part of.
var cabinFee = [...]float64{1, 1.3, 2, 2.5}

// groundFee is what a fee is multiplied by for a train or coach.
const groundFee = 0.2
