// Package gazetteer knows the cities of the world that an airport serves, their names in many
// languages, and how many people fly there. It is shared by the client, which asks it what a
// traveler's word may mean, and by the sandbox. Its data come from open sources (see NOTICE beside
// the files) and are decoded on first use, so a command that looks up no name pays nothing.
package gazetteer

import (
	_ "embed"
	"strings"
)

//go:embed cities.csv.gz
var citiesFile string

// City is a place that one or more airports serve, named by a city code, or a
// town that none does.
type City struct {
	Code     string // metropolitan or airport code, three letters; four digits for a town without one
	Name     string // English
	Country  string // ISO 3166-1 alpha-2
	Region   string // ISO 3166-2; empty for some towns
	Lat, Lon float64
	Zone     string   // IANA time zone
	People   int      // inhabitants (GeoNames); 0 where not known
	Served   []string // codes of its airports, busiest first; empty for a town
}

// IATA is the city's code as travel has it; empty for a town without one, whose
// Code means something to the sandbox alone.
func (c *City) IATA() string {
	if c.Code[0] <= '9' {
		return ""
	}
	return c.Code
}

// Cities is every city that an airport serves, sorted by code. The caller must
// not change it.
func Cities() []City { return cities() }

var cities = Table(citiesFile, func(row []string) City {
	c := ParseCity(row)
	c.Served = strings.Split(row[8], " ")
	return c
})

// ParseCity reads a row of the table of cities, or of a like one, without the airports that serve it.
func ParseCity(c []string) City {
	return City{
		Code: c[0], Name: c[1], Country: c[2], Region: c[3],
		Lat: Number(c[4]), Lon: Number(c[5]), Zone: c[6], People: int(Number(c[7])),
	}
}
