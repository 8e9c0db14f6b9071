package flights

import (
	"math"

	"travel.example/travel/internal/sandbox/wire"
)

// optionPrice is what a bundle costs the whole party. The carrier states it,
// not the service: it is near the fare's price but need not equal it.
func (o *opened) optionPrice(b bundle) (price wire.FareOptionPrice, usd float64) {
	each := o.luck("price").With(uint64(b.number)).Word(b.name)
	usd = cents(o.fare.usd * b.share * b.over * each.Between(0.985, 1.015))
	price = wire.FareOptionPrice{
		Total: o.money.total(usd), TotalUsd: usd, Currency: o.money.currency.Code, Covers: b.covers,
	}
	carrier := o.carrier("breakdown", b.plans[0].sold[0].Airline)
	tax := o.fare.usd * b.share * b.tax() / usd
	if !carrier.Word("tax").Chance(0.1) {
		price.TotalTaxAmount = new(o.money.total(usd * tax))
	}
	if !carrier.Word("passengers").Chance(0.1) {
		price.Passengers = o.passengers(usd, tax)
	}
	return price, usd
}

// tax is the share of the plainest brand's price that is tax. Taxes do not grow
// with the brand.
func (b bundle) tax() float64 {
	taxes, fares := 0.0, 0.0
	for _, p := range b.plans {
		fares += p.fare
		for _, r := range p.rides {
			taxes += 14
			if r.Km > 3500 {
				taxes += 45
			}
		}
	}
	return min(taxes/fares, 0.6)
}

// passengers splits a price by the weights that the party was priced with.
// Every amount is rounded by itself, except that fare and tax always make
// their total.
func (o *opened) passengers(usd, tax float64) []wire.PassengerPrice {
	k := o.snap.key
	var split []wire.PassengerPrice
	for _, one := range []struct {
		kind   wire.PassengerPriceType
		count  int
		weight float64
	}{
		{wire.PassengerPriceTypeAdult, k.adults, adultWeight},
		{wire.PassengerPriceTypeChild, k.children, childWeight},
		{wire.PassengerPriceTypeInfant, k.infants, infantWeight},
	} {
		if one.count == 0 {
			continue
		}
		each := usd * one.weight / k.party()
		split = append(split, wire.PassengerPrice{
			Type: one.kind, Count: float64(one.count),
			PerPerson: o.amounts(each, tax), Party: o.amounts(each*float64(one.count), tax),
		})
	}
	return split
}

// What a passenger pays of an adult's fare; searchKey.party adds these up.
const (
	adultWeight  = 1
	childWeight  = 0.75
	infantWeight = 0.10
)

func (o *opened) amounts(usd, tax float64) wire.PassengerAmounts {
	total, taxes := o.money.total(usd), o.money.total(usd*tax)
	return wire.PassengerAmounts{Fare: o.money.currency.Round(total - taxes), Tax: taxes, Total: total}
}

// penalty is what a change or a cancellation costs the whole party, never more
// than most of what was paid.
func (o *opened) penalty(kind wire.PenaltyType, policy wire.PenaltyPolicy, b bundle, usd float64) wire.Penalty {
	out := wire.Penalty{Type: kind, Policy: policy}
	if policy != wire.PenaltyPolicyFee {
		return out
	}
	each := o.carrier("fee", b.plans[0].sold[0].Airline).Word(string(kind)).Between(25, 60)
	if kind == wire.PenaltyTypeCancel {
		each *= 1.6
	}
	for _, p := range b.plans {
		each += 0.006 * p.longest().Km
	}
	each *= cabinFee[o.snap.key.cabin]
	fee := math.Round(each/5) * 5 * float64(o.snap.key.adults+o.snap.key.children)
	out.Amount = new(o.money.total(min(fee, 0.8*usd)))
	out.Currency = new(o.money.currency.Code)
	return out
}

// cabinFee is what a fee is multiplied by, for the fare it is a part of.
var cabinFee = [...]float64{1, 1.3, 2, 2.5}
