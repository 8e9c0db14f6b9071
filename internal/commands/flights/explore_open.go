package flights

import (
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
)

func newExploreOpen(run *cli.Run) *cobra.Command {
	cmd, list := lists.Opening(run, tripList(), "the same place")
	cmd.Long = `Show the trips to one place of the last travel explore, cheapest first, with the same filters. It
uses no search while the place's own search is valid, five to seven minutes; after that it says what
searching again would use.

PLACE is a code, a name or a row number of that list. Row numbers then refer to the list that it
prints. The flags are those of travel flights results.`
	cmd.Example = `  travel explore open 1
  travel explore open BKK --nonstop
  travel explore open 1 --renew`
	cmd.Args = cli.AtLeastOne("PLACE")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return list.Print(cmd.Context(), func(d *desk.Desk, r *desk.ResultsRequest) (flights.Trips, error) {
			return flights.OpenPlace(cmd.Context(), d, strings.Join(args, " "), r)
		})
	}
	run.Completion().Goals(cmd)
	return cmd
}
