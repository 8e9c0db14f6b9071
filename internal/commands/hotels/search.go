package hotels

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/search"
)

func newSearch(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createHotelSearch")
	read := ask.New("getHotelSearchResults", body.Days())
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
	run.Prints(cmd, schema.Body("getHotelSearchResults", desk.Meta{}), schema.Body("createHotelSearch", desk.Meta{})) // with --no-wait
	cli.AddParams(cmd, body, "cityCode", "hotelId", "lat", "lng", "checkIn", "checkOut")
	cli.AddParams(cmd, read, "searchId", "currency", "locale")
	list := lists.New(run, cmd, hotelList(), read, search.DefaultBudget)
	list.Searches(cmd, "place,checkIn,checkOut", func(view desk.View) batch.Kind { return hotels.Batch(body, view) },
		func(ctx context.Context, args []string, view desk.View) (desk.Made, error) {
			if err := hotels.SetStay(ctx, run.Desk(), body, args[1:]); err != nil {
				return desk.Made{}, err
			}
			return hotels.Create(ctx, run.Desk(), &hotels.SearchRequest{Place: args[0], Query: body, View: view})
		})
	cli.UsedMost(cmd, append([]cli.Used{
		{Flag: "adults", About: "Adults over all rooms, 1 to 9 (default 2)"},
		{Flag: "children-ages", About: "The age of each child, such as 4,9"},
		{Flag: "rooms", About: "Number of rooms, 1 to 4 (default 1)"},
	}, hotelList().UsedMost()...)...)
	run.Completion().Facets(cmd, read, recall.HotelFacets, cli.FacetName)
	return cmd
}
