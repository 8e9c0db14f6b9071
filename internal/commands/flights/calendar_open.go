package flights

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/problem"
)

func newCalendarOpen(run *cli.Run) *cobra.Command {
	cmd, o := newOpening(run, "the same day", cli.Used{Flag: "nights", About: "Which stay, where the calendar has several"})
	cmd.Long = `Open a day of the last calendar: the trips of its own search, with the calendar's filters, the
cheapest first. It spends no search while that one lives, five to seven minutes; then it says
what searching again spends.

DAY is a date, or the day of the month alone. Row numbers count in the list that is printed, as
after travel flights results, whose flags it has.`
	cmd.Example = `  travel flights calendar open 12
  travel flights calendar open "12 mar" --max-stops 1
  travel flights calendar open 12 --renew`
	cmd.Args = cli.AtLeastOne("DAY")
	nights := cmd.Flags().String("nights", "", "Which stay, where the calendar has several")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var stay *int
		if *nights != "" {
			n, err := strconv.Atoi(*nights)
			if err != nil || n < 0 {
				return problem.NotAccepted("--nights", *nights, "a number of nights that the calendar has")
			}
			stay = &n
		}
		return o.run(cmd.Context(), func(d *desk.Desk, r *desk.ResultsRequest) (flights.Trips, error) {
			return flights.OpenDay(cmd.Context(), d, strings.Join(args, " "), stay, r)
		})
	}
	return cmd
}
