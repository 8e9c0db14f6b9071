package site

import (
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// longLeg is one way of a trip with each of its flights.
type longLeg struct {
	Label    string
	Day      string
	From, To place
	Duration string
	Stops    string
	Segments []segment
}

// segment is one flight, or a ride on the ground, with the wait before it.
type segment struct {
	Wait        string // at From, before it leaves; empty for the first
	LongWait    bool
	From, To    place
	Leaves      clock
	Lands       clock
	Duration    string
	Number      string // RJ 613
	Carrier     carrier
	FlownBy     string
	Vehicle     string
	Cabin       string
	Amenities   []string
	Seat        string
	OtherGround string // train or bus; empty for a flight
}

// longWait is a wait that is pointed out.
const longWait = 4 * time.Hour

func detailLeg(i int, l wire.DetailLeg) longLeg {
	first := stampOf(l.DepartsAt)
	out := longLeg{
		Label: legLabel(i), Day: longDay(first), From: stationOf(l.From), To: stationOf(l.To),
		Duration: duration(int(l.DurationMinutes)), Stops: stops(int(l.Stops)),
	}
	landed := first
	for j, s := range l.Segments {
		leaves, lands := stampOf(s.DepartsAt), stampOf(s.ArrivesAt)
		one := segment{
			From: stationOf(s.From), To: stationOf(s.To), Leaves: clockOf(leaves, first), Lands: clockOf(lands, first),
			Duration: duration(int(s.DurationMinutes)), Number: s.Airline.Code + fixed + s.FlightNumber,
			Carrier: carrier{Code: s.Airline.Code, Name: s.Airline.Name}, Vehicle: s.Aircraft, Cabin: cabinName(s.Cabin),
			Amenities: amenities(s.Amenities), OtherGround: ground([]wire.TransportType{s.TransportType}),
		}
		if s.OperatedBy != nil {
			one.FlownBy = *s.OperatedBy
		}
		if s.Seat != nil && s.Seat.Pitch != nil {
			one.Seat = *s.Seat.Pitch
		}
		if j > 0 {
			wait := leaves.Sub(landed)
			one.Wait, one.LongWait = duration(int(wait.Minutes())), wait >= longWait
		}
		landed = lands
		out.Segments = append(out.Segments, one)
	}
	return out
}

func stationOf(a wire.Airport) place {
	p := place{Code: a.Code, Name: a.Code, Kind: a.Name}
	if a.City != nil {
		p.Name = *a.City
	}
	return p
}

// amenities lists what is on board, and what of it costs extra.
func amenities(a *wire.SegmentAmenities) []string {
	if a == nil {
		return nil
	}
	var words []string
	for _, one := range []*wire.Amenity{a.Wifi, a.Power, a.Entertainment, a.Meal} {
		if one != nil && one.Exists {
			words = append(words, one.Text)
		}
	}
	return words
}
