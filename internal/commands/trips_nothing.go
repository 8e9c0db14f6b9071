package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/money"
	"travel.example/travel/internal/search"
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
	delete(relaxed.values, wire)
	if wire == "airlines" {
		delete(relaxed.values, "airlines-match")
	}
	relaxed.values["pageSize"], relaxed.values["page"], relaxed.values["sort"] = json.Number("1"), json.Number("1"), "price_asc"
	var params apiclient.GetFlightSearchResultsParams
	if err := relaxed.into(&params); err != nil {
		return "", false
	}
	s, err := flights.Read(ctx, r.about.SearchID, params)
	if err != nil || len(s.Results.Results) == 0 {
		return "", false
	}
	price := s.Results.Results[0].Price
	low := money.Money{Amount: price.Total.String(), Currency: price.Currency}.Text(s.Results.Metadata.Locale)
	return fmt.Sprintf("without %s: %s, from %s", typed, counted(s.Results.Metadata.TotalCandidates, "trip"), low), true
}
