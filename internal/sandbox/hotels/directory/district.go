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
	scatter  float64 // km
}

// airportArea is the district at an airport that lies near enough.
const (
	airportArea      = "Airport Area"
	airportWithin    = 35 // km from the centre
	airportShare     = 0.06
	hotelsPerQuarter = 46
	fewestDistricts  = 4
	mostDistricts    = 14
	hearts           = 2 // districts of the word list that are a city's middle
)

// districtsOf lays a city out: the middle, quarters around it, and the area at
// the airport. No coastline is known, only that airports are on land, so the
// quarters lean to the airports' side.
func districtsOf(d dice.Dice, c *data.City, hotels int) []district {
	n := min(fewestDistricts+hotels/hotelsPerQuarter, mostDistricts)
	reach := reachOf(c)
	heart, others := words().districts[:hearts], words().districts[hearts:]
	names := append(shuffled(d.Word("heart"), heart)[:1], shuffled(d.Word("names"), others)...)
	out := make([]district, 0, n)
	for _, airport := range c.Airports[:min(len(c.Airports), 1)] {
		far := data.Distance(c.Lat, c.Lon, airport.Lat, airport.Lon)
		if far <= 3 || far >= airportWithin {
			continue
		}
		lat, lng := move(airport.Lat, airport.Lon, 1.6, d.Word("airport").Between(0, 2*math.Pi))
		out = append(out, district{name: airportArea, lat: lat, lng: lng, share: airportShare, scatter: 0.7})
	}
	for i := 0; len(out) < n; i++ {
		roll := d.With(uint64(i))
		away := reach * roll.With(1).Between(0.02, 0.1)
		if i > 0 {
			away = reach * (0.15 + 0.85*math.Sqrt(float64(i)/float64(n))) * roll.With(1).Between(0.75, 1.1)
		}
		lean := roll.With(2).Between(0, 2*math.Pi)
		if len(c.Airports) > 0 {
			beside := c.Airports[roll.With(2).Below(len(c.Airports))]
			lean = bearing(c.Lat, c.Lon, beside.Lat, beside.Lon)
		}
		lat, lng := move(c.Lat, c.Lon, away, lean+1.4*(roll.With(3).Unit()+roll.With(4).Unit()+roll.With(5).Unit()-1.5))
		out = append(out, district{
			name: names[i], lat: lat, lng: lng, share: 1 / (1 + 0.3*float64(i)), scatter: 0.12 + 0.07*reach,
		})
	}
	return out
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

func shuffled(d dice.Dice, list []string) []string {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b string) int { return cmp.Compare(d.Word(a), d.Word(b)) })
	return list
}

// kmPerDegree is the length of a degree of latitude on the mean sphere.
const kmPerDegree = 111.195

// move is the point some kilometres off, in a direction clockwise from north.
// It is exact enough for the size of a city.
func move(lat, lng, km, direction float64) (float64, float64) {
	shrink := max(math.Cos(lat*math.Pi/180), 0.01)
	lat += km * math.Cos(direction) / kmPerDegree
	lng += km * math.Sin(direction) / (kmPerDegree * shrink)
	switch {
	case lng > 180:
		lng -= 360
	case lng < -180:
		lng += 360
	}
	return min(max(lat, -90), 90), lng
}

// bearing is the direction from one point to another near it, clockwise from
// north.
func bearing(lat1, lng1, lat2, lng2 float64) float64 {
	east := math.Remainder(lng2-lng1, 360) * math.Cos(lat1*math.Pi/180)
	return math.Atan2(east, lat2-lat1)
}
