package flights

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
)

type tripOptions struct {
	desk    *desk.Desk
	out     *cli.Printer
	request flights.TripRequest
}

func newTrip(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightTrip")
	o := &tripOptions{desk: run.Desk(), out: run.Out(), request: flights.TripRequest{Query: read}}
	cmd.Long = `Open one trip: each leg as a timeline in local times, then every fare with who sells it.

TRIP is a row number of the last list of trips, one that you keep (travel kept), or a trip id. A
row number brings the search, currency and language of its list along. "Refundable" is what the seller states;
"not stated" never means no. People are shown the detail view; --json prints the
view that --view asks for.`
	cmd.Example = `  travel flights trip 2
  travel flights trip 2 --currency EUR
  travel flights trip 1 --view detail --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.request.Trip = args[0]
		return runTrip(cmd.Context(), o)
	}
	cli.AddParams(cmd, read, "tripId")
	o.request.Renewal = run.Renewal(cmd, "the same trip")
	run.Columns(cmd, flightview.TripView{})
	run.Completion().Rows(cmd, recall.Trips, 1)
	return cmd
}

func runTrip(ctx context.Context, o *tripOptions) error {
	if o.out.Text() { // a script gets the view that it asks for
		if err := o.request.Query.SetDefault("view", "--view", string(apiclient.DetailViewDetail)); err != nil {
			return err
		}
	}
	answer, err := flights.OpenTrip(ctx, o.desk, &o.request)
	if err != nil {
		return err
	}
	view := tripView(answer.Value)
	view.Next, view.Notes = answer.Meta.Next, append(view.Notes, answer.Meta.Warnings...)
	return o.out.Print(answer.Bodies[0], answer.Meta, view, answer.Meta.Warnings)
}

// tripView lays one trip out for a person.
func tripView(t *flights.Opened) flightview.TripView {
	v := flightview.TripView{Title: "Trip", Locale: t.Trip.Locale, Signals: t.Signals()}
	if t.Pick.N > 0 || t.Pick.Kept != "" {
		v.Title = "Trip " + flights.Number(t.Pick)
	}
	asked := t.Pick.List.Flight
	v.Context = terms(asked, t.Currency, t.Locale.Site)
	for i, leg := range t.Legs {
		switch last := len(v.Route) - 1; {
		case i == 0:
			v.Route = append(v.Route, leg.From)
		case v.Route[last] != leg.From:
			v.Route[last] += "/" + leg.From // the city's other airport
		}
		v.Route = append(v.Route, leg.To)
		for _, name := range leg.Airlines {
			if !slices.Contains(v.Airlines, name) {
				v.Airlines = append(v.Airlines, name)
			}
		}
		cabin := ""
		if asked != nil {
			cabin = asked.Cabin // the head says it for the whole trip
		}
		v.Legs = append(v.Legs, viewLeg(leg, flights.Way(i, len(t.Legs)), cabin))
	}
	for i, f := range t.Fares {
		full, brief := then(f, i+1)
		v.Fares = append(v.Fares, flightview.FareRow{
			N: i + 1, FareID: sendable(f.ID), Price: money.Money(f.Price), SoldBy: f.Seller, Kind: f.Kind, Refundable: grid.AnswerOf(&f.Refundable),
			CabinBag: f.CabinBag, CheckedBag: f.CheckedBag, Then: full, Brief: brief, Link: f.Link,
		})
	}
	return v
}

// viewLeg is a leg as it is drawn. The cabin that the head says already is left out.
func viewLeg(leg flights.Leg, label, cabin string) flightview.ViewLeg {
	v := flightview.ViewLeg{
		Label: label, From: leg.From, To: leg.To, Depart: leg.Depart, Arrive: leg.Arrive,
		DayOffset: leg.DayOffset, Minutes: leg.Minutes, Stops: leg.Stops,
	}
	for _, s := range leg.Segments {
		segment := flightview.Segment{
			From: flightview.Station{Code: s.From, Name: s.FromName}, To: flightview.Station{Code: s.To, Name: s.ToName},
			Depart: s.Depart, Arrive: s.Arrive, Minutes: s.Minutes, Mode: s.Mode, Number: s.Number,
			Carrier: s.Carrier, Operator: s.Operator, Vehicle: s.Vehicle,
		}
		if s.Cabin != cabin {
			segment.Cabin = s.Cabin
		}
		v.Segments = append(v.Segments, segment)
	}
	return v
}

// then says how a fare goes on, with its options or at the one who sells it: in full, and in brief.
func then(f flights.Fare, row int) (full, brief string) {
	switch apiclient.FareKind(f.Kind) {
	case apiclient.FareKindAirline:
		return "at the airline", "airline"
	case apiclient.FareKindPartner:
		return "at the agency", "agency"
	}
	if f.Opens() {
		return fmt.Sprintf("travel flights options %d", row), fmt.Sprintf("options %d", row)
	}
	return "on this service, without options", "here"
}
