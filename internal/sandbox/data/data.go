// Package data is the sandbox's reference data: airports, cities, time zones,
// countries, currencies and names, from open sources (see NOTICE beside the
// files), and facts written down by hand where no open source exists.
//
// Everything is decoded on first use, so a command that does not touch the
// sandbox pays nothing.
package data

// AirportSize tells how much traffic an airport is built for.
type AirportSize uint8

// The sizes, as OurAirports classes them.
const (
	SmallAirport AirportSize = iota + 1
	MediumAirport
	LargeAirport
)

// Airport is an airport with scheduled passenger service.
type Airport struct {
	Code     string // IATA, three letters
	Name     string // English
	City     string // English name of the city it serves
	CityCode string // metropolitan code, or Code when the city has only this one
	Country  string // ISO 3166-1 alpha-2
	Region   string // ISO 3166-2
	Lat, Lon float64
	Zone     string // IANA time zone
	Size     AirportSize
}

// City is a place that one or more airports serve, named by a city code, or a
// town that none does.
type City struct {
	Code     string // metropolitan or airport code, three letters; four digits for a town without one
	Name     string // English
	Country  string // ISO 3166-1 alpha-2
	Region   string // ISO 3166-2; empty for some towns
	Lat, Lon float64
	Zone     string
	People   int        // inhabitants (GeoNames); 0 where not known
	Airports []*Airport // busiest first; empty for a town
}

// IATA is the city's code as travel has it; empty for a town without one, whose
// Code means something to the sandbox alone.
func (c *City) IATA() string {
	if c.Code[0] <= '9' {
		return ""
	}
	return c.Code
}
