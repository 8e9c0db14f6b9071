// Package countries answers the two reads about countries: the public holidays of a market, and the countries
// that a passport can enter without a visa.
//
// Both are written by hand. The visa data is illustrative: it follows the widely known rules of blocs and
// agreements and is not advice for real trips.
package countries

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"travel.example/travel/internal/gazetteer"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/words"
)

//go:embed gateways.txt
var gatewaysText string

//go:embed visa.txt
var visaText string

// Engine answers the countries reads. It is safe for concurrent use.
type Engine struct {
	keyCity map[string]*data.City // by country; some small territories have none
	order   map[string]string     // folded English names of countries, for sorting without regard to accents
}

// New returns an Engine. The key city of a country is its capital unless gateways.txt names another city.
func New() *Engine {
	e := &Engine{keyCity: map[string]*data.City{}, order: map[string]string{}}
	capitals := map[string]string{}
	for _, c := range data.Countries() {
		capitals[c.Code], e.order[c.Code] = c.Capital, words.Fold(c.Name)
	}
	for _, city := range data.Cities() {
		if city.Name == capitals[city.Country] {
			e.keyCity[city.Country] = city
		}
	}
	for _, row := range gazetteer.Rows(gatewaysText) {
		e.keyCity[row[0]], _ = data.CityByCode(row[1])
	}
	return e
}

// The list simulates reading at most four upstream pages of 50 rows, so it has at most 200.
const (
	upstreamPageSize = 50
	upstreamPageCap  = 4
)

// VisaFree lists the countries that a passport can enter without a visa, filtered and paged by the values of
// getVisaFreeDestinations. They are sorted by English name, so that pages are the same in every locale. An
// unknown passport has no rows.
func (e *Engine) VisaFree(v rest.Values) wire.VisaFreeResults {
	passport := v.Text("countryCode")
	gathered, pages, coverage := walk(destinations()[passport])
	slices.SortFunc(gathered, func(a, b string) int { return cmp.Compare(e.order[a], e.order[b]) })
	page, more := market.Page(gathered, v.Int("page"), v.Int("pageSize"))
	results := make([]wire.VisaFreeDestination, 0, len(page))
	for _, country := range page {
		d := wire.VisaFreeDestination{CountryCode: country, Name: data.CountryName(country, v.Text("locale"))}
		if c, ok := data.CountryByCode(country); ok && c.Currency != "" {
			d.CurrencyCode = &c.Currency
		}
		if city := e.keyCity[country]; city != nil {
			d.KeyCityCode, d.Latitude, d.Longitude = &city.Code, &city.Lat, &city.Lon
		}
		results = append(results, d)
	}
	return wire.VisaFreeResults{Results: results, Metadata: wire.VisaFreeResultsMetadata{
		ResultCount: len(results), TotalCandidates: len(gathered), HasMore: more,
		PassportCountryCode: passport, UpstreamPagesFetched: pages, Coverage: coverage,
	}}
}

// walk reads a list page by page, up to a short page or the cap. If the last page at the cap is full, more may
// follow.
func walk(list []string) (gathered []string, pages int, coverage wire.Coverage) {
	gathered = slices.Clone(list[:min(len(list), upstreamPageSize*upstreamPageCap)])
	if len(gathered) == upstreamPageSize*upstreamPageCap {
		return gathered, upstreamPageCap, wire.CoverageTruncated
	}
	return gathered, len(gathered)/upstreamPageSize + 1, wire.CoverageComplete
}

// destinations returns the visa-free destinations of each passport, in the order of visa.txt. The first lines of
// that file describe its format.
var destinations = sync.OnceValue(func() map[string][]string {
	groups, home, admits := map[string][]string{}, map[string][]string{}, map[string][]string{}
	var places []string
	for _, row := range gazetteer.Rows(visaText) {
		if group, members, ok := strings.Cut(row[0], " = "); ok {
			if passport, ok := strings.CutPrefix(group, "home "); ok {
				home[passport] = strings.Fields(members)
			} else {
				groups[group] = passports(members, groups)
			}
			continue
		}
		listed, members, _ := strings.Cut(row[0], " : ")
		for place := range strings.FieldsSeq(listed) {
			if admits[place] == nil {
				places = append(places, place)
			}
			admits[place] = append(admits[place], passports(members, groups)...)
		}
	}
	all := map[string][]string{}
	for _, place := range places {
		slices.Sort(admits[place])
		for _, passport := range slices.Compact(admits[place]) {
			if passport != place && !slices.Contains(home[passport], place) {
				all[passport] = append(all[passport], place)
			}
		}
	}
	return all
})

// passports resolves a list from left to right. A minus removes passports added earlier in the list; later
// entries can add them again.
func passports(list string, groups map[string][]string) (found []string) {
	for word := range strings.FieldsSeq(list) {
		name, out := strings.CutPrefix(word, "-")
		members, known := groups[name]
		if !known {
			members = []string{name}
		}
		found = slices.DeleteFunc(found, func(passport string) bool { return slices.Contains(members, passport) })
		if !out {
			found = append(found, members...)
		}
	}
	return found
}
