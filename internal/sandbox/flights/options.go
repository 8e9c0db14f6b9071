package flights

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/wire"
)

// ErrNotPlatform is the answer of the options read for a fare that is not
// booked on the service.
var ErrNotPlatform = errors.New("only a fare of kind platform has options")

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
			Total: o.money.total(o.fare.usd), TotalUsd: new(o.fare.usd),
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

// opened is a platform fare whose options are read.
type opened struct {
	shape
	id   FareID
	trip *trip
	fare offer
	dice dice.Dice // of the world's fares; see carrier and luck
}

// luck is the dice of the trip, and carrier those of the carrier that sells a
// part of it.
func (o *opened) luck(of string) dice.Dice                     { return o.dice.Word(of).Word(o.trip.code) }
func (o *opened) carrier(of string, a *data.Airline) dice.Dice { return o.dice.Word(of).Word(a.Code) }

// openFare finds a platform fare that has arrived at a time.
func (e *Engine) openFare(q Query, at time.Time, quote Quote, fareID string) (*opened, error) {
	id, err := ParseFareID(fareID)
	if err != nil {
		return nil, err
	}
	s := e.shape(q, e.glance(q, at), e.money(quote))
	t := s.snap.byCode[id.Trip]
	if t == nil || id.Search != q.ID {
		return nil, fmt.Errorf("fare %s: %w", id, ErrNotFound)
	}
	for _, o := range s.snap.answered(t) {
		one := s.snap.sellers[o.seller]
		if one.code != id.Provider || int(o.number) != id.Number {
			continue
		}
		if one.kind != wire.FareKindPlatform {
			return nil, fmt.Errorf("fare %s is of kind %s: %w", id, one.kind, ErrNotPlatform)
		}
		return &opened{shape: s, id: id, trip: t, fare: o, dice: dice.New(e.options.Seed).Word("options")}, nil
	}
	return nil, fmt.Errorf("fare %s: %w", id, ErrNotFound)
}

// glance is a snapshot to look single trips up in: nothing is counted, and no
// label is assigned.
func (e *Engine) glance(q Query, at time.Time) *snapshot {
	s := e.search(q)
	return &snapshot{search: s, in: s.arrivals(q.Created), since: at.Sub(q.Created)}
}

// all is every option, in the order of the contract.
func (o *opened) all() []wire.FareOption {
	var options []wire.FareOption
	for _, b := range o.bundles() {
		options = append(options, o.option(b))
	}
	slices.SortStableFunc(options, func(a, b wire.FareOption) int {
		return cmp.Or(compareLegs(a.LegID, b.LegID), cmp.Compare(a.Price.TotalUsd, b.Price.TotalUsd), cmp.Compare(a.Name, b.Name))
	})
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
	for i, p := range o.trip.legs {
		leg := wire.FareOptionLeg{
			LegID: float64(i + 1), From: &p.first().From.Code, To: &p.last().To.Code,
			DepartsAt: new(o.local(p.first().From, p.first().leave).Format(localTime)),
		}
		for _, a := range p.marketing() {
			leg.Airlines = append(leg.Airlines, a.Code)
		}
		legs = append(legs, leg)
	}
	return legs
}

// localTime is ISO 8601 without an offset: the clock at the airport.
const localTime = "2006-01-02T15:04:05"
