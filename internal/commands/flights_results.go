package commands

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/desk/recall"
)

type flightsResultsOptions struct {
	app      *app
	search   string // as typed, "" for the last search
	read     *params
	life     lifeFlags
	maxStops maxStops
	facets   bool
	pages    pageFlags
	renew    renewal
}

func newFlightsResults(a *app) *cobra.Command {
	o := &flightsResultsOptions{app: a, read: newParams("getFlightSearchResults", &dateBase{today: a.env.Now}), renew: a.renewal("the same flights")}
	cmd := &cobra.Command{
		Use:   "results [SEARCH]",
		Short: "Read a flight search again: filter, sort, page",
		Long: `Read the ranked trips of a flight search again, filtered, sorted or paged. It spends no
search. SEARCH is a search id; without it the last search of this terminal is read, in the
currency and language it was made with. Flight searches live five to seven minutes.` + followHelp,
		Example: `  travel flights results --max-stops 0 --sort price_asc
  travel flights results --page 2 --page-size 20
  travel flights results --watch
  travel flights results --all --sort duration_asc --csv
  travel flights results --airlines EK,BA --outbound-departure-blocks morning --json`,
		Args:        arguments("[SEARCH]", 0, 1),
		Annotations: map[string]string{"operationId": "getFlightSearchResults"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "" {
				return usageError{Arg: "SEARCH", Want: wantSearch}
			}
			if len(args) == 1 {
				o.search = args[0]
			}
			return runFlightsResults(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "searchId")
	o.maxStops.addFlag(cmd)
	addFacetsFlag(cmd, &o.facets)
	o.pages.addFlags(cmd, o.read.Operation)
	o.life.addFlags(a, cmd, 0)
	o.renew.addFlag(cmd)
	a.addTripColumns(cmd, &o.facets)
	a.completeFacets(cmd, o.read, recall.TripFacets, facetCount)
	completeNothing(cmd)
	return cmd
}

func runFlightsResults(ctx context.Context, o *flightsResultsOptions) error {
	about, err := o.app.pickSearch(pickRequest{
		kind: recall.Trips, label: "SEARCH", text: o.search, what: "search",
		list: "travel flights search --help", help: "travel flights results --help",
	})
	if err != nil {
		return err
	}
	if err := o.renew.check(about); err != nil {
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
	if err := checkFlightFilters(o.read); err != nil {
		return err
	}
	oneWay := about.From != "" && about.ToDate == "" // an id alone does not say
	if oneWay {
		if err := checkOneWay(o.read); err != nil {
			return err
		}
	}
	choice, err := o.app.choose(ctx, o.read, choiceOf(about))
	if err != nil {
		return err
	}
	flights, err := o.app.flights(ctx)
	if err != nil {
		return err
	}
	read := tripsRead{
		params: o.read, life: o.life, choice: choice, about: about, wait: o.life.waits(), watching: o.life.watching(), facets: o.facets, pages: o.pages,
	}
	err = o.app.followTrips(ctx, flights, read)
	if gone, ok := errors.AsType[goneError](err); ok {
		return o.renew.tripResults(ctx, flights, read, gone)
	}
	return err
}

// choiceOf is the market, currency and language a list was made with, which
// its reads repeat: the service inherits none of them.
func choiceOf(c recall.Context) chosen {
	from := func(value string) sourced {
		if value == "" {
			return sourced{}
		}
		return sourced{value, fromList}
	}
	return chosen{site: from(c.SiteCode), currency: from(c.Currency), locale: from(c.Locale)}
}
