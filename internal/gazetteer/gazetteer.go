// Package gazetteer has the cities of the world that are served by an airport, their names in many languages, and
// the number of people who fly there. The client uses it to find out which place a traveler means; the sandbox
// uses it as well. The data comes from open sources (see NOTICE in this directory) and is decoded on first use,
// so a command that looks up no name pays nothing.
package gazetteer

import (
	_ "embed"
	"strings"
)

//go:embed cities.csv.gz
var citiesFile string

// City is a place served by one or more airports and identified by a city code, or a town that has no airport.
type City struct {
	Code     string // metropolitan or airport code, three letters; four digits for a town without one
	Name     string // English
	Country  string // ISO 3166-1 alpha-2
	Region   string // ISO 3166-2; empty for some towns
	Lat, Lon float64
	Zone     string   // IANA time zone
	People   int      // inhabitants (GeoNames); 0 if unknown
	Served   []string // codes of its airports, busiest first; empty for a town
}

// IATA returns the city's IATA code. It is empty for a town without one, whose Code has a meaning only in the
// sandbox.
func (c *City) IATA() string {
	if c.Code[0] <= '9' {
		return ""
	}
	return c.Code
}

// Cities returns every city that an airport serves, sorted by code. The caller must not modify it.
func Cities() []City { return cities() }

var cities = Table(citiesFile, func(row []string) City {
	c := ParseCity(row)
	c.Served = strings.Split(row[8], " ")
	return c
})

// ParseCity parses a row of the table of cities, or of a similar table, without the airports.
func ParseCity(c []string) City {
	return City{
		Code: c[0], Name: c[1], Country: c[2], Region: c[3],
		Lat: Number(c[4]), Lon: Number(c[5]), Zone: c[6], People: int(Number(c[7])),
	}
}
