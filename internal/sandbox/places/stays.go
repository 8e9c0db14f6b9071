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

// Hotels and districts are made up city by city, far too many to hold all their names. A
// query that names a city is looked up in that city, all of it. One that does not is
// looked up in the cities that travelers know best; what is elsewhere is found with
// the name of its city alone.
const (
	bestKnown  = 60  // cities whose hotels are found by name alone
	wellKnown  = 600 // whose districts are
	maxWords   = 12  // of a query that may name a hotel and its city
	maxPerName = 5   // cities of one name that are looked into
)

// stay is a hotel or a district that a query names.
type stay struct {
	directory.Named
	kind   wire.PlaceType
	n      int // its position in the city
	city   *place
	folded string // its name
	whole  bool   // the query is its name, with that of the city or without
	there  bool   // with that of the city
}

// code tells a hotel or a district from all others of its kind.
func (s stay) code() string { return s.city.code + "." + strconv.Itoa(s.n) }

// rank is lower for what a query is more likely to mean.
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

// stays is the hotels and districts that a query names, best first, of the kinds asked
// for. Beside other places they are only those that such a query must mean: one that is
// the name of a place as a whole means that place.
func (e *Engine) stays(text string, types []string, found []hit) []stay {
	hotels, districts := wanted(types, wire.PlaceTypeHotel), wanted(types, wire.PlaceTypeDistrict)
	query, listing := strings.Fields(words.Fold(text)), len(types) > 0 // the name of a city alone lists what it has
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

// citiesIn are the cities that a query names, each with the other words of the query. A city is named at the end,
// with its country or state or without ("talvane lofts portland maine"), or at the beginning.
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

// inArea tells whether words are of the names of a city's country and state.
func (e *Engine) inArea(city *place, words []string) bool {
	area := built().areas()[city.country+city.region]
	return !slices.ContainsFunc(words, func(word string) bool { return wordQuality(area, word) != allWords })
}

// citiesCalled are the most famous cities that have the first words of a query for a name, by how many these are.
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

// hasWords tells whether a folded name has all words of a query; the last one may not be typed to its end.
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

// inside is the districts of a city, and its hotels if they are wanted.
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

// findKnown is what lies in the best known cities.
func (e *Engine) findKnown() (all []stay) {
	cities := slices.DeleteFunc(slices.Clone(built().places), func(p *place) bool { return p.kind != wire.PlaceTypeCity })
	for rank, city := range mostFamous(cities, wellKnown) {
		all = append(all, e.inside(city, rank < bestKnown)...)
	}
	return all
}

// stayRow is a hotel or a district as the contract has it. Its id is not a hotelId.
func (e *Engine) stayRow(s stay, locale string) wire.Place {
	row := wire.Place{
		ID: id(s.kind, s.code()), Name: s.Name + ", " + e.name(s.city, locale), Type: s.kind, Latitude: &s.Lat, Longitude: &s.Lng,
	}
	if code := s.city.code; len(code) == 3 {
		row.CityCode = &code
	}
	return row
}

// whichStay asks which of several hotels or districts is meant that have the name; "" for one.
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
