package directory

import (
	"cmp"
	"math"
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// district is a part of a city where hotels stand.
type district struct {
	name     string
	lat, lng float64 // its middle
	share    float64 // of the city's hotels
	scatter  float64 // km that hotels stand from the middle at most
}

// AirportArea is the district at an airport that lies near enough.
const AirportArea = "Airport Area"

const (
	airportWithin    = 35 // km from the centre
	airportShare     = 0.06
	airportScatter   = 0.5
	hotelsPerQuarter = 46
	fewestDistricts  = 4
	mostDistricts    = 14
	offCentre        = 0.25 // share of the reach that the middle of a city is away from its centre at most
)

// districtsOf lays a city out: its own sections where they are known, otherwise a middle and
// quarters around it with names in the manner of the country, on land; and the area at the airport.
func districtsOf(d dice.Dice, c *data.City, hotels int) []district {
	terrain := data.TerrainOf(c.Code)
	var out []district
	if len(terrain.Sections) > 0 {
		out = ownDistricts(terrain)
	} else {
		out = madeDistricts(d, c, landOf(c, terrain), hotels)
	}
	for _, airport := range c.Airports[:min(len(c.Airports), 1)] {
		if far := data.Distance(c.Lat, c.Lon, airport.Lat, airport.Lon); far > 3 && far < airportWithin {
			sum := 0.0
			for _, one := range out {
				sum += one.share
			}
			out = append(out, district{AirportArea, airport.Lat, airport.Lon, airportShare * sum, airportScatter})
		}
	}
	return out
}

// How far hotels stand from the middle of a section at most: farther where no coast is near.
const (
	ashore = 0.35
	inland = 0.6
)

func ownDistricts(g data.Terrain) []district {
	scatter := inland
	if g.Land != openLand() {
		scatter = min(ashore, slices.Max(g.Land[:])/3)
	}
	var out []district
	for i, s := range g.Sections {
		out = append(out, district{s.Name, s.Lat, s.Lon, 1 / (1 + 0.25*float64(i)), scatter})
	}
	return out
}

// openLand is the land of a city that has no coast in reach.
func openLand() [16]float64 { return data.TerrainOf("").Land }

func madeDistricts(d dice.Dice, c *data.City, l land, hotels int) []district {
	n := fewestDistricts + hotels/hotelsPerQuarter
	if l.reach < 1 {
		n = fewestDistricts
	}
	names := quartersOf(d, c.Country, l)
	var out []district
	for i := 0; len(out) < min(n, mostDistricts, len(names)); i++ {
		roll := d.With(uint64(i))
		away := l.reach * offCentre * roll.With(1).Unit()
		if i > 0 {
			away = l.reach * (0.2 + 0.8*math.Sqrt(float64(i)/float64(n))) * roll.With(1).Between(0.75, 1.1)
		}
		lat, lng := l.toward(away, roll.With(2))
		out = append(out, district{names[i], lat, lng, 1 / (1 + 0.3*float64(i)), min(0.12+0.07*l.reach, 0.25+0.1*away)})
	}
	return out
}

// quartersOf is names of quarters in the manner of a country, one of a middle first.
func quartersOf(d dice.Dice, country string, l land) []string {
	q := words().quarters[country]
	if q == nil {
		q = words().quarters["*"]
	}
	others := q.others
	if l.coastal() {
		others = slices.Concat(others, q.coastal)
	}
	return append(shuffled(d.Word("heart"), q.hearts)[:1], shuffled(d.Word("names"), others)...)
}

// reachOf is how far a city's quarters lie from its centre, in kilometres.
func reachOf(c *data.City) float64 {
	return min(max(1.8*math.Pow(float64(c.People)/100_000, 0.42), 1.2), 12)
}

// drawDistrict draws a district by the shares.
func drawDistrict(d dice.Dice, all []district) *district {
	sum := 0.0
	for _, one := range all {
		sum += one.share
	}
	left := d.Unit() * sum
	for i := range all {
		if left -= all[i].share; left < 0 {
			return &all[i]
		}
	}
	return &all[0]
}

// nearest is the district that a point stands in: the one whose middle is nearest.
func nearest(all []district, lat, lng float64) *district {
	shrink := math.Cos(lat * math.Pi / 180)
	best, least := &all[0], math.Inf(1)
	for i := range all {
		if far := math.Hypot(all[i].lat-lat, math.Remainder(all[i].lng-lng, 360)*shrink); far < least {
			best, least = &all[i], far
		}
	}
	return best
}

func shuffled(d dice.Dice, list []string) []string {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b string) int { return cmp.Compare(d.Word(a), d.Word(b)) })
	return list
}
