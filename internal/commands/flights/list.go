package flights

import (
	"context"
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
)

// tripList returns how trips are listed.
func tripList() lists.Kind[apiclient.FlightResults] {
	return lists.Kind[apiclient.FlightResults]{
		Subject: flights.Subject(), Operation: "getFlightSearchResults", Noun: "trip",
		Order: "Order: cheapest, fastest, earliest and others", Columns: flightview.TripList{},
		Draw: func(last *desk.Snapshot, _ *ask.Values) (render.Ranked, string) { return present.TripFrame(last) },
		Facets: func(results *apiclient.FlightResults, filters []ask.Param, only string) grid.Grouped {
			table := present.TripFacets(results, only)
			table.Notes = append(table.Notes, present.FiltersOf(filters, results.CurrencyCode).Counted()...)
			return table
		},
		View: tripsView,
	}
}

// tripsView lays out a list of trips.
func tripsView(ctx context.Context, run *cli.Run, trips flights.Trips, view desk.View) (render.View, []string) {
	shown := present.Trips(trips.Value, trips.List, trips.Locale, trips.Meta, trips.Watch)
	shown.Order = present.TripOrder(apiclient.FlightSort(view.Query.Text("sort")))
	shown.Status = run.Out().Spent(shown.Status)
	if !trips.Watch.Over() {
		if lines := present.NothingWords(flights.WhyNone(ctx, run.Desk(), trips, view), "trip", ""); len(lines) > 0 {
			shown.Notes = append(slices.Clone(trips.Meta.Warnings), lines...)
		}
	}
	return shown, shown.Notes
}
