package site

import (
	"strconv"
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// leg is one way of a trip in one line.
type leg struct {
	Label       string // Out or Back
	Day         string // Fri 25 Dec 2026
	From, To    string // airport codes
	Leaves      clock
	Lands       clock
	Duration    string
	Stops       string // nonstop, 1 stop
	Dots        []struct{}
	Via         string // where it stops
	Carriers    []carrier
	FlownBy     string // proven codeshares
	Ground      string // trains and buses that are part of it
	Overnight   bool
	Origin, End string // names of the cities
}

// carrier is who sells a flight.
type carrier struct {
	Name string
	Logo string // path of its logo on this site
}

// airline is a carrier that flies.
func airline(code, name string) carrier {
	return carrier{Name: name, Logo: "/logos/airlines/" + code + ".svg"}
}

// clock is a local time, and how many days after the leg's first it falls.
type clock struct {
	Time  string // 06:45
	Mark  string // +1 for the next day, and empty for the same
	Words string // what the mark means
}

func clockOf(t, first time.Time) clock {
	at := clock{Time: t.Format("15:04"), Words: "the same day"}
	switch days := nights(first, t); {
	case days == 1:
		at.Mark, at.Words = "+1", "the next day"
	case days > 1:
		at.Mark, at.Words = "+"+strconv.Itoa(days), count(days, "day", "days")+" later"
	case days < 0:
		at.Mark, at.Words = "−"+strconv.Itoa(-days), count(-days, "day", "days")+" before"
	}
	return at
}

// legLabel names a leg by its place in the trip.
func legLabel(i int) string {
	if i == 0 {
		return "Out"
	}
	return "Back"
}

func cardLeg(i int, l wire.CardLeg, locale string) leg {
	leaves, lands := stampOf(l.DepartsAt), stampOf(l.ArrivesAt)
	out := leg{
		Label: legLabel(i), Day: longDay(leaves), From: l.From, To: l.To,
		Leaves: clockOf(leaves, leaves), Lands: clockOf(lands, leaves), Duration: duration(int(l.DurationMinutes)),
		Stops: stops(int(l.Stops)), Dots: make([]struct{}, len(l.Via)), Overnight: l.Overnight,
		Ground: ground(l.TransportTypes), Origin: cityAt(l.From, locale), End: cityAt(l.To, locale),
	}
	var via []string
	for j, code := range l.Via {
		if j < len(l.LayoverMinutesByStop) {
			code += " " + duration(int(l.LayoverMinutesByStop[j]))
		}
		via = append(via, code)
	}
	out.Via = list(via)
	for _, a := range l.Airlines {
		out.Carriers = append(out.Carriers, airline(a.Code, a.Name))
	}
	var flown []string
	for _, a := range l.OperatingAirlines {
		flown = append(flown, a.Name)
	}
	out.FlownBy = list(flown)
	return out
}

func stops(n int) string {
	if n == 0 {
		return "nonstop"
	}
	return count(n, "stop", "stops")
}

// ground names the parts of a leg that are not flown.
func ground(types []wire.TransportType) string {
	var words []string
	for _, t := range types {
		switch t {
		case wire.TransportTypeTRAIN:
			words = append(words, "train")
		case wire.TransportTypeBUS:
			words = append(words, "bus")
		case wire.TransportTypeOTHER:
			words = append(words, "another vehicle")
		}
	}
	return list(words)
}

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
			Carrier: airline(s.Airline.Code, s.Airline.Name), Vehicle: s.Aircraft, Cabin: cabinName(s.Cabin),
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
