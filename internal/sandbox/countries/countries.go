// Package countries answers the two reads on countries: the public holidays of
// a market, and where a passport goes without a visa.
//
// Both are facts written down by hand. What a passport allows is illustrative: the
// rules of blocs and agreements as they are widely known, never advice for a real
// journey.
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
	order   map[string]string     // of countries: their English names, letters with marks among those without
}

// New finds the key city of each country: the main gateway where that is not the capital, otherwise the capital.
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

// The list is gathered from pages of 50 rows, of which at most four are read,
// so it holds at most 200.
const (
	upstreamPageSize = 50
	upstreamPageCap  = 4
)

// VisaFree lists where a passport goes without a visa, as the values of getVisaFreeDestinations ask: one row a country,
// by the English names of the countries, so that a page has the same ones in every locale. An unknown passport has
// no rows.
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

// walk reads a list page by page, up to a short page or the cap. A full last
// page at the cap leaves open whether more would have followed.
func walk(list []string) (gathered []string, pages int, coverage wire.Coverage) {
	gathered = slices.Clone(list[:min(len(list), upstreamPageSize*upstreamPageCap)])
	if len(gathered) == upstreamPageSize*upstreamPageCap {
		return gathered, upstreamPageCap, wire.CoverageTruncated
	}
	return gathered, len(gathered)/upstreamPageSize + 1, wire.CoverageComplete
}

// destinations are where each passport goes without a visa, in the order of visa.txt, whose head tells how it
// is written.
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

// passports resolves a list from left to right, so that a minus takes out what came
// before it in the list, and a passport behind it comes in again.
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
