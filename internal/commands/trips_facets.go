package commands

import (
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/grid"
)

func addFacetsFlag(cmd *cobra.Command, facets *bool) {
	cmd.Flags().BoolVar(facets, "facets", false, "Print what the trips can be filtered by, with counts, instead of the trips")
	setFlagGroup(cmd.Flags().Lookup("facets"), groupFilter)
}

// facetsTable is the vocabulary of a search's filters with its counts, ready
// to paste as flags.
func facetsTable(results *apiclient.FlightResults) grid.Table {
	options := results.Metadata.FilterOptions
	t := grid.Table{
		Title:   "What " + counted(results.Metadata.SnapshotTripCount, "trip") + " can be filtered by",
		Columns: []grid.Column{{Name: "FILTER", Keep: 9}, {Name: "NAME", Keep: 9, Flex: true}, {Name: "TRIPS", Align: grid.Right, Keep: 9}},
	}
	add := func(flag string, facets []apiclient.CodedCount) {
		for _, f := range facets {
			t.Rows = append(t.Rows, []grid.Cell{
				{Text: "--" + flag + " " + shellQuote(f.Code)}, {Text: stated(f.Name)}, {Text: grouped(f.Count), Data: fmt.Sprint(f.Count)},
			})
		}
	}
	add("airlines", options.Airlines)
	add("alliances", options.Alliances)
	add("booking-sites", options.BookingSites)
	add("stopover-airports", options.StopoverAirports)
	add("aircraft", options.Aircraft)
	if d := options.StopoverDurations; d != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("Waits between flights run from %s to %s minutes: --max-stopover-duration, --min-stopover-duration.", d.Min, d.Max))
	}
	return t
}
