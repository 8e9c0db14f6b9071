package places

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/wire"
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
	kind  wire.PlaceType
	n     int // its position in the city
	city  *place
	whole bool // the query is its name, with that of the city or without
	there bool // with that of the city
}

// stays is the hotels and districts that a query names, best first, of the kinds asked
// for. Beside other places they are only those that such a query must mean: one that is
// the name of a place as a whole means that place.
func (e *Engine) stays(query string, types []string, found []hit) []stay {
	hotels, districts := wanted(types, wire.PlaceTypeHotel), wanted(types, wire.PlaceTypeDistrict)
	words := strings.Fields(e.built().folder.query(query))
	switch {
	case e.Hotels == nil, !hotels && !districts, len(words) == 0, len(words) > maxWords:
		return nil
	case len(types) == 0 && len(found) > 0 && found[0].quality >= otherName:
		return nil
	}
	l := &looking{engine: e, words: words, hotels: hotels, districts: districts, listing: len(types) > 0, seen: map[string]int{}}
	for begin := range words {
		l.from(begin)
	}
	named := slices.ContainsFunc(l.found, func(s stay) bool { return s.there })
	guess := len(types) == 0 && guessed(found)
	if !named && (l.listing || len(l.found) == 0 && (guess || len(found) == 0)) {
		l.bestKnown()
	}
	if guess {
		l.found = slices.DeleteFunc(l.found, func(s stay) bool { return !s.whole })
	}
	compare := func(a, b stay) int {
		return cmp.Or(compareTrue(a.whole, b.whole), compareTrue(a.kind == wire.PlaceTypeDistrict, b.kind == wire.PlaceTypeDistrict),
			cmp.Compare(b.city.fame, a.city.fame), cmp.Compare(a.city.code, b.city.code), cmp.Compare(a.n, b.n))
	}
	sort.SliceStable(l.found, func(i, j int) bool { return compare(l.found[i], l.found[j]) < 0 })
	return l.found
}

// guessed tells whether places are found only as if the query were misspelt.
func guessed(found []hit) bool {
	return len(found) > 0 && !slices.ContainsFunc(found, func(h hit) bool { return h.quality > typo })
}

