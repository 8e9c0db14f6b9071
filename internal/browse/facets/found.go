package facets

import (
	"encoding/json"
	"maps"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
)

// Found is what the answers of one search tell of its filters. The zero value knows nothing; it is given
// each answer. A copy does not change with the original.
type Found struct {
	All, Left        int // rows of the search, and those that pass the filters
	currency, locale string
	vocabulary       map[string][]desk.Facet // by parameter, the most frequent words first
	seen             map[string]extent
}

// extent is the lowest and the highest of what was seen of a measure.
type extent struct{ low, high float64 }

// What is measured, as filters name it.
const (
	prices   = "price"
	journeys = "duration"
	waits    = "stopover-duration"
	stars    = "star"
	scores   = "review-score"
)

// Trips takes an answer of a flight search.
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

// Hotels takes an answer of a hotel search.
func (f *Found) Hotels(r *apiclient.HotelResults) {
	meta := r.Metadata
	f.begin(meta.TotalBeforeFilters, meta.TotalCandidates, r.CurrencyCode, meta.Locale, desk.FacetsOf(meta.FilterOptions))
	if p := meta.FilterOptions.PriceRange; p != nil {
		f.see(prices, p.Min)
		f.see(prices, p.Max)
	}
	f.seen[stars] = extent{1, 5}
	f.seen[scores] = extent{5.5, 10} // hardly anyone asks for less; it can be typed
}

// mostWords bounds the words of one filter. The service tells the most frequent first.
const mostWords = 500

// begin takes what the answers of both kinds of search have.
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

// see widens what was seen of a measure; what is not a number of the world is left out.
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
