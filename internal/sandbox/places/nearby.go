package places

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// ErrUnknownPlace is wrapped by the error for a code with no known position.
var ErrUnknownPlace = errors.New("no place with a known position")

// The nearby read has about ten rows, and none from another part of the world.
const (
	nearbyRows  = 10
	nearbyReach = 500 // km
)

// NearbyParams are the parameters of getNearbyPlaces: Place, or Lat with Lon.
type NearbyParams struct {
	Place    string   // code of a city or an airport, in any case
	Lat, Lon *float64 // decimal degrees
	Types    []string // place types; none for airports
	Locale   string   // language of the names, BCP 47
	PageSize int
}

// Nearby lists the places around a point, closest first. The error wraps
// ErrUnknownPlace for a code with no known position.
func (e *Engine) Nearby(p NearbyParams) (wire.NearbyPlaceResults, error) {
	origin, err := e.origin(p)
	if err != nil {
		return wire.NearbyPlaceResults{}, err
	}
	if len(p.Types) == 0 {
		p.Types = []string{string(wire.PlaceTypeAirport)}
	}
	around := e.around(origin.Latitude, origin.Longitude, p.Types)
	shown := around[:min(len(around), p.PageSize)]
	results := make([]wire.Place, 0, len(shown))
	for _, n := range shown {
		results = append(results, e.row(n.place, p.Locale))
	}
	return wire.NearbyPlaceResults{Results: results, Metadata: wire.NearbyPlaceResultsMetadata{
		ResultCount: len(shown), TotalCandidates: len(around), HasMore: len(shown) < len(around), Origin: origin,
	}}, nil
}

func (e *Engine) origin(p NearbyParams) (wire.NearbyOrigin, error) {
	if p.Lat != nil && p.Lon != nil {
		return wire.NearbyOrigin{Latitude: *p.Lat, Longitude: *p.Lon,
			ResolvedFrom: wire.NearbyOriginResolvedFromCoordinates}, nil
	}
	place, ok := e.byCode(strings.ToUpper(strings.TrimSpace(p.Place)))
	if !ok {
		return wire.NearbyOrigin{}, fmt.Errorf("measure from %q: %w", p.Place, ErrUnknownPlace)
	}
	row := e.row(place, p.Locale)
	return wire.NearbyOrigin{Latitude: *row.Latitude, Longitude: *row.Longitude,
		ResolvedFrom: wire.NearbyOriginResolvedFromPlace, Code: row.Code, Name: &row.Name}, nil
}

// byCode is the airport with a code, before the city with it.
func (e *Engine) byCode(code string) (*place, bool) {
	ix := e.built()
	found := slices.IndexFunc(ix.places, func(p place) bool { return p.code == code && p.airport != nil })
	if found < 0 {
		i, ok := ix.byCode[code]
		if !ok {
			return nil, false
		}
		found = i
	}
	return &ix.places[found], true
}

type neighbour struct {
	place *place
	km    float64
}

func (e *Engine) around(lat, lon float64, types []string) []neighbour {
	ix := e.built()
	var near []neighbour
	for i := range ix.places {
		p := &ix.places[i]
		if p.city == nil || !wanted(types, p.kind) {
			continue
		}
		toLat, toLon := p.city.Lat, p.city.Lon
		if p.airport != nil {
			toLat, toLon = p.airport.Lat, p.airport.Lon
		}
		if km := data.Distance(lat, lon, toLat, toLon); km <= nearbyReach {
			near = append(near, neighbour{p, km})
		}
	}
	compare := func(a, b neighbour) int {
		return cmp.Or(cmp.Compare(a.km, b.km), cmp.Compare(a.place.code, b.place.code), cmp.Compare(a.place.kind, b.place.kind))
	}
	sort.Slice(near, func(i, j int) bool { return compare(near[i], near[j]) < 0 })
	return near[:min(len(near), nearbyRows)]
}
