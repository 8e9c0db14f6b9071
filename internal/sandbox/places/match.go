package places

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/words"
)

// quality is how well a place matches a query. The best match of a place counts.
type quality uint8

const (
	noMatch    quality = iota
	typo               // one letter off, or two swapped
	someWords          // every word is the beginning of a word in its names or area
	allWords           // every word is a word in its names or area
	innerPart          // a later word of a name begins with the query
	innerWord          // a later word of a name is the query
	beginning          // a name begins with the query
	ofState            // a state with that name
	served             // an airport of a matching city
	firstWords         // its own name begins with the words of the query
	ofCountry          // a city of the country with that name
	otherName          // a name in another language or a nickname
	shortName          // a common short form of its own name: Santiago, Mexico
	ownName
	smallCode // its code in lower case, which may also be a word
	ownCode
)

// standings rates the qualities. Places in a higher tier come first. Within a tier, places are sorted by fame
// minus cost, so a city that the whole world knows by another name comes before a village whose own name it is.
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
	score   float64 // fame minus the cost of the match
}

func (h hit) tier() int { return standings[h.quality].tier }

// find returns the matching places, best first, without duplicates. It tries names and codes, then all words of
// the query, then typos.
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
	if slices.Contains(matched, ownCode) { // uppercase means that code or a country (USA is also in North Carolina)
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

// codeQuality returns the quality of a match by code. In lower case, the code of a town without an airport counts
// only as another name (ulm is not New Ulm).
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

// nameQuality returns the quality of the best name, or word of a name, that begins with the query.
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

// standing yields the positions at which words of folded names, each between two separators, begin with piece.
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

// spreadCountries makes the cities of a matching country match, unless one of them has the country's name
// (Mexico, Singapore).
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

// matchWords matches places whose names, code and area together contain every word of the query, with at least
// one of them in a name or the code: "portland oregon", "jfk new york", "valencia españa". For an airport, its
// city's names count as well.
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
				q = max(q, inName[p.home]) // the city itself comes before its airports
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

// wordQuality reports whether a word is a word of folded names (allWords), the beginning of one (someWords), or
// neither (noMatch).
func wordQuality(names, word string) (best quality) {
	for at := range standing(names, word) {
		if isEdge(names[at+len(word)]) {
			return allWords
		}
		best = someWords
	}
	return best
}

// misspelt reports whether letters are the place's own name, or any name of an airport, with one edit. Names in
// other languages do not count: there are so many that some name is always close.
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

// oneEdit reports whether two texts with the same first letter differ by at most one letter added, removed or
// changed, or by two neighboring letters swapped.
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

// hits returns the matching places, best first. A matching city adds the airports that serve it, whatever their
// names.
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
