package data

import (
	_ "embed"
	"fmt"
	"sync"
)

//go:embed aircraft.txt
var aircraftText string

// Body is the build of a vehicle.
type Body uint8

// The builds, widest first.
const (
	WideBody Body = iota + 1
	NarrowBody
	RegionalBody
	SmallProp
	TrainBody
	BusBody
)

// Aircraft is a vehicle type. Two codes may share a name.
type Aircraft struct {
	Code     string  // IATA type code
	Short    string  // as a traveler says it: A380, 787-9
	Name     string  // with its maker
	Body     Body    //
	Seats    int     // typical
	Range    float64 // km with a usual load
	Cruise   float64 // km/h
	Economy  string  // seats across an economy row
	Business string  // seats across a business row
	Since    int     // year it entered service
}

// OnGround tells whether the vehicle is a train or a bus.
func (a *Aircraft) OnGround() bool { return a.Body == TrainBody || a.Body == BusBody }

var aircraft = sync.OnceValue(func() map[string]*Aircraft { return parseAircraft(aircraftText) })

// AircraftByCode is the vehicle type with an IATA code.
func AircraftByCode(code string) (*Aircraft, bool) {
	a, ok := aircraft()[code]
	return a, ok
}

func parseAircraft(text string) map[string]*Aircraft {
	byCode := map[string]*Aircraft{}
	for _, c := range handRows(text) {
		if len(c) != 10 {
			panic(fmt.Sprintf("data: aircraft %q has %d cells", c, len(c)))
		}
		a := &Aircraft{
			Code: c[0], Short: c[1], Name: c[2], Body: body(c[3]),
			Seats: int(number(c[4])), Range: number(c[5]), Cruise: number(c[6]),
			Economy: c[7], Business: c[8], Since: int(number(c[9])),
		}
		if byCode[a.Code] != nil {
			panic(fmt.Sprintf("data: aircraft %s twice", a.Code))
		}
		byCode[a.Code] = a
	}
	return byCode
}

func body(letter string) Body {
	switch letter {
	case "W":
		return WideBody
	case "N":
		return NarrowBody
	case "R":
		return RegionalBody
	case "S":
		return SmallProp
	case "T":
		return TrainBody
	case "B":
		return BusBody
	}
	panic(fmt.Sprintf("data: aircraft body %q", letter))
}
