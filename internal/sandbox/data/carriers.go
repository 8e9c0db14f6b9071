package data

import (
	_ "embed"
	"strings"

	"travel.example/travel/internal/gazetteer"
)

// The tables of carriers are written by hand; the first lines of each describe its columns.
var (
	//go:embed aircraft.txt
	aircraftText string
	//go:embed airlines.txt
	airlinesText string
	//go:embed stations.txt
	stationsText string
	//go:embed rail.txt
	railText string
)

// Body is the type of a vehicle.
type Body uint8

// The types, widest first.
const (
	WideBody Body = iota + 1
	NarrowBody
	RegionalBody
	SmallProp
	TrainBody
	BusBody
)

func body(letter string) Body { return Body(strings.Index("WNRSTB", letter) + 1) }

// Aircraft is a vehicle type. Two codes may share a name.
type Aircraft struct {
	Code     string  // IATA type code
	Short    string  // common short name: A380, 787-9
	Name     string  // with its manufacturer
	Body     Body    //
	Seats    int     // typical
	Range    float64 // km with a typical load
	Cruise   float64 // km/h
	Economy  string  // seats across an economy row
	Business string  // seats across a business row
	Since    int     // year it entered service
}

// OnGround reports whether the vehicle is a train or a bus.
func (a *Aircraft) OnGround() bool { return a.Body == TrainBody || a.Body == BusBody }

// AircraftByCode returns the vehicle type with an IATA code.
var AircraftByCode = gazetteer.ByCode(gazetteer.Table(aircraftText, func(c []string) *Aircraft {
	return &Aircraft{
		Code: c[0], Short: c[1], Name: c[2], Body: body(c[3]),
		Seats: int(gazetteer.Number(c[4])), Range: gazetteer.Number(c[5]), Cruise: gazetteer.Number(c[6]),
		Economy: c[7], Business: c[8], Since: int(gazetteer.Number(c[9])),
	}
}), func(a *Aircraft) string { return a.Code })

// AirlineKind is the business model of a carrier.
type AirlineKind uint8

// The kinds of carrier.
const (
	FullService AirlineKind = iota + 1
	LowCost
	Regional
	Leisure
	Ground // a railway that sells under a flight number
)

// Airline is a carrier with an IATA code.
type Airline struct {
	Code     string // IATA, two characters
	Name     string // English
	Country  string // ISO 3166-1 alpha-2
	Alliance string // STAR, ONEWORLD, SKYTEAM, or empty
	Kind     AirlineKind
	Bases    []Base      // most important first
	Fleet    []*Aircraft // largest first
	Partners []string    // codeshare partners outside its alliance
}

// Base is an airport that a carrier's network is built around.
type Base struct {
	Airport string // IATA code
	Weight  int    // 1, a few aircraft, to 10, a mega hub
	SoldBy  string // carrier whose code its flights use, or empty for its own
}

// Airlines returns every carrier in the order of the table. The caller must not modify it.
var Airlines = gazetteer.Table(airlinesText, func(c []string) *Airline {
	a := &Airline{
		Code: c[0], Name: c[1], Country: c[2], Alliance: c[3],
		Kind: AirlineKind(strings.Index("FLRHG", c[4]) + 1), Partners: strings.Fields(c[7]),
	}
	for base := range strings.FieldsSeq(c[5]) { // FRA9, or DEN6=UA
		place, soldBy, _ := strings.Cut(base, "=")
		a.Bases = append(a.Bases, Base{Airport: place[:3], Weight: int(gazetteer.Number(place[3:])), SoldBy: soldBy})
	}
	for code := range strings.FieldsSeq(c[6]) {
		plane, _ := AircraftByCode(code)
		a.Fleet = append(a.Fleet, plane)
	}
	return a
})

// AirlineByCode returns the carrier with an IATA code.
var AirlineByCode = gazetteer.ByCode(Airlines, func(a *Airline) string { return a.Code })

// Station is a railway or bus station with a code like an airport's.
type Station struct {
	Code     string // three letters, from IATA or made up
	Name     string
	CityCode string // city whose searches may start or end here
	Lat, Lon float64
	Body     Body // TrainBody or BusBody
}

// GroundLink is a train or bus line sold under flight numbers, the same in both directions.
type GroundLink struct {
	Body     Body     // TrainBody or BusBody
	Operator string   // carrier code
	SoldBy   []string // carrier codes, the operator's own first if it sells the line
	From, To string   // airport or station codes
	Minutes  int      // of the ride
	Daily    int      // departures per day and direction
	Number   int      // of the first departure; the return is one higher
}

// Stations returns every station that is not an airport. The caller must not modify it.
var Stations = gazetteer.Table(stationsText, func(c []string) *Station {
	return &Station{
		Body: body(c[0]), Code: c[1], Name: c[2], CityCode: c[3], Lat: gazetteer.Number(c[4]), Lon: gazetteer.Number(c[5]),
	}
})

// GroundLinks returns every line. The caller must not modify it.
var GroundLinks = gazetteer.Table(railText, func(c []string) *GroundLink {
	return &GroundLink{
		Body: body(c[0]), Operator: c[1], SoldBy: strings.Fields(c[2]), From: c[3], To: c[4],
		Minutes: int(gazetteer.Number(c[5])), Daily: int(gazetteer.Number(c[6])), Number: int(gazetteer.Number(c[7])),
	}
})
