package commands

import (
	"strconv"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/grid"
)

func addStayFacets(cmd *cobra.Command, facets *bool) {
	cmd.Flags().BoolVar(facets, "facets", false, "Print what the hotels can be filtered by, with counts, instead of the hotels")
	setFlagGroup(cmd.Flags().Lookup("facets"), groupFilter)
}

// stayFacets is the vocabulary of a search's filters with its counts, ready to
// paste as flags.
func stayFacets(results *apiclient.HotelResults) grid.Table {
	meta := results.Metadata
	options := meta.FilterOptions
	t := grid.Table{
		Title:   "What " + counted(meta.TotalBeforeFilters, "hotel") + " can be filtered by",
		Columns: []grid.Column{{Name: "FILTER", Keep: 9, Flex: true}, {Name: "HOTELS", Align: grid.Right, Keep: 9}},
	}
	add := func(flag, floor string, words []apiclient.NamedCount) {
		for _, w := range words {
			count := strconv.Itoa(w.Count)
			t.Rows = append(t.Rows, []grid.Cell{
				{Text: "--" + flag + " " + shellQuote(w.Name)}, {Text: grouped(w.Count) + floor, Data: count},
			})
		}
	}
	add("rate-types", "", options.RateTypes)
	add("guest-type", "", options.GuestTypes)
	add("property-types", "+", options.PropertyTypes)
	add("districts", "+", options.Districts)
	add("amenities", "+", options.Amenities)
	add("brands", "+", options.Brands)
	add("chains", "+", options.Chains)
	t.Notes = append(t.Notes, "A count with + is a floor: such words also match as part of a longer name. --guest-type goes with --min-guest-rating or --sort guest_rating_desc.")
	for _, words := range priceSpanWords(meta, results.CurrencyCode) {
		t.Notes = append(t.Notes, words+" Filter by it: --min-price, --max-price.")
	}
	if !results.SearchComplete {
		t.Notes = append(t.Notes, "The search is not complete; more words may come.")
	}
	return t
}
