package hotels

import (
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/hotels/tariff"
)

// types is the rate types that a read wants on one rate.
func (p ResultsParams) types() []string {
	if p.Refundable {
		return append(slices.Clone(p.RateTypes), tariff.FreeCancellation)
	}
	return p.RateTypes
}

// filter is the filters of a read, ready to be asked of many rows.
type filter struct {
	ResultsParams
	money                            money
	amenities                        []*matcher
	kinds, brands, chains, districts *matcher
}

func newFilter(p ResultsParams, m money) *filter {
	f := &filter{
		ResultsParams: p, money: m, kinds: newMatcher(p.PropertyTypes), brands: newMatcher(p.Brands),
		chains: newMatcher(p.Chains), districts: newMatcher(p.Districts),
	}
	for _, term := range p.Amenities {
		f.amenities = append(f.amenities, newMatcher([]string{term}))
	}
	return f
}

// keeps tells whether a row passes every filter except the one on rate types, which
// has been applied by pricing.
func (f *filter) keeps(r *row) bool {
	return f.rated(r) && f.priced(r) && f.named(r)
}

// rated holds the filters on stars and on what guests say.
func (f *filter) rated(r *row) bool {
	if f.MinStar != nil && r.Star < *f.MinStar {
		return false
	}
	if f.MaxStar != nil && (r.Star == 0 || r.Star > *f.MaxStar) {
		return false
	}
	if f.MinReviewScore != nil && (r.summary.All.Count == 0 || r.summary.All.Mean < *f.MinReviewScore) {
		return false
	}
	if f.MinGuestRating == nil {
		return true
	}
	score := r.score(f.GuestType)
	return score != nil && score.Score >= *f.MinGuestRating
}

// priced holds the filters on what the card says of money.
func (f *filter) priced(r *row) bool {
	if f.DealsOnly && r.best.Deal == nil {
		return false
	}
	if f.MinPrice == nil && f.MaxPrice == nil {
		return true
	}
	night := f.money.allIn(r.best)
	return (f.MinPrice == nil || night >= *f.MinPrice) && (f.MaxPrice == nil || night <= *f.MaxPrice)
}

// named holds the filters on words of the filter options.
func (f *filter) named(r *row) bool {
	for _, term := range f.amenities {
		if !slices.ContainsFunc(r.amenities, term.matches) {
			return false
		}
	}
	return f.kinds.keeps(r.Kind.String()) && f.brands.keeps(r.Brand) &&
		f.chains.keeps(r.Chain) && f.districts.keeps(r.District)
}

// matcher looks for terms as parts of names, in any case. Names repeat, so each
// is looked at once.
type matcher struct {
	terms []string // lower case
	known map[string]bool
}

func newMatcher(terms []string) *matcher {
	m := &matcher{known: map[string]bool{}}
	for _, term := range terms {
		m.terms = append(m.terms, strings.ToLower(term))
	}
	return m
}

// keeps tells whether a name has any of the terms, or there are none to have.
func (m *matcher) keeps(name string) bool { return len(m.terms) == 0 || m.matches(name) }

// matches tells whether a name has any of the terms. An empty name has none.
func (m *matcher) matches(name string) bool {
	if name == "" {
		return false
	}
	matches, known := m.known[name]
	if !known {
		lower := strings.ToLower(name)
		matches = slices.ContainsFunc(m.terms, func(term string) bool { return strings.Contains(lower, term) })
		m.known[name] = matches
	}
	return matches
}
