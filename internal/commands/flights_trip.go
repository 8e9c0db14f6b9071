package commands

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/desk/search"
)

type flightsTripOptions struct {
	app  *app
	trip string // as typed: a row number or an id
	read *params

	renew renewal
}

func newFlightsTrip(a *app) *cobra.Command {
	o := &flightsTripOptions{app: a, read: newParams("getFlightTrip", &dateBase{today: a.env.Now}), renew: a.renewal("the same trip")}
	cmd := &cobra.Command{
		Use:   "trip TRIP",
		Short: "Open one trip: its timeline and every fare",
		Long: `Open one trip: each leg as a timeline in local times, then every fare with who sells it.

TRIP is a row number of the last list of trips, or a trip id. A row number brings the
search, currency and language of its list along. "Refundable" is what the seller states;
"not stated" never means no. People are shown the detail view; --json prints the
view that --view asks for.`,
		Example: `  travel flights trip 2
  travel flights trip 2 --currency EUR
  travel flights trip 1 --view detail --json`,
		Args:        arguments("TRIP", 1, 1),
		Annotations: map[string]string{"operationId": "getFlightTrip"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.trip = args[0]
			return runFlightsTrip(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "tripId")
	o.renew.addFlag(cmd)
	a.addColumns(cmd, flightview.TripView{})
	a.completeRows(cmd, recall.Trips, 1)
	return cmd
}

func runFlightsTrip(ctx context.Context, o *flightsTripOptions) error {
	picked, err := o.app.pickTrip(o.trip, "travel flights trip --help")
	if err != nil {
		return err
	}
	if err := o.setSearch(&picked); err != nil {
		return err
	}
	if err := o.renew.checkTrip(&picked); err != nil {
		return err
	}
	choice, err := o.app.choose(ctx, o.read, choiceOf(picked.about))
	if err != nil {
		return err
	}
	if err := o.app.detailForPeople(o.read); err != nil {
		return err
	}
	answer, err := openTrip(ctx, o.read, &o.renew, &picked, o.open)
	if err != nil {
		return err
	}
	return o.print(answer, picked, choice)
}

func (o *flightsTripOptions) open(ctx context.Context, picked picked) (*apiclient.Answer[apiclient.Trip], error) {
	call, err := newCall[apiclient.GetFlightTripParams](ctx, o.app, o.read)
	if err != nil {
		return nil, err
	}
	answer, err := call.client.GetFlightTrip(ctx, picked.id, &call.params)
	if err != nil {
		return nil, fmt.Errorf("open the trip: %w", err)
	}
	return answer, nil
}

// setSearch fills the search id the service wants beside the trip's own: the
// part of the id before the first colon, unless --search says otherwise.
func (o *flightsTripOptions) setSearch(p *picked) error {
	own, err := searchOfTrip(p.id, o.trip, "travel flights trip --help")
	if err != nil {
		return err
	}
	p.about.SearchID, p.about.TripID = own, p.id
	return o.read.setOwnSearch(own)
}

func (o *flightsTripOptions) print(answer *apiclient.Answer[apiclient.Trip], p picked, choice chosen) error {
	trip := readTrip(*answer.Value)
	next := []string{"travel flights trip " + shellQuote(o.trip) + " --json", "travel flights results"}
	warnings := otherCurrency(p, trip.metadata.CurrencyCode)
	p.about.Currency, p.about.Locale = cmp.Or(choice.currency.value, trip.metadata.CurrencyCode), choice.locale.value
	if err := o.remember(trip, p.about); err != nil {
		o.app.notice("row numbers of the fares are not kept: %v", err)
	} else {
		next = append(trip.fareNext(), next...)
	}
	facts := newFacts("getFlightTrip")
	choice.record(&facts, trip.metadata.CurrencyCode, trip.metadata.Locale)
	facts.Next = append(facts.Next, next...)
	warnings = append(warnings, o.renew.record(&facts)...)
	facts.Warnings = append(facts.Warnings, warnings...)
	view := trip.view(p, choice)
	view.Next, view.Notes = facts.Next, append(view.Notes, warnings...)
	return o.app.answer(answer.Body, facts, view, warnings)
}

// otherCurrency warns when what is read is priced in another currency than the
// list that its row number came from.
func otherCurrency(p picked, currency string) []string {
	listed := cmp.Or(p.about.Currency, serviceCurrency)
	if p.row == 0 || listed == currency {
		return nil
	}
	return []string{"Prices here are in " + currency + "; the list that the number came from is in " + listed + "."}
}

// serviceCurrency is what the service quotes in when nobody says, by the
// specification.
const serviceCurrency = "USD"

// remember keeps the fares, so that a number stands for a fare id.
func (o *flightsTripOptions) remember(trip tripFacts, about recall.Context) error {
	lists, err := o.app.lists()
	if err != nil {
		return err
	}
	about.Itinerary = search.Keep(trip.itinerary)
	list := recall.List{Kind: recall.Fares, Made: o.app.env.Now(), Context: about}
	for i, fare := range trip.fares {
		if apiclient.ValidID(fare.id) {
			list.Rows = append(list.Rows, fareListRow(i+1, fare))
		}
	}
	return lists.Save(list)
}

// fareListRow is a fare as a list keeps it, with what finds it again.
func fareListRow(n int, fare fareFacts) recall.Row {
	return recall.Row{N: n, ID: fare.id, Label: fare.seller, Facts: map[string]string{
		"kind": fare.kind, "handoffUrl": fare.link, "price": fare.price.Amount, "currency": fare.price.Currency,
		"hasFareOptions": strconv.FormatBool(fare.options), printFact: search.Keep(fare.print),
	}}
}

// answerOf is what a seller states of a fare; the contract always has it.
func answerOf(b bool) grid.Answer { return grid.AnswerOf(&b) }
