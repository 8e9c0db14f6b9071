package flights

import (
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
)

func newExploreOpen(run *cli.Run) *cobra.Command {
	cmd, o := newOpening(run, "the same place")
	cmd.Long = `Open a place of the last travel explore: the trips of its own search, with the same filters, the
cheapest first. It spends no search while that one lives, five to seven minutes; then it says
what searching again spends.

PLACE is a code, a name or a row number of that list. Row numbers count in the list that is
printed from then on, as after travel flights results, whose flags it has.`
	cmd.Example = `  travel explore open 1
  travel explore open BKK --nonstop
  travel explore open 1 --renew`
	cmd.Args = cli.AtLeastOne("PLACE")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return o.run(cmd.Context(), func(d *desk.Desk, r *desk.ResultsRequest) (flights.Trips, error) {
			return flights.OpenPlace(cmd.Context(), d, strings.Join(args, " "), r)
		})
	}
	run.Completion().Goals(cmd)
	return cmd
}
