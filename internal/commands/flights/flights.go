// Package flights has the flight commands: their arguments and flags, and the views that only the command line
// shows.
package flights

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
)

// New returns the flights command group.
func New(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "search FROM TO DATE [RETURN]", Short: "Search flights and watch the ranked trips settle", Make: newSearch},
		cli.Entry{Use: "results [SEARCH]", Short: "Filter, sort and page the results of a search", Make: newResults, Likely: []string{"list", "ls"}},
		cli.Entry{Use: "calendar FROM TO [WHEN]", Short: "Show the cheapest price of each day in a calendar", Make: newCalendar, Likely: []string{"prices", "cheapest", "month"}},
		cli.Entry{Use: "trip TRIP", Short: "Show one trip: its timeline and every fare", Make: newTrip, Aliases: []string{"show", "details"}},
		cli.Entry{Use: "compare TRIP TRIP...", Short: "Compare trips side by side, differences first", Make: newCompare},
		cli.Entry{Use: "experience TRIP", Short: "Show how restful or tiring a trip is, leg by leg", Make: newExperience},
		cli.Entry{Use: "options FARE", Short: "Show the options of a fare", Make: newOptions, Aliases: []string{"fares"}},
		cli.Entry{Use: "booking-link FARE --option OPTION...", Short: "Print the link to book a fare", Make: newBookingLink, Aliases: []string{"book"}},
		cli.Entry{Use: "link [FROM TO DATE [RETURN]]", Short: "Print a link to a flight search that does not expire", Make: newLink, Aliases: []string{"share"}},
		cli.Entry{Use: "schedules FROM TO", Short: "Show the timetable of a route: nonstop flights, no prices", Make: newSchedules, Aliases: []string{"timetable"}},
	)
}

// twoPlaces wraps an argument count check and recognizes a third place.
func twoPlaces(d *desk.Desk, q *ask.Values, check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		if err == nil || len(args) < 3 {
			return err
		}
		return flights.ThirdPlace(d, q, args[2:], err)
	}
}
