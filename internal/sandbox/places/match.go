package places

import (
	"cmp"
	"sort"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// quality is how well a place matches a query. A place has the best of all its
// matches.
type quality uint8

const (
	noMatch    quality = iota
	typos              // two letters off
	typo               // one letter off, or two swapped
	someWords          // every word begins a word of its names or its whereabouts
	allWords           // every word is one of its names or its whereabouts
	innerPart          // a later word of a name begins with the query
	innerWord          // a later word of a name is the query
	beginning          // a name begins with the query
	ofState            // a state
	served             // an airport of a city that matches
	firstWords         // its own name begins with the words of the query
	ofCountry          // a city of the country of that name
	otherName          // a name in another language, a nickname
	shortName          // a usual short form of its own name: Santiago, Mexico
	ownName
	smallCode // its code in small letters, which may be a word
	ownCode
)

// standings tell what a quality is worth. Of places whose tiers differ the higher
// one comes first. Within a tier fame decides, less the cost: a city that the whole
// world knows by another name comes before a village that has the name for its own.
var standings = [...]struct {
	tier int
	cost float64 // on the scale of fame
}{
	typos: {1, 1.5}, typo: {1, 0},
	someWords: {2, 0},
	allWords:  {3, 0},
	innerPart: {4, 0.5}, innerWord: {4, 0.5}, beginning: {4, 0},
	ofState: {5, 1}, served: {5, 1}, firstWords: {5, 1}, ofCountry: {5, 0.5}, otherName: {5, 0.35}, shortName: {5, 0.2},
	ownName: {5, 0}, smallCode: {5, -1},
	ownCode: {6, 0},
}

func (q quality) tier() int { return standings[q].tier }

// hit is a place that matches a query.
type hit struct {
	place   *place
	quality quality
	score   float64 // its fame less the cost of the match
}

// find lists the places that match, best first, each once.
func (ix *index) find(text string) []hit {
	query := ix.folder.query(text)
	if query == "" {
		return nil
	}
	matched := make([]quality, len(ix.places))
	code := strings.TrimSpace(text)
	known := ix.matchCode(code, matched)
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

// matchCode tells whether there is a place with the code. In small letters the code
// of a town that no airport serves is but one of its names (ulm is not New Ulm).
func (ix *index) matchCode(typed string, matched []quality) bool {
	code := strings.ToUpper(typed)
	if len(code) != 3 {
		return false
	}
	known := false
	for i := range ix.places {
		p := &ix.places[i]
		if p.code != code {
			continue
		}
		known = true
		switch {
		case typed == code:
			matched[i] = ownCode
		case p.kind == wire.PlaceTypeCity && len(p.city.Airports) == 0:
			matched[i] = otherName
		default:
			matched[i] = smallCode
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
		i, q := ix.names.at(at), innerPart
		if isEdge(ix.names.text[at+1+len(query)]) {
			q = innerWord
		}
		matched[i] = max(matched[i], q)
	}
}

// nameQuality is that of a name of place i, at an offset, which begins with
// the query.
func (ix *index) nameQuality(i, at int, query string) quality {
	rest, own := ix.names.text[at+len(query):], at == ix.names.starts[i]
	switch whole := strings.HasPrefix(rest, separator); {
	case whole && ix.places[i].kind == wire.PlaceTypeState:
		return ofState
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
		if p.kind == wire.PlaceTypeAirport && matched[i] < served {
			matched[i] = max(matched[i], min(matched[ix.byCode[p.city.Code]], served))
		}
	}
}

// hits sorts the matching places, best first.
func (ix *index) hits(matched []quality) []hit {
	var found []hit
	for i, q := range matched {
		if q != noMatch && ix.places[i].kind != kindCountry {
			p := &ix.places[i]
			fame := p.fame
			if q == served {
				fame = ix.cityOf(p).fame + p.share
			}
			found = append(found, hit{p, q, fame - standings[q].cost})
		}
	}
	compare := func(a, b hit) int {
		return cmp.Or(
			cmp.Compare(b.quality.tier(), a.quality.tier()),
			cmp.Compare(b.score, a.score),
			cmp.Compare(a.place.code, b.place.code),
			cmp.Compare(a.place.kind, b.place.kind),
		)
	}
	sort.Slice(found, func(i, j int) bool { return compare(found[i], found[j]) < 0 })
	return found
}
