package hotels

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
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
	cmd, read := run.Operation("getHotelSearchResults")
	o := &resultsOptions{list: listOf(run, read)}
	o.request.View.Query = read
	cmd.Long = `Show the hotels of a search again, filtered, sorted or paged. It uses no search. Hotel searches are
valid for about ten minutes.

Without SEARCH it continues with the last list, in scripts too: filters, order, page size, currency
and language stay the same. A flag changes only what it names; --no-filters clears the filters. With
SEARCH, a search id, it takes only currency and language from the list.

--facets lists the values that the filters know, with counts. REFUND "not seen" does not mean no: it
only means that no rate with free cancellation was in the list.`
	cmd.Example = `  travel hotels results --max-price 150 --sort price_asc
  travel hotels results --amenities pool,breakfast --min-star 4 --page 2
  travel hotels results --refundable --sort guest_rating_desc --guest-type couple --json`
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
	o.list.addTo(run, cmd)
	cli.AddNoFilters(cmd, &o.request.View)
	o.pages.AddTo(cmd, read.Op())
	o.follow.AddTo(cmd, run.Flags, 0)
	o.request.Renewal = run.Renewal(cmd, "the same hotels")
	cli.UsedMost(cmd, append(usedMost(), cli.Used{Flag: "no-filters", About: "Clear all filters of the list"})...)
	run.Completion().Facets(cmd, read, recall.HotelFacets, cli.FacetCount("hotel"))
	return cmd
}

func runResults(ctx context.Context, o *resultsOptions) error {
	if err := o.follow.Check(o.facets.On, o.pages.Pages); err != nil {
		return err
	}
	view := &o.request.View
	view.Pages, view.Life, view.Facets = o.pages.Pages, o.follow.Life(), o.facets.On
	return o.print(ctx, *view, func(d *desk.Desk) (hotels.Found, error) { return hotels.Subject().Results(ctx, d, &o.request) })
}
