package data

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed rail.txt
var railText string

// Station is a railway or bus station with a code like an airport's.
type Station struct {
	Code     string // three letters: IATA's, or made up
	Name     string
	CityCode string // of the city whose search may start or end here
	Lat, Lon float64
	Body     Body // TrainBody or BusBody
}

// GroundLink is a train or bus line that is sold under flight numbers, the same
// in both directions.
type GroundLink struct {
	Body     Body     // TrainBody or BusBody
	Operator string   // carrier code
	SoldBy   []string // carrier codes, the operator's own first where it sells
	From, To string   // airport or station codes
	Minutes  int      // of the ride
	Daily    int      // departures a day and direction
	Number   int      // of the first departure; the way back is one higher
}

type railTable struct {
	stations []*Station
	links    []*GroundLink
}

var rail = sync.OnceValue(func() railTable { return parseRail(railText) })

// Stations is every station that is not an airport. The caller must not change it.
func Stations() []*Station { return rail().stations }

// GroundLinks is every line. The caller must not change it.
func GroundLinks() []*GroundLink { return rail().links }

func parseRail(text string) railTable {
	var t railTable
	for _, c := range handRows(text) {
		switch len(c) {
		case 6:
			t.stations = append(t.stations, &Station{
				Body: groundBody(c[0]), Code: c[1], Name: c[2], CityCode: c[3], Lat: number(c[4]), Lon: number(c[5]),
			})
		case 8:
			t.links = append(t.links, &GroundLink{
				Body: groundBody(c[0]), Operator: c[1], SoldBy: strings.Fields(c[2]), From: c[3], To: c[4],
				Minutes: int(number(c[5])), Daily: int(number(c[6])), Number: int(number(c[7])),
			})
		default:
			panic(fmt.Sprintf("data: ground row %q", c))
		}
	}
	return t
}

func groundBody(word string) Body {
	switch word {
	case "train":
		return TrainBody
	case "bus":
		return BusBody
	}
	panic(fmt.Sprintf("data: ground vehicle %q", word))
}
