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

type hotelsSearchOptions struct {
	app    *app
	place  string // as typed
	where  hotelPlace
	body   *params
	read   *params
	dates  *dateBase
	life   lifeFlags
	facets bool
	pages  pageFlags
}

func newHotelsSearch(a *app) *cobra.Command {
	dates := &dateBase{today: a.env.Now}
	o := &hotelsSearchOptions{
		app: a, dates: dates,
		body: newParams("createHotelSearch", dates),
		read: newParams("getHotelSearchResults", dates),
	}
	cmd := &cobra.Command{
		Use:   "search PLACE CHECKIN CHECKOUT",
		Short: "Search hotels and watch the ranked list settle",
		Long: `Search hotels and watch the ranked list come in until it settles.

PLACE is a city, by name or code ("New York", LIS; an airport stands for its city), a point as
LAT,LNG with --radius around it, or one hotel: a hotel id, or its row number in the last
list, which brings its guests, currency, language and market along. A point that begins with
a minus goes behind two dashes, after the flags. CHECKIN is
` + dateForms + `; CHECKOUT may also count from it, as in +3d.

Prices are for the whole booking, all rooms. What comes on top, such as a city tax, is said
under the hotel; ALL IN is the night with all of it, the figure --min-price and --max-price go
by. REFUND "seen" means that a rate with free cancellation was in this list; "not seen" says
nothing, it is no "no": travel hotels rates knows for certain. A score that is missing means
too little data.

Every search spends one of your searches. To filter or sort again without a new one, read the
same search: travel hotels results.` + followHelp,
		Example: `  travel hotels search Lisbon +20d +3d
  travel hotels search LON "11 dec" "14 dec" --adults 2 --children-ages 4,9 --rooms 2
  travel hotels search 38.71,-9.14 fri +2d --radius 3 --max-price 180 --currency EUR
  travel hotels search Tokyo 2027-03-12 +5d --guest-type family --min-guest-rating 8 --json`,
		Args:        arguments("PLACE CHECKIN CHECKOUT", 3, 3),
		Annotations: map[string]string{"operationId": "createHotelSearch"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.place = args[0]
			if err := setStay(o.body, o.dates, args[1], args[2]); err != nil {
				return err
			}
			return runHotelsSearch(cmd.Context(), o)
		},
	}
	o.body.addFlags(cmd, "cityCode", "hotelId", "lat", "lng", "checkIn", "checkOut")
	o.read.addFlags(cmd, "searchId", "currency", "locale")
	addStayFacets(cmd, &o.facets)
	o.pages.addFlags(cmd, o.read.Operation)
	o.life.addFlags(a, cmd, search.DefaultBudget)
	a.completeFacets(cmd, o.read, recall.HotelFacets, facetName)
	a.addStayColumns(cmd, &o.facets)
	completeNothing(cmd)
	return cmd
}

// check finds every mistake that can be known before a request.
func (o *hotelsSearchOptions) check() error {
	if err := checkStay(o.app.env.Now(), o.body.Text("checkIn"), o.body.Text("checkOut")); err != nil {
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
	var err error
	if o.where, err = o.app.readPlace(o.place, o.body); err != nil {
		return err
	}
	if o.where.list != nil {
		if err := fillGuests(o.body, *o.where.list); err != nil {
			return err
		}
	}
	return checkGuests(o.body)
}

func runHotelsSearch(ctx context.Context, o *hotelsSearchOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	var list recall.Context
	if o.where.list != nil {
		list = *o.where.list
	}
	choice, err := o.app.choose(ctx, o.body, choiceOf(list))
	if err != nil {
		return err
	}
	hotels, err := o.app.hotels(ctx)
	if err != nil {
		return err
	}
	request, err := o.request(ctx, hotels.Client)
	if err != nil {
		return err
	}
	if err := o.read.repeat(o.body); err != nil {
		return err
	}
	created, err := hotels.Create(ctx, request)
	if err != nil {
		return unknownHotel(err)
	}
	about := stayContext(request, created, o.where, choice)
	o.app.rememberSearch(recall.Hotels, about)
	choice.take(created.SiteCode)
	o.app.emitCreated(created.SearchID, created.SiteCode, string(created.SiteCodeSource), created.At)
	if o.life.noWait && o.app.global.events {
		return o.app.emitErr
	}
	if o.life.noWait {
		if err := o.printCreated(created, choice); err != nil {
			return unprinted(err, "travel hotels results "+created.SearchID)
		}
		return nil
	}
	return o.app.followStays(ctx, hotels, staysRead{
		params: o.read, life: o.life, choice: choice, wait: true, watching: o.life.watching(), facets: o.facets, pages: o.pages, about: about,
		agesGuessed: o.body.Has("children") && o.body.Text("children") != "0" && !o.body.Has("childrenAges"),
	})
}

// request makes the body of the create, its city resolved.
func (o *hotelsSearchOptions) request(ctx context.Context, client *apiclient.Client) (apiclient.HotelSearchRequest, error) {
	if o.where == (hotelPlace{}) {
		city, err := o.app.resolveCity(ctx, client, "PLACE", o.place)
		if err != nil {
			return apiclient.HotelSearchRequest{}, err
		}
		o.where = city
	}
	request := desk.Request[apiclient.HotelSearchRequest](o.body.Params)
	o.where.into(&request)
	return request, nil
}

// printCreated prints the create's own answer, for --no-wait.
func (o *hotelsSearchOptions) printCreated(created search.HotelCreated, choice chosen) error {
	facts := newFacts("createHotelSearch")
	choice.record(&facts, "USD", "en")
	facts.Next = []string{"travel hotels results " + created.SearchID + " --wait 45s"}
	return o.app.out().Snapshot(created.Body, facts, grid.Facts{
		{Label: "search", Value: created.SearchID},
		{Label: "guests", Value: guestWords(created.Occupancy)},
		{Label: "market", Value: created.SiteCode},
		{Label: "made", Value: created.At.Format(time.RFC3339)},
	})
}
