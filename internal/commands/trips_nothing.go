package commands

import (
	"context"
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// maxRelaxed bounds the reads that find out which filter removed everything.
const maxRelaxed = 6

// nothingWords say which filters removed every trip, and what each of them
// taken away alone would bring back. Each is one more read of the same search;
// a read that fails only leaves its line out.
func (a *app) nothingWords(ctx context.Context, flights search.Flights, r tripsRead, results *apiclient.FlightResults) []string {
	meta := results.Metadata
	if meta.TotalCandidates > 0 || meta.SnapshotTripCount == 0 {
		return nil
	}
	filters := r.params.filters()
	if len(filters) == 0 {
		return nil
	}
	var typed []string
	for _, wire := range filters {
		typed = append(typed, r.params.typed(wire))
	}
	leave := "leave"
	if len(filters) == 1 {
		leave = "leaves"
	}
	words := []string{fmt.Sprintf("No trip matches: %s %s 0 of %s.", strings.Join(typed, " and "), leave, counted(meta.SnapshotTripCount, "trip"))}
	words = append(words, strangeWords(r.params, tripFacets(meta.FilterOptions), func(word, typed string) bool { return word == typed })...)
	if len(filters) > maxRelaxed {
		return words
	}
	for i, wire := range filters {
		if way, ok := r.without(ctx, flights, wire, typed[i]); ok {
			words = append(words, way)
		}
	}
	return words
}

// without reads the search without one filter.
func (r tripsRead) without(ctx context.Context, flights search.Flights, wire, typed string) (string, bool) {
	relaxed := r.params.clone()
	relaxed.Unset(wire)
	if wire == "airlines" {
		relaxed.Unset("airlines-match")
	}
	params := desk.Request[apiclient.GetFlightSearchResultsParams](relaxed.Params)
	params.PageSize, params.Page, params.Sort = new(1), new(1), new(apiclient.FlightSortPriceAsc)
	s, err := flights.Read(ctx, r.about.SearchID, params)
	if err != nil || len(s.Results.Results) == 0 {
		return "", false
	}
	price := s.Results.Results[0].Price
	low := money.Money{Amount: price.Total.String(), Currency: price.Currency}.Text(s.Results.Metadata.Locale)
	return fmt.Sprintf("without %s: %s, from %s", typed, counted(s.Results.Metadata.TotalCandidates, "trip"), low), true
}
