package commands

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/desk/search"
)

// watchTrips keeps reading a search that settled. Row numbers follow the list
// as it is drawn, so each change is kept too.
func (a *app) watchTrips(ctx context.Context, flights search.Flights, r tripsRead, params apiclient.GetFlightSearchResultsParams, last search.FlightSnapshot, show func(search.FlightSnapshot)) (search.FlightSnapshot, error) {
	if err := a.emitSettled(last.Progress, [][]byte{last.Body}, len(last.Results.Results), r.facts(last)); err != nil {
		return last, err
	}
	r.watching.begin(tripsSeen(last))
	last, end, err := flights.Watch(ctx, r.about.SearchID, params, last, r.life.watch.limit, func(s search.FlightSnapshot) bool {
		show(s)
		now := tripsSeen(s)
		changes := r.watching.changes(now)
		if len(changes) > 0 && r.renewed == nil { // else the list is compared with the old one first
			_ = a.rememberTrips(r, s) // the last one tells when it cannot be kept
		}
		return r.watching.tell(a, "trip", now, changes)
	})
	r.watching.end = end
	return last, err
}

// tripsSeen is a read of trips as a watch looks at it.
func tripsSeen(s search.FlightSnapshot) seen {
	names := map[string]string{}
	for _, card := range s.Results.Results {
		name := ""
		if len(card.Legs) > 0 {
			leg := tripLeg(card.Legs[0], 0, 1)
			name = joinAnd(leg.Airlines) + " " + leg.Depart.Format("15:04")
		}
		names[card.TripID] = name
	}
	return seen{
		progress: s.Progress, body: s.Body, listing: search.TripListing(s.Results), names: names,
		first: firstRow(s.Results), locale: s.Results.Metadata.Locale,
	}
}

// mark tells beside each row what changed since the search settled.
func (r tripsRead) mark(list *flightview.TripList, s search.FlightSnapshot) {
	found := marks(r.watching.since(search.TripListing(s.Results)), s.Results.Metadata.Locale)
	for i := range list.Rows {
		list.Rows[i].Mark = found[s.Results.Results[i].TripID]
	}
}

// conclude says under the last list what the watch has seen.
func (r tripsRead) conclude(list *flightview.TripList, s search.FlightSnapshot) {
	r.mark(list, s)
	if status, note := r.watching.status(s.Progress, r.watchWords(s)); status != "" {
		list.Status, list.Notes = status, append([]string{note}, list.Notes...)
	}
}

// watchWords say what changed since the search settled, "" before it did.
func (r tripsRead) watchWords(s search.FlightSnapshot) string {
	return r.watching.words(search.TripListing(s.Results), s.Results.Metadata.Locale)
}

// facts are what is known of a snapshot beside its body.
func (r tripsRead) facts(s search.FlightSnapshot) answerFacts {
	facts := newFacts("getFlightSearchResults")
	facts.Settle, facts.Reads, facts.ElapsedMS = s.Settle, s.Reads, s.Elapsed.Milliseconds()
	meta := s.Results.Metadata
	r.choice.record(&facts, meta.CurrencyCode, meta.Locale)
	facts.Warnings = append(facts.Warnings, currencyWarnings(s.Results.CurrencyCode, meta.CurrencyCode, r.about.Currency)...)
	return facts
}

// emitTrips tells of a read while the search comes in.
func (a *app) emitTrips(s search.FlightSnapshot) {
	meta := s.Results.Metadata
	a.emit(snapshotEvent{Event: "snapshot", Read: s.Reads, ElapsedMS: s.Elapsed.Milliseconds(), Counts: map[string]int{
		"trips": meta.SnapshotTripCount, "fares": meta.SnapshotFareCount, "matching": meta.TotalCandidates, "shown": len(s.Results.Results),
	}})
}
