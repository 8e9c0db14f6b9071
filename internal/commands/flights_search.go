package commands

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/search"
)

type flightsSearchOptions struct {
	app      *app
	from, to string // as typed
	fromCity bool   // FROM was looked up, and is a city
	toCity   bool
	body     *params
	read     *params
	dates    *dateBase
	life     lifeFlags
	maxStops maxStops
	facets   bool
	pages    pageFlags
}

func newFlightsSearch(a *app) *cobra.Command {
	dates := &dateBase{today: a.env.Now}
	o := &flightsSearchOptions{
		app: a, dates: dates,
		body: newParams("createFlightSearch", dates),
		read: newParams("getFlightSearchResults", dates),
	}
	cmd := &cobra.Command{
		Use:   "search FROM TO DATE [RETURN]",
		Short: "Search flights and watch the ranked trips settle",
		Long: `Search flights from many sellers and watch the ranked trips come in until they settle.

FROM and TO are airport or city codes (DXB, LON) or names ("New York"). DATE is
` + dateForms + `; RETURN may also count from the outbound, as in +7d.
Without RETURN the search is one way. Prices are for the whole party, fees included.

Every search spends one of your searches. To filter or sort again without a new one, read
the same search: travel flights results.` + followHelp,
		Example: `  travel flights search DXB LHR +30d
  travel flights search DXB LON "25 dec" +7d --max-stops 1 --sort price_asc
  travel flights search Lisbon "San Francisco" fri --adults 2 --cabin business --json`,
		Args:        arguments("FROM TO DATE [RETURN]", 3, 4),
		Annotations: map[string]string{"operationId": "createFlightSearch"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.from, o.to = args[0], args[1]
			if err := o.setDates(args[2:]); err != nil {
				return err
			}
			return runFlightsSearch(cmd.Context(), o)
		},
	}
	o.body.addFlags(cmd, "from", "to", "fromDate", "toDate")
	o.read.addFlags(cmd, "searchId", "currency", "locale")
	o.maxStops.addFlag(cmd)
	addFacetsFlag(cmd, &o.facets)
	o.pages.addFlags(cmd, o.read.Operation)
	o.life.addFlags(a, cmd, search.DefaultBudget)
	a.completeFacets(cmd, o.read, recall.TripFacets, facetName)
	a.addTripColumns(cmd, &o.facets)
	completeNothing(cmd)
	return cmd
}

// setDates reads DATE and RETURN, a return's words counting from the outbound.
func (o *flightsSearchOptions) setDates(args []string) error {
	if err := o.body.set("fromDate", "DATE", args[0]); err != nil {
		return err
	}
	if len(args) < 2 {
		return nil
	}
	o.dates.from = o.body.Text("fromDate")
	return o.body.set("toDate", "RETURN", args[1])
}

// check finds every mistake that can be known before a request.
func (o *flightsSearchOptions) check() error {
	if err := o.app.checkRoute(o.from, o.to); err != nil {
		return err
	}
	if err := checkTravelDates(o.app.env.Now(), o.body.Text("fromDate"), o.body.Text("toDate")); err != nil {
		return err
	}
	if err := checkParty(o.body); err != nil {
		return err
	}
	if err := o.maxStops.apply(o.read); err != nil {
		return err
	}
	if err := o.pages.apply(o.read); err != nil {
		return err
	}
	if err := o.life.check(o.facets, o.pages); err != nil {
		return err
	}
	if err := checkFlightFilters(o.read); err != nil || o.body.Has("toDate") {
		return err
	}
	return checkOneWay(o.read)
}

func runFlightsSearch(ctx context.Context, o *flightsSearchOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	choice, err := o.app.choose(ctx, o.body, chosen{})
	if err != nil {
		return err
	}
	flights, err := o.app.flights(ctx)
	if err != nil {
		return err
	}
	request, err := o.request(ctx, flights.Client)
	if err != nil {
		return err
	}
	if err := o.read.repeat(o.body); err != nil {
		return err
	}
	created, err := flights.Create(ctx, request)
	if err != nil {
		return err
	}
	about := o.context(request, created)
	o.app.rememberSearch(recall.Trips, about)
	choice.take(created.SiteCode)
	o.app.emitCreated(created.SearchID, created.SiteCode, string(created.SiteCodeSource), created.At)
	if o.life.noWait && o.app.global.events {
		return o.app.emitErr
	}
	if o.life.noWait {
		if err := o.printCreated(created, choice); err != nil {
			return unprinted(err, "travel flights results "+created.SearchID)
		}
		return nil
	}
	return o.app.followTrips(ctx, flights, tripsRead{
		params: o.read, life: o.life, choice: choice, wait: true, watching: o.life.watching(), facets: o.facets, pages: o.pages,
		about: about,
	})
}

// context is what later commands need to know of the search, with which ends
// are cities as far as they were looked up.
func (o *flightsSearchOptions) context(r apiclient.FlightSearchRequest, created search.FlightCreated) recall.Context {
	c := tripsContext(r, created)
	c.FromCity, c.ToCity = o.fromCity, o.toCity
	return c
}

// request makes the body of the create, its places resolved.
func (o *flightsSearchOptions) request(ctx context.Context, client *apiclient.Client) (apiclient.FlightSearchRequest, error) {
	from, to, err := o.app.resolveRoute(ctx, client, o.from, o.to)
	if err != nil {
		return apiclient.FlightSearchRequest{}, err
	}
	request := desk.Request[apiclient.FlightSearchRequest](o.body.Params)
	request.From, request.To = from.code, to.code
	o.fromCity, o.toCity = from.city, to.city
	return request, nil
}

// tripsContext is what later commands need to know of the search.
func tripsContext(r apiclient.FlightSearchRequest, created search.FlightCreated) recall.Context {
	value := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	number := func(n *int) int {
		if n == nil {
			return 0
		}
		return *n
	}
	c := recall.Context{
		SearchID: created.SearchID, Created: created.At,
		From: r.From, To: r.To, FromDate: r.FromDate, ToDate: value(r.ToDate),
		Cabin: string(apiclient.CabinClassEconomy), Adults: 1,
		Children: number(r.Children), Infants: number(r.Infants),
		Currency: value(r.Currency), Locale: value(r.Locale), SiteCode: value(r.SiteCode),
	}
	if r.Cabin != nil {
		c.Cabin = string(*r.Cabin)
	}
	if r.Adults != nil {
		c.Adults = *r.Adults
	}
	return c
}

// printCreated prints the create's own answer, for --no-wait.
func (o *flightsSearchOptions) printCreated(created search.FlightCreated, choice chosen) error {
	facts := newFacts("createFlightSearch")
	choice.record(&facts, "USD", "en")
	facts.Next = []string{"travel flights results " + created.SearchID + " --wait 45s"}
	return o.app.out().Snapshot(created.Body, facts, grid.Facts{
		{Label: "search", Value: created.SearchID},
		{Label: "market", Value: created.SiteCode},
		{Label: "made", Value: created.At.Format(time.RFC3339)},
	})
}
