package flights

import (
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// Results is one page of what a search holds at a time, filtered, sorted and
// paged. A page past the end is empty. The order score_desc, which also stands
// in for an empty Sort, lifts the cheapest trips, see order.go.
func (e *Engine) Results(q Query, at time.Time, quote Quote, p ResultsParams) wire.FlightResults {
	m := e.money(quote)
	s := e.snapshot(q, at)
	rows := s.keep(p, m)
	if p.Sort == wire.FlightSortScoreDesc || p.Sort == "" {
		promote(rows, s.badges)
	}
	begin := min(max(p.Page-1, 0)*p.PageSize, len(rows))
	end := min(begin+p.PageSize, len(rows))
	out := wire.FlightResults{
		SearchID: q.ID, CurrencyCode: m.currency.Code,
		Metadata: wire.FlightResultsMetadata{
			CurrencyCode: quote.Currency, CurrencyCodeSource: quote.CurrencySource,
			Locale: quote.Locale, LocaleSource: quote.LocaleSource,
			Page: p.Page, PageSize: p.PageSize, ResultCount: end - begin,
			TotalCandidates: len(rows), HasMore: end < len(rows),
			FilterOptions:     s.facets(),
			SnapshotTripCount: len(s.rows), SnapshotFareCount: s.fares,
			CreatedAt: new(q.Created.UTC().Format(time.RFC3339Nano)),
		},
		Results: make([]wire.TripCard, 0, end-begin),
	}
	shape := e.shape(q, s, m)
	for _, r := range rows[begin:end] {
		out.Results = append(out.Results, shape.card(r))
	}
	return out
}
