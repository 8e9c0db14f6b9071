package commands

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/desk/recall"
)

type hotelsResultsOptions struct {
	app    *app
	search string // as typed, "" for the last search
	read   *params
	life   lifeFlags
	facets bool
	pages  pageFlags
	renew  renewal
}

func newHotelsResults(a *app) *cobra.Command {
	o := &hotelsResultsOptions{app: a, read: newParams("getHotelSearchResults", &dateBase{today: a.env.Now}), renew: a.renewal("the same hotels")}
	cmd := &cobra.Command{
		Use:   "results [SEARCH]",
		Short: "Read a hotel search again: filter, sort, page",
		Long: `Read the ranked hotels of a search again, filtered, sorted or paged. It spends no search.
SEARCH is a search id; without it the last hotel search of this terminal is read, in the
currency and language it was made with. Hotel searches live about ten minutes.

--facets lists the words that the filters know, with counts. REFUND "not seen" is no "no": it
only means that no rate with free cancellation was in the list.` + followHelp,
		Example: `  travel hotels results --max-price 150 --sort price_asc
  travel hotels results --amenities pool,breakfast --min-star 4 --page 2
  travel hotels results --refundable --sort guest_rating_desc --guest-type couple --json`,
		Args:        arguments("[SEARCH]", 0, 1),
		Annotations: map[string]string{"operationId": "getHotelSearchResults"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "" {
				return usageError{Arg: "SEARCH", Want: wantSearch}
			}
			if len(args) == 1 {
				o.search = args[0]
			}
			return runHotelsResults(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "searchId")
	addStayFacets(cmd, &o.facets)
	o.pages.addFlags(cmd, o.read.Operation)
	o.life.addFlags(a, cmd, 0)
	o.renew.addFlag(cmd)
	a.addStayColumns(cmd, &o.facets)
	a.completeFacets(cmd, o.read, recall.HotelFacets, facetCount)
	completeNothing(cmd)
	return cmd
}

func runHotelsResults(ctx context.Context, o *hotelsResultsOptions) error {
	about, err := o.app.pickSearch(pickRequest{
		kind: recall.Hotels, label: "SEARCH", text: o.search, what: "hotel search",
		list: "travel hotels search --help", help: "travel hotels results --help",
	})
	if err != nil {
		return err
	}
	if err := o.renew.check(about); err != nil {
		return err
	}
	if err := o.pages.apply(o.read); err != nil {
		return err
	}
	if err := o.life.check(o.facets, o.pages); err != nil {
		return err
	}
	if err := checkStayFilters(o.read); err != nil {
		return err
	}
	choice, err := o.app.choose(ctx, o.read, choiceOf(about))
	if err != nil {
		return err
	}
	hotels, err := o.app.hotels(ctx)
	if err != nil {
		return err
	}
	read := staysRead{
		params: o.read, life: o.life, choice: choice, about: about, wait: o.life.waits(), watching: o.life.watching(), facets: o.facets,
		pages: o.pages,
	}
	err = o.app.followStays(ctx, hotels, read)
	if gone, ok := errors.AsType[goneError](err); ok {
		return o.renew.stayResults(ctx, hotels, read, gone)
	}
	return err
}
