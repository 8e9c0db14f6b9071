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

type optionsOptions struct {
	*cli.Run
	hand    *cli.Hand // for a fare that is sold elsewhere
	do      cli.LinkFlags
	request flights.OptionsRequest
	terms   bool
}

func newOptions(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFareOptions")
	o := &optionsOptions{Run: run, request: flights.OptionsRequest{Query: read}}
	o.hand = run.Hand(&o.do)
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
		o.request.Fare = args[0]
		return runOptions(cmd.Context(), o)
	}
	cmd.Flags().BoolVar(&o.terms, "terms", false, "Also list where the carriers publish their terms")
	cli.AddParams(cmd, read, "fareId")
	o.do.AddTo(cmd)
	o.request.Renewal = run.Renewal(cmd, "the same fare")
	run.Columns(cmd, flightview.FareOptions{})
	run.Completion().Parts(cmd, recall.Fares)
	return cmd
}

func runOptions(ctx context.Context, o *optionsOptions) error {
	o.request.Hands = o.do.Wanted()
	answer, err := flights.OpenFare(ctx, o.Desk(), &o.request)
	if err != nil {
		return err
	}
	fare := answer.Value
	if fare.Body == nil {
		return handOff(ctx, o.Out(), o.hand, fare.Offer, desk.Answer[desk.Link]{Value: fare.Link, Meta: answer.Meta})
	}
	view := present.Options(fare)
	view.Terms, view.Next = o.terms, paste.Commands(answer.Meta.Next)
	view.Notes = append(view.Notes, answer.Meta.Warnings...)
	return o.Out().Print(answer.Bodies[0], answer.Meta, view, view.Notes)
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
	return hand.Print(ctx, nil, link.Meta, link.Value)
}
