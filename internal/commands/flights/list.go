package flights

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/flightview"
)

// list prints a list of trips, both while it loads and when it is complete.
type list struct {
	desk    *desk.Desk
	reports *cli.Reports
	out     *cli.Printer
	facets  cli.FacetsFlag // print the available filters instead of the trips
}

func listOf(run *cli.Run) list {
	return list{desk: run.Desk(), reports: run.Reports(present.TripFrame), out: run.Out()}
}

// addTo adds the flags of a list to a command.
func (l *list) addTo(run *cli.Run, cmd *cobra.Command) {
	l.facets.AddTo(cmd, "trips", "getFlightSearchResults")
	run.Columns(cmd, flightview.TripList{}, func() render.View {
		if l.facets.On {
			return present.TripFacets(&apiclient.FlightResults{}, l.facets.Filter)
		}
		return nil
	})
}

// usedMost returns the most used flags of a list.
func usedMost() []cli.Used {
	return cli.UsedOfList("getFlightSearchResults", "Order: cheapest, fastest, earliest and others")
}

// print follows a search, shows its progress, and prints the results. Results that arrived before a failure are
// printed too; print then returns the failure.
func (l *list) print(ctx context.Context, view desk.View, follow func(*desk.Desk) (flights.Trips, error)) error {
	trips, err := follow(l.desk.Reporting(l.reports))
	if len(trips.Bodies) == 0 {
		return err
	}
	if printErr := l.show(ctx, trips, view); printErr != nil {
		return desk.Unprinted(printErr, trips.Reread)
	}
	return err
}

// show prints the page, or the facets of the whole search.
func (l *list) show(ctx context.Context, trips flights.Trips, view desk.View) error {
	s := trips.Value
	if l.facets.On {
		table := present.TripFacets(s.Results, l.facets.Filter)
		table.Notes = append(table.Notes, present.FiltersOf(trips.List.View, s.Results.CurrencyCode).Counted()...)
		return l.out.Print(s.Body, trips.Meta, table, table.Notes)
	}
	if l.out.Events() {
		return l.reports.Ended(s.Progress, trips.Bodies, trips.Rows, trips.Meta)
	}
	if !l.out.Text() {
		return l.out.PrintPages(trips.Bodies, trips.Rows, trips.Meta, nil, nil)
	}
	shown := present.Trips(s, trips.List, trips.Locale, trips.Meta)
	shown.Order = present.TripOrder(apiclient.FlightSort(view.Query.Text("sort")))
	present.MarkTrips(&shown, s, trips.Watch)
	if status, note := present.WatchStatus(trips.Watch, s.Progress, s.Results.Metadata.SnapshotTripCount, present.TripChanges(s, trips.Watch)); status != "" {
		shown.Status, shown.Notes = status, append([]string{note}, shown.Notes...)
	}
	shown.Status = l.out.Spent(shown.Status)
	if !trips.Watch.Over() {
		if lines := present.NothingWords(flights.WhyNone(ctx, l.desk, trips, view), "trip", ""); len(lines) > 0 {
			shown.Notes = append(slices.Clone(trips.Meta.Warnings), lines...)
		}
	}
	return l.out.PrintPages(trips.Bodies, trips.Rows, trips.Meta, shown, shown.Notes)
}
