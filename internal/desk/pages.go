package desk

import (
	"cmp"
	"context"
	"strconv"

	"golang.org/x/sync/errgroup"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/problem"
)

// pagesAtOnce bounds the reads under way together; the client waits when the service asks for it.
const pagesAtOnce = 4

// TruncatedList warns of a list that the service could not give whole.
const TruncatedList = "The service stopped at its cap, so there may be more than it lists."

// Pages says how many rows are wanted, over as many pages as it takes.
type Pages struct {
	Limit int  // rows, 0 for the one page that --page-size says
	All   bool // every row

	Widest int // rows on a page, by the contract
	Last   int // page, by the contract; a read without pages has one
	asked  int // rows on a page that --page-size asks for, 0 when it does not
}

// PagesOf are the bounds that the contract sets to a read.
func PagesOf(op *api.Operation) Pages {
	return Pages{Widest: highest(op, "pageSize"), Last: max(highest(op, "page"), 1)}
}

// highest is the largest value of a parameter, 0 when there is none.
func highest(op *api.Operation, wire string) int {
	p, ok := op.Param(wire)
	if !ok {
		return 0
	}
	return int(p.Max)
}

// Most is how many rows the service gives on all its pages.
func (f *Pages) Most() int { return f.Widest * f.Last }

// Rows is how many are wanted, 0 for one page.
func (f *Pages) Rows() int {
	if f.All {
		return f.Most()
	}
	return f.Limit
}

// width is how many rows a page has when rows are asked for.
func (f *Pages) width() int { return min(f.Rows(), cmp.Or(f.asked, f.Widest)) }

// Apply makes the pages of a read as wide as they are needed.
func (f *Pages) Apply(p *params.Values) error {
	switch {
	case f.Rows() == 0:
		return nil
	case f.All && f.Limit != 0:
		return problem.UsageError{Text: "--all and --limit both say how many rows; give one of them"}
	case p.Has("page"):
		return problem.UsageError{Text: "--limit and --all read every page they need; leave --page out"}
	}
	f.asked, _ = strconv.Atoi(p.Text("pageSize"))
	return p.SetTyped("pageSize", f.width())
}

// Page is what one read of several gave. T is a row.
type Page[T any] struct {
	Body  []byte // as the service sent it
	Rows  []T
	Total int  // on all pages as far as the service knows; 0 when it does not say
	More  bool // pages follow
}

// Gathered are the rows of several pages.
type Gathered[T any] struct {
	Bodies [][]byte // of the pages, in order
	Rows   []T
	More   bool // rows are left that were not wanted, or that cannot be asked for
}

// Gather reads what follows the first page until as many rows are there as are wanted. Pages that
// are known to exist are read several at once; then one by one, while the service says that there
// is more: its total may be a floor. What was read before a fault comes back with it.
func Gather[T any](ctx context.Context, f Pages, first Page[T], read func(ctx context.Context, page int) (Page[T], error)) (Gathered[T], error) {
	all := Gathered[T]{Bodies: [][]byte{first.Body}, Rows: first.Rows, More: first.More}
	want := f.Rows()
	if want == 0 || !first.More {
		return all, nil
	}
	take := func(p Page[T]) {
		all.Bodies, all.Rows, all.More = append(all.Bodies, p.Body), append(all.Rows, p.Rows...), p.More
	}
	known := min((min(want, first.Total)+f.width()-1)/f.width(), f.Last)
	pages, err := readPages(ctx, known, read)
	if err != nil {
		return all, err
	}
	for _, p := range pages {
		take(p)
	}
	for n := max(known, 1) + 1; all.More && len(all.Rows) < want && n <= f.Last; n++ {
		p, err := read(ctx, n)
		if err != nil {
			return all, err
		}
		take(p)
		if len(p.Rows) == 0 {
			break // a service that has more but never gives it
		}
	}
	if len(all.Rows) > want {
		all.Rows, all.More = all.Rows[:want], true
	}
	return all, nil
}

// readPages reads the pages from the second to the last, several at once, and returns them in
// order.
func readPages[P any](ctx context.Context, last int, read func(ctx context.Context, page int) (P, error)) ([]P, error) {
	pages := make([]P, max(last-1, 0))
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(pagesAtOnce)
	for i := range pages {
		reads.Go(search.Guarded(func() (err error) {
			pages[i], err = read(ctx, i+2)
			return err
		}))
	}
	return pages, reads.Wait()
}
