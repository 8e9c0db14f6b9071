package flights

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/schema"
)

// Limits on the number of trips that can be compared side by side.
const (
	leastCompared = 2
	mostCompared  = 6
)

func newCompare(run *cli.Run) *cobra.Command {
	read := ask.New("getFlightTrip", &ask.Days{Today: run.Env.Now})
	request := &flights.CompareRequest{Query: read}
	cmd := &cobra.Command{
		Long: `Show two to six trips side by side: first what differs, then what is the same. TRIP is a row number
of the last list or a trip id. Each trip is read once, in the currency of the list. --json prints
the trips as the service sent them, in one list.`,
		Example: `  travel flights compare 1 4 7
  travel flights compare 1 2 --currency EUR --json`,
		Args: cli.Arguments("TRIP TRIP...", leastCompared, mostCompared),
		RunE: func(cmd *cobra.Command, args []string) error {
			request.Trips = args
			answer, err := flights.Compare(cmd.Context(), run.Desk(), request)
			if err != nil {
				return err
			}
			table := present.ComparedTrips(answer.Value, run.Desk().Now())
			table.Next, table.Notes = paste.Commands(answer.Meta.Next), append(table.Notes, answer.Meta.Warnings...)
			return run.Out().Print(answer.Bodies[0], answer.Meta, table, table.Notes)
		},
	}
	cli.AddParams(cmd, read, "tripId", "searchId", "view")
	request.Renewal = run.Renewal(cmd, "the same trips")
	run.Plans(cmd)
	run.Prints(cmd, schema.Bodies("trips", "getFlightTrip", nil, desk.Meta{}))
	run.Completion().Rows(cmd, recall.Trips, 9)
	return cmd
}
