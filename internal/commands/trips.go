package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// tripsRead is one reading of a flight search, from the first snapshot to the
// printed page.
type tripsRead struct {
	params *params
	life   lifeFlags
	choice chosen
	about  recall.Context
	wait   bool // until it settles; else one read
	facets bool // print what can be filtered by instead of the trips
	pages  pageFlags

	renewed  *renewal  // when the search was made in place of another
	watching *watching // nil when nobody watches
}

// followTrips reads a search, shows its progress, prints what it found and
// remembers the rows. What arrived before a fault or Ctrl-C is printed too;
// the exit code is then the fault's.
func (a *app) followTrips(ctx context.Context, flights search.Flights, r tripsRead) error {
	params := desk.Request[apiclient.GetFlightSearchResultsParams](r.params.Params)
	snapshot, err := a.readTrips(ctx, flights, r, params)
	if snapshot.Results == nil {
		return r.unread(withAge(a, r.about, err))
	}
	bodies, pagesErr := r.morePages(ctx, flights, &snapshot, params)
	err = cmp.Or(err, pagesErr)
	facts := r.facts(snapshot)
	if r.renewed != nil {
		r.renewed.compareTrips(snapshot) // before the list it is compared with is gone
		facts.Warnings = append(facts.Warnings, r.renewed.record(&facts)...)
	}
	next := tripsNext(snapshot.Results)
	if r.pages.rows() > 0 && snapshot.Results.Metadata.HasMore {
		next = next[:len(next)-1] // pages were not asked for
	}
	if saveErr := a.rememberTrips(r, snapshot); saveErr != nil {
		a.notice("row numbers are not kept: %v", saveErr)
		next = nil
	}
	facts.Next = append(facts.Next, next...)
	r.watching.facts(a, &facts, r.about)
	if printErr := a.printTrips(ctx, flights, r, snapshot, bodies, facts); printErr != nil {
		return unprinted(printErr, "travel flights results "+r.about.SearchID)
	}
	return err
}

// unprinted adds to an answer that could not be written how to read it again:
// the search it comes from may have been spent on it.
func unprinted(err error, command string) error {
	return advised{err: err, hint: "the search is still there, read it with: " + command}
}

// unread says, of a search just made of which nothing could be read, that it is
// there to be read later.
func (r tripsRead) unread(err error) error {
	if !r.wait {
		return err
	}
	return unread(err, "travel flights results --wait 45s")
}

// unread adds the command that reads a search later to a fault that left it
// unread.
func unread(err error, command string) error {
	if _, gone := errors.AsType[goneError](err); gone || apiclient.MaybeCreated(err) {
		return err
	}
	return unreadError{err, command}
}

// unreadError is a fault that left a search unread.
type unreadError struct {
	error
	command string
}

func (e unreadError) Error() string {
	return e.error.Error() + "; " + e.way()
}

func (e unreadError) way() string { return "the search was made, read it with: " + e.command }

func (e unreadError) Unwrap() error { return e.error }

// printTrips prints the page, or the facets of the whole search.
func (a *app) printTrips(ctx context.Context, flights search.Flights, r tripsRead, s search.FlightSnapshot, bodies [][]byte, facts answerFacts) error {
	if r.facets {
		table := facetsTable(s.Results)
		return a.answer(s.Body, facts, table, table.Notes)
	}
	if a.global.events {
		return a.emitEnd(s.Progress, bodies, len(s.Results.Results), facts)
	}
	view := tripList(s, r, facts)
	r.conclude(&view, s)
	if a.text() && !r.watching.over() {
		if words := a.nothingWords(ctx, flights, r, s.Results); len(words) > 0 {
			view.Notes = append(slices.Clone(facts.Warnings), words...)
		}
	}
	return a.answerPages(bodies, len(s.Results.Results), facts, view, view.Notes)
}

// readTrips makes the reads, with a live view while it waits.
func (a *app) readTrips(ctx context.Context, flights search.Flights, r tripsRead, params apiclient.GetFlightSearchResultsParams) (search.FlightSnapshot, error) {
	if !r.wait {
		return flights.Read(ctx, r.about.SearchID, params)
	}
	live := startLive(a, keepsHere, r.draw)
	defer live.stop()
	s, err := flights.Settle(ctx, r.about.SearchID, params, r.life.wait, func(s search.FlightSnapshot) {
		a.emitTrips(s)
		live.show(s)
	})
	if r.watching == nil || err != nil {
		return s, err
	}
	live.watch()
	return a.watchTrips(ctx, flights, r, params, s, live.show)
}

// rememberSearch keeps a search that was just made, before anything of it is
// read, so that a fault does not lose what was spent on it.
func (a *app) rememberSearch(kind recall.Kind, about recall.Context) {
	lists, err := a.lists()
	if err == nil {
		err = lists.Save(recall.List{Kind: kind, Made: a.env.Now(), Context: about})
	}
	if err != nil {
		a.notice("the search is %s; it is not kept here: %v", about.SearchID, err)
	}
}

// rememberTrips keeps the rows, so that a number stands for a trip id. Later
// reads repeat the currency and language of this one.
func (a *app) rememberTrips(r tripsRead, s search.FlightSnapshot) error {
	lists, err := a.lists()
	if err != nil {
		return err
	}
	about := r.about
	about.Currency, about.Locale = cmp.Or(r.choice.currency.value, s.Results.Metadata.CurrencyCode), r.choice.locale.value
	list := recall.List{Kind: recall.Trips, Made: a.env.Now(), Context: about}
	first := firstRow(s.Results)
	for i, card := range s.Results.Results {
		if !apiclient.ValidID(card.TripID) {
			continue // never offered for reuse
		}
		list.Rows = append(list.Rows, tripListRow(first+i, card))
	}
	a.rememberFacets(recall.TripFacets, "getFlightSearchResults", r.about, tripFacets(s.Results.Metadata.FilterOptions))
	return lists.Save(list)
}

// tripListRow is a row as a list keeps it, with what finds the trip again.
func tripListRow(n int, card apiclient.TripCard) recall.Row {
	return recall.Row{N: n, ID: card.TripID, Label: cardLabel(card), Facts: map[string]string{
		printFact: search.Keep(search.CardItinerary(card)),
		"price":   card.Price.Total.String(), "currency": card.Price.Currency,
	}}
}

// firstRow is the number of the page's first row: numbers run over pages.
func firstRow(r *apiclient.FlightResults) int {
	return (r.Metadata.Page-1)*r.Metadata.PageSize + 1
}

// cardLabel names a trip by what stays the same in another search: carriers,
// airports and local times.
func cardLabel(c apiclient.TripCard) string {
	label := ""
	for _, leg := range c.Legs {
		for i, airline := range leg.Airlines {
			if i > 0 {
				label += "+"
			}
			label += airline.Code
		}
		label += fmt.Sprintf(" %s %s %s %s; ", leg.From, leg.DepartsAt, leg.To, leg.ArrivesAt)
	}
	return label
}

// tripsNext are the commands that usually follow, ready to paste.
func tripsNext(r *apiclient.FlightResults) []string {
	if len(r.Results) == 0 {
		return nil
	}
	next := []string{fmt.Sprintf("travel flights trip %d", firstRow(r)), "travel flights results --max-stops 0 --sort price_asc", "travel flights results --facets"}
	if r.Metadata.HasMore {
		next = append(next, fmt.Sprintf("travel flights results --page %d", r.Metadata.Page+1))
	}
	return next
}
