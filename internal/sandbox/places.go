package sandbox

import (
	"errors"

	"travel.example/travel/internal/sandbox/places"
	"travel.example/travel/internal/sandbox/rest"
)

// placeAPI serves the operations on places.
type placeAPI struct {
	engine func() *places.Engine // made on its first use
}

func (a *placeAPI) operations() operations {
	return operations{
		"getPlaces":       {serve: a.getPlaces},
		"getNearbyPlaces": {serve: a.getNearbyPlaces},
	}
}

func (a *placeAPI) getPlaces(c *call) (any, error) {
	return a.engine().Search(places.SearchParams{
		Query:    c.params.Text("query"),
		Types:    c.params.Texts("types"),
		Locale:   c.params.Text("locale"),
		Page:     c.params.Int("page"),
		PageSize: c.params.Int("pageSize"),
	}), nil
}

func (a *placeAPI) getNearbyPlaces(c *call) (any, error) {
	p := places.NearbyParams{
		Place:    c.params.Text("place"),
		Lat:      c.params.OptionalNumber("latitude"),
		Lon:      c.params.OptionalNumber("longitude"),
		Types:    c.params.Texts("types"),
		Locale:   c.params.Text("locale"),
		PageSize: c.params.Int("pageSize"),
	}
	switch {
	case (p.Lat == nil) != (p.Lon == nil):
		return nil, rest.Invalidf("Query parameters latitude and longitude come together; only one was sent.")
	case c.params.Given("place") && p.Lat != nil:
		return nil, rest.Invalidf("Query parameter place comes alone; latitude and longitude were sent as well.")
	case !c.params.Given("place") && p.Lat == nil:
		return nil, rest.Invalidf("There is nothing to measure from; send query parameter place, or latitude with longitude.")
	}
	found, err := a.engine().Nearby(p)
	if errors.Is(err, places.ErrUnknownPlace) {
		return nil, rest.Invalidf("Query parameter place has %q, which is not a code with a known position.", p.Place)
	}
	return found, err
}
