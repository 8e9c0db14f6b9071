package flights

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/problem"
)

func newCalendarOpen(run *cli.Run) *cobra.Command {
	cmd, list := lists.Opening(run, tripList(), "the same day",
		cli.Used{Flag: "nights", About: "Which number of nights, if the calendar has several"})
	cmd.Long = `Show the trips of one day of the last calendar, cheapest first, with the calendar's filters. It uses
no search while the day's own search is valid, five to seven minutes; after that it says what
searching again would use.

DAY is a date, or only the day of the month. Row numbers then refer to the list that it prints. The
flags are those of travel flights results.`
	cmd.Example = `  travel flights calendar open 12
  travel flights calendar open "12 mar" --max-stops 1
  travel flights calendar open 12 --renew`
	cmd.Args = cli.AtLeastOne("DAY")
	nights := cmd.Flags().String("nights", "", "Which number of nights, if the calendar has several")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var stay *int
		if *nights != "" {
			n, err := strconv.Atoi(*nights)
			if err != nil || n < 0 {
				return problem.NotAccepted("--nights", *nights, "a number of nights that the calendar has")
			}
			stay = &n
		}
		return list.Print(cmd.Context(), func(d *desk.Desk, r *desk.ResultsRequest) (flights.Trips, error) {
			return flights.OpenDay(cmd.Context(), d, strings.Join(args, " "), stay, r)
		})
	}
	return cmd
}
