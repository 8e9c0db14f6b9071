package flights

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
)

func newExperience(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getTripExperience")
	request := &flights.TripRequest{Query: read}
	cmd.Long = `Show what makes a trip restful or tiring, leg by leg: early hours, nights, long and short stopovers,
the aircraft, the carrier. The service gives no score. On a terminal you see what is confirmed or
unknown, and one line with what does not apply; pipes, --tsv and --csv have every signal.

TRIP is a row number of the last list of trips, or a trip id. The service confirms a short stopover,
a new aircraft and a highly rated carrier, but never denies them: "not confirmed" does not mean
no.`
	cmd.Example = `  travel flights experience 1
  travel flights experience 3 --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Trip = args[0]
		answer, pick, err := flights.Experience(cmd.Context(), run.Desk(), request)
		if err != nil {
			return err
		}
		table := present.Experience(answer.Value, pick.N)
		table.Notes = append(table.Notes, answer.Meta.Warnings...)
		return run.Out().Print(answer.Bodies[0], answer.Meta, table, table.Notes)
	}
	cli.AddParams(cmd, read, "tripId")
	request.Renewal = run.Renewal(cmd, "the same trip")
	run.Completion().Rows(cmd, recall.Trips, 1)
	return cmd
}
