package flights

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// FareOptions is every bundle the carriers sell a platform fare as, by leg and
// then cheapest first; an option that is not attributed to a leg comes after
// those of the legs. Amounts are of the whole party, in the currency of the
// quote, or in USD where that has no rate: the metadata says which.
//
// The error is ErrNotPlatform for a fare of another kind, and ErrNotFound for
// what is not a fare of q, or not yet.
func (e *Engine) FareOptions(q Query, at time.Time, quote Quote, fareID string) (wire.FareOptions, error) {
	o, err := e.openFare(q, at, quote, fareID)
	if err != nil {
		return wire.FareOptions{}, err
	}
	out := wire.FareOptions{
		FareID: fareID, CurrencyCode: o.money.currency.Code,
		Options: o.all(), Metadata: o.money.metadata(),
	}
	out.Metadata.CurrencyCode = out.CurrencyCode
	if !o.luck("no total").Chance(withoutTotal) {
		out.Price = &wire.FareOptionsPrice{
			Total: o.money.total(o.fare.Usd), TotalUsd: new(o.fare.Usd),
			Currency: o.money.currency.Code, Scope: wire.PartyScopeParty,
		}
	}
	if !slices.ContainsFunc(out.Options, func(x wire.FareOption) bool { return x.LegID == nil }) {
		out.Legs = o.legs()
	}
	return out, nil
}

// FareOption is the one option of a fare that an id stands for: its name, its
// leg, its price. The id is the same in every currency and language. Errors are
// those of FareOptions; an option of another fare is ErrNotFound.
func (e *Engine) FareOption(q Query, at time.Time, quote Quote, fareID, optionID string) (wire.FareOption, error) {
	o, err := e.openFare(q, at, quote, fareID)
	if err != nil {
		return wire.FareOption{}, err
	}
	for _, option := range o.all() {
		if option.FareOptionID == optionID {
			return option, nil
		}
	}
	return wire.FareOption{}, fmt.Errorf("option %.40q of fare %s: %w", optionID, o.id, ErrNotFound)
}

// withoutTotal is the share of fares whose whole-trip price is not stated.
const withoutTotal = 0.04

// all is every option, in the order of the contract.
func (o *opened) all() []wire.FareOption {
	var options []wire.FareOption
	for _, b := range o.bundles() {
		options = append(options, o.option(b))
	}
	compare := func(a, b wire.FareOption) int {
		return cmp.Or(compareLegs(a.LegID, b.LegID), cmp.Compare(a.Price.TotalUsd, b.Price.TotalUsd), cmp.Compare(a.Name, b.Name))
	}
	sort.SliceStable(options, func(i, j int) bool { return compare(options[i], options[j]) < 0 })
	return options
}

// compareLegs sorts options without a known leg last.
func compareLegs(a, b *float64) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return cmp.Compare(*a, *b)
}

// legs is the set of legs that options have to cover.
func (o *opened) legs() []wire.FareOptionLeg {
	var legs []wire.FareOptionLeg
	for i, p := range o.trip.Legs {
		leg := wire.FareOptionLeg{
			LegID: float64(i + 1), From: &p.First().From.Code, To: &p.Last().To.Code,
			DepartsAt: new(o.Local(p.First().From, p.First().Leave).Format(localTime)),
		}
		for _, a := range p.Marketing() {
			leg.Airlines = append(leg.Airlines, a.Code)
		}
		legs = append(legs, leg)
	}
	return legs
}

// localTime is ISO 8601 without an offset: the clock at the airport.
const localTime = "2006-01-02T15:04:05"
