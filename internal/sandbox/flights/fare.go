package flights

import (
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/wire"
)

// ErrNotPlatform is the answer of the options read for a fare that is not
// booked on the service.
var ErrNotPlatform = errors.New("only a fare of kind platform has options")

// opened is a platform fare whose options are read.
type opened struct {
	shape
	id   FareID
	trip *market.Trip
	fare market.Offer
	dice dice.Dice // of the world's fares; see carrier and luck
}

// luck is the dice of the trip, and carrier those of the carrier that sells a
// part of it.
func (o *opened) luck(of string) dice.Dice                     { return o.dice.Word(of).Word(o.trip.Code) }
func (o *opened) carrier(of string, a *data.Airline) dice.Dice { return o.dice.Word(of).Word(a.Code) }

// openFare finds a platform fare that has arrived at a time.
func (e *Engine) openFare(q Query, at time.Time, quote Quote, fareID string) (*opened, error) {
	id, err := ParseFareID(fareID)
	if err != nil {
		return nil, err
	}
	s := e.shape(q, e.glance(q, at), e.money(quote))
	t := s.snap.ByCode[id.Trip]
	if t == nil || id.Search != q.ID {
		return nil, fmt.Errorf("fare %s: %w", id, ErrNotFound)
	}
	for _, o := range s.snap.answered(t) {
		one := s.snap.Sellers[o.Seller]
		if one.Code != id.Provider || int(o.Number) != id.Number {
			continue
		}
		if one.Kind != wire.FareKindPlatform {
			return nil, fmt.Errorf("fare %s is of kind %s: %w", id, one.Kind, ErrNotPlatform)
		}
		return &opened{shape: s, id: id, trip: t, fare: o, dice: dice.New(e.options.Seed).Word("options")}, nil
	}
	return nil, fmt.Errorf("fare %s: %w", id, ErrNotFound)
}
