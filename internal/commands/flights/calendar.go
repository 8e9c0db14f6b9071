package flights

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/calendars"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

func newCalendar(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	read := ask.New("getFlightSearchResults", body.Days())
	request := &flights.CalendarRequest{}
	request.Query, request.View.Query = body, read
	var given calendars.Flags
	nights, grid := "", "nights"
	survey := calendars.Survey[flights.Calendar, offer.CheapestTrip, *flights.Calendar](run)
	survey.View = func(cal *flights.Calendar, foot cli.Foot) cli.View { return calendarView(cal, foot, grid) }
	survey.Event = func(cal *flights.Calendar, i int) any {
		return cellEvent{"cell", flights.CellDocument(cal.Cells[i], "")}
	}
	survey.Prices, survey.None = "Prices: whole party, fees included.", "without a trip"
	cmd.Long = `Show a calendar with the cheapest trip of each day. Every day takes one search and uses one of your
searches.

WHEN is a month (2027-03, march), two days (+30d..+60d), or a day and the days around it ("12 mar"
--flex 3); without it, the 31 days from tomorrow. A range of --nights makes a grid.

travel first tells you how many searches it will make and about how long that takes: about three
minutes for a month. Above 7 searches it asks; in scripts, use --yes or --max-searches. Ctrl-C keeps
the prices found so far, and the same command continues where it stopped: prices are kept for 30
minutes. They are for the whole party, fees included. Days that were not searched have no price.`
	cmd.Example = `  travel flights calendar DXB LHR
  travel flights calendar DXB LON march --max-stops 0 --nights 7
  travel flights calendar Lisbon "New York" "12 mar" --flex 3 --nights 3-5
  travel flights calendar open 12`
	cmd.Args = cli.ArgumentsOr("FROM TO [WHEN]", 2, 2+calendars.WhenWords)
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		request.From, request.To = args[0], args[1]
		if nights != "" {
			if request.Nights, err = flights.ParseNights(nights); err != nil {
				return err
			}
		}
		if err := calendars.Request(&given, run.Flags, args[2:], &request.Request); err != nil {
			return err
		}
		return survey.Show(&request.SurveyRequest, func(d *desk.Desk) (flights.Calendar, error) {
			return flights.PriceCalendar(cmd.Context(), d, request)
		})
	}
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "sort", "page", "pageSize")
	cmd.Flags().StringVar(&nights, "nights", "", "Search round trips of this many nights, or of each number in a `range` such as 3-5")
	cmd.Flags().Var(cli.OneOf(&grid, "--grid", "nights", "return"), "grid", "What the columns show with a range of --nights: nights or return")
	given.AddTo(run, cmd, priceview.Calendar{})
	run.Prints(cmd, schema.Document(flights.CalendarDocument{}, desk.Meta{}))
	run.Emits("cell", cellEvent{})
	cli.UsedMost(cmd, "nights\tNights of a round trip, or a range: 7, 3-5", "flex",
		"max-stops\tMost stops on each leg; 0 for nonstop flights only", "adults", "yes", "max-searches", "fresh", "currency")
	run.List(cmd, cli.Entry{Use: "open DAY", Short: "Open a day of the last calendar: its trips, cheapest first", Make: newCalendarOpen})
	return cmd
}

// calendarView lays out a calendar. grid is the value of --grid.
func calendarView(cal *flights.Calendar, foot cli.Foot, grid string) cli.View {
	v := calendars.View(&cal.Calendar, foot, func(cell *priceview.Cell, got offer.CheapestTrip) { cell.Trip = &got })
	v.View = present.FiltersOf(cal.Base.View, v.Currency).Line()
	v.Title = endWords(cal.From.Name, cal.From.Code) + " → " + endWords(cal.To.Name, cal.To.Code)
	stays := "return after " + words.Counted(cal.Nights.Least, "night")
	switch n := cal.Nights; {
	case !n.Return:
		stays = "one way"
	case n.Count() > 1:
		stays = fmt.Sprintf("return after %d to %d nights", n.Least, n.Most)
	case n.Least == 0:
		stays = "return on the same day"
	}
	v.Context = append([]string{stays}, present.TripTerms(cal.Base.Flight, v.Currency, cal.Locale.Site)...)
	if cal.Nights.Count() > 1 {
		v.Stays = priceview.ByNights
		if grid == "return" {
			v.Stays = priceview.ByReturns
		}
	}
	return v
}

func endWords(name, code string) string { return strings.TrimSpace(name + " " + code) }

// cellEvent is printed for a day with new data.
type cellEvent struct {
	Event string `json:"event"` // always "cell"
	flights.CellJSON
}
