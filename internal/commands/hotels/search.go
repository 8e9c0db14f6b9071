package hotels

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/search"
)

// hotelList returns how hotels are listed.
func hotelList() lists.Kind[apiclient.HotelResults] {
	return lists.Kind[apiclient.HotelResults]{
		Subject: hotels.Subject(), Operation: "getHotelSearchResults", Noun: "hotel",
		Columns: hotelview.HotelList{}, Draw: present.HotelFrame,
		Facets: func(results *apiclient.HotelResults, filters []ask.Param, only string) grid.Table {
			table := present.HotelFacets(results, only)
			table.Notes = append(table.Notes, present.StayFilters(filters, results.CurrencyCode).Counted()...)
			return table
		},
		View: func(ctx context.Context, run *cli.Run, found hotels.Found, view desk.View) (render.View, []string) {
			shown := present.Hotels(found.Value, view.Query, found.List, found.Locale, found.Meta, found.Watch)
			shown.Status = run.Out().Spent(shown.Status)
			if !found.Watch.Over() {
				shown.Notes = append(shown.Notes, present.NoHotels(found.Value.Results, hotels.WhyNone(ctx, run.Desk(), found, view), view.Query)...)
			}
			return shown, shown.Notes
		},
	}
}

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
	hotelList().UsedMost(cmd, []string{"adults", "children-ages", "rooms"})
	return cmd
}

func newResults(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getHotelSearchResults")
	cmd.Long = `Show the hotels of a search again, filtered, sorted or paged. It uses no search. Hotel searches are
valid for about ten minutes.

Without SEARCH it continues with the last list, in scripts too: filters, order, page size, currency
and language stay the same. A flag changes only what it names; --no-filters clears the filters. With
SEARCH, a search id, it takes only currency and language from the list.

--facets lists the values that the filters know, with counts. REFUND "not seen" does not mean no: it
only means that no rate with free cancellation was in the list.`
	cmd.Example = `  travel hotels results --max-price 150 --sort price_asc
  travel hotels results --amenities pool,breakfast --min-star 4 --page 2
  travel hotels results --refundable --sort guest_rating_desc --guest-type couple --json`
	lists.Results(run, cmd, hotelList(), read, "the same hotels")
	hotelList().UsedMost(cmd, nil, "no-filters")
	return cmd
}
