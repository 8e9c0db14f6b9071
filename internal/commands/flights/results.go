package flights

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
)

type resultsOptions struct {
	list
	request desk.ResultsRequest
	follow  cli.FollowFlags
	pages   cli.PageFlags
}

func newResults(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightSearchResults")
	o := &resultsOptions{list: listOf(run)}
	o.request.View.Query = read
	cmd.Long = `Show the trips of a flight search again, filtered, sorted or paged. It uses no search. Flight
searches are valid for five to seven minutes.

Without SEARCH it continues with the last list, in scripts too: filters, order, page size, currency
and language stay the same. A flag changes only what it names; --no-filters clears the filters. With
SEARCH, a search id, it takes only currency and language from the list.`
	cmd.Example = `  travel flights results --nonstop --sort cheapest
  travel flights results --page 2
  travel flights results --watch
  travel flights results --all --sort fastest --csv
  travel flights results --airlines EK,BA --depart morning --max-time 12h --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && args[0] == "" {
			return problem.NotAccepted("SEARCH", "", desk.WantSearch)
		}
		if len(args) == 1 {
			o.request.Search = args[0]
		}
		return runResults(cmd.Context(), o)
	}
	cli.AddParams(cmd, read, "searchId")
	o.pages.AddTo(cmd, read.Op())
	o.follow.AddTo(cmd, run.Flags, 0)
	o.request.Renewal = run.Renewal(cmd, "the same flights")
	o.list.addTo(run, cmd)
	cli.AddNoFilters(cmd, &o.request.View)
	cli.UsedMost(cmd, append(usedMost(),
		cli.Used{Flag: "page", About: "Page to print, from 1"},
		cli.Used{Flag: "no-filters", About: "Clear all filters of the list"})...)
	run.Completion().Facets(cmd, read, recall.TripFacets, cli.FacetCount("trip"))
	return cmd
}

func runResults(ctx context.Context, o *resultsOptions) error {
	view := &o.request.View
	if err := o.follow.Check(o.facets.On, o.pages.Pages); err != nil {
		return err
	}
	view.Pages, view.Life, view.Facets = o.pages.Pages, o.follow.Life(), o.facets.On
	return o.print(ctx, *view, func(d *desk.Desk) (flights.Trips, error) { return flights.Subject().Results(ctx, d, &o.request) })
}
