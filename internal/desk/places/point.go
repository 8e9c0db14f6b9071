package places

import (
	"encoding/json"
	"math"

	"travel.example/travel/internal/apiclient"
)

// Point is a place on earth, in decimal degrees.
type Point struct{ Lat, Lng float64 }

// PointAt is the point of two decimal texts; false when one is missing or not on earth.
func PointAt(lat, lng *json.Number) (Point, bool) {
	if lat == nil || lng == nil {
		return Point{}, false
	}
	a, errLat := lat.Float64()
	b, errLng := lng.Float64()
	return Point{a, b}, errLat == nil && errLng == nil && math.Abs(a) <= 90 && math.Abs(b) <= 180
}

// PointOf is where a place lies; false when the service does not say.
func PointOf(p apiclient.Place) (Point, bool) { return PointAt(p.Latitude, p.Longitude) }

// Between is how far two places are from each other in kilometres, nil where that is not known.
func Between(from, to apiclient.Place) *float64 {
	p, known := PointOf(from)
	q, knownToo := PointOf(to)
	if !known || !knownToo {
		return nil
	}
	return new(p.Kilometres(q))
}

// earthRadius is the mean one, in kilometres.
const earthRadius = 6371.0088

// Kilometres is the way along the great circle.
func (p Point) Kilometres(q Point) float64 {
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	dLat, dLng := math.Sin(rad(q.Lat-p.Lat)/2), math.Sin(rad(q.Lng-p.Lng)/2)
	h := dLat*dLat + math.Cos(rad(p.Lat))*math.Cos(rad(q.Lat))*dLng*dLng
	return 2 * earthRadius * math.Asin(math.Min(1, math.Sqrt(h)))
}
