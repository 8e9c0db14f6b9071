// Package lists has the parts shared by the commands that list trips and hotels: their flags, how they follow a
// search, and how they print it.
package lists

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
)

// A Kind describes a list of results T.
type Kind[T any] struct {
	Subject   desk.Subject[*T]
	Operation string      // reads the results
	Noun      string      // for a row: "trip"
	Columns   render.View // a list without rows

	// Draw lays out a list that is still loading.
	Draw func(last *desk.Snapshot, read *ask.Values) (render.Ranked, string)
	// Facets lays out the filter values of a search: of one filter, or of all if only is "". filters are those of
	// the list.
	Facets func(results *T, filters []ask.Param, only string) grid.Table
	// View lays out a list, with its notes.
	View func(ctx context.Context, run *cli.Run, found desk.Found[*T], view desk.View) (render.View, []string)
}

// UsedMost sets the most used flags of a command with a list: own ones, filters, those that every list has, and more.
func (k Kind[T]) UsedMost(cmd *cobra.Command, own []string, more ...string) {
	op, _ := api.Find(k.Operation)
	for _, filter := range ask.UsedMost(op) {
		own = append(own, filter.Flag)
	}
	cli.UsedMost(cmd, slices.Concat(own, []string{"sort", "facets", "limit", "currency", "watch"}, more)...)
}

// A List is a command that prints a list, while it loads and when it is complete.
type List[T any] struct {
	follow  cli.FollowFlags
	request desk.ResultsRequest
	kind    Kind[T]
	run     *cli.Run
	reports *cli.Reports
	facets  cli.FacetsFlag // print the filter values instead of the rows
	pages   cli.PageFlags
}

// New adds the flags of a list to a command. read has the parameters of the read; usual is the default time to follow
// a search, or 0 for a single read.
func New[T any](run *cli.Run, cmd *cobra.Command, kind Kind[T], read *ask.Values, usual time.Duration) *List[T] {
	l := &List[T]{kind: kind, run: run, request: desk.ResultsRequest{View: desk.View{Query: read}}}
	l.reports = run.Reports(func(last *desk.Snapshot) (render.Ranked, string) { return kind.Draw(last, read) })
	l.facets.AddTo(cmd, kind.Noun+"s", kind.Operation)
	run.Columns(cmd, kind.Columns, func() render.View {
		if l.facets.On {
			return kind.Facets(new(T), nil, l.facets.Filter)
		}
		return nil
	})
	l.pages.AddTo(cmd, read.Op())
	l.follow.AddTo(cmd, run.Flags, usual)
	return l
}

// Results makes cmd the command that reads the last search again, or a given one. same describes what --renew searches
// again.
func Results[T any](run *cli.Run, cmd *cobra.Command, kind Kind[T], read *ask.Values, same string) {
	cli.AddParams(cmd, read, "searchId")
	l := New(run, cmd, kind, read, 0)
	l.request.Renewal = run.Renewal(cmd, same)
	cmd.Flags().BoolVar(&l.request.View.NoFilters, "no-filters", false, "Clear the filters of the last list, but keep its order and page size")
	cli.InGroup(cmd.Flags(), cli.GroupFilter, "no-filters")
	l.prints(cmd, func(ctx context.Context, d *desk.Desk, args []string, r *desk.ResultsRequest) (desk.Found[*T], error) {
		if len(args) == 1 {
			r.Search = args[0]
			if r.Search == "" {
				return desk.Found[*T]{}, problem.NotAccepted("SEARCH", "", desk.WantSearch)
			}
		}
		return kind.Subject.Results(ctx, d, r)
	})
}

// Find finds the search that the arguments name, and lists it.
type Find[T any] func(ctx context.Context, d *desk.Desk, args []string, r *desk.ResultsRequest) (desk.Found[*T], error)

