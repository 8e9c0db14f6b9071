package flights

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// ErrNotPlatform means that a fare has no options because it is not booked on the service.
var ErrNotPlatform = errors.New("only a fare of kind platform has options")

// part is what the options of a fare cover: a leg or the whole trip.
type part struct {
	*Trip
	fare   offer
	fareID string
	plans  []*plan
	usd    float64 // cheapest option, for the whole party
	total  float64 // the same in the currency of the read
	covers wire.FareCoverage
	legID  *float64
}

// brands has the bundles of conditions that a seat is sold with, most basic first.
var brands = [...]struct {
	name           string // with the cabin: Economy Lite
	over           float64
	more           int // baggage steps above what the fare includes
	change, cancel wire.PenaltyPolicy
}{
	{"Lite", 1, 0, wire.PenaltyPolicyNotPermitted, wire.PenaltyPolicyNotPermitted},
	{"Standard", 1.14, 1, wire.PenaltyPolicyFee, wire.PenaltyPolicyNotPermitted},
	{"Flex", 1.38, 2, wire.PenaltyPolicyFree, wire.PenaltyPolicyFee},
	{"Full Flex", 1.75, 3, wire.PenaltyPolicyFree, wire.PenaltyPolicyFree},
}

// Options returns every bundle that the carriers sell for a platform fare, by leg and then cheapest first.
// Amounts are for the whole party, in the currency of the quote, or in USD if that has no rate; the metadata says
// which. One fare in 25 does not state the price of the whole trip.
//
// The error is ErrNotPlatform for a fare of another kind, and ErrNotFound for a fare that the trip does not have,
// or not yet.
func (t *Trip) Options(fareID string) (wire.FareOptions, error) {
	i := slices.IndexFunc(t.fares, func(o offer) bool { return t.fareID(t.trip, o) == fareID })
	if i < 0 {
		return wire.FareOptions{}, fmt.Errorf("fare %.300q: %w", fareID, ErrNotFound)
	}
	fare := t.fares[i]
	if kind := t.snap.sellers[fare.seller].kind; kind != wire.FareKindPlatform {
		return wire.FareOptions{}, fmt.Errorf("fare %s is of kind %s: %w", fareID, kind, ErrNotPlatform)
	}
	out := wire.FareOptions{FareID: fareID, CurrencyCode: t.money.Code, Metadata: t.quote.Metadata()}
	out.Metadata.CurrencyCode = out.CurrencyCode
	if !t.dice("no total").Word(t.code).Chance(0.04) {
		out.Price = &wire.FareOptionsPrice{
			Total: t.money.Of(fare.usd), TotalUsd: new(fare.usd), Currency: out.CurrencyCode, Scope: wire.PartyScopeParty,
		}
	}
	whole := part{t, fare, fareID, t.legs, fare.usd, t.money.Of(fare.usd), wire.FareCoverageTrip, nil}
	// Half of the full-price carriers sell the whole journey, and one in twelve does not state what an option
	// covers. The others sell each leg separately, as do two carriers on one trip.
	tickets := 1.0
	if a := t.seller(); a != nil && !timetable.Cheap(a) {
		tickets = whole.carrier("tickets").Unit()
	}
	silent := tickets < 0.08
	if !silent && tickets < 0.58 {
		out.Options = whole.options()
		return out, nil
	}
	// The cheapest options of the legs add up to the fare in both currencies. The last leg takes the rounding
	// remainder, so its two amounts may differ by a unit.
	sum := 0.0
	for _, leg := range t.legs {
		sum += leg.fare
	}
	usd, total := whole.usd, whole.total // remainder for the following legs
	for i, leg := range t.legs {
		one := part{t, fare, fareID, t.legs[i : i+1], usd, total, wire.FareCoverageLeg, new(float64(i + 1))}
		if i < len(t.legs)-1 {
			one.usd = cents(fare.usd * leg.fare / sum)
			one.total = t.money.Of(one.usd)
			usd, total = cents(usd-one.usd), t.money.Round(total-one.total)
		}
		out.Options = append(out.Options, one.options()...)
		marketing, _ := leg.carriers()
		out.Legs = append(out.Legs, wire.FareOptionLeg{
			LegID: *one.legID, From: &leg.first().From.Code, To: &leg.last().To.Code,
			DepartsAt: new(local(leg.first().From, leg.first().leave).Format("2006-01-02T15:04:05")), // local time at the airport
			Airlines:  each(marketing, airlineCode),
		})
	}
	stray := t.dice("stray").Word(t.code).Chance(0.05) // sometimes one option does not state what it covers
	for i := range out.Options {
		if silent || stray && i == len(out.Options)-1 {
			out.Options[i].LegID, out.Options[i].Price.Covers = nil, nil
		}
	}
	return out, nil
}

