package flights

import (
	"crypto/sha256"
	"fmt"
	"strconv"

	"travel.example/travel/internal/sandbox/data"
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
	a := o.trip.seller()
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
	plans  []*plan // priced by it
	number int     // of the leg it is for, from 1; 0 for the whole trip
	share  float64 // of the fare
	covers *wire.FareCoverage
	legID  *float64
}

// bundles is what a fare is sold as.
func (o *opened) bundles() []bundle {
	kind := o.attribution()
	if kind == byTrip {
		var all []bundle
		for _, b := range o.brands(o.trip.legs[0]) {
			all = append(all, bundle{brand: b, plans: o.trip.legs, share: 1, covers: new(wire.FareCoverageTrip)})
		}
		return all
	}
	sum := 0.0
	for _, leg := range o.trip.legs {
		sum += leg.fare
	}
	var all []bundle
	for i, leg := range o.trip.legs {
		for _, b := range o.brands(leg) {
			one := bundle{brand: b, plans: o.trip.legs[i : i+1], number: i + 1, share: leg.fare / sum}
			if kind != unknown {
				one.covers, one.legID = new(wire.FareCoverageLeg), new(float64(i+1))
			}
			all = append(all, one)
		}
	}
	if kind == partly {
		last := &all[len(all)-1]
		last.covers, last.legID = nil, nil
	}
	return all
}

// option is a bundle in the contract's words.
func (o *opened) option(b bundle) wire.FareOption {
	seller := b.plans[0].sold[0].Airline
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
