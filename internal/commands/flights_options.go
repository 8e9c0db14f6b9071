package commands

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/flightview"
)

type flightsOptionsOptions struct {
	app   *app
	fare  string // as typed: a row number or an id
	read  *params
	terms bool
	do    linkFlags // for a fare that is sold elsewhere
	renew renewal
}

func newFlightsOptions(a *app) *cobra.Command {
	o := &flightsOptionsOptions{app: a, read: newParams("getFareOptions", &dateBase{today: a.env.Now}), renew: a.renewal("the same fare")}
	cmd := &cobra.Command{
		Use:   "options FARE",
		Short: "Open a fare: what it can be bought as",
		Long: `Open a fare of the service: every option with its price, bags, and what a change
or a cancellation costs. FARE is a row number of the last trip's fares, or a
fare id.

An option pays for one leg or for the whole trip; the heading says which, and
how many to choose. The price of the whole trip is the service's own figure;
options are never added up. "Not stated" never means no.

Fares of airlines and agencies have no options here: their link is printed
instead.`,
		Example: `  travel flights options 1
  travel flights options 1 --currency EUR --terms
  travel flights options 1 --json`,
		Args:        arguments("FARE", 1, 1),
		Annotations: map[string]string{"operationId": "getFareOptions"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.fare = args[0]
			return runFlightsOptions(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.terms, "terms", false, "List where the carriers publish their terms, too")
	o.read.addFlags(cmd, "fareId")
	o.do.addFlags(cmd)
	o.renew.addFlag(cmd)
	a.addColumns(cmd, flightview.FareOptions{})
	a.completeRows(cmd, recall.Fares, 1)
	return cmd
}

func runFlightsOptions(ctx context.Context, o *flightsOptionsOptions) error {
	fare, err := o.app.pickFare(o.fare, "travel flights options --help")
	if err != nil {
		return err
	}
	if err := o.renew.checkFare(fare); err != nil {
		return err
	}
	if !fare.opens() {
		if err := o.renew.fareIfGone(ctx, &fare); err != nil {
			return err
		}
		return o.app.handOffFare(ctx, fare, o.do, o.renew.words())
	}
	if o.do.wanted() {
		return misuse{Text: "there is no link yet to open, copy or draw; choose options first", Hint: "then: travel flights booking-link " + shellQuote(o.fare) + " --option N"}
	}
	choice, err := o.app.choose(ctx, o.read, choiceOf(fare.about))
	if err != nil {
		return err
	}
	answer, err := o.open(ctx, fare)
	if err != nil {
		if err := o.renew.fare(ctx, err, &fare); err != nil {
			return err
		}
		if answer, err = o.open(ctx, fare); err != nil {
			return err
		}
	}
	return o.print(answer, fare, choice)
}

func (o *flightsOptionsOptions) open(ctx context.Context, fare offer) (*apiclient.Answer[apiclient.FareOptions], error) {
	call, err := newCall[apiclient.GetFareOptionsParams](ctx, o.app, o.read)
	if err != nil {
		return nil, err
	}
	answer, err := call.client.GetFareOptions(ctx, fare.id, &call.params)
	if err != nil {
		return nil, fmt.Errorf("open the fare: %w", err)
	}
	return answer, nil
}

func (o *flightsOptionsOptions) print(answer *apiclient.Answer[apiclient.FareOptions], fare offer, choice chosen) error {
	options := answer.Value
	facts := newFacts("getFareOptions")
	choice.record(&facts, options.Metadata.CurrencyCode, options.Metadata.Locale)
	facts.Warnings = append(facts.Warnings, o.renew.record(&facts)...)
	facts.Warnings = append(facts.Warnings, optionWarnings(options, fare)...)
	all := readOptions(options)
	fare.about.Currency, fare.about.Locale = cmp.Or(choice.currency.value, options.Metadata.CurrencyCode), choice.locale.value
	if err := o.remember(all, fare); err != nil {
		o.app.notice("row numbers of the options are not kept: %v", err)
	} else {
		facts.Next = append(facts.Next, all.next(o.fare)...)
	}
	view := optionsView(options, all, fare, choice)
	view.Terms, view.Next = o.terms, facts.Next
	view.Notes = append(view.Notes, facts.Warnings...)
	return o.app.answer(answer.Body, facts, view, view.Notes)
}

// remember keeps the options with what each pays for, so that a number stands
// for an option id and a forgotten leg is noticed.
func (o *flightsOptionsOptions) remember(all fareOptions, fare offer) error {
	lists, err := o.app.lists()
	if err != nil {
		return err
	}
	about := fare.about
	about.FareID = fare.id
	list := recall.List{Kind: recall.Options, Made: o.app.env.Now(), Context: about}
	for _, option := range all {
		if apiclient.ValidID(option.id) {
			list.Rows = append(list.Rows, option.row())
		}
	}
	return lists.Save(list)
}

// optionWarnings tell of prices in another currency than was asked for, or than
// the list that the fare was picked from.
func optionWarnings(o *apiclient.FareOptions, fare offer) []string {
	var list []string
	if o.CurrencyCode != o.Metadata.CurrencyCode {
		list = append(list, "prices are in "+o.CurrencyCode+": the service did not convert to "+o.Metadata.CurrencyCode)
	}
	if listed := fare.price.Currency; listed != "" && listed != o.CurrencyCode {
		list = append(list, "prices are in "+o.CurrencyCode+"; the list of fares was in "+listed)
	}
	return list
}
