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
	firstWords         // a name begins with the words of the query
	otherName          // a name in another language, or a second name
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
	ix.matchCode(strings.ToUpper(code), matched)
	if !isCode(code) || len(ix.hits(matched)) == 0 {
		ix.matchNames(query, matched)
	}
	ix.addAirports(matched)
	found := ix.hits(matched)
	if len(found) == 0 || found[0].quality < firstWords {
		ix.matchCountry(query, matched)
		found = ix.hits(matched)
	}
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

func (ix *index) matchCode(code string, matched []quality) {
	if len(code) != 3 {
		return
	}
	for i := range ix.places {
		if ix.places[i].code == code {
			matched[i] = ownCode
		}
	}
}

// matchNames looks for names, and for words inside names, that begin with the
// query.
func (ix *index) matchNames(query string, matched []quality) {
	for at := range ix.occurrences(separator + query) {
		i, q := ix.at(at+len(separator)), beginning
		switch rest := ix.text[at+len(separator)+len(query):]; {
		case strings.HasPrefix(rest, separator) && at+len(separator) == ix.starts[i]:
			q = ownName
		case strings.HasPrefix(rest, separator):
			q = otherName
		case strings.HasPrefix(rest, " "):
			q = firstWords
		}
		if ix.places[i].kind == wire.PlaceTypeState {
			q = min(q, firstWords) // a city is meant before the state it names
		}
		matched[i] = max(matched[i], q)
	}
	for at := range ix.occurrences(" " + query) {
		i := ix.at(at)
		matched[i] = max(matched[i], innerWord)
	}
}

// occurrences yields where a piece of text stands.
func (ix *index) occurrences(piece string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for at := 0; ; at++ {
			next := strings.Index(ix.text[at:], piece)
			if next < 0 {
				return
			}
			at += next
			if !yield(at) {
				return
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
		if q != noMatch {
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
