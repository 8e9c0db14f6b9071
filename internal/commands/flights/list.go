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
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/words"
)

// list prints a list of trips, as it comes in and when it is there.
type list struct {
	desk    *desk.Desk
	reports *cli.Reports
	out     *cli.Printer
	facets  cli.FacetsFlag // print what the trips can be filtered by instead of them
}

func listOf(run *cli.Run) list {
	return list{desk: run.Desk(), reports: run.Reports(draw), out: run.Out()}
}

// addTo gives a command the flags of a list.
func (l *list) addTo(run *cli.Run, cmd *cobra.Command) {
	l.facets.AddTo(cmd, "trips", facetFilters())
	run.Columns(cmd, flightview.TripList{}, func() render.View {
		if l.facets.On {
			return facetsTable(&apiclient.FlightResults{}, &l.facets)
		}
		return nil
	})
}

// usedMost are the flags of a list that people use most.
func usedMost() []cli.Used {
	return []cli.Used{
		{Flag: "nonstop", About: "No stops at all"},
		{Flag: "max-stops", About: "Most stops on each leg"},
		{Flag: "depart", About: "When the first leg leaves, such as 6-12"},
		{Flag: "max-time", About: "Longest journey, both ways together, such as 8h"},
		{Flag: "airlines", About: "Airlines by code, such as EK,BA"},
		{Flag: "max-price", About: "Highest price, for the whole party"},
		{Flag: "sort", About: "Order: cheapest, fastest, earliest and others"},
		{Flag: "facets", About: "Print what can be filtered by, with counts"},
		{Flag: "limit", About: "Rows to print, over all pages"},
		{Flag: "currency", About: "Currency of the prices, such as EUR"},
		{Flag: "watch", About: "Keep reading, and tell what changes"},
	}
}

