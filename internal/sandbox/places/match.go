package places

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// quality is how well a place matches a query; a greater one ranks first.
type quality uint8

const (
	noMatch    quality = iota
	typo               // a letter or two off
	someWords          // every word begins a word of its names or its whereabouts
	allWords           // every word is one of its names or its whereabouts
	innerWord          // a later word of a name begins with the query
	beginning          // a name begins with the query
	firstWords         // its own name begins with the words of the query
	otherName          // a name in another language, a nickname, a state
	ofCountry          // a city of the country of that name
	shortName          // a usual short form of its own name: Santiago, Mexico
	ownName
	ownCode
)

// hit is a place that matches a query.
type hit struct {
	place   *place
	quality quality
}

// find lists the places that match, best first, each once.
func (ix *index) find(text string) []hit {
	query := ix.folder.query(text)
	if query == "" {
		return nil
	}
	matched := make([]quality, len(ix.places))
	code := strings.TrimSpace(text)
	known := ix.matchCode(strings.ToUpper(code), matched)
	ix.matchNames(query, matched)
	ix.spreadCountries(matched)
	if known && isCode(code) {
		keepCodes(matched)
	}
	ix.addAirports(matched)
	found := ix.hits(matched)
	if len(found) == 0 {
		ix.matchWords(strings.Fields(query), matched)
		found = ix.hits(matched)
	}
	if len(found) == 0 {
		ix.matchTypos(query, matched)
		ix.addAirports(matched)
		found = ix.hits(matched)
	}
	return found
}

// isCode tells capitals that can only be meant as a code.
func isCode(text string) bool {
	return len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// matchCode tells whether there is a place with the code.
func (ix *index) matchCode(code string, matched []quality) bool {
	known := false
	for i := range ix.places {
		if len(code) == 3 && ix.places[i].code == code {
			matched[i], known = ownCode, true
		}
	}
	return known
}

// keepCodes drops what a code in capitals cannot mean. A country it still can:
// USA is in North Carolina, too.
func keepCodes(matched []quality) {
	for i, q := range matched {
		if q != ownCode && q != ofCountry {
			matched[i] = noMatch
		}
	}
}

// matchNames looks for names, and for words inside names, that begin with the
// query.
func (ix *index) matchNames(query string, matched []quality) {
	for at := range ix.names.occurrences(separator + query) {
		at += len(separator)
		i := ix.names.at(at)
		matched[i] = max(matched[i], ix.nameQuality(i, at, query))
	}
	for at := range ix.names.occurrences(" " + query) {
		i := ix.names.at(at)
		matched[i] = max(matched[i], innerWord)
	}
}

// nameQuality is that of a name of place i, at an offset, which begins with
// the query.
func (ix *index) nameQuality(i, at int, query string) quality {
	rest, own := ix.names.text[at+len(query):], at == ix.names.starts[i]
	switch whole := strings.HasPrefix(rest, separator); {
	case whole && ix.places[i].kind == wire.PlaceTypeState:
		return otherName // a city is meant before the state it gave its name
	case whole && own:
		return ownName
	case whole && strings.HasPrefix(ix.names.text[ix.names.starts[i]:], query+" "):
		return shortName
	case whole:
		return otherName
	case own && strings.HasPrefix(rest, " "):
		return firstWords
	}
	return beginning
}

// spreadCountries lets a country stand for its cities, unless one of them has
// the country's name (Mexico, Singapore).
func (ix *index) spreadCountries(matched []quality) {
	for i := range ix.places {
		if ix.places[i].kind != kindCountry || matched[i] < otherName {
			continue
		}
		named := false
		for j := range ix.places {
			p := &ix.places[j]
			named = named || p.kind == wire.PlaceTypeCity && p.country == ix.places[i].code &&
				(matched[j] == ownName || matched[j] == shortName)
		}
		for j := range ix.places {
			if p := &ix.places[j]; !named && p.kind == wire.PlaceTypeCity && p.country == ix.places[i].code {
				matched[j] = max(matched[j], ofCountry)
			}
		}
	}
}

// addAirports lets a city bring the airports that serve it, whatever their
// names are.
func (ix *index) addAirports(matched []quality) {
	for i := range ix.places {
		p := &ix.places[i]
		if p.kind == wire.PlaceTypeAirport && matched[i] < firstWords {
			matched[i] = max(matched[i], min(matched[ix.byCode[p.city.Code]], firstWords))
		}
	}
}

// hits sorts the matching places: by quality, then by how many mean them.
func (ix *index) hits(matched []quality) []hit {
	var found []hit
	for i, q := range matched {
		if q != noMatch && ix.places[i].kind != kindCountry {
			found = append(found, hit{&ix.places[i], q})
		}
	}
	slices.SortFunc(found, func(a, b hit) int {
		return cmp.Or(
			cmp.Compare(b.quality, a.quality),
			cmp.Compare(b.place.draw, a.place.draw),
			cmp.Compare(a.place.code, b.place.code),
			cmp.Compare(a.place.kind, b.place.kind),
		)
	})
	return found
}
