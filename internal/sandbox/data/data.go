// Package data is the sandbox's reference data: airports, cities, time zones, countries, currencies and names
// from open sources (see NOTICE in this directory), and facts written by hand where no open source exists.
//
// Everything is decoded on first use, so a command that does not use the sandbox pays nothing. The tables are
// embedded and tested, so an error in them is a panic.
package data

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // the sandbox must work on systems without time zone files

	"travel.example/travel/internal/gazetteer"
)

//go:embed airports.csv.gz
var airportsFile string

//go:embed towns.csv.gz
var townsFile string

//go:embed countries.csv.gz
var countriesFile string

// AirportSize is the size class of an airport.
type AirportSize uint8

// The sizes are the classes of OurAirports.
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
	CityCode string // metropolitan code, or Code if it is the city's only airport
	Country  string // ISO 3166-1 alpha-2
	Region   string // ISO 3166-2
	Lat, Lon float64
	Zone     string // IANA time zone
	Size     AirportSize
}

// City is a city or town of the gazetteer with its airports.
type City struct {
	gazetteer.City
	Airports []*Airport // busiest first; empty for a town
}

// Country is a country or territory with an ISO 3166-1 code.
type Country struct {
	Code      string   // ISO 3166-1 alpha-2
	Name      string   // English
	ShortName string   // English, if a shorter name is common ("US", "UK"); else empty
	Capital   string   // English; empty if there is none
	Currency  string   // ISO 4217; empty for Antarctica
	Languages []string // ISO 639-1, most spoken first
}

// Airports returns every airport, sorted by code. The caller must not modify it.
var Airports = gazetteer.Table(airportsFile, func(c []string) *Airport {
	return &Airport{
		Code: c[0], Name: c[1], City: c[2], CityCode: c[3], Country: c[4], Region: c[5],
		Lat: gazetteer.Number(c[6]), Lon: gazetteer.Number(c[7]), Zone: c[8], Size: AirportSize(gazetteer.Number(c[9])),
	}
})

// AirportByCode returns the airport with an IATA code.
var AirportByCode = gazetteer.ByCode(Airports, func(a *Airport) string { return a.Code })

// Cities returns every city that an airport serves, sorted by code. The caller must not modify it.
var Cities = sync.OnceValue(func() (all []*City) {
	for _, city := range gazetteer.Cities() {
		c := &City{City: city}
		for _, code := range city.Served {
			a, _ := AirportByCode(code)
			c.Airports = append(c.Airports, a)
		}
		all = append(all, c)
	}
	return all
})

// Towns returns every town that is not the city of an airport, by country and name. If the airport of a larger
// city is named after a town (Newark, Bergamo), the town has the code of that airport. The caller must not modify
// it.
var Towns = gazetteer.Table(townsFile, func(c []string) *City { return &City{City: gazetteer.ParseCity(c)} })

var (
	servedByCode = gazetteer.ByCode(Cities, func(c *City) string { return c.Code })
	townByCode   = gazetteer.ByCode(Towns, func(c *City) string { return c.Code })
)

// CityByCode returns the city with a metropolitan code or with the code of its only airport, or the town with a
// code.
func CityByCode(code string) (*City, bool) {
	if c, ok := servedByCode(code); ok {
		return c, true
	}
	return townByCode(code)
}

// Countries returns every country and territory, sorted by code. The caller must not modify it.
var Countries = gazetteer.Table(countriesFile, func(c []string) Country {
	languages := strings.FieldsFunc(c[5], func(r rune) bool { return r == ',' })
	return Country{Code: c[0], Name: c[1], ShortName: c[2], Capital: c[3], Currency: c[4], Languages: languages}
})

// CountryByCode returns the country with an ISO 3166-1 alpha-2 code.
var CountryByCode = gazetteer.ByCode(Countries, func(c Country) string { return c.Code })

// CountryName returns the name of a country in the language of locale, a BCP 47 tag, or else in English. For an
// unknown code, it returns the code.
func CountryName(code, locale string) string {
	c, _ := CountryByCode(code)
	return cmp.Or(gazetteer.Name(c.Code, locale), c.Name, code)
}

// CityName returns the name of a city in the language of locale, a BCP 47 tag, or else in English.
func CityName(city *City, locale string) string {
	return cmp.Or(gazetteer.Name(city.Code, locale), city.Name)
}

// Ends returns the airports that a flight search from or to code may use: only that airport if code is an
// airport's, even if a city has the same code (DXB), and otherwise every airport of the city.
func Ends(code string) ([]*Airport, bool) {
	if a, ok := AirportByCode(code); ok {
		return []*Airport{a}, true
	}
	if c, ok := servedByCode(code); ok {
		return c.Airports, true
	}
	return nil, false
}

// zones caches time zones by name.
var zones sync.Map

// Zone returns the time zone with an IANA name. Every zone in the data exists, so an unknown name is a bug in the
// caller and panics.
func Zone(name string) *time.Location {
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(fmt.Sprintf("data: time zone %q: %v", name, err))
	}
	kept, _ := zones.LoadOrStore(name, zone)
	return kept.(*time.Location)
}

// Distance returns the great-circle distance in kilometers between two points in decimal degrees.
func Distance(lat1, lon1, lat2, lon2 float64) float64 {
	const degree, earthRadius = math.Pi / 180, 6371.0088 // the mean radius (IUGG)
	φ1, φ2 := lat1*degree, lat2*degree
	sinφ, sinλ := math.Sin((φ2-φ1)/2), math.Sin((lon2-lon1)*degree/2)
	h := sinφ*sinφ + math.Cos(φ1)*math.Cos(φ2)*sinλ*sinλ
	return 2 * earthRadius * math.Asin(math.Sqrt(min(h, 1)))
}
