package places

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// ErrUnknownPlace is wrapped by the error for a code with no known position.
var ErrUnknownPlace = errors.New("no place with a known position")

// The nearby read returns about ten rows and nothing from another part of the world.
const (
	nearbyRows  = 10
	nearbyReach = 500 // km
)

// NearbyParams are the parameters of getNearbyPlaces: Place, or Lat with Lon.
type NearbyParams struct {
	Place    string   // code of a city or an airport, in any case
	Lat, Lon *float64 // decimal degrees
	Types    []string // place types; nil means airports
	Locale   string   // language of the names, BCP 47
	PageSize int
}

// Nearby lists the places around a point, closest first. The error wraps ErrUnknownPlace for a code with no known
// position.
func (e *Engine) Nearby(p NearbyParams) (wire.NearbyPlaceResults, error) {
	origin, err := e.origin(p)
	if err != nil {
		return wire.NearbyPlaceResults{}, err
	}
	if len(p.Types) == 0 {
		p.Types = []string{string(wire.PlaceTypeAirport)}
	}
	type neighbor struct {
		*place
		km float64
	}
	var around []neighbor
	for _, near := range built().places {
		if near.city == nil || !wanted(p.Types, near.kind) {
			continue
		}
		lat, lon := near.city.Lat, near.city.Lon
		if near.airport != nil {
			lat, lon = near.airport.Lat, near.airport.Lon
		}
		if km := data.Distance(origin.Latitude, origin.Longitude, lat, lon); km <= nearbyReach {
			around = append(around, neighbor{near, km})
		}
	}
	slices.SortFunc(around, func(a, b neighbor) int {
		return cmp.Or(cmp.Compare(a.km, b.km), cmp.Compare(a.code, b.code), cmp.Compare(a.kind, b.kind))
	})
	around = around[:min(len(around), nearbyRows)]
	results := make([]wire.Place, 0, p.PageSize)
	for _, n := range around[:min(len(around), p.PageSize)] {
		results = append(results, e.row(n.place, p.Locale))
	}
	return wire.NearbyPlaceResults{Results: results, Metadata: wire.NearbyPlaceResultsMetadata{
		ResultCount: len(results), TotalCandidates: len(around), HasMore: len(results) < len(around), Origin: origin,
	}}, nil
}

// origin returns the requested point, or the position of the airport with a code, or else that of the city with
// it.
func (e *Engine) origin(p NearbyParams) (wire.NearbyOrigin, error) {
	if p.Lat != nil && p.Lon != nil {
		return wire.NearbyOrigin{Latitude: *p.Lat, Longitude: *p.Lon,
			ResolvedFrom: wire.NearbyOriginResolvedFromCoordinates}, nil
	}
	ix, code := built(), strings.ToUpper(strings.TrimSpace(p.Place))
	at := slices.IndexFunc(ix.places, func(p *place) bool { return p.code == code && p.airport != nil })
	if city, ok := ix.byCode[code]; at < 0 && ok {
		at = city
	}
	if at < 0 {
		return wire.NearbyOrigin{}, fmt.Errorf("measure from %q: %w", p.Place, ErrUnknownPlace)
	}
	row := e.row(ix.places[at], p.Locale)
	return wire.NearbyOrigin{Latitude: *row.Latitude, Longitude: *row.Longitude,
		ResolvedFrom: wire.NearbyOriginResolvedFromPlace, Code: row.Code, Name: &row.Name}, nil
}
