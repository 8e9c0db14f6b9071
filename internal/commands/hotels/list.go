package hotels

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/hotelview"
)

// list prints a list of hotels, both while it loads and when it is complete.
type list struct {
	desk    *desk.Desk
	reports *cli.Reports
	out     *cli.Printer
	query   *ask.Values    // parameters of the read
	facets  cli.FacetsFlag // print the available filters instead of the hotels
}

func listOf(run *cli.Run, read *ask.Values) list {
	draw := func(last *desk.Snapshot) (render.Ranked, string) { return present.HotelFrame(last, read) }
	return list{desk: run.Desk(), reports: run.Reports(draw), out: run.Out(), query: read}
}

// addTo adds the flags of a list to a command.
func (l *list) addTo(run *cli.Run, cmd *cobra.Command) {
	l.facets.AddTo(cmd, "hotels", "getHotelSearchResults")
	run.Columns(cmd, hotelview.HotelList{}, func() render.View {
		if l.facets.On {
			return present.HotelFacets(&apiclient.HotelResults{}, l.facets.Filter)
		}
		return nil
	})
}

// usedMost returns the most used flags of a list.
func usedMost() []cli.Used {
	return cli.UsedOfList("getHotelSearchResults", "Order: cheapest, nearest, central and others")
}

// print follows a search, shows its progress, and prints the results. Results that arrived before a failure are
// printed too; print then returns the failure.
func (l *list) print(ctx context.Context, view desk.View, follow func(*desk.Desk) (hotels.Found, error)) error {
	found, err := follow(l.desk.Reporting(l.reports))
	if len(found.Bodies) == 0 {
		return err
	}
	if printErr := l.show(ctx, found, view); printErr != nil {
		return desk.Unprinted(printErr, found.Reread)
	}
	return err
}

// show prints the page, or the facets of the whole search.
func (l *list) show(ctx context.Context, found hotels.Found, view desk.View) error {
	s := found.Value
	if l.facets.On {
		table := present.HotelFacets(s.Results, l.facets.Filter)
		table.Notes = append(table.Notes, present.StayFilters(found.List.View, s.Results.CurrencyCode).Counted()...)
		return l.out.Print(s.Body, found.Meta, table, table.Notes)
	}
	if l.out.Events() {
		return l.reports.Ended(s.Progress, found.Bodies, found.Rows, found.Meta)
	}
	if !l.out.Text() {
		return l.out.PrintPages(found.Bodies, found.Rows, found.Meta, nil, nil)
	}
	shown := present.Hotels(s, l.query, found.List, found.Locale, found.Meta)
	present.MarkHotels(&shown, s, found.Watch)
	if status, note := present.WatchStatus(found.Watch, s.Progress, s.Results.Metadata.TotalBeforeFilters, present.HotelChanges(s, found.Watch)); status != "" {
		shown.Status, shown.Notes = status, append([]string{note}, shown.Notes...)
	}
	shown.Status = l.out.Spent(shown.Status)
	if !found.Watch.Over() {
		shown.Notes = append(shown.Notes, present.NoHotels(s.Results, hotels.WhyNone(ctx, l.desk, found, view), l.query)...)
	}
	return l.out.PrintPages(found.Bodies, found.Rows, found.Meta, shown, shown.Notes)
}
