package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// noStayWords say why a page is empty, because the reasons ask for different
// next steps, and which filter taken away would bring something back. Each is
// one more read of the same search; a read that fails only leaves its line out.
func (a *app) noStayWords(ctx context.Context, hotels search.Hotels, r staysRead, results *apiclient.HotelResults) []string {
	meta := results.Metadata
	switch {
	case len(results.Results) > 0:
		return nil
	case meta.TotalBeforeFilters == 0 && results.SearchComplete:
		return []string{"No hotel can be booked on this service for these days. That does not prove that none has a room."}
	case meta.TotalBeforeFilters == 0:
		return []string{"No hotel with a price has come in so far."}
	case meta.TotalCandidates > 0:
		pages := (meta.TotalCandidates + meta.PageSize - 1) / max(meta.PageSize, 1)
		return []string{fmt.Sprintf("Page %d is past the last page, %d.", meta.Page, pages)}
	}
	return relaxedStays(ctx, hotels, r, meta, results.CurrencyCode)
}

// relaxedStays name the filters that left nothing.
func relaxedStays(ctx context.Context, hotels search.Hotels, r staysRead, meta apiclient.HotelResultsMetadata, currency string) []string {
	filters := slices.DeleteFunc(r.params.filters(), func(wire string) bool { return wire == "guest-type" })
	typed := make([]string, len(filters))
	for i, wire := range filters {
		typed[i] = r.params.typed(wire)
	}
	leave := "leave"
	if len(filters) == 1 {
		leave = "leaves"
	}
	words := []string{fmt.Sprintf("No hotel matches: %s %s 0 of %s.", strings.Join(typed, " and "), leave, counted(meta.TotalBeforeFilters, "hotel"))}
	if r.params.Has("min-price") || r.params.Has("max-price") {
		words = append(words, priceSpanWords(meta, currency)...)
	}
	words = append(words, strangeWords(r.params, stayFacetWords(meta.FilterOptions), func(word, typed string) bool {
		return strings.Contains(strings.ToLower(word), strings.ToLower(typed)) // such words match as part of a longer name
	})...)
	if len(filters) < 2 || len(filters) > maxRelaxed {
		return words
	}
	for i, wire := range filters {
		if way, ok := r.without(ctx, hotels, wire, typed[i]); ok {
			words = append(words, way)
		}
	}
	return words
}

// priceSpanWords say between which prices a price filter can find something.
func priceSpanWords(meta apiclient.HotelResultsMetadata, currency string) []string {
	span := meta.FilterOptions.PriceRange
	if span == nil {
		return nil
	}
	low := money.Money{Amount: span.Min.String(), Currency: currency}.Text(meta.Locale)
	high := money.Money{Amount: span.Max.String(), Currency: currency}.Text(meta.Locale)
	return []string{"A night, all in, costs from " + low + " to " + high + "."}
}

// without reads the search without one filter.
func (r staysRead) without(ctx context.Context, hotels search.Hotels, wire, typed string) (string, bool) {
	relaxed := r.params.clone()
	relaxed.Unset(wire)
	if !relaxed.Has("min-guest-rating") {
		relaxed.Unset("guest-type") // it goes with the rating only
	}
	params := desk.Request[apiclient.GetHotelSearchResultsParams](relaxed.Params)
	params.PageSize, params.Page, params.Sort = new(1), new(1), new(apiclient.HotelSortPriceAsc)
	s, err := hotels.Read(ctx, r.about.SearchID, params)
	if err != nil || len(s.Results.Results) == 0 {
		return "", false
	}
	night := cardPrice(s.Results.Results[0].Price).Night.Text(s.Results.Metadata.Locale)
	return fmt.Sprintf("without %s: %s, from %s a night", typed, counted(s.Results.Metadata.TotalCandidates, "hotel"), night), true
}
