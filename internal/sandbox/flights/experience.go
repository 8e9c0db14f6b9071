package flights

import (
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/wire"
)

// What makes a signal, in minutes; clock times are local, of the airport.
const (
	longWait    = 5 * 60 // a stop of this or more is long
	tightMargin = 15     // a connection with less than this beyond the airport's minimum is short
	earlyFrom   = 2 * 60 // a departure from here
	earlyUntil  = 390    // and before 06:30 is early
	lateFrom    = 1350   // an arrival from 22:30
	lateUntil   = 5 * 60 // and before 05:00 is late
	recentSince = 2014   // a type that entered service from this year on is new
	highRating  = 0.85   // see market.Standing
)

// Experience is what travelling a trip is like, leg by leg. The error is
// ErrNotFound for a code that the search does not hold, or holds no fare of
// yet.
//
// Four signals are always there. A night falls into the leg when it takes an
// hour or more between 01:00 and 05:00 by the clocks at both ends (overnight);
// one stop is of 5 hours or more (longStopover); it departs from 02:00 and
// before 06:30 (earlyDeparture); it arrives from 22:30 and before 05:00
// (lateArrival). Three are sent only when they hold: a connection leaves less
// than 15 minutes beyond the airport's minimum (shortStopover, never without a
// stop); every flight is by a type in service since 2014 or later
// (newAircraft); every operating carrier is highly rated
// (highlyRatedCarrier).
func (e *Engine) Experience(q Query, at time.Time, code string) (wire.TripExperience, error) {
	s := e.shape(q, e.glance(q, at), money{})
	t := s.snap.ByCode[code]
	if t == nil || len(s.snap.answered(t)) == 0 {
		return wire.TripExperience{}, fmt.Errorf("trip %.40q: %w", code, ErrNotFound)
	}
	out := wire.TripExperience{TripID: s.tripID(t), Metadata: wire.TripExperienceMetadata{LegCount: len(t.Legs)}}
	for _, leg := range t.Legs {
		out.Legs = append(out.Legs, wire.ExperienceLeg{
			ID: market.TripCode(leg.Label()), DepartureAirportCode: leg.First().From.Code, ArrivalAirportCode: leg.Last().To.Code,
			StopsCount: leg.Stops(), Signals: signals(leg),
		})
	}
	return out, nil
}

func signals(p *planner.Plan) wire.LegSignals {
	out := wire.LegSignals{
		Overnight:      p.Overnight(),
		EarlyDeparture: p.LeaveAt >= earlyFrom && p.LeaveAt < earlyUntil,
		LateArrival:    p.LandAt >= lateFrom || p.LandAt < lateUntil,
	}
	tight := false
	for i, r := range p.Rides[1:] {
		in := p.Rides[i]
		wait := int(r.Leave - in.Land)
		out.LongStopover = out.LongStopover || wait >= longWait
		tight = tight || wait < planner.ChangeTime(in.Flight, r.Flight)+tightMargin
	}
	if tight {
		out.ShortStopover = new(wire.LegSignalsShortStopover(true))
	}
	if every(p, recent) {
		out.NewAircraft = new(wire.LegSignalsNewAircraft(true))
	}
	if every(p, wellRated) {
		out.HighlyRatedCarrier = new(wire.LegSignalsHighlyRatedCarrier(true))
	}
	return out
}

func every(p *planner.Plan, holds func(planner.Ride) bool) bool {
	return !slices.ContainsFunc(p.Rides, func(r planner.Ride) bool { return !holds(r) })
}

// recent tells whether a ride is by a new type of aircraft. Trains and buses have
// no such type.
func recent(r planner.Ride) bool {
	return r.Flight.Aircraft.Since >= recentSince && r.Flight.Aircraft.Body < data.TrainBody
}

func wellRated(r planner.Ride) bool { return market.Standing(r.Operator) >= highRating }
