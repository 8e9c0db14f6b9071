package commands

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/search"
)

// watchTrips keeps reading a search that settled. Row numbers follow the list
// as it is drawn, so each change is kept too.
func (a *app) watchTrips(ctx context.Context, flights search.Flights, r tripsRead, params apiclient.GetFlightSearchResultsParams, last search.FlightSnapshot, show func(search.FlightSnapshot)) (search.FlightSnapshot, error) {
	if err := a.emitSettled(last.Progress, [][]byte{last.Body}, len(last.Results.Results), r.facts(last)); err != nil {
		return last, err
	}
	before, names := search.TripListing(last.Results), map[string]string{}
	nameTrips(names, last.Results)
	r.watching.begin(before, last.Elapsed)
	last, end, err := flights.Watch(ctx, r.about.SearchID, params, last, r.life.watch.limit, func(s search.FlightSnapshot) bool {
		now := search.TripListing(s.Results)
		nameTrips(names, s.Results)
		changes := search.Compare(before, now)
		before = now
		show(s)
		if len(changes) == 0 {
			return false
		}
		r.watching.changed++
		if r.renewed == nil { // else the list is compared with the old one first
			_ = a.rememberTrips(r, s) // the last one tells when it cannot be kept
		}
		first := firstRow(s.Results)
		a.emitChanged(s.Progress, changes, first, s.Body)
		a.sayChanges(changes, "trip", first, s.Results.Metadata.Locale, func(id string) string { return names[id] })
		return true
	})
	r.watching.end = end
	return last, err
}

// nameTrips adds what the trips are called in a line about them.
func nameTrips(names map[string]string, r *apiclient.FlightResults) {
	for _, card := range r.Results {
		name := ""
		if len(card.Legs) > 0 {
			leg := tripLeg(card.Legs[0], 0, 1)
			name = joinAnd(leg.Airlines) + " " + leg.Depart.Format("15:04")
		}
		names[card.TripID] = name
	}
}

// mark tells beside each row what changed since the search settled.
func (r tripsRead) mark(list *render.TripList, s search.FlightSnapshot) {
	found := marks(r.watching.since(search.TripListing(s.Results)), s.Results.Metadata.Locale)
	for i := range list.Rows {
		list.Rows[i].Mark = found[s.Results.Results[i].TripID]
	}
}

// conclude says under the last list what the watch has seen.
func (r tripsRead) conclude(list *render.TripList, s search.FlightSnapshot) {
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
	if text, differs := currencyWarning(s.Results.CurrencyCode, meta); differs {
		facts.Warnings = append(facts.Warnings, text)
	}
	return facts
}

// emitTrips tells of a read while the search comes in.
func (a *app) emitTrips(s search.FlightSnapshot) {
	meta := s.Results.Metadata
	a.emit(snapshotEvent{Event: "snapshot", Read: s.Reads, ElapsedMS: s.Elapsed.Milliseconds(), Counts: map[string]int{
		"trips": meta.SnapshotTripCount, "fares": meta.SnapshotFareCount, "matching": meta.TotalCandidates, "shown": len(s.Results.Results),
	}})
}
