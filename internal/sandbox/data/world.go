package data

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // the sandbox must work where no time zones are installed
)

//go:embed airports.tsv.gz
var airportsFile []byte

//go:embed cities.tsv.gz
var citiesFile []byte

// World is the reference data. It does not change and is safe for concurrent use.
type World struct {
	airports      []*Airport
	cities        []*City
	airportByCode map[string]*Airport
	cityByCode    map[string]*City
	zones         sync.Map // name to *time.Location

	countries func() []Country // decoded on first use, as are the next
	regions   func() map[string]string
	names     func() localNames
	aliases   func() keyed
	towns     func() towns
}

var load = sync.OnceValue(func() *World { return decode(airportsFile, citiesFile) })

// Load decodes the embedded tables on its first call and returns the same
// World from then on. The tables are part of the program, so a fault in them is
// a panic, not an error.
func Load() *World { return load() }

// Airports is every airport, sorted by code. The caller must not change it.
func (w *World) Airports() []*Airport { return w.airports }

// Airport is the airport with an IATA code.
func (w *World) Airport(code string) (*Airport, bool) {
	a, ok := w.airportByCode[code]
	return a, ok
}

// Cities is every city that an airport serves, sorted by code. The caller must
// not change it.
func (w *World) Cities() []*City { return w.cities }

// City is the city with a metropolitan code, or with the code of its only
// airport, or the town with a code.
func (w *World) City(code string) (*City, bool) {
	if c, ok := w.cityByCode[code]; ok {
		return c, true
	}
	c, ok := w.towns().byCode[code]
	return c, ok
}

// Ends is what a flight search from or to code may use: only that airport when
// code is an airport's, although a city may share it (DXB), and otherwise every
// airport of the city.
func (w *World) Ends(code string) ([]*Airport, bool) {
	if a, ok := w.airportByCode[code]; ok {
		return []*Airport{a}, true
	}
	if c, ok := w.cityByCode[code]; ok {
		return c.Airports, true
	}
	return nil, false
}

// Zone is a time zone by its IANA name. Every zone of the data loads, so an
// unknown name is the caller's fault and a panic.
func (w *World) Zone(name string) *time.Location {
	if zone, ok := w.zones.Load(name); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(fmt.Sprintf("data: time zone %q: %v", name, err))
	}
	kept, _ := w.zones.LoadOrStore(name, zone)
	return kept.(*time.Location)
}

func decode(airports, cities []byte) *World {
	w := &World{
		countries: sync.OnceValue(decodeCountries),
		regions:   sync.OnceValue(decodeRegions),
		names:     sync.OnceValue(decodeNames),
		aliases:   sync.OnceValue(func() keyed { return keyedTable(aliasesFile, aliasColumns) }),
		towns:     sync.OnceValue(decodeTowns),
	}
	rows := rowsOf(airports, airportColumns)
	w.airports = make([]*Airport, 0, len(rows))
	w.airportByCode = make(map[string]*Airport, len(rows))
	for _, row := range rows {
		a := parseAirport(row)
		w.airports = append(w.airports, a)
		w.airportByCode[a.Code] = a
	}
	rows = rowsOf(cities, cityColumns)
	w.cities = make([]*City, 0, len(rows))
	w.cityByCode = make(map[string]*City, len(rows))
	for _, row := range rows {
		c := parseCity(row)
		for code := range strings.SplitSeq(row[8], " ") {
			c.Airports = append(c.Airports, w.airportByCode[code])
		}
		w.cities = append(w.cities, c)
		w.cityByCode[c.Code] = c
	}
	return w
}

// Columns of the tables, as tools/datagen writes them.
const (
	airportColumns = 10
	cityColumns    = 9
)

func parseAirport(c []string) *Airport {
	return &Airport{
		Code: c[0], Name: c[1], City: c[2], CityCode: c[3], Country: c[4], Region: c[5],
		Lat: number(c[6]), Lon: number(c[7]), Zone: c[8], Size: AirportSize(number(c[9])),
	}
}

func parseCity(c []string) *City {
	return &City{
		Code: c[0], Name: c[1], Country: c[2], Region: c[3],
		Lat: number(c[4]), Lon: number(c[5]), Zone: c[6], People: int(number(c[7])),
	}
}
