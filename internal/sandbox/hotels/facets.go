package hotels

import (
	"cmp"
	"sort"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// tally counts hotels by a word.
type tally map[string]int

// add counts a hotel that has a word; an empty word is not counted.
func (t tally) add(word string) {
	if word != "" {
		t[word]++
	}
}

// list is the words, most common first, ties by word; not nil.
func (t tally) list() []wire.NamedCount {
	list := make([]wire.NamedCount, 0, len(t))
	for word, count := range t {
		list = append(list, wire.NamedCount{Name: word, Count: count})
	}
	compare := func(a, b wire.NamedCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name))
	}
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
	return list
}

// filterOptions is the filter values of the whole snapshot, whatever a read
// filters.
func (s *snapshot) filterOptions(m money) wire.HotelFilterOptions {
	options := s.words()
	options.PriceRange = s.priceRange(m)
	return options
}

// countWords is the filter words, which are the same in every currency.
func (s *snapshot) countWords() wire.HotelFilterOptions {
	amenities, kinds, brands, chains := tally{}, tally{}, tally{}, tally{}
	districts, types, guests := tally{}, tally{}, tally{}
	for _, r := range s.rows {
		for _, name := range r.amenities {
			amenities.add(name)
		}
		for _, word := range r.types {
			types.add(word)
		}
		for i, cohort := range cohorts {
			if r.summary.By[i].Count > 0 {
				guests.add(string(cohort))
			}
		}
		kinds.add(r.Kind.String())
		brands.add(r.Brand)
		chains.add(r.Chain)
		districts.add(r.District)
	}
	return wire.HotelFilterOptions{
		Amenities: amenities.list(), PropertyTypes: kinds.list(), Brands: brands.list(), Chains: chains.list(),
		Districts: districts.list(), RateTypes: types.list(), GuestTypes: guests.list(),
	}
}

// priceRange is the span of what the price filters compare with, or nil when
// there is nothing to measure.
func (s *snapshot) priceRange(m money) *wire.PriceRange {
	if len(s.rows) == 0 {
		return nil
	}
	span := &wire.PriceRange{}
	for i, r := range s.rows {
		night := m.allIn(r.best)
		if i == 0 || night < span.Min {
			span.Min = night
		}
		span.Max = max(span.Max, night)
	}
	return span
}
