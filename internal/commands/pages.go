package commands

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"travel.example/travel/api"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/desk/search"
)

// pagesAtOnce bounds the reads under way together; the client waits when the
// service asks for it.
const pagesAtOnce = 4

// pageFlags ask for rows over more than one page. The contract says how wide
// a page may be and which is the last; a read without pages has one.
type pageFlags struct {
	limit  int // rows, 0 when not given
	all    bool
	widest int // rows on a page
	last   int // page
	asked  int // rows on a page that --page-size asks for, 0 when it does not
}

func (f *pageFlags) addFlags(cmd *cobra.Command, op *api.Operation) {
	f.widest, f.last = highest(op, "pageSize"), max(highest(op, "page"), 1)
	help := "Rows to print, over as many pages as it takes (1 to " + strconv.Itoa(f.most()) + ")"
	if f.last == 1 {
		help = "Rows to print, as --page-size (1 to " + strconv.Itoa(f.most()) + ")"
	}
	cmd.Flags().VarP(limitFlag{f}, "limit", "n", help)
	setFlagGroup(cmd.Flags().Lookup("limit"), groupPaging)
	if f.last == 1 {
		return
	}
	cmd.Flags().BoolVar(&f.all, "all", false, "Print every row, also with --json in one document")
	setFlagGroup(cmd.Flags().Lookup("all"), groupPaging)
}

// highest is the largest value of a parameter, 0 when there is none.
func highest(op *api.Operation, wire string) int {
	p, ok := op.Param(wire)
	if !ok {
		return 0
	}
	return int(p.Max)
}

// most is how many rows the service gives on all its pages.
func (f *pageFlags) most() int { return f.widest * f.last }

// limitFlag is --limit, checked as it is given.
type limitFlag struct{ flags *pageFlags }

func (l limitFlag) String() string { return "" }
func (l limitFlag) Type() string   { return "int" }
func (l limitFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > l.flags.most() {
		return usageError{Arg: "--limit", Given: s, Want: "a whole number from 1 to " + strconv.Itoa(l.flags.most())}
	}
	l.flags.limit = n
	return nil
}

// rows is how many are wanted, 0 for the one page that --page-size says.
func (f *pageFlags) rows() int {
	if f.all {
		return f.most()
	}
	return f.limit
}

// width is how many rows a page has when rows are asked for.
func (f *pageFlags) width() int { return min(f.rows(), cmp.Or(f.asked, f.widest)) }

// apply makes the pages as wide as they are needed.
func (f *pageFlags) apply(p *params) error {
	rows := f.rows()
	switch {
	case rows == 0:
		return nil
	case f.all && f.limit > 0:
		return misuse{Text: "--all and --limit both say how many rows; give one of them"}
	case p.Has("page"):
		return misuse{Text: "--limit and --all read every page they need; leave --page out"}
	}
	f.asked = int(p.Int("pageSize"))
	return p.Set("pageSize", f.width())
}

// onePage is what one read of several gave. T is a row.
type onePage[T any] struct {
	body  []byte // as the service sent it
	rows  []T
	total int  // on all pages as far as the service knows; 0 when it does not say
	more  bool // pages follow
}

// gathered are the rows of several pages.
type gathered[T any] struct {
	bodies [][]byte // of the pages, in order
	rows   []T
	more   bool // rows are left that nobody wanted, or that cannot be asked for
}

// gather reads what follows the first page until as many rows
// are there as the flags ask for. Pages that are known to exist are read
// several at once; then one by one, while the service says that there is more:
// its total may be a floor. What was read before a fault comes back with it.
func gather[T any](ctx context.Context, f pageFlags, first onePage[T], read func(ctx context.Context, page int) (onePage[T], error)) (gathered[T], error) {
	all := gathered[T]{bodies: [][]byte{first.body}, rows: first.rows, more: first.more}
	want := f.rows()
	if want == 0 || !first.more {
		return all, nil
	}
	take := func(p onePage[T]) {
		all.bodies, all.rows, all.more = append(all.bodies, p.body), append(all.rows, p.rows...), p.more
	}
	known := min((min(want, first.total)+f.width()-1)/f.width(), f.last)
	pages, err := readPages(ctx, known, read)
	if err != nil {
		return all, err
	}
	for _, p := range pages {
		take(p)
	}
	for n := max(known, 1) + 1; all.more && len(all.rows) < want && n <= f.last; n++ {
		p, err := read(ctx, n)
		if err != nil {
			return all, err
		}
		take(p)
		if len(p.rows) == 0 {
			break // a service that has more but never gives it
		}
	}
	if len(all.rows) > want {
		all.rows, all.more = all.rows[:want], true
	}
	return all, nil
}

// readPages reads the pages from the second to the last, several at once, and
// returns them in order.
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

// answerPages prints the rows of all pages as one: to people as a view, as JSON
// in a document. rows is how many of them are wanted.
func (a *app) answerPages(bodies [][]byte, rows int, facts answerFacts, view render.View, notes []string) error {
	if a.text() {
		return a.answer(nil, facts, view, notes)
	}
	body, err := joinPages(bodies, rows)
	if err != nil {
		return err
	}
	facts.joined(bodies)
	return a.answer(body, facts, view, notes)
}

// joined says what no reader of the body could know: that it was several.
func (f *answerFacts) joined(bodies [][]byte) {
	if len(bodies) < 2 {
		return
	}
	f.Pages = len(bodies)
	f.Warnings = append(f.Warnings, fmt.Sprintf("results holds the rows of %d pages; the other members are those of the last page", len(bodies)))
}
