package site

import (
	"travel.example/travel/internal/sandbox/data"
)

// place is one end of a journey as a visitor reads it.
type place struct {
	Code string
	Name string // of its city, or the code of an unknown place
	Kind string // "all airports", the airport's name, or empty
}

// placeOf describes a code of a search. city is what a link says about the
// code, or nil.
func placeOf(code, locale string, city *bool) place {
	world := data.Load()
	c, isCity := world.City(code)
	a, isAirport := world.Airport(code)
	wantsCity := city != nil && *city
	switch {
	case isCity && (wantsCity || !isAirport):
		p := place{Code: code, Name: world.CityName(c, locale)}
		if len(c.Airports) > 1 {
			p.Kind = "all airports"
		}
		return p
	case isAirport:
		return place{Code: code, Name: cityOf(a, locale), Kind: a.Name}
	}
	return place{Code: code, Name: code}
}

// cityOf is the name of the city that an airport serves.
func cityOf(a *data.Airport, locale string) string {
	world := data.Load()
	if c, ok := world.City(a.CityCode); ok {
		return world.CityName(c, locale)
	}
	return a.City
}

// cityAt is the name of the city of an airport code, or the code itself.
func cityAt(code, locale string) string {
	if a, ok := data.Load().Airport(code); ok {
		return cityOf(a, locale)
	}
	return code
}
