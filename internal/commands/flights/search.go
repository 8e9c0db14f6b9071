package flights

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/search"
)

// tripList returns how trips are listed.
func tripList() lists.Kind[apiclient.FlightResults] {
	return lists.Kind[apiclient.FlightResults]{
		Subject: flights.Subject(), Operation: "getFlightSearchResults", Noun: "trip",
		Columns: flightview.TripList{},
		Draw:    func(last *desk.Snapshot, _ *ask.Values) (render.Ranked, string) { return present.TripFrame(last) },
		Facets: func(results *apiclient.FlightResults, filters []ask.Param, only string) grid.Table {
			table := present.TripFacets(results, only)
			table.Notes = append(table.Notes, present.FiltersOf(filters, results.CurrencyCode).Counted()...)
			return table
		},
		View: func(ctx context.Context, run *cli.Run, trips flights.Trips, view desk.View) (render.View, []string) {
			shown := present.Trips(trips.Value, trips.List, trips.Locale, trips.Meta, trips.Watch)
			shown.Order = present.TripOrder(apiclient.FlightSort(view.Query.Text("sort")))
			shown.Status = run.Out().Spent(shown.Status)
			if !trips.Watch.Over() {
				if lines := present.NothingWords(flights.WhyNone(ctx, run.Desk(), trips, view), "trip", ""); len(lines) > 0 {
					shown.Notes = append(slices.Clone(trips.Meta.Warnings), lines...)
				}
			}
			return shown, shown.Notes
		},
	}
}

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
	tripList().UsedMost(cmd, []string{"adults", "children", "infants", "cabin"})
	return cmd
}

func newResults(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightSearchResults")
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
	lists.Results(run, cmd, tripList(), read, "the same flights")
	tripList().UsedMost(cmd, nil, "page", "no-filters")
	return cmd
}

func newCalendarOpen(run *cli.Run) *cobra.Command {
	nights := ""
	cmd := lists.Opening(run, tripList(), "the same day",
		func(ctx context.Context, d *desk.Desk, args []string, r *desk.ResultsRequest) (flights.Trips, error) {
			var stay *int
			if nights != "" {
				n, err := strconv.Atoi(nights)
				if err != nil || n < 0 {
					return flights.Trips{}, problem.NotAccepted("--nights", nights, "a number of nights that the calendar has")
				}
				stay = &n
			}
			return flights.OpenDay(ctx, d, strings.Join(args, " "), stay, r)
		}, "nights")
	cmd.Flags().StringVar(&nights, "nights", "", "Which number of nights, if the calendar has several")
	cmd.Long = `Show the trips of one day of the last calendar, cheapest first, with the calendar's filters. It uses
no search while the day's own search is valid, five to seven minutes; after that it says what
searching again would use.

DAY is a date, or only the day of the month. Row numbers then refer to the list that it prints. The
flags are those of travel flights results.`
	cmd.Example = `  travel flights calendar open 12
  travel flights calendar open "12 mar" --max-stops 1
  travel flights calendar open 12 --renew`
	cmd.Args = cli.AtLeastOne("DAY")
	return cmd
}

func newExploreOpen(run *cli.Run) *cobra.Command {
	cmd := lists.Opening(run, tripList(), "the same place",
		func(ctx context.Context, d *desk.Desk, args []string, r *desk.ResultsRequest) (flights.Trips, error) {
			return flights.OpenPlace(ctx, d, strings.Join(args, " "), r)
		})
	cmd.Long = `Show the trips to one place of the last travel explore, cheapest first, with the same filters. It
uses no search while the place's own search is valid, five to seven minutes; after that it says what
searching again would use.

PLACE is a code, a name or a row number of that list. Row numbers then refer to the list that it
prints. The flags are those of travel flights results.`
	cmd.Example = `  travel explore open 1
  travel explore open BKK --nonstop
  travel explore open 1 --renew`
	cmd.Args = cli.AtLeastOne("PLACE")
	return cmd
}

// NewWeekendOpen returns the weekends open command.
func NewWeekendOpen(run *cli.Run) *cobra.Command {
	cmd := lists.Opening(run, tripList(), "the same days",
		func(ctx context.Context, d *desk.Desk, args []string, r *desk.ResultsRequest) (flights.Trips, error) {
			return flights.OpenWeekend(ctx, d, args[0], args[1], r)
		})
	cmd.Long = `Show the trips of one weekend and place of the last travel weekends --from, cheapest first, with the
same filters. It uses no search while that search is valid, five to seven minutes; after that it
says what searching again would use.

NUMBER is the number of the weekend, PLACE a code or a name. If there are several pairs of days, the
cheapest is shown. Row numbers then refer to the list that it prints. The flags are those of travel
flights results.`
	cmd.Example = `  travel weekends open 1 IST
  travel weekends open 1 IST --nonstop
  travel weekends open 1 IST --renew`
	return cmd
}
