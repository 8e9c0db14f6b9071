// Package flights has the flight commands: their arguments and flags, and the views that only the command line
// shows.
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
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/search"
)

// New returns the flights command group.
func New(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "search FROM TO DATE [RETURN]", Short: "Search flights and watch the ranked trips settle", Make: newSearch},
		cli.Entry{Use: "results [SEARCH]", Short: "Filter, sort and page the results of a search", Make: newResults, Likely: []string{"list", "ls"}},
		cli.Entry{Use: "calendar FROM TO [WHEN]", Short: "Show the cheapest price of each day in a calendar", Make: newCalendar, Likely: []string{"prices", "cheapest", "month"}},
		cli.Entry{Use: "trip TRIP", Short: "Show one trip: its timeline and every fare", Make: newTrip, Aliases: []string{"show", "details"}},
		cli.Entry{Use: "compare TRIP TRIP...", Short: "Compare trips side by side, differences first", Make: newCompare},
		cli.Entry{Use: "experience TRIP", Short: "Show how restful or tiring a trip is, leg by leg", Make: newExperience},
		cli.Entry{Use: "options FARE", Short: "Show the options of a fare", Make: newOptions, Aliases: []string{"fares"}},
		cli.Entry{Use: "booking-link FARE --option OPTION...", Short: "Print the link to book a fare", Make: newBookingLink, Aliases: []string{"book"}},
		cli.Entry{Use: "link [FROM TO DATE [RETURN]]", Short: "Print a link to a flight search that does not expire", Make: newLink, Aliases: []string{"share"}},
		cli.Entry{Use: "schedules FROM TO", Short: "Show the timetable of a route: nonstop flights, no prices", Make: newSchedules, Aliases: []string{"timetable"}},
	)
}

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
	count := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		err := count(cmd, args)
		if err == nil || len(args) < 3 {
			return err
		}
		return flights.ThirdPlace(run.Desk(), body, args[2:], err)
	}
	run.Prints(cmd, schema.Body("getFlightSearchResults", desk.Meta{}), schema.Body("createFlightSearch", desk.Meta{})) // with --no-wait
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale")
	list := lists.New(run, cmd, tripList(), read, search.DefaultBudget)
	list.Searches(cmd, "from,to,fromDate,toDate", func(view desk.View) batch.Kind { return flights.Batch(body, view) },
		func(ctx context.Context, args []string, view desk.View) (desk.Search, error) {
			if err := flights.Dates(ctx, run.Desk(), body, args[2:]); err != nil {
				return desk.Search{}, flights.ThirdPlace(run.Desk(), body, args[2:], err)
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

func newTrip(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightTrip")
	request := &flights.TripRequest{Query: read}
	cmd.Long = `Show one trip: each leg as a timeline in local times, then every fare and who sells it.

TRIP is a row number of the last list of trips, a kept trip (see travel kept), or a trip id.
With a row number, the search, currency and language of its list are used. "Refundable" is what the
seller states; "not stated" does not mean no. On a terminal you see the detail view; --json prints
the view selected with --view.`
	cmd.Example = `  travel flights trip 2
  travel flights trip 2 --currency EUR
  travel flights trip 1 --view detail --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Trip = args[0]
		run.PreferDetail(read)
		answer, err := flights.OpenTrip(cmd.Context(), run.Desk(), request)
		if err != nil {
			return err
		}
		view := present.Trip(answer.Value)
		view.Next, view.Notes = paste.Commands(answer.Meta.Next), append(view.Notes, answer.Meta.Warnings...)
		return run.Out().Print(answer.Bodies[0], answer.Meta, view, answer.Meta.Warnings)
	}
	cli.AddParams(cmd, read, "tripId")
	request.Renewal = run.Renewal(cmd, "the same trip")
	run.Columns(cmd, flightview.TripView{})
	return cmd
}

// Limits on the number of trips that can be compared side by side.
const (
	leastCompared = 2
	mostCompared  = 6
)

func newCompare(run *cli.Run) *cobra.Command {
	read := ask.New("getFlightTrip", &ask.Days{Today: run.Env.Now})
	request := &flights.CompareRequest{Query: read}
	cmd := &cobra.Command{
		Long: `Show two to six trips side by side: first what differs, then what is the same. TRIP is a row number
of the last list or a trip id. Each trip is read once, in the currency of the list. --json prints
the trips as the service sent them, in one list.`,
		Example: `  travel flights compare 1 4 7
  travel flights compare 1 2 --currency EUR --json`,
		Args: cli.Arguments("TRIP TRIP...", leastCompared, mostCompared),
		RunE: func(cmd *cobra.Command, args []string) error {
			request.Trips = args
			answer, err := flights.Compare(cmd.Context(), run.Desk(), request)
			if err != nil {
				return err
			}
			table := present.ComparedTrips(answer.Value, run.Desk().Now())
			table.Next, table.Notes = paste.Commands(answer.Meta.Next), append(table.Notes, answer.Meta.Warnings...)
			return run.Out().Print(answer.Bodies[0], answer.Meta, table, table.Notes)
		},
	}
	cli.AddParams(cmd, read, "tripId", "searchId", "view")
	request.Renewal = run.Renewal(cmd, "the same trips")
	run.Plans(cmd)
	run.Prints(cmd, schema.Bodies("trips", "getFlightTrip", nil, desk.Meta{}))
	return cmd
}

func newExperience(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getTripExperience")
	request := &flights.TripRequest{Query: read}
	cmd.Long = `Show what makes a trip restful or tiring, leg by leg: early hours, nights, long and short stopovers,
the aircraft, the carrier. The service gives no score. On a terminal you see what is confirmed or
unknown, and one line with what does not apply; pipes, --tsv and --csv have every signal.

TRIP is a row number of the last list of trips, or a trip id. The service confirms a short stopover,
a new aircraft and a highly rated carrier, but never denies them: "not confirmed" does not mean
no.`
	cmd.Example = `  travel flights experience 1
  travel flights experience 3 --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Trip = args[0]
		answer, pick, err := flights.Experience(cmd.Context(), run.Desk(), request)
		if err != nil {
			return err
		}
		table := present.Experience(answer.Value, pick.N)
		table.Notes = append(table.Notes, answer.Meta.Warnings...)
		return run.Out().Print(answer.Bodies[0], answer.Meta, table, table.Notes)
	}
	cli.AddParams(cmd, read, "tripId")
	request.Renewal = run.Renewal(cmd, "the same trip")
	return cmd
}

func newOptions(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFareOptions")
	var terms bool
	hand := run.Hand(cmd)
	request := &flights.OptionsRequest{Query: read}
	cmd.Long = `Show every option of a fare sold by the service, with price, bags, and what a change or a
cancellation costs. FARE is a fare with its letter, such as 2b, or a fare id.

An option is for one leg or for the whole trip; the heading says which, and how many to choose. The
price of the whole trip is the service's own figure; options are never added up. "Not stated" does
not mean no.

Fares sold by airlines and agencies have no options here; their link is printed instead.`
	cmd.Example = `  travel flights options 2b
  travel flights options 2b --currency EUR --terms
  travel flights options 2b --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Fare = args[0]
		request.Hands = hand.Wanted()
		answer, err := flights.OpenFare(cmd.Context(), run.Desk(), request)
		if err != nil {
			return err
		}
		fare := answer.Value
		if fare.Body == nil {
			// It is sold elsewhere. No request was made to the service, so there is no body for --json.
			if !run.Out().Text() {
				return fare.Offer.NoAnswer()
			}
			if err := hand.Check(); err != nil {
				return err
			}
			return hand.Print(cmd.Context(), desk.Answer[desk.Link]{Value: fare.Link, Meta: answer.Meta})
		}
		view := present.Options(fare)
		view.Terms, view.Next = terms, paste.Commands(answer.Meta.Next)
		view.Notes = append(view.Notes, answer.Meta.Warnings...)
		return run.Out().Print(answer.Bodies[0], answer.Meta, view, view.Notes)
	}
	cmd.Flags().BoolVar(&terms, "terms", false, "Also list where the carriers publish their terms")
	cli.AddParams(cmd, read, "fareId")
	request.Renewal = run.Renewal(cmd, "the same fare")
	run.Columns(cmd, flightview.FareOptions{})
	return cmd
}

func newBookingLink(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFareBookingLink")
	hand := run.Hand(cmd)
	request := &flights.BookingRequest{Query: read}
	cmd.Long = `Print the link to the page where you book a fare, with the options you chose filled in. travel
books nothing and pays nothing.

FARE is a fare with its letter, such as 2b, or a fare id; to see its options, use travel flights
options FARE. With a letter, trip, route, dates, passengers, cabin, currency, language and market
are known; with only ids, give them with flags. A trip (2) stands for its only fare; if it has
several, you are asked. What the link is for is shown above it, or on stderr in a pipe.

The link works as long as its search, about five to seven minutes. The link to the search, shown
next to it, does not expire. For a fare sold by an airline or an agency, its own link is printed.

--open opens the link in the browser. A link of the service is opened only if it is on the site of
the profile (site-url, or the host of the API); for any other site you are asked first.`
	cmd.Example = `  travel flights booking-link 2b --option 1 --option 4
  travel flights book 2b --option 1,4 --open
  travel flights booking-link 2b --option 3,5 --json`
	hand.Links(func(ctx context.Context, args []string) (desk.Answer[desk.Link], error) {
		request.Fare, request.Yes, request.Lasting, request.Share = args[0], hand.Yes, hand.Lasting(), hand.Shares()
		answer, offer, err := flights.Book(ctx, run.Desk(), request)
		if err == nil && len(answer.Bodies) == 0 && !run.Out().Text() {
			err = offer.NoAnswer()
		}
		return answer, err
	})
	cmd.Flags().StringArrayVar(&request.Options, "option", nil, flights.OptionHelp)
	cli.AddParams(cmd, read, "fareId")
	request.Renewal = run.Renewal(cmd, "the same fare and options")
	cli.UsedMost(cmd, "option", "open", "copy", "qr", "renew")
	return cmd
}

func newLink(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightSearchLink")
	hand := run.Hand(cmd)
	cmd.Long = `Print a link to a flight search on the service's website, to save or to send. It does not expire:
anyone who opens it searches again, at the prices of that day. It uses no search.

Without arguments, the link is to the search of the last list, without its filters; flags change
parts of it.

FROM and TO are airport or city codes (DXB, LON) or names ("New York"). DATE is
` + ask.Forms + `;
RETURN may also be relative to DATE, such as +7d.`
	cmd.Example = `  travel flights link
  travel flights link DXB LHR +30d +7d
  travel flights link Lisbon "San Francisco" fri --adults 2 --cabin business --share
  travel flights link DXB LON 2027-03-12 --currency EUR --open`
	hand.Links(func(ctx context.Context, args []string) (desk.Answer[desk.Link], error) {
		var from, to string
		if len(args) > 0 {
			from, to = args[0], args[1]
			if err := flights.Dates(ctx, run.Desk(), read, args[2:]); err != nil {
				return desk.Answer[desk.Link]{}, flights.ThirdPlace(run.Desk(), read, args[2:], err)
			}
		}
		return flights.LinkTo(ctx, run.Desk(), from, to, read, hand.Shares())
	})
	cli.AddParams(cmd, read, "from", "to", "fromDate", "toDate")
	return cmd
}
