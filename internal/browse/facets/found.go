package facets

import (
	"encoding/json"
	"maps"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
)

// Found collects what the answers of one search say about its filters. The zero value is empty. A copy does not
// change with the original.
type Found struct {
	All, Left        int // rows of the search, and rows that pass the filters
	currency, locale string
	vocabulary       map[string][]desk.Facet // by parameter, most frequent words first
	seen             map[string]extent
}

// extent is the range of the values seen for a measure.
type extent struct{ low, high float64 }

// The measures, named after their filters.
const (
	prices   = "price"
	journeys = "duration"
	waits    = "stopover-duration"
	stars    = "star"
	scores   = "review-score"
)

// Trips adds an answer of a flight search.
func (f *Found) Trips(r *apiclient.FlightResults) {
	meta := r.Metadata
	f.begin(meta.SnapshotTripCount, meta.TotalCandidates, r.CurrencyCode, meta.Locale, desk.FacetsOf(meta.FilterOptions))
	for i := range r.Results {
		card := &r.Results[i]
		f.see(prices, card.Price.Total)
		f.see(journeys, card.DurationMinutes)
		for n, way := range []string{"outbound-duration", "return-duration"} {
			if n < len(card.Legs) {
				f.see(way, card.Legs[n].DurationMinutes)
			}
		}
	}
	if d := meta.FilterOptions.StopoverDurations; d != nil {
		f.see(waits, d.Min)
		f.see(waits, d.Max)
	}
}

// Hotels adds an answer of a hotel search.
func (f *Found) Hotels(r *apiclient.HotelResults) {
	meta := r.Metadata
	f.begin(meta.TotalBeforeFilters, meta.TotalCandidates, r.CurrencyCode, meta.Locale, desk.FacetsOf(meta.FilterOptions))
	if p := meta.FilterOptions.PriceRange; p != nil {
		f.see(prices, p.Min)
		f.see(prices, p.Max)
	}
	f.seen[stars] = extent{1, 5}
	f.seen[scores] = extent{5.5, 10} // lower limits are rare; they can be typed
}

// mostWords limits the words per filter. The service sends the most frequent first.
const mostWords = 500

// begin records the parts that the answers of both kinds of search have in common.
func (f *Found) begin(all, left int, currency, locale string, facets []desk.Facet) {
	f.All, f.Left = all, left
	f.vocabulary = map[string][]desk.Facet{}
	for _, facet := range facets {
		if len(f.vocabulary[facet.Param]) == mostWords {
			continue
		}
		f.vocabulary[facet.Param] = append(f.vocabulary[facet.Param], facet)
	}
	f.seen = maps.Clone(f.seen)
	if f.seen == nil {
		f.seen = map[string]extent{}
	}
	if f.currency != currency {
		delete(f.seen, prices)
	}
	f.currency, f.locale = currency, locale
}

// see widens the extent of a measure. It ignores invalid, negative and absurdly large numbers.
func (f *Found) see(of string, number json.Number) {
	const most = 1e9
	n, err := number.Float64()
	if err != nil || n < 0 || n > most {
		return
	}
	e, known := f.seen[of]
	if !known {
		e = extent{n, n}
	}
	f.seen[of] = extent{min(e.low, n), max(e.high, n)}
}
