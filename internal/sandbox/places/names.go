package places

import (
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// row is a place as the contract has it. Its id is opaque: a letter for the
// kind, and the code.
func (e *Engine) row(p *place, locale string) wire.Place {
	row := wire.Place{Name: e.name(p, locale), Type: p.kind}
	id := &wire.FlexibleID{}
	_ = id.FromFlexibleID1(string(p.kind[0]) + "." + p.code) // a string always encodes
	row.ID = id
	switch p.kind {
	case wire.PlaceTypeCity:
		if code := p.city.IATA(); code != "" {
			row.Code, row.CityCode = &code, &code
		}
		row.Latitude, row.Longitude = &p.city.Lat, &p.city.Lon
	case wire.PlaceTypeAirport:
		row.Code, row.CityCode = &p.airport.Code, &p.airport.CityCode
		row.Latitude, row.Longitude = &p.airport.Lat, &p.airport.Lon
	}
	return row
}

// name tells a place from all others: "San Jose, California, US"; "London
// Heathrow Airport"; "Velana International Airport, Malé".
func (e *Engine) name(p *place, locale string) string {
	switch p.kind {
	case wire.PlaceTypeCity:
		return e.cityName(p, locale)
	case wire.PlaceTypeAirport:
		return e.airportName(p, locale)
	}
	return e.stateName(p, locale)
}

func (e *Engine) cityName(p *place, locale string) string {
	name, country := e.world.CityName(p.city, locale), e.country(p.country, locale)
	region, ok := e.world.RegionName(p.region)
	switch {
	case ok && e.needsRegion(p):
		return name + ", " + region + ", " + country
	case name == country: // Singapore
		return name
	}
	return name + ", " + country
}

// stateName sets a state apart from a city of its name (Goa).
func (e *Engine) stateName(p *place, locale string) string {
	name, _ := e.world.RegionName(p.region)
	if ix := e.built(); ix.sameName[p.country+ix.folder.fold(name)] > 0 {
		name += " (region)"
	}
	return name + ", " + e.country(p.country, locale)
}

// airportName adds the city to a name that does not tell it.
func (e *Engine) airportName(p *place, locale string) string {
	a, ix := p.airport, e.built()
	name := ix.folder.fold(a.Name)
	if ix.sameName[name] > 1 {
		return a.Name + ", " + e.cityName(ix.cityOf(p), locale)
	}
	if strings.Contains(name, ix.folder.fold(a.City)) || strings.Contains(name, ix.folder.fold(p.city.Name)) {
		return a.Name
	}
	if a.City == p.city.Name {
		return a.Name + ", " + e.world.CityName(p.city, locale)
	}
	return a.Name + ", " + a.City
}

// needsRegion tells countries that write the state behind a city, and cities
// of one name in one country.
func (e *Engine) needsRegion(p *place) bool {
	switch p.country {
	case "US", "CA", "AU":
		return true
	}
	return e.built().sameName[p.country+e.built().folder.fold(p.city.Name)] > 1
}

// country is a country's name; "US" where that is what one writes in English.
func (e *Engine) country(code, locale string) string {
	if code == "US" && e.world.Locale(locale) == "en" {
		return "US"
	}
	return e.world.CountryName(code, locale)
}