// print follows a search, shows how it comes in, and prints what it was found to hold. What arrived
// before a fault is printed too; the error is then the fault.
func (l *list) print(ctx context.Context, view flights.View, follow func(*desk.Desk) (flights.Trips, error)) error {
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
func (l *list) show(ctx context.Context, trips flights.Trips, view flights.View) error {
	s := trips.Value
	if l.facets.On {
		table := facetsTable(s.Results, &l.facets)
		table.Notes = append(table.Notes, cli.CountedWords(trips.List.View)...)
		return l.out.Print(s.Body, trips.Meta, table, table.Notes)
	}
	if l.out.Events() {
		return l.reports.Ended(s.Progress, trips.Bodies, trips.Rows, trips.Meta)
	}
	if !l.out.Text() {
		return l.out.PrintPages(trips.Bodies, trips.Rows, trips.Meta, nil, nil)
	}
	shown := tripList(s, trips.List, trips.Locale, trips.Meta)
	shown.Order = orders[apiclient.FlightSort(view.Query.Text("sort"))]
	mark(&shown, s, trips.Watch)
	if status, note := cli.WatchStatus(trips.Watch, s.Progress, s.Results.Metadata.SnapshotTripCount, watchWords(s, trips.Watch)); status != "" {
		shown.Status, shown.Notes = status, append([]string{note}, shown.Notes...)
	}
	shown.Status = l.out.Spent(shown.Status)
	if !trips.Watch.Over() {
		if lines := cli.NothingWords(flights.WhyNone(ctx, l.desk, trips, view), "trip", ""); len(lines) > 0 {
			shown.Notes = append(slices.Clone(trips.Meta.Warnings), lines...)
		}
	}
	return l.out.PrintPages(trips.Bodies, trips.Rows, trips.Meta, shown, shown.Notes)
}

// draw is the frame of a flight search while its answers come in.
func draw(last *desk.Snapshot) (render.Ranked, string) {
	s, ok := snapshotOf(last)
	if !ok || s.Results.Metadata.SnapshotTripCount == 0 {
		return nil, "waiting for the first answers"
	}
	meta := s.Results.Metadata
	status := words.Counted(meta.SnapshotTripCount, "trip") + " · " + words.Counted(meta.SnapshotFareCount, "fare") + " so far"
	if len(s.Results.Results) == 0 {
		return nil, status
	}
	frame := tripList(s, last.List, last.In, desk.Meta{})
	if text := watchWords(s, last.Watch); text != "" {
		mark(&frame, s, last.Watch)
		status = "watching: " + text
	}
	return frame, status
}

func snapshotOf(last *desk.Snapshot) (search.FlightSnapshot, bool) {
	if last == nil {
		return search.FlightSnapshot{}, false
	}
	s, ok := last.Value.(search.FlightSnapshot)
	return s, ok
}

// mark tells beside each row what changed since the search settled.
func mark(list *flightview.TripList, s search.FlightSnapshot, w *desk.Watch) {
	found := cli.Marks(w.Since(search.TripListing(s.Results)), s.Results.Metadata.Locale)
	for i := range list.Rows {
		list.Rows[i].Mark = found[s.Results.Results[i].TripID]
	}
}

// watchWords say what changed since the search settled, "" before it did.
func watchWords(s search.FlightSnapshot, w *desk.Watch) string {
	return cli.WatchWords(w, search.TripListing(s.Results), s.Results.Metadata.Locale)
}

// tripList makes the ranked list of a snapshot for a person. The service ranks; nothing is sorted
// here.
func tripList(s search.FlightSnapshot, of recall.List, in desk.Locale, meta desk.Meta) flightview.TripList {
	results := s.Results
	list := flightview.TripList{
		Context: terms(of.Flight, results.CurrencyCode, in.Site),
		Locale:  results.Metadata.Locale,
		View:    cli.ViewWords(of.View),
		Total:   results.Metadata.TotalCandidates,
		Of:      cli.LeftOut(of.View, results.Metadata.SnapshotTripCount),
		Status:  s.Progress.Words(results.Metadata.SnapshotTripCount),
		Notes:   append(meta.Warnings, emptyWords(results)...),
		Next:    meta.Next,
	}
	if q := of.Flight; q != nil {
		list.From, list.To, list.Depart, list.Return = q.From, q.To, words.Day(q.FromDate), words.Day(q.ToDate)
		list.FromEnd, list.ToEnd = flightview.End{Name: q.FromName, City: q.FromCity}, flightview.End{Name: q.ToName, City: q.ToCity}
	}
	low, high := priceSpan(results.Results)
	list.Rows = make([]flightview.TripRow, 0, len(results.Results))
	for i, card := range results.Results {
		list.Rows = append(list.Rows, tripRow(card, flights.FirstRow(results)+i, low, high))
	}
	if slices.ContainsFunc(list.Rows, func(row flightview.TripRow) bool { return len(row.Badges) > 0 }) {
		list.Notes = append(list.Notes, cli.LabelWords(list.Of, "trip")...)
	}
	return list
}

// orders say by what a list is sorted. Of its own ranking the service says no more than that it goes
// by a score, and that two picks are moved up.
var orders = map[apiclient.FlightSort]string{
	"":                                        bestFirst,
	apiclient.FlightSortScoreDesc:             bestFirst,
	apiclient.FlightSortPriceAsc:              "Lowest price first.",
	apiclient.FlightSortDurationAsc:           "Shortest time in all first.",
	apiclient.FlightSortLeg1DepartureTimeAsc:  "Earliest departure first.",
	apiclient.FlightSortLeg1DepartureTimeDesc: "Latest departure first.",
	apiclient.FlightSortLeg2DepartureTimeAsc:  "Earliest departure back first.",
	apiclient.FlightSortLeg2DepartureTimeDesc: "Latest departure back first.",
}

const bestFirst = "Best first by the service's score; the cheapest move up."

func tripRow(card apiclient.TripCard, n int, low, high float64) flightview.TripRow {
	row := flightview.TripRow{
		N: n, TripID: sendable(card.TripID), Price: money.Money(flights.CardPrice(card)),
		Sellers: card.Price.WebsiteCount, Badges: flights.BadgeWords(card.Badges),
	}
	if price, err := card.Price.Total.Float64(); err == nil && high > low {
		row.Share = new((price - low) / (high - low))
	}
	row.Legs = make([]flightview.TripLeg, 0, len(card.Legs))
	for i, leg := range card.Legs {
		row.Legs = append(row.Legs, tripLeg(leg, i, len(card.Legs)))
	}
	return row
}

// sendable is an id that may be sent back, or "": another one is never printed, since what is
// printed gets pasted into a shell.
func sendable(id string) string {
	if !apiclient.ValidID(id) {
		return ""
	}
	return id
}

func tripLeg(leg apiclient.CardLeg, i, of int) flightview.TripLeg {
	return flightview.TripLeg{
		Label: flights.Way(i, of),
		From:  leg.From, To: leg.To,
		Depart: words.Moment(leg.DepartsAt), Arrive: words.Moment(leg.ArrivesAt),
		DayOffset: words.Whole(leg.ArrivalDayOffset), Minutes: words.Whole(leg.DurationMinutes), Stops: words.Whole(leg.Stops),
		Via: leg.Via, Modes: words.Strings(leg.TransportTypes),
		Airlines: flights.AirlineNames(leg.Airlines), Operated: flights.AirlineNames(leg.OperatingAirlines),
	}
}

// priceSpan is the lowest and highest price of a page, for the bar beside it.
func priceSpan(cards []apiclient.TripCard) (low, high float64) {
	for i, card := range cards {
		price, err := card.Price.Total.Float64()
		if err != nil {
			continue
		}
		if i == 0 || price < low {
			low = price
		}
		high = max(high, price)
	}
	return low, high
}

// emptyWords say why a page is empty, because the reasons ask for different next steps.
func emptyWords(r *apiclient.FlightResults) []string {
	meta := r.Metadata
	switch {
	case len(r.Results) > 0:
		return nil
	case meta.SnapshotTripCount == 0:
		return []string{"No seller has offered a trip for this route and date so far."}
	case meta.TotalCandidates == 0:
		return []string{fmt.Sprintf("The filters leave 0 of %s.", words.Counted(meta.SnapshotTripCount, "trip"))}
	}
	pages := (meta.TotalCandidates + meta.PageSize - 1) / max(meta.PageSize, 1)
	return []string{fmt.Sprintf("Page %d is past the last page, %d.", meta.Page, pages)}
}
