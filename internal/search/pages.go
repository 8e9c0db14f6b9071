package search

import (
	"context"

	"golang.org/x/sync/errgroup"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/problem"
)

// Page is one page of a list. R points to the body.
type Page[R any] struct {
	Body  []byte // as the service sent it
	Value R
	N     int  // its number, 0 if pages have none
	Size  int  // the most rows on a page
	Rows  int  // on the page
	Total int  // on all pages as far as the service knows; 0 if it does not say
	More  bool // pages follow
}

// Gathered are several pages, in order.
type Gathered[R any] struct {
	Bodies [][]byte
	Values []R
	Count  int  // wanted rows on all of them
	More   bool // there are rows that were not wanted, or that cannot be read
}

// Rows returns the wanted rows of all pages; of returns those of one.
func Rows[R, T any](g Gathered[R], of func(R) []T) []T {
	rows := make([]T, 0, g.Count)
	for _, page := range g.Values {
		rows = append(rows, of(page)...)
	}
	return rows[:g.Count]
}

// An Extent is the number of rows to read, 0 for only the first page, with the width of a page and the number of the
// last one.
type Extent struct{ Want, Width, Last int }

// Gather reads pages after the first until it has the wanted rows. Pages that are known to exist are read several at
// once, then one by one while the service says that there are more: its total may be too low. After an error, it
// returns what was read before.
func Gather[R any](
	ctx context.Context, of Extent, first Page[R], read func(ctx context.Context, page int) (Page[R], error),
) (Gathered[R], error) {
	all := Gathered[R]{Bodies: [][]byte{first.Body}, Values: []R{first.Value}, Count: first.Rows, More: first.More}
	if of.Want == 0 || !first.More {
		return all, nil
	}
	add := func(p Page[R]) {
		all.Bodies, all.Values = append(all.Bodies, p.Body), append(all.Values, p.Value)
		all.Count, all.More = all.Count+p.Rows, p.More
	}
	known := min((min(of.Want, first.Total)+of.Width-1)/of.Width, of.Last)
	pages := make([]Page[R], max(known-1, 0))
	reads, own := errgroup.WithContext(ctx)
	reads.SetLimit(4) // the client waits when the service asks for it
	for i := range pages {
		reads.Go(problem.Guarded(func() (err error) {
			pages[i], err = read(own, i+2)
			return err
		}))
	}
	if err := reads.Wait(); err != nil {
		return all, err
	}
	for _, p := range pages {
		add(p)
	}
	for n := max(known, 1) + 1; all.More && all.Count < of.Want && n <= of.Last; n++ {
		p, err := read(ctx, n)
		if err != nil {
			return all, err
		}
		add(p)
		if p.Rows == 0 {
			break // a service that says it has more but never sends it
		}
	}
	if all.Count > of.Want {
		all.Count, all.More = of.Want, true
	}
	return all, nil
}

// FlightPage returns the page of a read of flights.
func FlightPage(s FlightSnapshot) Page[*apiclient.FlightResults] {
	meta := s.Results.Metadata
	return Page[*apiclient.FlightResults]{
		Body: s.Body, Value: s.Results, N: meta.Page, Size: meta.PageSize,
		Rows: len(s.Results.Results), Total: meta.TotalCandidates, More: meta.HasMore,
	}
}
