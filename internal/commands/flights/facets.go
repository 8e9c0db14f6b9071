package flights

import (
	"encoding/json"
	"fmt"
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// mostFacets is how many words of a filter are shown where all filters are.
const mostFacets = 5

// facetFilters are the filters whose words a search tells, in the order in which they are listed.
func facetFilters() []string {
	return []string{"airlines", "alliances", "booking-sites", "stopover-airports", "aircraft"}
}

// facetsTable is the vocabulary of a search's filters with its counts, ready to paste as flags.
func facetsTable(results *apiclient.FlightResults, asked *cli.FacetsFlag) grid.Grouped {
	options := results.Metadata.FilterOptions
	t := grid.Grouped{Table: grid.Table{
		Title:   "What " + words.Counted(results.Metadata.SnapshotTripCount, "trip") + " can be filtered by",
		Columns: []grid.Column{{Name: "FILTER", Keep: 9}, {Name: "NAME", Keep: 9, Flex: true}, {Name: "TRIPS", Align: grid.Right, Keep: 9}},
	}}
	if asked.Filter == "" {
		t.Most = mostFacets
	}
	all := flights.Facets(options)
	for _, filter := range facetFilters() {
		if !asked.Wants(filter) {
			continue
		}
		own := slices.DeleteFunc(slices.Clone(all), func(f desk.Facet) bool { return f.Param != filter })
		t.Groups = append(t.Groups, grid.Group{Rows: len(own), Rest: asked.Rest(filter)})
		for _, f := range own {
			t.Rows = append(t.Rows, []grid.Cell{
				{Text: "--" + f.Param + " " + words.Shell(f.Value)}, {Text: f.Name}, {Text: words.Grouped(f.Count), Data: fmt.Sprint(f.Count)},
			})
		}
	}
	switch {
	case len(t.Rows) == 0 && asked.Filter != "":
		t.Notes = append(t.Notes, "The trips have no words for --"+asked.Filter+".")
	case asked.Filter == "":
		t.Notes = append(t.Notes, otherFilters(options)...)
	}
	return t
}

// otherFilters name the filters that have no words to list.
func otherFilters(options apiclient.FlightFilterOptions) []string {
	var notes []string
	if d := options.StopoverDurations; d != nil {
		notes = append(notes, fmt.Sprintf("Waits between flights run from %s to %s: --max-stopover-duration, --min-stopover-duration.",
			spanOf(d.Min), spanOf(d.Max)))
	}
	return append(notes, "The service counts no stops, prices and times; filter by them all the same: --nonstop, --max-stops, --max-price, --max-time, --depart.")
}

// spanOf is a length in minutes as people write one, or as it came where it is not whole.
func spanOf(minutes json.Number) string {
	if n, err := minutes.Int64(); err == nil {
		return lengthWords(int(n))
	}
	return minutes.String()
}

func lengthWords(minutes int) string { return fmt.Sprintf("%dh%02d", minutes/60, minutes%60) }
