// Package places resolves free text to places and lists the places around a point, for the sandbox's two places
// reads.
//
// It finds cities, airports and states, and by name also the hotels and districts that the sandbox generates.
package places

import (
	"slices"
	"strings"
	"sync"

	"travel.example/travel/internal/gazetteer"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/words"
)

// Engine answers the places reads. It is safe for concurrent use.
type Engine struct {
	// Hotels returns the generated hotels and districts to find by name; nil means none.
	Hotels func() *directory.Directory

	known func() []stay
}

// built returns the index of all places, built on first use.
var built = sync.OnceValue(buildIndex)

// New returns an Engine. It is cheap.
func New() *Engine {
	e := &Engine{}
	e.known = sync.OnceValue(e.findKnown)
	return e
}

// SearchParams are the parameters of getPlaces, with defaults filled in.
type SearchParams struct {
	Query    string
	Types    []string // place types; nil means all
	Locale   string   // language of the names, BCP 47; "" means canonical English names
	Page     int      // from 1
	PageSize int
}

// Search returns the places that a query in any language may mean, best first. The locale affects only the names
// shown.
func (e *Engine) Search(p SearchParams) wire.PlaceResults {
	var found []hit
	if wanted(p.Types, wire.PlaceTypeCity) || wanted(p.Types, wire.PlaceTypeAirport) || wanted(p.Types, wire.PlaceTypeState) {
		found = built().find(p.Query)
	}
	shown := slices.DeleteFunc(slices.Clone(found), func(h hit) bool { return !wanted(p.Types, h.kind) })
	asked, ambiguous := plausible(found, shown)

	stays := e.stays(p.Query, p.Types, found)
	if len(stays) > 0 && guessed(found) {
		shown, ambiguous = nil, false // a district has exactly that name, so the query is not misspelt
	}

	results := make([]wire.Place, 0, p.PageSize)
	total, start := len(shown)+len(stays), max(p.Page-1, 0)*p.PageSize
	for i := start; i < min(start+p.PageSize, total); i++ {
		if i < len(shown) {
			results = append(results, e.row(shown[i].place, p.Locale))
		} else {
			results = append(results, e.stayRow(stays[i-len(shown)], p.Locale))
		}
	}
	meta := wire.PlaceResultsMetadata{
		ResultCount: len(results), TotalCandidates: total, HasMore: p.Page*p.PageSize < total, HasAmbiguity: ambiguous,
	}
	if ambiguous {
		meta.DisambiguationHint = new(question(e.titles(asked, p.Locale)))
	}
	if which := e.whichStay(stays, p.Locale); which != "" && len(shown) == 0 {
		meta.HasAmbiguity, meta.DisambiguationHint = true, &which
	}
	return wire.PlaceResults{Results: results, Metadata: meta}
}

func wanted(types []string, kind wire.PlaceType) bool {
	return len(types) == 0 || slices.Contains(types, string(kind))
}

// guessed reports whether places were found only by assuming a typo.
func guessed(found []hit) bool { return len(found) > 0 && found[0].quality == typo }

// row returns a place as the contract defines it. Its id is opaque: a letter for the kind, and the code.
func (e *Engine) row(p *place, locale string) wire.Place {
	row := wire.Place{ID: id(p.kind, p.code), Name: e.name(p, locale), Type: p.kind}
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

func id(kind wire.PlaceType, code string) *wire.FlexibleID {
	id := &wire.FlexibleID{}
	_ = id.FromFlexibleID1(string(kind[0]) + "." + code) // a string always encodes
	return id
}

// name returns a name that is unique among places: "San Jose, California, US"; "London Heathrow Airport"; "Velana
// International Airport, Malé".
func (e *Engine) name(p *place, locale string) string {
	ix := built()
	country := data.CountryName(p.country, locale)
	if p.country == "US" && gazetteer.Locale(locale) == "en" {
		country = "US" // as usual in English
	}
	region, _ := gazetteer.RegionName(p.region)
	if p.city == nil { // distinguish a state from a city of the same name (Goa)
		if ix.sameName[p.country+words.Fold(region)] > 0 {
			region += " (region)"
		}
		return region + ", " + country
	}
	city := data.CityName(p.city, locale)
	if p.airport == nil {
		stateBehind := slices.Contains([]string{"US", "CA", "AU"}, p.country) // as usual in these countries
		switch {
		case region != "" && (stateBehind || ix.sameName[p.country+words.Fold(p.city.Name)] > 1):
			return city + ", " + region + ", " + country
		case city == country: // Singapore
			return city
		}
		return city + ", " + country
	}
	switch name := words.Fold(p.airport.Name); {
	case ix.sameName[name] > 1:
		return p.airport.Name + ", " + e.name(ix.places[p.home], locale)
	case strings.Contains(name, words.Fold(p.airport.City)), strings.Contains(name, words.Fold(p.city.Name)):
		return p.airport.Name
	case p.airport.City == p.city.Name:
		return p.airport.Name + ", " + city
	}
	return p.airport.Name + ", " + p.airport.City
}
