package flights

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
)

// NewWeekendOpen returns the weekends open command.
func NewWeekendOpen(run *cli.Run) *cobra.Command {
	cmd, o := newOpening(run, "the same days")
	cmd.Long = `Open a trip of the last list that travel weekends --from made: the trips of its own search, with
the same filters, the cheapest first. It spends no search while that one lives, five to seven
minutes; then it says what searching again spends.

NUMBER is that of the weekend, PLACE a code or a name. Of several pairs of days it is the
cheapest. Row numbers count in the list that is printed, as after travel flights results, whose
flags it has.`
	cmd.Example = `  travel weekends open 1 IST
  travel weekends open 1 IST --nonstop
  travel weekends open 1 IST --renew`
	cmd.Args = cli.Arguments("NUMBER PLACE", 2, 2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return o.run(cmd.Context(), func(d *desk.Desk, r *desk.ResultsRequest) (flights.Trips, error) {
			return flights.OpenWeekend(cmd.Context(), d, args[0], args[1], r)
		})
	}
	run.Completion().Breaks(cmd)
	return cmd
}
