package hotels

import (
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// mostFacets is how many words of a filter are shown where all filters are.
const mostFacets = 5

// facets are the words that a search knows for one filter.
type facets struct {
	filter string
	floor  string // stands behind a count that is only a floor
	named  []apiclient.NamedCount
}

// facetsOf are all filters whose words a search tells, in the order in which they are listed.
func facetsOf(options apiclient.HotelFilterOptions) []facets {
	return []facets{
		{"rate-types", "", options.RateTypes},
		{"guest-type", "", options.GuestTypes},
		{"property-types", "+", options.PropertyTypes},
		{"districts", "+", options.Districts},
		{"amenities", "+", options.Amenities},
		{"brands", "+", options.Brands},
		{"chains", "+", options.Chains},
	}
}

func facetFilters() []string {
	var names []string
	for _, f := range facetsOf(apiclient.HotelFilterOptions{}) {
		names = append(names, f.filter)
	}
	return names
}

// facetsTable is the vocabulary of a search's filters with its counts, ready to paste as flags.
func facetsTable(results *apiclient.HotelResults, asked *cli.FacetsFlag) grid.Grouped {
	meta := results.Metadata
	t := grid.Grouped{Table: grid.Table{
		Title:   "What " + words.Counted(meta.TotalBeforeFilters, "hotel") + " can be filtered by",
		Columns: []grid.Column{{Name: "FILTER", Keep: 9, Flex: true}, {Name: "HOTELS", Align: grid.Right, Keep: 9}},
	}}
	if asked.Filter == "" {
		t.Most = mostFacets
	}
	for _, f := range facetsOf(meta.FilterOptions) {
		if !asked.Wants(f.filter) {
			continue
		}
		t.Groups = append(t.Groups, grid.Group{Rows: len(f.named), Rest: asked.Rest(f.filter)})
		for _, w := range f.named {
			t.Rows = append(t.Rows, []grid.Cell{
				{Text: "--" + f.filter + " " + words.Shell(w.Name)}, {Text: words.Grouped(w.Count) + f.floor, Data: strconv.Itoa(w.Count)},
			})
		}
	}
	if len(t.Rows) == 0 && asked.Filter != "" {
		t.Notes = append(t.Notes, "The hotels have no words for --"+asked.Filter+".")
	}
	t.Notes = append(t.Notes, facetNotes(results, asked)...)
	return t
}

// facetNotes say how the counts are meant, and name the filters that have no words to list.
func facetNotes(results *apiclient.HotelResults, asked *cli.FacetsFlag) []string {
	var notes []string
	if asked.Filter != "rate-types" && asked.Filter != "guest-type" {
		notes = append(notes, "A count with + is a floor: such words also match as part of a longer name.")
	}
	if asked.Wants("guest-type") {
		notes = append(notes, "--guest-type goes with --min-guest-rating or --sort guest_rating_desc.")
	}
	if asked.Filter == "" {
		for _, text := range priceSpan(results.Metadata, results.CurrencyCode) {
			notes = append(notes, text+" Filter by it: --min-price, --max-price.")
		}
		notes = append(notes, "The service counts no stars and scores; filter by them all the same: --min-star, --min-review-score.")
	}
	if !results.SearchComplete {
		notes = append(notes, "The search is not complete; more words may come.")
	}
	return notes
}
