package flights

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

type optionsOptions struct {
	desk    *desk.Desk
	out     *cli.Printer
	hand    *cli.Hand // for a fare that is sold elsewhere
	do      cli.LinkFlags
	request flights.OptionsRequest
	terms   bool
}

func newOptions(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFareOptions")
	o := &optionsOptions{desk: run.Desk(), out: run.Out(), request: flights.OptionsRequest{Query: read}}
	o.hand = run.Hand(&o.do)
	cmd.Long = `Open a fare of the service: every option with its price, bags, and what a change
or a cancellation costs. FARE is a row number of the last trip's fares, or a
fare id.

An option pays for one leg or for the whole trip; the heading says which, and
how many to choose. The price of the whole trip is the service's own figure;
options are never added up. "Not stated" never means no.

Fares of airlines and agencies have no options here: their link is printed
instead.`
	cmd.Example = `  travel flights options 1
  travel flights options 1 --currency EUR --terms
  travel flights options 1 --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.request.Fare = args[0]
		return runOptions(cmd.Context(), o)
	}
	cmd.Flags().BoolVar(&o.terms, "terms", false, "List where the carriers publish their terms, too")
	cli.AddParams(cmd, read, "fareId")
	o.do.AddTo(cmd)
	o.request.Renewal = run.Renewal(cmd, "the same fare")
	run.Columns(cmd, flightview.FareOptions{})
	run.Completion().Rows(cmd, recall.Fares, 1)
	return cmd
}

func runOptions(ctx context.Context, o *optionsOptions) error {
	o.request.Hands = o.do.Wanted()
	answer, err := flights.OpenFare(ctx, o.desk, &o.request)
	if err != nil {
		return err
	}
	fare := answer.Value
	if fare.Body == nil {
		return handOff(ctx, o.out, o.hand, fare.Offer, desk.Answer[desk.Link]{Value: fare.Link, Meta: answer.Meta})
	}
	view := optionsView(fare)
	view.Terms, view.Next = o.terms, answer.Meta.Next
	view.Notes = append(view.Notes, answer.Meta.Warnings...)
	return o.out.Print(answer.Bodies[0], answer.Meta, view, view.Notes)
}

// handOff prints the link of a fare that has no options here. The service was asked for nothing, so
// there is no body for --json.
func handOff(ctx context.Context, out *cli.Printer, hand *cli.Hand, fare *flights.Offer, link desk.Answer[desk.Link]) error {
	if !out.Text() {
		return problem.UsageError{
			Text: fare.Title() + " is of kind " + fare.Kind + " and has no options, so the service has no answer to print",
			Hint: "its link is handoffUrl in: travel flights trip " + words.Shell(fare.List.TripID) + " --json",
		}
	}
	if err := hand.Check(); err != nil {
		return err
	}
	out.NoteSample()
	return hand.Print(ctx, nil, link.Meta, link.Value)
}

// optionsView lays the options of a fare out for a person, in the service's order, under a heading
// for each part of the trip that they pay for.
func optionsView(fare flights.OpenedFare) flightview.FareOptions {
	o, all := fare.Body, fare.Options
	view := flightview.FareOptions{Title: fare.Offer.Title(), Rule: all.Rule(), Locale: o.Metadata.Locale}
	if fare.Offer.Seller != "" {
		view.Context = append(view.Context, fare.Offer.Seller)
	}
	asked := fare.Offer.List.Flight
	view.Context = append(view.Context, terms(asked, o.CurrencyCode, fare.Locale.Site)...)
	if asked != nil && asked.Adults > 0 {
		view.Party = asked.Party()
	}
	if o.Price != nil {
		view.Total = &money.Money{Amount: o.Price.Total.String(), Currency: o.Price.Currency}
	}
	for i, option := range o.Options {
		if n := len(view.Groups); n == 0 || all[i].Leg != all[i-1].Leg || all[i].Pays() != all[i-1].Pays() {
			view.Groups = append(view.Groups, optionGroup(o, all[i]))
		}
		group := &view.Groups[len(view.Groups)-1]
		group.Options = append(group.Options, optionRow(option, all[i]))
	}
	return view
}

// optionGroup is the heading of the options that pay for what this one does.
func optionGroup(o *apiclient.FareOptions, first flights.Option) flightview.OptionGroup {
	switch {
	case !first.Pays() && slices.ContainsFunc(flights.OptionsOf(o), flights.Option.Pays):
		return flightview.OptionGroup{Label: "not said for which part"}
	case first.Leg == 0:
		return flightview.OptionGroup{}
	}
	group := flightview.OptionGroup{Label: strings.ToLower(flights.LegName(first.Leg, first.Legs))}
	for _, leg := range o.Legs {
		if words.Whole(leg.LegID) == first.Leg {
			group.From, group.To, group.Depart = words.Stated(leg.From), words.Stated(leg.To), words.Moment(words.Stated(leg.DepartsAt))
		}
	}
	return group
}

func optionRow(option apiclient.FareOption, o flights.Option) flightview.FareOption {
	row := flightview.FareOption{
		N: o.N, OptionID: o.ID, Name: o.Name, Covers: string(o.Covers),
		Price:    money.Money{Amount: option.Price.Total.String(), Currency: option.Price.Currency},
		CabinBag: words.Stated(option.Baggage.Cabin), CheckedBag: words.Stated(option.Baggage.Checked),
		Refundable: grid.AnswerOf(&option.Refundable), Exchangeable: grid.AnswerOf(&option.Exchangeable),
		Terms: option.TermsUrls,
	}
	for _, p := range option.Penalties {
		penalty := flightview.Penalty{Policy: string(p.Policy)}
		if p.Amount != nil {
			penalty.Fee = money.Money{Amount: p.Amount.String(), Currency: words.Stated(p.Currency)}
		}
		switch p.Type {
		case apiclient.PenaltyTypeChange:
			row.Change = penalty
		case apiclient.PenaltyTypeCancel:
			row.Cancel = penalty
		}
	}
	return row
}
