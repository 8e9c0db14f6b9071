package flights

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/search"
)

func newSearch(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	read := ask.New("getFlightSearchResults", body.Days())
	cmd.Long = `Search flights from many sellers and show the ranked trips as they arrive, until they settle.

FROM and TO are airport or city codes (DXB, LON) or names ("New York"). DATE is
` + ask.Forms + `; RETURN may also be relative to DATE, such as +7d
or "3 nights". Without RETURN the search is one-way. Prices are for the whole party, fees included.

Every search uses one of your searches; to filter or sort its results, use travel flights results.
--batch makes the searches of a file, one per line.`
	cmd.Example = `  travel flights search DXB LHR +30d
  travel flights search DXB LON "25 dec" +7d --nonstop --depart 6-12 --sort cheapest
  travel flights search Lisbon "San Francisco" fri --adults 2 --cabin business --json`
	cmd.Args = twoPlaces(run.Desk(), body, cmd.Args)
	run.Prints(cmd, schema.Body("getFlightSearchResults", desk.Meta{}), schema.Body("createFlightSearch", desk.Meta{})) // with --no-wait
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale")
	list := lists.New(run, cmd, tripList(), read, search.DefaultBudget)
	list.Searches(cmd, "from,to,fromDate,toDate", func(view desk.View) batch.Kind { return flights.Batch(body, view) },
		func(ctx context.Context, args []string, view desk.View) (desk.Made, error) {
			if err := flights.Dates(ctx, run.Desk(), body, args[2:]); err != nil {
				return desk.Made{}, flights.ThirdPlace(run.Desk(), body, args[2:], err)
			}
			return flights.Create(ctx, run.Desk(), &flights.SearchRequest{From: args[0], To: args[1], Query: body, View: view})
		})
	cli.UsedMost(cmd, append([]cli.Used{
		{Flag: "adults", About: "Adults, 1 to 9 (default 1)"},
		{Flag: "children", About: "Children, 0 to 8"},
		{Flag: "infants", About: "Infants, never more than adults"},
		{Flag: "cabin", About: "economy, premium_economy, business or first"},
	}, tripList().UsedMost()...)...)
	run.Completion().Facets(cmd, read, recall.TripFacets, cli.FacetName)
	return cmd
}
