package flights

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/flightview"
)

func newOptions(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFareOptions")
	var terms bool
	hand := run.Hand(cmd) // for a fare that is sold elsewhere
	request := &flights.OptionsRequest{Query: read}
	cmd.Long = `Show every option of a fare sold by the service, with price, bags, and what a change or a
cancellation costs. FARE is a fare with its letter, such as 2b, or a fare id.

An option is for one leg or for the whole trip; the heading says which, and how many to choose. The
price of the whole trip is the service's own figure; options are never added up. "Not stated" does
not mean no.

Fares sold by airlines and agencies have no options here; their link is printed instead.`
	cmd.Example = `  travel flights options 2b
  travel flights options 2b --currency EUR --terms
  travel flights options 2b --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Fare = args[0]
		request.Hands = hand.Wanted()
		answer, err := flights.OpenFare(cmd.Context(), run.Desk(), request)
		if err != nil {
			return err
		}
		fare := answer.Value
		if fare.Body == nil {
			link := desk.Answer[desk.Link]{Value: fare.Link, Meta: answer.Meta}
			return handOff(cmd.Context(), run.Out(), hand, fare.Offer, link)
		}
		view := present.Options(fare)
		view.Terms, view.Next = terms, paste.Commands(answer.Meta.Next)
		view.Notes = append(view.Notes, answer.Meta.Warnings...)
		return run.Out().Print(answer.Bodies[0], answer.Meta, view, view.Notes)
	}
	cmd.Flags().BoolVar(&terms, "terms", false, "Also list where the carriers publish their terms")
	cli.AddParams(cmd, read, "fareId")
	request.Renewal = run.Renewal(cmd, "the same fare")
	run.Columns(cmd, flightview.FareOptions{})
	run.Completion().Parts(cmd, recall.Fares)
	return cmd
}

// handOff prints the link of a fare that has no options here. No request was made to the service, so there is no
// body for --json.
func handOff(ctx context.Context, out *cli.Printer, hand *cli.Hand, fare *flights.Offer, link desk.Answer[desk.Link]) error {
	if !out.Text() {
		return fare.NoAnswer()
	}
	if err := hand.Check(); err != nil {
		return err
	}
	return hand.Print(ctx, link)
}
