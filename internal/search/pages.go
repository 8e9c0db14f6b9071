package search

import (
	"context"

	"golang.org/x/sync/errgroup"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/problem"
)

// Page is what one read of several gave. R points to what it says.
type Page[R any] struct {
	Body  []byte // as the service sent it
	Value R
	N     int  // its number, 0 where pages have none
	Size  int  // rows that a page has room for
	Rows  int  // on the page
	Total int  // on all pages as far as the service knows; 0 when it does not say
	More  bool // pages follow
}

// Gathered are several pages, in order.
type Gathered[R any] struct {
	Bodies [][]byte
	Values []R
	Count  int  // rows on all of them that are wanted
	More   bool // rows are left that were not wanted, or that cannot be asked for
}

// Rows are the wanted rows of all pages; of gives those of one.
func Rows[R, T any](g Gathered[R], of func(R) []T) []T {
	if len(g.Values) == 1 {
		return of(g.Values[0])[:g.Count]
	}
	rows := make([]T, 0, g.Count)
	for _, page := range g.Values {
		rows = append(rows, of(page)...)
	}
	return rows[:g.Count]
}

// An Extent is how many rows are wanted of a list, 0 for its first page alone, on pages of that width, of which
// there are at most so many.
type Extent struct{ Want, Width, Last int }

// pagesAtOnce bounds the reads under way together; the client waits when the service asks for it.
const pagesAtOnce = 4

// Gather reads what follows the first page until as many rows are there as are wanted. Pages that
// are known to exist are read several at once; then one by one, while the service says that there
// is more: its total may be a floor. What was read before a fault comes back with it.
func Gather[R any](ctx context.Context, of Extent, first Page[R], read func(ctx context.Context, page int) (Page[R], error)) (Gathered[R], error) {
	all := Gathered[R]{Bodies: [][]byte{first.Body}, Values: []R{first.Value}, Count: first.Rows, More: first.More}
	if of.Want == 0 || !first.More {
		return all, nil
	}
	take := func(p Page[R]) {
		all.Bodies, all.Values, all.Count, all.More = append(all.Bodies, p.Body), append(all.Values, p.Value), all.Count+p.Rows, p.More
	}
	known := min((min(of.Want, first.Total)+of.Width-1)/of.Width, of.Last)
	pages := make([]Page[R], max(known-1, 0))
	reads, own := errgroup.WithContext(ctx)
	reads.SetLimit(pagesAtOnce)
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
		take(p)
	}
	for n := max(known, 1) + 1; all.More && all.Count < of.Want && n <= of.Last; n++ {
		p, err := read(ctx, n)
		if err != nil {
			return all, err
		}
		take(p)
		if p.Rows == 0 {
			break // a service that has more but never gives it
		}
	}
	if all.Count > of.Want {
		all.Count, all.More = of.Want, true
	}
	return all, nil
}

// FlightPage is what a read of flights gave.
func FlightPage(s FlightSnapshot) Page[*apiclient.FlightResults] {
	meta := s.Results.Metadata
	return Page[*apiclient.FlightResults]{
		Body: s.Body, Value: s.Results, N: meta.Page, Size: meta.PageSize,
		Rows: len(s.Results.Results), Total: meta.TotalCandidates, More: meta.HasMore,
	}
}