// Opening returns a command that opens one of several searches as a list. same describes what --renew searches again;
// used lists the command's own flags that people use most.
func Opening[T any](run *cli.Run, kind Kind[T], same string, find Find[T], used ...string) *cobra.Command {
	cmd, read := run.Operation(kind.Operation)
	delete(cmd.Annotations, "operationId") // the operation belongs to the results command
	cli.AddParams(cmd, read, "searchId")
	l := New(run, cmd, kind, read, 0)
	l.request.Renewal = run.Renewal(cmd, same)
	run.Prints(cmd, schema.Body(kind.Operation, desk.Meta{}))
	kind.UsedMost(cmd, append(used, "renew\tSearch again if the search has expired"))
	l.prints(cmd, find)
	return cmd
}

// prints makes cmd get a list with find and print it.
func (l *List[T]) prints(cmd *cobra.Command, find Find[T]) {
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := l.check(); err != nil {
			return err
		}
		found, err := find(cmd.Context(), l.run.Desk().Reporting(l.reports), args, &l.request)
		return l.print(cmd.Context(), found, err)
	}
}

// check checks the flags and sets the view that they describe.
func (l *List[T]) check() error {
	view := &l.request.View
	view.Pages, view.Life, view.Facets = l.pages.Pages, l.follow.Life(), l.facets.On
	if l.run.Flags.Settings()["site-code"] != "" { // searching has a flag of its own
		return problem.Usagef("--site-code has no effect here: a search keeps its market").Advise("search again to change it")
	}
	return l.follow.Check(l.facets.On, l.pages.Pages)
}

// Searches makes cmd the command that makes a search with create and prints its list. With --no-wait it prints only
// the search. batched returns the settings common to all lines of a --batch file, and header is an example of its CSV
// header.
func (l *List[T]) Searches(
	cmd *cobra.Command, header string, batched func(desk.View) batch.Kind, create func(ctx context.Context, args []string, view desk.View) (desk.Search, error),
) {
	many := l.run.Batch(cmd, l.request.View.Query, header)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx, read := cmd.Context(), l.request.View.Query
		if err := many.Check(cmd); err != nil {
			return err
		}
		if many.On(cmd) {
			view := desk.View{Query: read, Life: l.follow.Life()}
			return many.Run(ctx, read, func() batch.Kind { return batched(view) })
		}
		if err := l.check(); err != nil {
			return err
		}
		made, err := create(ctx, args, l.request.View)
		if err != nil {
			return err
		}
		if !l.follow.NoWait {
			found, err := l.kind.Subject.Follow(ctx, l.run.Desk().Reporting(l.reports), made, l.request.View)
			return l.print(ctx, found, err)
		}
		if l.run.Out().Events() {
			return l.reports.Failed()
		}
		facts := grid.Facts{{Label: "search", Value: made.SearchID}}
		if made.List.Stay != nil {
			facts = append(facts, grid.Fact{Label: "guests", Value: query.Guests(made.Occupancy)})
		}
		facts = append(facts, grid.Fact{Label: "market", Value: made.SiteCode}, grid.Fact{Label: "made", Value: made.At.Format(time.RFC3339)})
		if err := l.run.Out().Print(made.Body, made.Meta(), facts, nil); err != nil {
			return desk.Unprinted(err, made.Read())
		}
		return nil
	}
}

// print prints the page, or the facets of the whole search. Results that arrived before a failure are printed too;
// print then returns the failure.
func (l *List[T]) print(ctx context.Context, found desk.Found[*T], failed error) (err error) {
	if len(found.Bodies) == 0 {
		return failed
	}
	out := l.run.Out()
	switch {
	case l.facets.On:
		table := l.kind.Facets(found.Value.Results, found.List.View, l.facets.Filter)
		err = out.Print(found.Value.Body, found.Meta, table, table.Notes)
	case out.Events():
		err = l.reports.Ended(found.Value.Progress, found.Bodies, found.Rows, found.Meta)
	case !out.Text():
		err = out.PrintPages(found.Bodies, found.Rows, found.Meta, nil, nil)
	default:
		view, notes := l.kind.View(ctx, l.run, found, l.request.View)
		err = out.PrintPages(found.Bodies, found.Rows, found.Meta, view, notes)
	}
	if err != nil {
		return desk.Unprinted(err, found.Reread)
	}
	return failed
}
