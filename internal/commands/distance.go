package commands

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/figure"
)

// point is a place on earth, in decimal degrees.
type point struct{ lat, lng float64 }

// pointOf is where a place lies; false when the service does not say.
func pointOf(lat, lng *json.Number) (point, bool) {
	if lat == nil || lng == nil {
		return point{}, false
	}
	a, errLat := lat.Float64()
	b, errLng := lng.Float64()
	return point{a, b}, errLat == nil && errLng == nil && math.Abs(a) <= 90 && math.Abs(b) <= 180
}

func pointOfPlace(p apiclient.Place) (point, bool) { return pointOf(p.Latitude, p.Longitude) }

// earthRadius is the mean one, in kilometres.
const earthRadius = 6371.0088

// kilometres is the way along the great circle.
func (p point) kilometres(q point) float64 {
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	dLat, dLng := math.Sin(rad(q.lat-p.lat)/2), math.Sin(rad(q.lng-p.lng)/2)
	h := dLat*dLat + math.Cos(rad(p.lat))*math.Cos(rad(q.lat))*dLng*dLng
	return 2 * earthRadius * math.Asin(math.Min(1, math.Sqrt(h)))
}

// inMiles are the countries whose signs count in miles.
var inMiles = []string{"US", "GB", "LR", "MM"}

// unit is what distances are told in. It goes by the region of the language asked for, such as en-GB, else
// by the market that somebody chose; what the service applies by itself says
// nothing about the traveler.
func (c chosen) unit() figure.Unit {
	region := c.site.value
	if c.site.source == fromDefault {
		region = ""
	}
	_, rest, _ := strings.Cut(c.locale.value, "-")
	for part := range strings.SplitSeq(rest, "-") {
		if len(part) == 2 {
			region = part
		}
	}
	if slices.Contains(inMiles, strings.ToUpper(region)) {
		return figure.Miles
	}
	return figure.Kilometres
}

// distanceWords are a distance as a traveler counts it: a decimal below ten,
// none above.
func distanceWords(km float64, unit figure.Unit) string {
	n, word := km, " km"
	if unit == figure.Miles {
		n, word = km/1.609344, " mi"
	}
	if n < 9.95 {
		return strconv.FormatFloat(n, 'f', 1, 64) + word
	}
	return grouped(int(math.Round(n))) + word
}