// dice returns the dice for an aspect of the options.
func (t *Trip) dice(of string) dice.Dice {
	return dice.New(t.e.options.Seed).Word("options").Word(of)
}

// carrier returns the dice of the carrier that sells the first flight of a part.
func (p part) carrier(of string) dice.Dice { return p.dice(of).Word(p.plans[0].sold[0].Airline.Code) }

// options returns the bundles for a part, cheapest first. Three in five carriers do not have the most expensive
// one. A fare that its seller calls refundable has only refundable options.
//
// An id is a UUID derived from the content of the option (version 8 with SHA-256, RFC 9562 §5.8), so every
// process generates the same one. Baggage is what the fare includes, and more for the more expensive brands.
func (p part) options() []wire.FareOption {
	sold := brands[:]
	if p.fare.refundable {
		sold = brands[2:]
	} else if p.carrier("full").Chance(0.6) {
		sold = brands[:3]
	}
	var terms []string // the carriers' published conditions; one in seven has none
	marketing, _ := p.plans[0].carriers()
	for _, a := range marketing {
		if !p.dice("terms").Word(a.Code).Chance(0.15) {
			terms = append(terms, "https://"+strings.ToLower(a.Code)+".airline.example/terms/fares")
		}
	}
	var options []wire.FareOption
	for _, b := range sold {
		name := [...]string{"Economy", "Premium Economy", "Business", "First"}[p.snap.cabin] + " " + b.name
		u := sha256.Sum256(fmt.Appendf(nil, "fare option\n%s\n%s%s\n%s", p.fareID, p.plans[0].first().From.Code, p.plans[0].last().To.Code, name))
		u[6] = u[6]&0x0f | 0x80
		u[8] = u[8]&0x3f | 0x80
		usd, total := p.usd, p.total
		if b.name != sold[0].name {
			usd = cents(p.usd * b.over / sold[0].over)
			total = p.money.Of(usd)
		}
		options = append(options, wire.FareOption{
			FareOptionID: fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16]),
			Name:         name, Price: p.price(usd, total), LegID: p.legID,
			Baggage:      allowances[min(max(0, p.fare.baggage)+b.more-sold[0].more, len(allowances)-1)],
			Refundable:   b.cancel != wire.PenaltyPolicyNotPermitted,
			Exchangeable: b.change != wire.PenaltyPolicyNotPermitted,
			Penalties: []wire.Penalty{
				p.penalty(wire.PenaltyTypeChange, b.change, usd), p.penalty(wire.PenaltyTypeCancel, b.cancel, usd),
			},
			TermsUrls: terms,
		})
	}
	return options
}

// price returns the price of an option for the whole party and for each passenger. Taxes do not grow with the
// brand. One carrier in ten does not split the price.
func (p part) price(usd, total float64) wire.FareOptionPrice {
	taxes, fares := 0.0, 0.0
	for _, leg := range p.plans {
		fares += leg.fare
		for _, r := range leg.rides {
			taxes += tax(r)
		}
	}
	rate := p.usd * min(taxes/fares, 0.6) / usd
	round := p.money.Round
	price := wire.FareOptionPrice{
		Total: total, TotalUsd: usd, Currency: p.money.Code, Covers: &p.covers, TotalTaxAmount: new(round(total * rate)),
	}
	if p.carrier("passengers").Chance(0.1) {
		return price
	}
	// Use the same weights as for the party's price. Amounts are rounded independently, except that fare and tax
	// always add up to their total.
	amounts := func(whole float64) wire.PassengerAmounts {
		total, taxes := round(whole), round(whole*rate)
		return wire.PassengerAmounts{Fare: round(total - taxes), Tax: taxes, Total: total}
	}
	for _, one := range p.query.passengers() {
		if each := total * one.weight / p.query.party(); one.count > 0 {
			price.Passengers = append(price.Passengers, wire.PassengerPrice{
				Type: one.kind, Count: float64(one.count),
				PerPerson: amounts(each), Party: amounts(each * float64(one.count)),
			})
		}
	}
	return price
}

// penalty returns the fee of a change or a cancellation for the whole party, at most 80 % of the price. It
// depends on distance and cabin.
func (p part) penalty(kind wire.PenaltyType, policy wire.PenaltyPolicy, usd float64) wire.Penalty {
	out := wire.Penalty{Type: kind, Policy: policy}
	if policy != wire.PenaltyPolicyFee {
		return out
	}
	each := p.carrier("fee").Word(string(kind)).Between(15, 50)
	for _, leg := range p.plans {
		each += 0.008 * leg.longest().Km
	}
	each *= [...]float64{1, 1.3, 2, 2.5}[p.snap.cabin]
	fee := math.Round(each/5) * 5 * float64(p.query.Adults+p.query.Children)
	out.Amount, out.Currency = new(p.money.Of(min(fee, 0.8*usd))), new(p.money.Code)
	return out
}
