// Package places resolves free text to places and lists the places around a
// point, for the sandbox's two places reads.
//
// It knows cities, airports and states, and by their names the hotels and districts that
// the sandbox makes up.
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
	// Hotels makes up the hotels and districts that are found by name; nil for none.
	Hotels func() *directory.Directory

	known func() []stay
}

// built is the index of all places, which the first search builds.
var built = sync.OnceValue(buildIndex)

// New is cheap.
func New() *Engine {
	e := &Engine{}
	e.known = sync.OnceValue(e.findKnown)
	return e
}

// SearchParams are the parameters of getPlaces, with defaults filled in.
type SearchParams struct {
	Query    string
	Types    []string // place types; none for all
	Locale   string   // language of the names, BCP 47; "" for the canonical English ones
	Page     int      // from 1
	PageSize int
}

// Search finds the places that a query may mean in any language, best first.
// The locale changes the names shown and nothing else.
func (e *Engine) Search(p SearchParams) wire.PlaceResults {
	var found []hit
	if wanted(p.Types, wire.PlaceTypeCity) || wanted(p.Types, wire.PlaceTypeAirport) || wanted(p.Types, wire.PlaceTypeState) {
		found = built().find(p.Query)
	}
	shown := slices.DeleteFunc(slices.Clone(found), func(h hit) bool { return !wanted(p.Types, h.kind) })
	asked, ambiguous := plausible(found, shown)

	stays := e.stays(p.Query, p.Types, found)
	if len(stays) > 0 && guessed(found) {
		shown, ambiguous = nil, false // a district of that very name: nothing is misspelt
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

// guessed tells whether places are found only as if the query were misspelt.
func guessed(found []hit) bool { return len(found) > 0 && found[0].quality == typo }

// row is a place as the contract has it. Its id is opaque: a letter for the
// kind, and the code.
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

// name tells a place from all others: "San Jose, California, US"; "London
// Heathrow Airport"; "Velana International Airport, Malé".
func (e *Engine) name(p *place, locale string) string {
	ix := built()
	country := data.CountryName(p.country, locale)
	if p.country == "US" && gazetteer.Locale(locale) == "en" {
		country = "US" // as one writes it in English
	}
	region, _ := gazetteer.RegionName(p.region)
	if p.city == nil { // a state is set apart from a city of its name (Goa)
		if ix.sameName[p.country+words.Fold(region)] > 0 {
			region += " (region)"
		}
		return region + ", " + country
	}
	city := data.CityName(p.city, locale)
	if p.airport == nil {
		stateBehind := slices.Contains([]string{"US", "CA", "AU"}, p.country) // as one writes it there
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
