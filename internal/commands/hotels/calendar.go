package hotels

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/calendars"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

func newCalendar(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createHotelSearch")
	read := ask.New("getHotelSearchResults", body.Days())
	var request hotels.CalendarRequest
	request.Query, request.View.Query = body, read
	survey := calendars.Survey[hotels.Calendar, offer.Night, *hotels.Calendar](run)
	survey.View = calendarView
	survey.Event = func(cal *hotels.Calendar, i int) any {
		return cellEvent{"cell", hotels.CellDocument(cal.Cells[i], "")}
	}
	survey.Prices, survey.None = "Prices: a night, all rooms, for all guests, before taxes on top.", "without a hotel"
	var given calendars.Flags
	cmd.Long = `Show a calendar with the price of a night by day of arrival: for the cheapest hotel, and the median
of all hotels that pass the filters. Every day takes one search and uses one of your searches.

PLACE is as for travel hotels search: a city, LAT,LNG with --radius, or a hotel. WHEN is a month
(2027-03, march), two days (+30d..+60d), or a day and the days around it ("12 mar" --flex 3);
without it, the 31 days from tomorrow. --nights is the length of each stay.

travel first tells you how many searches it will make and about how long that takes: about three
minutes for a month. Above 7 searches it asks; in scripts, use --yes or --max-searches. Ctrl-C keeps
the prices found so far, and the same command continues where it stopped, within 30 minutes.`
	cmd.Example = `  travel hotels calendar Lisbon
  travel hotels calendar Lisbon march --nights 3 --min-star 4
  travel hotels calendar LON "12 mar" --flex 3 --adults 2 --children-ages 4,9
  travel hotels calendar open 12`
	cmd.Args = cli.PlaceOr("PLACE [WHEN]", 1+calendars.WhenWords)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Place = args[0]
		if err := calendars.Request(&given, run.Flags, args[1:], &request.Request); err != nil {
			return err
		}
		return survey.Show(&request.SurveyRequest, func(d *desk.Desk) (hotels.Calendar, error) {
			return hotels.PriceCalendar(cmd.Context(), d, &request)
		})
	}
	cli.AddParams(cmd, body, "cityCode", "hotelId", "lat", "lng", "checkIn", "checkOut")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "sort", "page", "pageSize")
	cmd.Flags().IntVar(&request.Nights, "nights", 1, "Number of nights of each stay")
	given.AddTo(run, cmd, priceview.Calendar{Of: priceview.Hotels})
	run.Prints(cmd, schema.Document(hotels.CalendarDocument{}, desk.Meta{}))
	run.Emits("cell", cellEvent{})
	cli.UsedMost(cmd, "nights\tNights of each stay (default 1)", "flex",
		"adults", "rooms", "min-star", "amenities", "yes", "max-searches", "fresh", "currency")
	run.List(cmd, cli.Entry{Use: "open DAY", Short: "Open a day of the last calendar: its hotels, cheapest first", Make: newCalendarOpen})
	return cmd
}

// calendarView lays out a calendar.
func calendarView(cal *hotels.Calendar, foot cli.Foot) cli.View {
	asked := cal.Base.Asked()
	v := calendars.View(&cal.Calendar, foot, func(cell *priceview.Cell, got offer.Night) { cell.Hotel = &got })
	v.Of, v.View = priceview.Hotels, present.StayFilters(cal.Base.View, v.Currency).Line()
	v.Title = present.PlaceWords(asked, &apiclient.HotelResults{})
	v.Context = append([]string{"stays of " + words.Counted(cal.Nights, "night")}, present.HotelTerms(nil, asked, v.Currency, cal.Locale.Site)...)
	return v
}

// cellEvent is printed for a day with new data.
type cellEvent struct {
	Event string `json:"event"` // always "cell"
	hotels.CellJSON
}

func newCalendarOpen(run *cli.Run) *cobra.Command {
	cmd := lists.Opening(run, hotelList(), "the same day",
		func(ctx context.Context, d *desk.Desk, args []string, r *desk.ResultsRequest) (hotels.Found, error) {
			return hotels.OpenDay(ctx, d, strings.Join(args, " "), r)
		})
	cmd.Long = `Show the hotels of one day of the last hotel calendar, cheapest first, with the calendar's filters.
It uses no search while the day's own search is valid, about ten minutes; after that it says what
searching again would use.

DAY is a date, or only the day of the month. Row numbers then refer to the list that it prints. The
flags are those of travel hotels results.`
	cmd.Example = `  travel hotels calendar open 12
  travel hotels calendar open "12 mar" --min-star 4
  travel hotels calendar open 12 --renew`
	cmd.Args = cli.AtLeastOne("DAY")
	return cmd
}
