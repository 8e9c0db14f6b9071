package directory

import (
	"math"
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// land is what hotels of a city can stand on: around its centre as far as the city and its
// coast go in each direction.
type land struct {
	lat, lng float64
	rays     [16]float64 // km, clockwise from north
	reach    float64     // km, the most that a quarter is away
}

func landOf(c *data.City, g data.Terrain) land {
	l := land{lat: c.Lat, lng: c.Lon, rays: g.Land}
	l.reach = min(reachOf(c), slices.Max(l.rays[:]))
	return l
}

// coastal tells whether there is water within two kilometres of the centre.
func (l land) coastal() bool {
	return slices.Min(l.rays[:]) < 2
}

// beside is how far off a ray there is still land, in kilometres.
const beside = 0.3

// toward is a point some kilometres from the centre, or as far as land reaches: along one of the
// rays, those that reach far enough first.
func (l land) toward(km float64, d dice.Dice) (lat, lng float64) {
	fit := make([]int, 0, len(l.rays))
	longest := 0
	for i, ray := range l.rays {
		if ray >= km {
			fit = append(fit, i)
		}
		if ray > l.rays[longest] {
			longest = i
		}
	}
	at := longest
	if len(fit) > 0 {
		at = fit[d.With(1).Below(len(fit))]
	}
	km = min(km, l.rays[at])
	turn := min(math.Pi/16, beside/max(km, beside)) // half of the way to the next ray
	return move(l.lat, l.lng, km, 2*math.Pi*float64(at)/float64(len(l.rays))+turn*d.With(2).Between(-1, 1))
}

// holds tells whether a point is on land that is known.
func (l land) holds(lat, lng float64) bool {
	km := data.Distance(l.lat, l.lng, lat, lng)
	at := bearing(l.lat, l.lng, lat, lng) / (2 * math.Pi) * float64(len(l.rays))
	ray := int(math.Round(at))
	side := math.Abs(at-float64(ray)) * 2 * math.Pi / float64(len(l.rays)) * km
	next := ray + 1
	if at < float64(ray) {
		next = ray - 1
	}
	n := len(l.rays)
	return km <= l.rays[(ray+n)%n] && (side <= beside || km <= l.rays[(next+n)%n])
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
