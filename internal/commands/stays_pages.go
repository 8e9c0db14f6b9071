package commands

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/search"
)

// morePages reads what follows the first page until enough rows are there, and
// returns the bodies of all pages in order. The rows are gathered in s.
func (r staysRead) morePages(ctx context.Context, hotels search.Hotels, s *search.HotelSnapshot, params apiclient.GetHotelSearchResultsParams) ([][]byte, error) {
	all, err := gather(ctx, r.pages, staysPage(*s), func(ctx context.Context, n int) (onePage[apiclient.HotelCard], error) {
		page := params
		page.Page = &n
		next, err := hotels.Read(ctx, r.about.SearchID, page)
		if err != nil {
			return onePage[apiclient.HotelCard]{}, err
		}
		return staysPage(next), nil
	})
	results := *s.Results
	results.Results, results.Metadata.HasMore = all.rows, all.more
	s.Results = &results
	return all.bodies, err
}

func staysPage(s search.HotelSnapshot) onePage[apiclient.HotelCard] {
	meta := s.Results.Metadata
	return onePage[apiclient.HotelCard]{body: s.Body, rows: s.Results.Results, total: meta.TotalCandidates, more: meta.HasMore}
}
