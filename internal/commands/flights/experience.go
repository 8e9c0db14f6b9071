package flights

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
)

type experienceOptions struct {
	*cli.Run
	request flights.TripRequest
}

func newExperience(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getTripExperience")
	o := &experienceOptions{Run: run, request: flights.TripRequest{Query: read}}
	cmd.Long = `Show what makes a trip restful or tiring, leg by leg: early hours, nights, long and short stopovers,
the aircraft, the carrier. The service gives no score. On a terminal you see what is confirmed or
unknown, and one line with what does not apply; pipes, --tsv and --csv have every signal.

TRIP is a row number of the last list of trips, or a trip id. The service confirms a short stopover,
a new aircraft and a highly rated carrier, but never denies them: "not confirmed" does not mean
no.`
	cmd.Example = `  travel flights experience 1
  travel flights experience 3 --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.request.Trip = args[0]
		return runExperience(cmd.Context(), o)
	}
	cli.AddParams(cmd, read, "tripId")
	o.request.Renewal = run.Renewal(cmd, "the same trip")
	run.Completion().Rows(cmd, recall.Trips, 1)
	return cmd
}

func runExperience(ctx context.Context, o *experienceOptions) error {
	answer, pick, err := flights.Experience(ctx, o.Desk(), &o.request)
	if err != nil {
		return err
	}
	table := present.Experience(answer.Value, pick.N)
	table.Notes = append(table.Notes, answer.Meta.Warnings...)
	return o.Out().Print(answer.Bodies[0], answer.Meta, table, table.Notes)
}
