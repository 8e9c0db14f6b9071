package data

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed rail.txt
var railText string

// Station is a railway or bus station with an IATA code.
type Station struct {
	Code     string // IATA, three letters
	Name     string
	CityCode string // of the city whose search may start or end here
	City     string // English
	Country  string // ISO 3166-1 alpha-2
	Lat, Lon float64
	Zone     string // IANA time zone
	Body     Body   // TrainBody or BusBody
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
		switch {
		case c[0] == "station" && len(c) == 10:
			t.stations = append(t.stations, &Station{
				Code: c[1], Name: c[2], CityCode: c[3], City: c[4], Country: c[5],
				Lat: number(c[6]), Lon: number(c[7]), Zone: c[8], Body: groundBody(c[9]),
			})
		case c[0] == "link" && len(c) == 9:
			t.links = append(t.links, &GroundLink{
				Body: groundBody(c[1]), Operator: c[2], SoldBy: strings.Fields(c[3]), From: c[4], To: c[5],
				Minutes: int(number(c[6])), Daily: int(number(c[7])), Number: int(number(c[8])),
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
