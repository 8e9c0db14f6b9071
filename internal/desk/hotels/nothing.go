package hotels

import (
	"context"
	"errors"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/search"
)

// Facets are the words of a hotel search's filters.
func Facets(options apiclient.HotelFilterOptions) []desk.Facet {
	var all []desk.Facet
	add := func(wire string, named []apiclient.NamedCount) {
		for _, w := range named {
			all = append(all, desk.Facet{Param: wire, Value: w.Name, Count: w.Count})
		}
	}
	add("rate-types", options.RateTypes)
	add("property-types", options.PropertyTypes)
	add("districts", options.Districts)
	add("amenities", options.Amenities)
	add("brands", options.Brands)
	add("chains", options.Chains)
	return all
}

// Reason is why a page has no hotel. The reasons ask for different next steps.
type Reason uint8

// The reasons.
const (
	NotEmpty   Reason = iota // it has hotels
	SoldOut                  // none can be booked on this service for these days, which proves nothing of others
	ComingIn                 // none with a price has come in so far
	PastTheEnd               // the page is past the last one
	Filtered                 // the filters leave none; WhyNone says which
)

// ReasonOf tells why a page has no hotel.
func ReasonOf(r *apiclient.HotelResults) Reason {
	switch {
	case len(r.Results) > 0:
		return NotEmpty
	case r.Metadata.TotalBeforeFilters == 0 && r.SearchComplete:
		return SoldOut
	case r.Metadata.TotalBeforeFilters == 0:
		return ComingIn
	case r.Metadata.TotalCandidates > 0:
		return PastTheEnd
	}
	return Filtered
}

// WhyNone says which filters removed every hotel, and where they are several what each of them taken
// away alone would bring back, at the price of a read each; nil where filters are not the reason.
func WhyNone(ctx context.Context, d *desk.Desk, found Found, view View) *desk.Nothing {
	if ReasonOf(found.Value.Results) != Filtered {
		return nil
	}
	meta := found.Value.Results.Metadata
	// Whose rating is meant goes with the rating; it is not a filter of its own.
	filters := slices.DeleteFunc(view.Query.Filters(), func(wire string) bool { return wire == "guest-type" })
	nothing := &desk.Nothing{Of: meta.TotalBeforeFilters}
	for _, wire := range filters {
		nothing.Filters = append(nothing.Filters, view.Query.Typed(wire))
	}
	nothing.Strange = desk.Strange(view.Query, Facets(meta.FilterOptions), func(word, typed string) bool {
		return strings.Contains(strings.ToLower(word), strings.ToLower(typed)) // such words match as part of a longer name
	})
	hotels, err := client(d)
	if err != nil || len(filters) < 2 {
		return nothing
	}
	nothing.Without = desk.Relax(ctx, view.Query, filters, func(ctx context.Context, wire string) (desk.Relaxed, bool) {
		return without(ctx, hotels, found.List.Search.ID, view.Query, wire)
	})
	return nothing
}

// without reads a search without one filter.
func without(ctx context.Context, hotels search.Hotels, id string, q *params.Values, wire string) (desk.Relaxed, bool) {
	relaxed := q.Clone()
	relaxed.Unset(wire)
	if !relaxed.Has("min-guest-rating") {
		relaxed.Unset("guest-type")
	}
	if err := errors.Join(relaxed.SetTyped("pageSize", 1), relaxed.SetTyped("page", 1), relaxed.SetTyped("sort", "price_asc")); err != nil {
		return desk.Relaxed{}, false
	}
	s, err := hotels.Read(ctx, id, params.Request[apiclient.GetHotelSearchResultsParams](relaxed))
	if err != nil || len(s.Results.Results) == 0 {
		return desk.Relaxed{}, false
	}
	return desk.Relaxed{Rows: s.Results.Metadata.TotalCandidates, From: NightPrice(s.Results.Results[0].Price), Locale: s.Results.Metadata.Locale}, true
}
