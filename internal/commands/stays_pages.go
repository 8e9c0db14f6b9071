package commands

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/search"
)

// morePages reads what follows the first page until enough rows are there, and
// returns the bodies of all pages in order. The rows are gathered in s.
func (r staysRead) morePages(ctx context.Context, hotels search.Hotels, s *search.HotelSnapshot, params apiclient.GetHotelSearchResultsParams) ([][]byte, error) {
	bodies := [][]byte{s.Body}
	meta := s.Results.Metadata
	if r.rows == 0 || !meta.HasMore {
		return bodies, nil
	}
	pages, err := readPages(ctx, pagesFor(r.rows, meta.TotalCandidates, meta.PageSize), func(ctx context.Context, n int) (search.HotelSnapshot, error) {
		page := params
		page.Page = &n
		return hotels.Read(ctx, r.about.SearchID, page)
	})
	if err != nil {
		return bodies, err
	}
	gathered := *s.Results
	for _, p := range pages {
		bodies = append(bodies, p.Body)
		gathered.Results = append(gathered.Results, p.Results.Results...)
	}
	gathered.Results = gathered.Results[:min(len(gathered.Results), r.rows)]
	gathered.Metadata.HasMore = len(gathered.Results) < gathered.Metadata.TotalCandidates
	s.Results = &gathered
	return bodies, nil
}
