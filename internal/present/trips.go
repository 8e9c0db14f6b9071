package present

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// TripFrame returns a frame of a running flight search: the list, nil before it has rows, and the status.
func TripFrame(last *desk.Snapshot) (render.Ranked, string) {
	s, ok := valueOf[search.FlightSnapshot](last)
	if !ok {
		return nil, waiting
	}
	meta := s.Results.Metadata
	status := TripsSoFar(meta)
	if meta.SnapshotTripCount == 0 || len(s.Results.Results) == 0 {
		return nil, status
	}
	if text, _ := since(last.Watch, search.TripListing(s.Results), meta.Locale); text != "" {
		status = "watching: " + text
	}
	return Trips(s, last.List, last.In, desk.Meta{}, last.Watch), status
}

// TripsSoFar returns the status of a running flight search.
func TripsSoFar(meta apiclient.FlightResultsMetadata) string {
	if meta.SnapshotTripCount == 0 {
		return waiting
	}
	return words.Counted(meta.SnapshotTripCount, "trip") + " · " + words.Counted(meta.SnapshotFareCount, "fare") + " so far"
}

// Trips builds the ranked list of a snapshot, with the changes since its search settled if it is watched. The service
// ranks; nothing is sorted here.
func Trips(s search.FlightSnapshot, of recall.List, in desk.Locale, meta desk.Meta, w *desk.Watch) flightview.TripList {
	results := s.Results
	list := flightview.TripList{
		Context: TripTerms(of.Flight, results.CurrencyCode, in.Site),
		Locale:  results.Metadata.Locale,
		View:    FiltersOf(of.View, results.CurrencyCode).Heading(),
		Total:   results.Metadata.TotalCandidates,
		Of:      LeftOut(of.View, results.Metadata.SnapshotTripCount),
		Status:  s.Progress.Words(results.Metadata.SnapshotTripCount),
		Notes:   append(meta.Warnings, noTrips(results)...),
		Next:    paste.Commands(meta.Next),
	}
	if q := of.Flight; q != nil {
		list.From, list.To, list.Depart, list.Return = q.From, q.To, words.Day(q.FromDate), words.Day(q.ToDate)
		list.FromEnd, list.ToEnd = flightview.End{Name: q.FromName, City: q.FromCity}, flightview.End{Name: q.ToName, City: q.ToCity}
	}
	text, marks := since(w, search.TripListing(results), list.Locale)
	low, high := math.Inf(1), math.Inf(-1)
	for _, card := range results.Results {
		if price, err := card.Price.Total.Float64(); err == nil {
			low, high = min(low, price), max(high, price)
		}
	}
	for i, card := range results.Results {
		row := TripRow(card, flights.FirstRow(results)+i)
		row.Mark = marks[card.TripID]
		if price, err := card.Price.Total.Float64(); err == nil && high > low {
			row.Share = new((price - low) / (high - low))
		}
		list.Rows = append(list.Rows, row)
	}
	if slices.ContainsFunc(list.Rows, func(row flightview.TripRow) bool { return len(row.Badges) > 0 }) {
		list.Notes = append(list.Notes, labelWords(list.Of, "trip")...)
	}
	if text != "" {
		list.Status, list.Notes = watched(w, s.Progress, results.Metadata.SnapshotTripCount, text, list.Notes)
	}
	return list
}

// TripOrder describes, in one sentence, how a list with this sort is sorted.
func TripOrder(sort apiclient.FlightSort) string { return tripOrders[sort] }

// tripOrders describes the sort orders. About its own ranking, the service says only that it uses a score and that
// two picks are moved up.
var tripOrders = map[apiclient.FlightSort]string{
	"":                                        bestTrips,
	apiclient.FlightSortScoreDesc:             bestTrips,
	apiclient.FlightSortPriceAsc:              "Lowest price first.",
	apiclient.FlightSortDurationAsc:           "Shortest time in all first.",
	apiclient.FlightSortLeg1DepartureTimeAsc:  "Earliest departure first.",
	apiclient.FlightSortLeg1DepartureTimeDesc: "Latest departure first.",
	apiclient.FlightSortLeg2DepartureTimeAsc:  "Earliest departure back first.",
	apiclient.FlightSortLeg2DepartureTimeDesc: "Latest departure back first.",
}

const bestTrips = "Best first by the service's score; the cheapest move up."

// TripRow builds the row of one trip. n is its number in the list.
func TripRow(card apiclient.TripCard, n int) flightview.TripRow {
	row := flightview.TripRow{
		N: n, TripID: sendable(card.TripID), Price: search.TripPrice(card),
		Sellers: card.Price.WebsiteCount, Badges: flights.BadgeWords(card.Badges),
	}
	row.Legs = make([]offer.Leg, 0, len(card.Legs))
	for i, leg := range card.Legs {
		row.Legs = append(row.Legs, offer.Leg{
			Label: offer.Way(i, len(card.Legs)),
			From:  leg.From, To: leg.To,
			Departs: offer.Local(leg.DepartsAt), Arrives: offer.Moment{At: words.Moment(leg.ArrivesAt), Days: words.Whole(leg.ArrivalDayOffset)},
			Minutes: words.Whole(leg.DurationMinutes), Stops: words.Whole(leg.Stops),
			Via: leg.Via, Modes: words.Strings(leg.TransportTypes),
			Airlines: flights.AirlineNames(leg.Airlines), Operated: flights.AirlineNames(leg.OperatingAirlines),
		})
	}
	return row
}

// sendable returns id if it may be sent back, or "". Any other id is never printed, because printed ids get pasted
// into a shell.
func sendable(id string) string {
	if !apiclient.ValidID(id) {
		return ""
	}
	return id
}

// noTrips says why a page is empty, because each reason needs a different next step.
func noTrips(r *apiclient.FlightResults) []string {
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

// TripTerms returns the party, cabin, currency and market that the prices of a list are for.
func TripTerms(q *query.Flight, currency string, site desk.Sourced) []string {
	var list []string
	if q != nil && q.Adults > 0 {
		list = append(list, q.Party(), strings.ReplaceAll(q.Cabin, "_", " "))
	}
	list = append(list, currency)
	if site.Value != "" {
		list = append(list, marketWords(site))
	}
	return list
}
