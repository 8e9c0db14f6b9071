package flights

import (
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/wire"
)

// ErrNotPlatform is the answer of the options read for a fare that is not
// booked on the service.
var ErrNotPlatform = errors.New("only a fare of kind platform has options")

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
