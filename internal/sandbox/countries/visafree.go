package countries

import (
	"cmp"
	"slices"

	"travel.example/travel/internal/sandbox/wire"
)

// The list is gathered from pages of 50 rows, of which at most four are read,
// so it holds at most 200.
const (
	upstreamPageSize = 50
	upstreamPageCap  = 4
)

// VisaFreeParams are the parameters of getVisaFreeDestinations, with defaults
// filled in.
type VisaFreeParams struct {
	Passport string // ISO 3166-1 alpha-2
	Locale   string // BCP 47
	Page     int    // from 1
	PageSize int
}

// VisaFree lists where a passport goes without a visa, one row a country, by
// the English names of the countries: a page has the same countries in every
// locale. An unknown passport has no rows.
func (e *Engine) VisaFree(p VisaFreeParams) wire.VisaFreeResults {
	gathered, pages, coverage := walk(e.visas.Destinations(p.Passport))
	slices.SortFunc(gathered, func(a, b string) int {
		return cmp.Compare(e.rank[a], e.rank[b])
	})
	start := min((p.Page-1)*p.PageSize, len(gathered))
	end := min(start+p.PageSize, len(gathered))
	results := make([]wire.VisaFreeDestination, 0, end-start)
	for _, country := range gathered[start:end] {
		results = append(results, e.destination(country, p.Locale))
	}
	return wire.VisaFreeResults{Results: results, Metadata: wire.VisaFreeResultsMetadata{
		ResultCount: len(results), TotalCandidates: len(gathered), HasMore: end < len(gathered),
		PassportCountryCode: p.Passport, UpstreamPagesFetched: pages, Coverage: coverage,
	}}
}

// walk reads a list page by page, up to a short page or the cap. A full last
// page at the cap leaves open whether more would have followed.
func walk(list []string) (gathered []string, pages int, coverage wire.Coverage) {
	for pages < upstreamPageCap {
		start := min(pages*upstreamPageSize, len(list))
		page := list[start:min(start+upstreamPageSize, len(list))]
		gathered = append(gathered, page...)
		pages++
		if len(page) < upstreamPageSize {
			return gathered, pages, wire.CoverageComplete
		}
	}
	return gathered, pages, wire.CoverageTruncated
}

func (e *Engine) destination(country, locale string) wire.VisaFreeDestination {
	d := wire.VisaFreeDestination{CountryCode: country, Name: e.world.CountryName(country, locale)}
	if c, ok := e.world.Country(country); ok && c.Currency != "" {
		d.CurrencyCode = &c.Currency
	}
	if city := e.keyCity[country]; city != nil {
		d.KeyCityCode, d.Latitude, d.Longitude = &city.Code, &city.Lat, &city.Lon
	}
	return d
}
