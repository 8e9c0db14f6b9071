package hotels

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/search"
)

// searchOptions holds the dependencies and flags of travel hotels search.
type searchOptions struct {
	list
	request hotels.SearchRequest
	follow  cli.FollowFlags
	pages   cli.PageFlags
	batch   *cli.BatchFlags
}

func newSearch(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createHotelSearch")
	read := ask.New("getHotelSearchResults", body.Days())
	o := &searchOptions{list: listOf(run, read)}
	o.request = hotels.SearchRequest{Query: body, View: desk.View{Query: read}}
	cmd.Long = `Search hotels and show the ranked list as it arrives, until it settles.

PLACE is a city, by name or code ("New York", LIS; an airport stands for its city), a point as
LAT,LNG with --radius (if it begins with a minus sign, put it after the flags and two dashes), a
hotel id, or a row number of the last list, whose guests, currency, language and market are then
used. CHECKIN is ` + ask.Forms + `; CHECKOUT may also be
relative to it, such as "3 nights" or +3d.

Prices are for all rooms; ALL IN is a night with its taxes. REFUND "not seen" does not mean no: for
certainty, use travel hotels rates. Every search uses one of your searches; to filter or sort its
results, use travel hotels results. --batch makes the searches of a file, one per line.`
	cmd.Example = `  travel hotels search Lisbon 25 december 3 nights
  travel hotels search LON "11 dec" "14 dec" --adults 2 --children-ages 4,9
  travel hotels search 38.71,-9.14 fri +2d --radius 3 --sort nearest`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.batch.Check(cmd); err != nil {
			return err
		}
		if o.batch.On(cmd) {
			o.request.View.Life = o.follow.Life()
			return o.batch.Run(cmd.Context(), o.desk, read, func() batch.Kind { return hotels.Batch(body, o.request.View) })
		}
		o.request.Place = args[0]
		if err := hotels.SetStay(cmd.Context(), o.desk, body, args[1:]); err != nil {
			return err
		}
		return runSearch(cmd.Context(), o)
	}
	run.Prints(cmd, schema.Body("getHotelSearchResults", desk.Meta{}), schema.Body("createHotelSearch", desk.Meta{})) // with --no-wait
	cli.AddParams(cmd, body, "cityCode", "hotelId", "lat", "lng", "checkIn", "checkOut")
	cli.AddParams(cmd, read, "searchId", "currency", "locale")
	o.list.addTo(run, cmd)
	o.pages.AddTo(cmd, read.Op())
	o.follow.AddTo(cmd, run.Flags, search.DefaultBudget)
	o.batch = run.Batch(cmd, "place,checkIn,checkOut")
	cli.UsedMost(cmd, append([]cli.Used{
		{Flag: "adults", About: "Adults over all rooms, 1 to 9 (default 2)"},
		{Flag: "children-ages", About: "The age of each child, such as 4,9"},
		{Flag: "rooms", About: "Number of rooms, 1 to 4 (default 1)"},
	}, usedMost()...)...)
	run.Completion().Facets(cmd, read, recall.HotelFacets, cli.FacetName)
	return cmd
}

func runSearch(ctx context.Context, o *searchOptions) error {
	if err := o.follow.Check(o.facets.On, o.pages.Pages); err != nil {
		return err
	}
	view := &o.request.View
	view.Pages, view.Life, view.Facets = o.pages.Pages, o.follow.Life(), o.facets.On
	made, err := hotels.Create(ctx, o.desk, &o.request)
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
	return o.print(ctx, *view, func(d *desk.Desk) (hotels.Found, error) { return hotels.Subject().Follow(ctx, d, made, *view) })
}

// printCreated prints the response that created the search, for --no-wait.
func (o *searchOptions) printCreated(made desk.Made) error {
	return o.out.Print(made.Body, made.Meta(), grid.Facts{
		{Label: "search", Value: made.SearchID},
		{Label: "guests", Value: query.Guests(made.Occupancy)},
		{Label: "market", Value: made.SiteCode},
		{Label: "made", Value: made.At.Format(time.RFC3339)},
	}, nil)
}
