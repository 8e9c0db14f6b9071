package places

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/words"
)

// Hotels and districts are generated city by city, and there are far too many to keep all their names. A query
// that names a city searches all of that city. Any other query searches only the best-known cities, so hotels and
// districts elsewhere are found only together with the name of their city.
const (
	bestKnown  = 60  // cities whose hotels are found by name alone
	wellKnown  = 600 // cities whose districts are found by name alone
	maxWords   = 12  // in a query that may name a hotel and its city
	maxPerName = 5   // cities with the same name that are searched
)

// stay is a hotel or district that matches a query.
type stay struct {
	directory.Named
	kind   wire.PlaceType
	n      int // its index in the city
	city   *place
	folded string // its folded name
	whole  bool   // the query is its name, with or without the name of the city
	there  bool   // the query is its name with the name of the city
}

// code returns a code that is unique among stays of the same kind.
func (s stay) code() string { return s.city.code + "." + strconv.Itoa(s.n) }

// rank returns a lower number for a more likely meaning of the query.
func (s stay) rank() int {
	switch {
	case s.whole && s.kind == wire.PlaceTypeDistrict:
		return 0
	case s.whole:
		return 1
	case s.kind == wire.PlaceTypeDistrict:
		return 2
	}
	return 3
}

// stays returns the hotels and districts of the given types that match a query, best first. If no types are
// given, they are only added when the query is not the whole name of a place, which would mean that place.
func (e *Engine) stays(text string, types []string, found []hit) []stay {
	hotels, districts := wanted(types, wire.PlaceTypeHotel), wanted(types, wire.PlaceTypeDistrict)
	query, listing := strings.Fields(words.Fold(text)), len(types) > 0 // the name of a city alone lists its stays
	if e.Hotels == nil || !hotels && !districts || len(query) == 0 || len(query) > maxWords ||
		!listing && len(found) > 0 && found[0].quality >= otherName {
		return nil
	}
	var all []stay
	seen := map[string]int{}
	add := func(candidates []stay, rest []string) {
		for _, s := range candidates {
			if !wanted(types, s.kind) || !hasWords(s.folded, rest) {
				continue
			}
			s.there = len(rest) < len(query) && s.folded == strings.Join(rest, " ")
			s.whole = s.there || s.folded == strings.Join(query, " ")
			at, again := seen[string(s.kind)+s.code()]
			if !again {
				seen[string(s.kind)+s.code()] = len(all)
				all = append(all, s)
				continue
			}
			all[at].whole, all[at].there = all[at].whole || s.whole, all[at].there || s.there
		}
	}
	for city, rest := range e.citiesIn(query, listing) {
		add(e.inside(city, hotels), rest)
	}
	guess := !listing && guessed(found)
	named := slices.ContainsFunc(all, func(s stay) bool { return s.there })
	if !named && (listing || len(all) == 0 && (guess || len(found) == 0)) {
		add(e.known(), query)
	}
	if guess {
		all = slices.DeleteFunc(all, func(s stay) bool { return !s.whole })
	}
	slices.SortStableFunc(all, func(a, b stay) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.city.fame, a.city.fame), cmp.Compare(a.city.code, b.city.code),
			cmp.Compare(a.n, b.n))
	})
	return all
}

// citiesIn yields the cities named in a query, each with the remaining words. A city may be named at the end,
// optionally followed by its country or state ("talvane lofts portland maine"), or at the beginning.
func (e *Engine) citiesIn(query []string, listing bool) iter.Seq2[*place, []string] {
	return func(yield func(*place, []string) bool) {
		for begin := range query {
			for end, cities := range e.citiesCalled(query[begin:]) {
				after := query[begin+end:]
				for _, city := range cities {
					if (begin > 0 || listing) && e.inArea(city, after) && !yield(city, query[:begin]) {
						return
					}
					if begin == 0 && len(after) > 0 && !yield(city, after) {
						return
					}
				}
			}
		}
	}
}

// inArea reports whether all words occur in the names of a city's country and state.
func (e *Engine) inArea(city *place, words []string) bool {
	area := built().areas()[city.country+city.region]
	return !slices.ContainsFunc(words, func(word string) bool { return wordQuality(area, word) != allWords })
}

// citiesCalled returns the most famous cities named by the first n words of a query, indexed by n.
func (e *Engine) citiesCalled(query []string) [][]*place {
	called := make([][]*place, len(query)+1)
	for _, p := range built().places {
		if p.kind != wire.PlaceTypeCity || !strings.Contains(p.names, separator+query[0]) {
			continue
		}
		for n := 1; n <= len(query); n++ {
			if strings.Contains(p.names, separator+strings.Join(query[:n], " ")+separator) {
				called[n] = append(called[n], p)
			}
		}
	}
	for n, cities := range called {
		called[n] = mostFamous(cities, maxPerName)
	}
	return called
}

func mostFamous(cities []*place, n int) []*place {
	slices.SortStableFunc(cities, func(a, b *place) int { return cmp.Compare(b.fame, a.fame) })
	return cities[:min(len(cities), n)]
}

// hasWords reports whether a folded name has all words of a query. The last word may be incomplete.
func hasWords(name string, query []string) bool {
	for i, word := range query {
		end := " "
		if i == len(query)-1 && len(word) > 1 {
			end = ""
		}
		if !strings.Contains(" "+name+" ", " "+word+end) {
			return false
		}
	}
	return true
}

// inside returns the districts of a city, and its hotels if requested.
func (e *Engine) inside(city *place, hotels bool) (all []stay) {
	for i, d := range e.Hotels().Districts(city.code) {
		all = append(all, stay{Named: d, kind: wire.PlaceTypeDistrict, n: i, city: city, folded: words.Fold(d.Name)})
	}
	if !hotels {
		return all
	}
	for i, h := range e.Hotels().Named(city.code) {
		all = append(all, stay{Named: h, kind: wire.PlaceTypeHotel, n: i, city: city, folded: words.Fold(h.Name)})
	}
	return all
}

// findKnown returns the hotels and districts of the best-known cities.
func (e *Engine) findKnown() (all []stay) {
	cities := slices.DeleteFunc(slices.Clone(built().places), func(p *place) bool { return p.kind != wire.PlaceTypeCity })
	for rank, city := range mostFamous(cities, wellKnown) {
		all = append(all, e.inside(city, rank < bestKnown)...)
	}
	return all
}

// stayRow returns a hotel or a district as a place of the contract. Its id is not a hotelId.
func (e *Engine) stayRow(s stay, locale string) wire.Place {
	row := wire.Place{
		ID: id(s.kind, s.code()), Name: s.Name + ", " + e.name(s.city, locale), Type: s.kind, Latitude: &s.Lat, Longitude: &s.Lng,
	}
	if code := s.city.code; len(code) == 3 {
		row.CityCode = &code
	}
	return row
}

// whichStay asks which of several hotels or districts with the same name is meant. It returns "" if there is at
// most one.
func (e *Engine) whichStay(all []stay, locale string) string {
	if len(all) < 2 || !all[1].whole {
		return ""
	}
	var names []string
	for _, s := range all {
		if s.whole {
			names = append(names, s.Name+", "+e.name(s.city, locale))
		}
	}
	return question(names)
}
