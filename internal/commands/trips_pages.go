package commands

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/search"
)

// morePages reads what follows the first page until enough rows are there, and
// returns the bodies of all pages in order. The rows are gathered in s.
func (r tripsRead) morePages(ctx context.Context, flights search.Flights, s *search.FlightSnapshot, params apiclient.GetFlightSearchResultsParams) ([][]byte, error) {
	all, err := gather(ctx, r.pages, tripsPage(*s), func(ctx context.Context, n int) (onePage[apiclient.TripCard], error) {
		page := params
		page.Page = &n
		next, err := flights.Read(ctx, r.about.SearchID, page)
		if err != nil {
			return onePage[apiclient.TripCard]{}, err
		}
		return tripsPage(next), nil
	})
	results := *s.Results
	results.Results, results.Metadata.HasMore = all.rows, all.more
	s.Results = &results
	return all.bodies, err
}

func tripsPage(s search.FlightSnapshot) onePage[apiclient.TripCard] {
	meta := s.Results.Metadata
	return onePage[apiclient.TripCard]{body: s.Body, rows: s.Results.Results, total: meta.TotalCandidates, more: meta.HasMore}
}