// compareTrue puts what is true first.
func compareTrue(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// looking is the search for what a query names.
type looking struct {
	engine            *Engine
	words             []string // of the query, folded
	hotels, districts bool     // what is wanted
	listing           bool     // the name of a city alone lists what it has
	found             []stay
	seen              map[string]int // by its id, where it is among them
}

// from looks into the cities whose names begin at a word of the query: at its end with their country
// or state or without ("talvane lofts portland maine"), or at its beginning.
func (l *looking) from(begin int) {
	ix, words := l.engine.built(), l.words[begin:]
	called := make([][]*place, len(words)+1) // by how many words their name has
	for at := range ix.names.occurrences(separator + words[0]) {
		at += len(separator)
		p := &ix.places[ix.names.at(at)]
		if p.kind != wire.PlaceTypeCity {
			continue
		}
		name, _, _ := strings.Cut(ix.names.text[at:], separator)
		if n := strings.Count(name, " ") + 1; n <= len(words) && name == strings.Join(words[:n], " ") && !slices.Contains(called[n], p) {
			called[n] = append(called[n], p)
		}
	}
	for n, cities := range called {
		slices.SortStableFunc(cities, func(a, b *place) int { return cmp.Compare(b.fame, a.fame) })
		for _, city := range cities[:min(len(cities), maxPerName)] {
			if rest := l.words[:begin]; (begin > 0 || l.listing) && l.liesIn(city, words[n:]) {
				l.in(city, rest)
			}
			if begin == 0 && n < len(words) {
				l.in(city, words[n:])
			}
		}
	}
}

// liesIn tells whether words are of the state or the country of a city.
func (l *looking) liesIn(city *place, area []string) bool {
	if len(area) == 0 {
		return true
	}
	ix := l.engine.built()
	country, _ := ix.world.Country(city.country)
	region, _ := ix.world.RegionName(city.region)
	named := strings.Fields(ix.folder.fold(strings.Join([]string{country.Name, country.ShortName, country.Code, region}, " ")))
	return !slices.ContainsFunc(area, func(word string) bool { return !slices.Contains(named, word) })
}

// in looks into one city.
func (l *looking) in(city *place, rest []string) {
	inside, fold := l.engine.Hotels(), l.engine.built().folder.fold
	districts := inside.Districts(city.city.Code)
	parts := strings.Fields(fold(city.city.Name))
	for i, d := range districts {
		name := fold(d.Name)
		parts = append(parts, strings.Fields(name)...)
		if l.districts {
			l.add(stay{Named: d, kind: wire.PlaceTypeDistrict, n: i, city: city}, name, rest)
		}
	}
	if !l.hotels || !l.engine.mayName(rest, parts) {
		return
	}
	for i, h := range inside.Named(city.city.Code) {
		l.add(stay{Named: h, kind: wire.PlaceTypeHotel, n: i, city: city}, fold(h.Name), rest)
	}
}

// add adds what has all words of rest in its folded name.
func (l *looking) add(s stay, name string, rest []string) {
	for i, word := range rest {
		if has := wordTest(rest, i); !has(name, word) {
			return
		}
	}
	s.there = len(rest) < len(l.words) && name == strings.Join(rest, " ")
	s.whole = s.there || name == strings.Join(l.words, " ")
	at, again := l.seen[s.id()]
	if !again {
		l.seen[s.id()] = len(l.found)
		l.found = append(l.found, s)
		return
	}
	l.found[at].whole, l.found[at].there = l.found[at].whole || s.whole, l.found[at].there || s.there
}

// id tells a hotel or a district from all others. It is not a hotelId.
func (s stay) id() string { return string(s.kind[0]) + "." + s.city.code + "." + strconv.Itoa(s.n) }

// wordTest is how a word of a query must stand in a folded name: as a whole, but the last one may
// not be typed to its end.
func wordTest(query []string, at int) func(name, word string) bool {
	if at == len(query)-1 && len(query[at]) > 1 {
		return hasBeginning
	}
	return hasWord
}

func hasWord(name, word string) bool { return slices.Contains(strings.Fields(name), word) }

func hasBeginning(name, word string) bool {
	return slices.ContainsFunc(strings.Fields(name), func(one string) bool { return strings.HasPrefix(one, word) })
}

// mayName tells whether words can be of a hotel's name, which is made of these parts and those
// that all hotels share. It spares making the hotels of a city in vain.
func (e *Engine) mayName(words, parts []string) bool {
	shared := e.nameParts()
	for i, word := range words {
		at, known := slices.BinarySearch(shared, word)
		begun := i == len(words)-1 && at < len(shared) && strings.HasPrefix(shared[at], word)
		has := wordTest(words, i)
		if !known && !begun && !has(strings.Join(parts, " "), word) {
			return false
		}
	}
	return true
}

// sharedParts are the words that names of hotels are made of, sorted.
func (e *Engine) sharedParts() []string {
	folder := e.built().folder
	var parts []string
	for _, part := range directory.NameParts() {
		parts = append(parts, strings.Fields(folder.fold(part))...)
	}
	slices.Sort(parts)
	return slices.Compact(parts)
}

// known is a name in one of the best known cities.
type known struct {
	stay
	folded string
}

// bestKnown looks into the cities that travelers know best.
func (l *looking) bestKnown() {
	for _, k := range l.engine.known() {
		if k.kind == wire.PlaceTypeHotel && l.hotels || k.kind == wire.PlaceTypeDistrict && l.districts {
			l.add(k.stay, k.folded, l.words)
		}
	}
}

// findKnown makes the names of the best known cities.
func (e *Engine) findKnown() []known {
	ix, inside := e.built(), e.Hotels()
	var cities []*place
	for i := range ix.places {
		if p := &ix.places[i]; p.kind == wire.PlaceTypeCity {
			cities = append(cities, p)
		}
	}
	slices.SortStableFunc(cities, func(a, b *place) int { return cmp.Compare(b.fame, a.fame) })
	var all []known
	for rank, city := range cities[:min(len(cities), wellKnown)] {
		for i, d := range inside.Districts(city.city.Code) {
			all = append(all, known{stay{Named: d, kind: wire.PlaceTypeDistrict, n: i, city: city}, ix.folder.fold(d.Name)})
		}
		if rank >= bestKnown {
			continue
		}
		for i, h := range inside.Glance(city.city.Code) {
			all = append(all, known{stay{Named: h, kind: wire.PlaceTypeHotel, n: i, city: city}, ix.folder.fold(h.Name)})
		}
	}
	return all
}

// stayRow is a hotel or a district as the contract has it.
func (e *Engine) stayRow(s stay, locale string) wire.Place {
	row := wire.Place{Name: e.stayName(s, locale), Type: s.kind, Latitude: &s.Lat, Longitude: &s.Lng}
	id := &wire.FlexibleID{}
	_ = id.FromFlexibleID1(s.id()) // a string always encodes
	row.ID = id
	if code := s.city.city.Code; len(code) == 3 {
		row.CityCode = &code
	}
	return row
}

// stayName tells a hotel or a district from those of other cities.
func (e *Engine) stayName(s stay, locale string) string {
	return s.Name + ", " + e.cityName(s.city, locale)
}

// whichStay asks which of several hotels or districts is meant that have the name; "" for one.
func (e *Engine) whichStay(all []stay, locale string) string {
	if len(all) < 2 || !all[1].whole {
		return ""
	}
	var names []string
	for _, s := range all[:min(len(all), maxAsked)] {
		if s.whole {
			names = append(names, e.stayName(s, locale))
		}
	}
	return "Which place is meant: " + strings.Join(names, "; ") + "?"
}
