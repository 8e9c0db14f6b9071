package flights

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/search"
)

// searchOptions holds the dependencies and flags of travel flights search.
type searchOptions struct {
	list
	request flights.SearchRequest
	follow  cli.FollowFlags
	pages   cli.PageFlags
	batch   *cli.BatchFlags
}

func newSearch(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	read := ask.New("getFlightSearchResults", body.Days())
	o := &searchOptions{list: listOf(run)}
	o.request = flights.SearchRequest{Query: body, View: desk.View{Query: read}}
	cmd.Long = `Search flights from many sellers and show the ranked trips as they arrive, until they settle.

FROM and TO are airport or city codes (DXB, LON) or names ("New York"). DATE is
` + ask.Forms + `; RETURN may also be relative to DATE, such as +7d
or "3 nights". Without RETURN the search is one-way. Prices are for the whole party, fees included.

Every search uses one of your searches; to filter or sort its results, use travel flights results.
--batch makes the searches of a file, one per line.`
	cmd.Example = `  travel flights search DXB LHR +30d
  travel flights search DXB LON "25 dec" +7d --nonstop --depart 6-12 --sort cheapest
  travel flights search Lisbon "San Francisco" fri --adults 2 --cabin business --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.batch.Check(cmd); err != nil {
			return err
		}
		if o.batch.On(cmd) {
			o.request.View.Life = o.follow.Life()
			return o.batch.Run(cmd.Context(), o.desk, read, func() batch.Kind { return flights.Batch(body, o.request.View) })
		}
		o.request.From, o.request.To = args[0], args[1]
		if err := flights.Dates(cmd.Context(), o.desk, body, args[2:]); err != nil {
			return flights.ThirdPlace(o.desk, body, args[2:], err)
		}
		return runSearch(cmd.Context(), o)
	}
	cmd.Args = twoPlaces(o.desk, body, cmd.Args)
	run.Prints(cmd, schema.Body("getFlightSearchResults", desk.Meta{}), schema.Body("createFlightSearch", desk.Meta{})) // with --no-wait
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale")
	o.list.addTo(run, cmd)
	o.pages.AddTo(cmd, read.Op())
	o.follow.AddTo(cmd, run.Flags, search.DefaultBudget)
	o.batch = run.Batch(cmd, "from,to,fromDate,toDate")
	cli.UsedMost(cmd, append([]cli.Used{
		{Flag: "adults", About: "Adults, 1 to 9 (default 1)"},
		{Flag: "children", About: "Children, 0 to 8"},
		{Flag: "infants", About: "Infants, never more than adults"},
		{Flag: "cabin", About: "economy, premium_economy, business or first"},
	}, usedMost()...)...)
	run.Completion().Facets(cmd, read, recall.TripFacets, cli.FacetName)
	return cmd
}

func runSearch(ctx context.Context, o *searchOptions) error {
	if err := o.follow.Check(o.facets.On, o.pages.Pages); err != nil {
		return err
	}
	view := &o.request.View
	view.Pages, view.Life, view.Facets = o.pages.Pages, o.follow.Life(), o.facets.On
	made, err := flights.Create(ctx, o.desk, &o.request)
	if err != nil {
		return err
	}
	switch {
	case o.follow.NoWait && o.out.Events():
		return o.reports.Failed()
	case o.follow.NoWait:
		if err := o.printCreated(made); err != nil {
			return desk.Unprinted(err, made.Read())
		}
		return nil
	}
	return o.print(ctx, o.request.View, func(d *desk.Desk) (flights.Trips, error) {
		return flights.Subject().Follow(ctx, d, made, o.request.View)
	})
}

// printCreated prints the response that created the search, for --no-wait.
func (o *searchOptions) printCreated(made desk.Made) error {
	return o.out.Print(made.Body, made.Meta(), grid.Facts{
		{Label: "search", Value: made.SearchID},
		{Label: "market", Value: made.SiteCode},
		{Label: "made", Value: made.At.Format(time.RFC3339)},
	}, nil)
}
