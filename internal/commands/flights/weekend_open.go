package flights

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
)

// NewWeekendOpen returns the weekends open command.
func NewWeekendOpen(run *cli.Run) *cobra.Command {
	cmd, list := lists.Opening(run, tripList(), "the same days")
	cmd.Long = `Show the trips of one weekend and place of the last travel weekends --from, cheapest first, with the
same filters. It uses no search while that search is valid, five to seven minutes; after that it
says what searching again would use.

NUMBER is the number of the weekend, PLACE a code or a name. If there are several pairs of days, the
cheapest is shown. Row numbers then refer to the list that it prints. The flags are those of travel
flights results.`
	cmd.Example = `  travel weekends open 1 IST
  travel weekends open 1 IST --nonstop
  travel weekends open 1 IST --renew`
	cmd.Args = cli.Arguments("NUMBER PLACE", 2, 2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return list.Print(cmd.Context(), func(d *desk.Desk, r *desk.ResultsRequest) (flights.Trips, error) {
			return flights.OpenWeekend(cmd.Context(), d, args[0], args[1], r)
		})
	}
	run.Completion().Breaks(cmd)
	return cmd
}
