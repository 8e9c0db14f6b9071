package render

import "time"

// TripView is one trip with its segments and fares.
type TripView struct {
	Title    string   // such as "Trip 1"
	Airlines []string // who sells the trip
	Route    []string // airport codes in order, such as DXB, LHR, DXB
	Context  []string // for whom, such as "1 adult", "economy"
	Locale   string   // decides how money is written; "" is "en"
	Legs     []ViewLeg
	// Signals are what is good to know before booking, in words.
	Signals []string
	Fares   []FareRow
	Notes   []string
	Next    []string // commands that may follow
}

// ViewLeg is one way of the trip.
type ViewLeg struct {
	Label          string // "out" or "back"
	From, To       string // airport codes
	Depart, Arrive time.Time
	DayOffset      int // calendar days from departure to arrival
	Minutes        int
	Stops          int
	Segments       []Segment // none if the service gave none
}

// Segment is one flight, train or bus ride. The waits between segments follow from their times.
type Segment struct {
	From, To       Station
	Depart, Arrive time.Time // with the offset of each airport
	Minutes        int
	Mode           string // FLIGHT, TRAIN, BUS or OTHER
	Number         string // the number it is sold under
	Carrier        string // who sells it
	Operator       string // who runs it, if somebody else
	Vehicle        string // the aircraft, or what rolls
	Cabin          string
}

// Station is one end of a segment.
type Station struct {
	Code string
	Name string // "" if not known
}

// FareRow is one offer of the trip.
type FareRow struct {
	N          int
	FareID     string // the service's id, for TSV and CSV
	Price      Money  // the whole party's, fees included
	SoldBy     string
	Kind       string // how the service calls the kind of seller
	Refundable Answer // as the seller states it
	CabinBag   string // "" if not stated
	CheckedBag string // "" if not stated
	Then       string // the command or the place where it goes on
	Link       string // where it is booked, for TSV and CSV
}
