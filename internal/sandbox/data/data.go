// Package data is the sandbox's reference data: airports, cities, time zones,
// countries, currencies and names, from open sources (see NOTICE beside the
// files), and facts written down by hand where no open source exists.
//
// Everything is decoded on first use, so a command that does not touch the
// sandbox pays nothing. The tables are part of the program and tested, so a fault
// in them is a panic.
package data

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // the sandbox must work where no time zones are installed

	"travel.example/travel/internal/gazetteer"
)

//go:embed airports.csv.gz
var airportsFile string

//go:embed towns.csv.gz
var townsFile string

//go:embed countries.csv.gz
var countriesFile string

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

// City is a city or a town of the gazetteer, with its airports.
type City struct {
	gazetteer.City
	Airports []*Airport // busiest first; empty for a town
}

// Country is a country or territory with an ISO 3166-1 code.
type Country struct {
	Code      string   // ISO 3166-1 alpha-2
	Name      string   // English
	ShortName string   // English, where a shorter one is usual ("US", "UK"); else empty
	Capital   string   // English; empty where there is none
	Currency  string   // ISO 4217; empty for Antarctica
	Languages []string // ISO 639-1, most spoken first
}

// Airports is every airport, sorted by code. The caller must not change it.
var Airports = gazetteer.Table(airportsFile, func(c []string) *Airport {
	return &Airport{
		Code: c[0], Name: c[1], City: c[2], CityCode: c[3], Country: c[4], Region: c[5],
		Lat: gazetteer.Number(c[6]), Lon: gazetteer.Number(c[7]), Zone: c[8], Size: AirportSize(gazetteer.Number(c[9])),
	}
})

// AirportByCode is the airport with an IATA code.
var AirportByCode = gazetteer.ByCode(Airports, func(a *Airport) string { return a.Code })

// Cities is every city that an airport serves, sorted by code. The caller must not change it.
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

// Towns is every town that no airport has as its city, by country and name. A
// town after which the airport of a larger city is named (Newark, Bergamo) has that
// airport's code. The caller must not change it.
var Towns = gazetteer.Table(townsFile, func(c []string) *City { return &City{City: gazetteer.ParseCity(c)} })

var (
	servedByCode = gazetteer.ByCode(Cities, func(c *City) string { return c.Code })
	townByCode   = gazetteer.ByCode(Towns, func(c *City) string { return c.Code })
)

// CityByCode is the city with a metropolitan code, or with the code of its only
// airport, or the town with a code.
func CityByCode(code string) (*City, bool) {
	if c, ok := servedByCode(code); ok {
		return c, true
	}
	return townByCode(code)
}

// Countries is every country and territory, sorted by code. The caller must not change it.
var Countries = gazetteer.Table(countriesFile, func(c []string) Country {
	languages := strings.FieldsFunc(c[5], func(r rune) bool { return r == ',' })
	return Country{Code: c[0], Name: c[1], ShortName: c[2], Capital: c[3], Currency: c[4], Languages: languages}
})

// CountryByCode is the country with an ISO 3166-1 alpha-2 code.
var CountryByCode = gazetteer.ByCode(Countries, func(c Country) string { return c.Code })

// CountryName is the name of a country in the language of locale, a BCP 47
// tag, or else in English. An unknown code is its own name.
func CountryName(code, locale string) string {
	c, _ := CountryByCode(code)
	return cmp.Or(gazetteer.Name(c.Code, locale), c.Name, code)
}

// CityName is the name of a city in the language of locale, a BCP 47 tag, or
// else in English.
func CityName(city *City, locale string) string {
	return cmp.Or(gazetteer.Name(city.Code, locale), city.Name)
}

// Ends is what a flight search from or to code may use: only that airport when
// code is an airport's, although a city may share it (DXB), and otherwise every
// airport of the city.
func Ends(code string) ([]*Airport, bool) {
	if a, ok := AirportByCode(code); ok {
		return []*Airport{a}, true
	}
	if c, ok := servedByCode(code); ok {
		return c.Airports, true
	}
	return nil, false
}

// zones are those that were asked for, by name.
var zones sync.Map

// Zone is a time zone by its IANA name. Every zone of the data loads, so an
// unknown name is the caller's fault and a panic.
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

// Distance is the great-circle distance of two points in kilometers; the
// points are in decimal degrees.
func Distance(lat1, lon1, lat2, lon2 float64) float64 {
	const degree, earthRadius = math.Pi / 180, 6371.0088 // the mean radius (IUGG)
	φ1, φ2 := lat1*degree, lat2*degree
	sinφ, sinλ := math.Sin((φ2-φ1)/2), math.Sin((lon2-lon1)*degree/2)
	h := sinφ*sinφ + math.Cos(φ1)*math.Cos(φ2)*sinλ*sinλ
	return 2 * earthRadius * math.Asin(math.Sqrt(min(h, 1)))
}
