package browse

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
)

func newFlights(run *cli.Run) *cobra.Command {
	o := optionsOf(run)
	cmd, body := o.command(run, "createFlightSearch", "flights", "flights search")
	read := ask.New("getFlightSearchResults", body.Days())
	request := &flights.SearchRequest{Query: body, View: desk.View{Query: read}}
	cmd.Long = `Search flights in full screen. FROM, TO and the dates are written as for travel flights search, and
the flags for passengers, settings and filters are the same. It uses one of your searches.`
	cmd.Example = `  travel browse flights DXB LHR +30d +7d
  travel browse flights Lisbon "San Francisco" fri --adults 2 --nonstop`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.From, request.To = args[0], args[1]
		if err := flights.Dates(cmd.Context(), o.desk, body, args[2:]); err != nil {
			return flights.ThirdPlace(o.desk, body, args[2:], err)
		}
		if err := flights.Check(o.desk, request); err != nil {
			return err
		}
		return o.show(cmd.Context(), browse.Start{Flights: request})
	}
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "page", "pageSize")
	cli.UsedMost(cmd,
		cli.Used{Flag: "adults", About: "Adults, 1 to 9 (default 1)"},
		cli.Used{Flag: "children", About: "Children, 0 to 8"},
		cli.Used{Flag: "infants", About: "Infants, never more than adults"},
		cli.Used{Flag: "cabin", About: "economy, premium_economy, business or first"},
		cli.Used{Flag: "nonstop"},
		cli.Used{Flag: "sort", About: "Order: cheapest, fastest, earliest and others"},
		cli.Used{Flag: "currency", About: "Currency of the prices, such as EUR"})
	run.Completion().Facets(cmd, read, recall.TripFacets, cli.FacetName)
	return cmd
}

func newHotels(run *cli.Run) *cobra.Command {
	o := optionsOf(run)
	cmd, body := o.command(run, "createHotelSearch", "hotels", "hotels search")
	read := ask.New("getHotelSearchResults", body.Days())
	request := &hotels.SearchRequest{Query: body, View: desk.View{Query: read}}
	cmd.Long = `Search hotels in full screen. PLACE and the dates are written as for travel hotels search, and the
flags for guests, settings and filters are the same. It uses one of your searches.`
	cmd.Example = `  travel browse hotels Lisbon fri +3d
  travel browse hotels LON "11 dec" "14 dec" --adults 2 --children-ages 4,9`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Place = args[0]
		if err := hotels.SetStay(cmd.Context(), o.desk, body, args[1:]); err != nil {
			return err
		}
		if err := hotels.Check(o.desk, request); err != nil {
			return err
		}
		return o.show(cmd.Context(), browse.Start{Hotels: request})
	}
	cli.AddParams(cmd, body, "cityCode", "hotelId", "lat", "lng", "checkIn", "checkOut")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "page", "pageSize")
	cli.UsedMost(cmd,
		cli.Used{Flag: "adults", About: "Adults over all rooms, 1 to 9 (default 2)"},
		cli.Used{Flag: "children-ages", About: "The age of each child, such as 4,9"},
		cli.Used{Flag: "rooms", About: "Number of rooms, 1 to 4 (default 1)"},
		cli.Used{Flag: "sort", About: "Order: price_asc and others"},
		cli.Used{Flag: "currency", About: "Currency of the prices, such as EUR"})
	run.Completion().Facets(cmd, read, recall.HotelFacets, cli.FacetName)
	return cmd
}

// command returns a command that starts with a search. It fails before asking anything if no screen can be shown.
// noun is its name, and plain the equivalent command without a screen.
func (o *options) command(run *cli.Run, operation, noun, plain string) (*cobra.Command, *ask.Values) {
	cmd, body := run.Operation(operation)
	delete(cmd.Annotations, "operationId") // the operation belongs to the plain command
	cli.PrintsNothing(cmd)
	settle := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		o.plain = o.like(noun, plain, args)
		if err := o.fits(); err != nil {
			return err
		}
		return settle(cmd, args)
	}
	return cmd, body
}
