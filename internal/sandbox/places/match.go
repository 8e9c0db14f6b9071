package places

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/words"
)

// quality is how well a place matches a query. A place has the best of all its
// matches.
type quality uint8

const (
	noMatch    quality = iota
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
	typo: {1, 0}, someWords: {2, 0}, allWords: {3, 0},
	innerPart: {4, 0.5}, innerWord: {4, 0.5}, beginning: {4, 0},
	ofState: {5, 1}, served: {5, 1}, firstWords: {5, 1}, ofCountry: {5, 0.5}, otherName: {5, 0.35}, shortName: {5, 0.2},
	ownName: {5, 0}, smallCode: {5, -1},
	ownCode: {6, 0},
}

// hit is a place that matches a query.
type hit struct {
	*place
	quality quality
	score   float64 // its fame less the cost of the match
}

func (h hit) tier() int { return standings[h.quality].tier }

// find lists the places that match, best first, each once: by name or code, otherwise by all words of the query,
// otherwise as if it were misspelt.
func (ix *index) find(text string) []hit {
	query, code := words.Fold(text), strings.TrimSpace(text)
	if query == "" {
		return nil
	}
	matched := make([]quality, len(ix.places))
	for i, p := range ix.places {
		matched[i] = max(p.codeQuality(code), p.nameQuality(query))
	}
	ix.spreadCountries(matched)
	if slices.Contains(matched, ownCode) { // capitals: nothing else is meant but a country (USA is in North Carolina, too)
		for i, q := range matched {
			if q != ownCode && q != ofCountry {
				matched[i] = noMatch
			}
		}
	}
	found := ix.hits(matched)
	if len(found) == 0 {
		ix.matchWords(strings.Fields(query), matched)
		found = ix.hits(matched)
	}
	if letters := []rune(query); len(found) == 0 && len(letters) >= 4 {
		for i, p := range ix.places {
			if p.misspelt(letters) {
				matched[i] = typo
			}
		}
		found = ix.hits(matched)
	}
	return found
}

// codeQuality is that of a code. In small letters the code of a town that no airport serves is but one of its
// names (ulm is not New Ulm).
func (p *place) codeQuality(typed string) quality {
	switch {
	case len(typed) != 3, !strings.EqualFold(typed, p.code):
		return noMatch
	case typed == p.code:
		return ownCode
	case p.kind == wire.PlaceTypeCity && len(p.city.Airports) == 0:
		return otherName
	}
	return smallCode
}

// nameQuality is that of the best name, or word of a name, which begins with the query.
func (p *place) nameQuality(query string) (best quality) {
	for at := range standing(p.names, query) {
		before, after, q := p.names[at-1:at], p.names[at+len(query)], beginning
		switch whole, own := after == separator[0], at == len(separator); {
		case before != separator && isEdge(after):
			q = innerWord
		case before != separator:
			q = innerPart
		case whole && p.kind == wire.PlaceTypeState:
			q = ofState
		case whole && own:
			q = ownName
		case whole && strings.HasPrefix(p.names, separator+query+" "):
			q = shortName
		case whole:
			q = otherName
		case own && after == ' ':
			q = firstWords
		}
		best = max(best, q)
	}
	return best
}

// standing yields where words of folded names, each between two separators, begin with a piece of text.
func standing(names, piece string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for at := 0; ; at++ {
			next := strings.Index(names[at:], piece)
			if next < 0 {
				return
			}
			at += next
			if isEdge(names[at-1]) && !yield(at) {
				return
			}
		}
	}
}

func isEdge(b byte) bool { return b == ' ' || b == separator[0] }

// spreadCountries lets a country stand for its cities, unless one of them has
// the country's name (Mexico, Singapore).
func (ix *index) spreadCountries(matched []quality) {
	for i, country := range ix.places {
		if country.kind != kindCountry || matched[i] < otherName {
			continue
		}
		var cities []int
		named := false
		for j, p := range ix.places {
			if p.kind == wire.PlaceTypeCity && p.country == country.code {
				cities = append(cities, j)
				named = named || matched[j] == ownName || matched[j] == shortName
			}
		}
		for _, j := range cities {
			if !named {
				matched[j] = max(matched[j], ofCountry)
			}
		}
	}
}

// matchWords looks for places whose names, code and whereabouts hold every word of
// the query, at least one of them in the name or the code: "portland oregon", "jfk
// new york", "valencia españa". An airport's whereabouts are its city's names, too.
func (ix *index) matchWords(query []string, matched []quality) {
	if len(query) < 2 {
		return
	}
	areas, named := ix.areas(), make([]bool, len(ix.places))
	for n, word := range query {
		inCountry, inName := map[string]quality{}, make([]quality, len(ix.places))
		for code, c := range ix.countries {
			inCountry[code] = wordQuality(c.names, word)
		}
		for i, p := range ix.places {
			inName[i] = wordQuality(p.names, word)
			if len(word) == 3 && strings.EqualFold(p.code, word) {
				inName[i] = allWords
			}
			named[i] = named[i] || inName[i] != noMatch
			q := max(inName[i], wordQuality(areas[p.country+p.region], word), inCountry[p.country])
			if p.airport != nil {
				q = max(q, inName[p.home]) // a city comes before its airports
			}
			if n > 0 {
				q = min(q, matched[i])
			}
			matched[i] = q
		}
	}
	for i := range matched {
		if !named[i] {
			matched[i] = noMatch
		}
	}
}

// wordQuality tells how a word stands in folded names: as a word of them, at the beginning of one, or not at all.
func wordQuality(names, word string) (best quality) {
	for at := range standing(names, word) {
		if isEdge(names[at+len(word)]) {
			return allWords
		}
		best = someWords
	}
	return best
}

// misspelt tells whether letters are the place's own name, or any of an airport's, with one edit. Names of other
// languages are left out: there are so many that some are always near.
func (p *place) misspelt(letters []rune) bool {
	for name := range strings.SplitSeq(strings.Trim(p.names, separator), separator) {
		if oneEdit(letters, []rune(name)) {
			return true
		}
		if p.airport == nil {
			break
		}
	}
	return false
}

// oneEdit tells whether texts of one first letter differ by a letter added, lost, changed or swapped with its
// neighbor.
func oneEdit(a, b []rune) bool {
	if len(a) == 0 || len(b) == 0 || a[0] != b[0] || max(len(a)-len(b), len(b)-len(a)) > 1 {
		return false
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return max(len(a), len(b)) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// hits sorts the matching places, best first. A city brings the airports that serve it, whatever their names are.
func (ix *index) hits(matched []quality) []hit {
	var found []hit
	for i, p := range ix.places {
		fame := p.fame
		if p.airport != nil && matched[i] < served {
			matched[i] = max(matched[i], min(matched[p.home], served))
		}
		if matched[i] == served {
			fame = ix.places[p.home].fame + p.share
		}
		if matched[i] != noMatch && p.kind != kindCountry {
			found = append(found, hit{p, matched[i], fame - standings[matched[i]].cost})
		}
	}
	slices.SortFunc(found, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.tier(), a.tier()), cmp.Compare(b.score, a.score), cmp.Compare(a.code, b.code), cmp.Compare(a.kind, b.kind))
	})
	return found
}
