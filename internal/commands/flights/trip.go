package flights

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/flightview"
)

func newTrip(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightTrip")
	request := &flights.TripRequest{Query: read}
	cmd.Long = `Show one trip: each leg as a timeline in local times, then every fare and who sells it.

TRIP is a row number of the last list of trips, a kept trip (see travel kept), or a trip id.
With a row number, the search, currency and language of its list are used. "Refundable" is what the
seller states; "not stated" does not mean no. On a terminal you see the detail view; --json prints
the view selected with --view.`
	cmd.Example = `  travel flights trip 2
  travel flights trip 2 --currency EUR
  travel flights trip 1 --view detail --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Trip = args[0]
		if run.Out().Text() { // a script gets the view it asks for
			if err := request.Query.SetDefault("view", "--view", string(apiclient.DetailViewDetail)); err != nil {
				return err
			}
		}
		answer, err := flights.OpenTrip(cmd.Context(), run.Desk(), request)
		if err != nil {
			return err
		}
		view := present.Trip(answer.Value)
		view.Next, view.Notes = paste.Commands(answer.Meta.Next), append(view.Notes, answer.Meta.Warnings...)
		return run.Out().Print(answer.Bodies[0], answer.Meta, view, answer.Meta.Warnings)
	}
	cli.AddParams(cmd, read, "tripId")
	request.Renewal = run.Renewal(cmd, "the same trip")
	run.Columns(cmd, flightview.TripView{})
	run.Completion().Rows(cmd, recall.Trips, 1)
	return cmd
}
