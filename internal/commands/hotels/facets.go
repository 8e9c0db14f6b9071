package hotels

import (
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// facetsTable is the vocabulary of a search's filters with its counts, ready to paste as flags.
func facetsTable(results *apiclient.HotelResults) grid.Table {
	meta := results.Metadata
	options := meta.FilterOptions
	t := grid.Table{
		Title:   "What " + words.Counted(meta.TotalBeforeFilters, "hotel") + " can be filtered by",
		Columns: []grid.Column{{Name: "FILTER", Keep: 9, Flex: true}, {Name: "HOTELS", Align: grid.Right, Keep: 9}},
	}
	add := func(flag, floor string, named []apiclient.NamedCount) {
		for _, w := range named {
			t.Rows = append(t.Rows, []grid.Cell{
				{Text: "--" + flag + " " + words.Shell(w.Name)}, {Text: words.Grouped(w.Count) + floor, Data: strconv.Itoa(w.Count)},
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
	for _, text := range priceSpan(meta, results.CurrencyCode) {
		t.Notes = append(t.Notes, text+" Filter by it: --min-price, --max-price.")
	}
	if !results.SearchComplete {
		t.Notes = append(t.Notes, "The search is not complete; more words may come.")
	}
	return t
}
