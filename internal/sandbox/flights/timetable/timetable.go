// Package timetable is the made-up flight timetable of the whole world: which
// carrier flies where, on which days and at which local times, with which
// aircraft, and under whose numbers it is sold.
//
// Airports, carriers, their bases and fleets are real, and so is which carrier
// flies where above data.LongHaulKm. Shorter routes, and all times, are drawn
// from them by gravity, distance, range and nationality. Everything is a
// pure function of a seed and is worked out for the airports that are asked
// for, never for the whole world at once.
package timetable

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/lately"
)

// Timetable is safe for concurrent use.
type Timetable struct {
	world *data.World
	dice  dice.Dice
	graph func() *graph

	links  sync.Map // *Place to []link
	mu     sync.Mutex
	routes map[pair][]*Flight // bounded by maxRoutes
	ways   *lately.Memory[Route, []Way]
}

type pair struct{ from, to *Place }

// maxRoutes bounds what is remembered: one search looks at a few thousand
// routes, and one that was dropped takes microseconds to draw again.
const maxRoutes = 30_000

// graph is what the network is built on: the places, and the bases of carriers.
type graph struct {
	places []*Place // sorted by code
	byCode map[string]*Place
	bases  []*base
	hubs   []*Place // sorted by code
	ground map[pair][]*data.GroundLink
	kept   map[*Place][]lifeline            // services that no chance takes away, by where they lead
	long   map[*Place][]link                // services above data.LongHaulKm, by where they lead
	baseOf map[*data.Airline]map[*Place]int // how high a base ranks, 0 first
	ties   map[*data.Airline][]*data.Airline
}

// New makes a Timetable. It is cheap: the graph is built on first use.
func New(world *data.World, seed uint64) *Timetable {
	t := &Timetable{world: world, dice: dice.New(seed), routes: map[pair][]*Flight{}, ways: lately.New[Route, []Way](maxWays)}
	t.graph = sync.OnceValue(t.build)
	return t
}

// Place is the airport or station with a code.
func (t *Timetable) Place(code string) (*Place, bool) {
	p, ok := t.graph().byCode[code]
	return p, ok
}

// Hubs is every place where passengers change planes, sorted by code. The
// caller must not change it.
func (t *Timetable) Hubs() []*Place { return t.graph().hubs }

// Ends is where a search from or to code may begin or end: the airport, or every airport of the
// city. The stations of a city belong to its code also where an airport has the same (VIE): people
// type it for the city, and nothing else names the stations.
func (t *Timetable) Ends(code string) []*Place {
	airports, ok := t.world.Ends(code)
	if !ok {
		return nil
	}
	var ends []*Place
	for _, a := range airports {
		ends = append(ends, t.graph().byCode[a.Code])
	}
	return append(ends, t.Stations(code)...)
}

// Stations is the railway and bus stations of a city.
func (t *Timetable) Stations(city string) []*Place {
	var found []*Place
	for _, s := range data.Stations() {
		if p := t.graph().byCode[s.Code]; p != nil && s.CityCode == city {
			found = append(found, p)
		}
	}
	return found
}

// Zone is the time zone of a place.
func (t *Timetable) Zone(p *Place) *time.Location { return t.world.Zone(p.Zone) }

func (t *Timetable) build() *graph {
	g := &graph{byCode: map[string]*Place{}, ground: map[pair][]*data.GroundLink{}}
	for _, a := range t.world.Airports() {
		p := &Place{Code: a.Code, Name: a.Name, City: a.City, CityCode: a.CityCode,
			Country: a.Country, Lat: a.Lat, Lon: a.Lon, Zone: a.Zone}
		p.describe(t.dice, unlistedTraffic(a.Size))
		g.places = append(g.places, p)
	}
	for _, s := range data.Stations() {
		city, ok := t.world.City(s.CityCode)
		if !ok {
			continue // a city that the reference data has dropped
		}
		p := &Place{Code: s.Code, Name: s.Name, City: city.Name, CityCode: city.Code,
			Country: city.Country, Lat: s.Lat, Lon: s.Lon, Zone: city.Zone, Station: s.Body}
		p.describe(t.dice, 1)
		g.places = append(g.places, p)
	}
	slices.SortFunc(g.places, func(a, b *Place) int { return cmp.Compare(a.Code, b.Code) })
	for _, p := range g.places {
		g.byCode[p.Code] = p
	}
	g.addGates()
	g.addBases(t.dice)
	g.addLifelines()
	g.addLongHaul()
	g.addGround()
	return g
}

// unlistedTraffic is the middle of what an airport that traffic.txt does not
// list carries, in millions of passengers a year.
func unlistedTraffic(size data.AirportSize) float64 {
	switch size {
	case data.LargeAirport:
		return 1.2
	case data.MediumAirport:
		return 0.2
	}
	return 0.05
}

func (g *graph) addGround() {
	for _, link := range data.GroundLinks() {
		from, to := g.byCode[link.From], g.byCode[link.To]
		if from == nil || to == nil {
			continue // an airport that the reference data has closed
		}
		g.ground[pair{from, to}] = append(g.ground[pair{from, to}], link)
		g.ground[pair{to, from}] = append(g.ground[pair{to, from}], link)
	}
}
