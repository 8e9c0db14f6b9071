package present

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// mostFacets is how many words of each filter are shown if all filters are shown.
const mostFacets = 5

// TripFacets returns the words that a flight search's filters accept and their counts, ready to paste as flags: of
// one filter, or the top words of each if only is "".
func TripFacets(results *apiclient.FlightResults, only string) grid.Table {
	meta := results.Metadata
	t := facetTable("getFlightSearchResults", "trip", meta.SnapshotTripCount, desk.FacetsOf(meta.FilterOptions), only)
	if only != "" {
		return t
	}
	if d := meta.FilterOptions.StopoverDurations; d != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("Waits between flights run from %s to %s: --max-stopover-duration, --min-stopover-duration.",
			spanOf(d.Min), spanOf(d.Max)))
	}
	return uncounted(t, "getFlightSearchResults")
}

// HotelFacets returns the words that a hotel search's filters accept and their counts, ready to paste as flags: of
// one filter, or the top words of each if only is "".
func HotelFacets(results *apiclient.HotelResults, only string) grid.Table {
	meta := results.Metadata
	t := facetTable("getHotelSearchResults", "hotel", meta.TotalBeforeFilters, desk.FacetsOf(meta.FilterOptions), only)
	if only != "rate-types" && only != "guest-type" {
		t.Notes = append(t.Notes, "A count with + is a floor: such words also match as part of a longer name.")
	}
	if only == "" || only == "guest-type" {
		t.Notes = append(t.Notes, "--guest-type goes with --min-guest-rating or --sort guest_rating_desc.")
	}
	if only == "" {
		op, _ := api.Find("getHotelSearchResults")
		var flags []string
		for _, f := range ask.FiltersOf(op) {
			if ask.IsPrice(f.Wire) {
				flags = append(flags, "--"+f.Wire)
			}
		}
		for _, text := range nightSpan(meta, results.CurrencyCode) {
			t.Notes = append(t.Notes, text+" Filter by it: "+strings.Join(flags, ", ")+".")
		}
		t = uncounted(t, "getHotelSearchResults")
	}
	if !results.SearchComplete {
		t.Notes = append(t.Notes, "The search is not complete; more values may appear.")
	}
	return t
}

// facetTable lists the words of an operation's filters, each with the number of matching rows. For a filter that
// matches parts of names, the count is a minimum.
func facetTable(operation, noun string, rows int, all []desk.Facet, only string) grid.Table {
	op, _ := api.Find(operation)
	counts := grid.Column{Name: strings.ToUpper(noun) + "S", Align: grid.Right, Keep: 9}
	t := grid.Table{Title: "What " + words.Counted(rows, noun) + " can be filtered by"}
	t.Columns = []grid.Column{{Name: "FILTER", Keep: 9, Flex: true}, counts}
	if noun == "trip" { // whose filters take codes
		t.Columns = []grid.Column{{Name: "FILTER", Keep: 9}, {Name: "NAME", Keep: 9, Flex: true}, counts}
	}
	for _, filter := range ask.FacetFilters(op) {
		if only != "" && only != filter {
			continue
		}
		floor := ""
		if f, _ := ask.FilterOf(op, filter); f.Facet != nil && f.Facet.Part {
			floor = "+"
		}
		before := len(t.Rows)
		for _, f := range all {
			if f.Param != filter {
				continue
			}
			row := []grid.Cell{{Text: "--" + filter + " " + words.Shell(f.Value)}}
			if len(t.Columns) > 2 {
				row = append(row, grid.Cell{Text: f.Name})
			}
			t.Rows = append(t.Rows, append(row, grid.Cell{Text: words.Grouped(f.Count) + floor, Data: strconv.Itoa(f.Count)}))
		}
		found := t.Rows[before:]
		shown := found
		if only == "" && len(found) > mostFacets+1 { // a line that counts one row is as long as the row
			shown = found[:mostFacets]
		}
		t.Shown = append(t.Shown, shown...)
		if more := len(found) - len(shown); more > 0 {
			t.Shown = append(t.Shown, []grid.Cell{{Text: words.Grouped(more) + " more: --facets=" + filter, Tone: canvas.Faint}})
		}
	}
	if len(t.Rows) == 0 && only != "" {
		t.Notes = append(t.Notes, "The "+noun+"s have no words for --"+only+".")
	}
	return t
}

// uncounted adds a note about the most used filters that have no words to list.
func uncounted(t grid.Table, operation string) grid.Table {
	op, _ := api.Find(operation)
	var flags []string
	for _, used := range ask.UsedMost(op) {
		if f, _ := ask.FilterOf(op, used.Flag); f.Facet == nil {
			flags = append(flags, "--"+used.Flag)
		}
	}
	t.Notes = append(t.Notes, "Other filters have no counts: "+strings.Join(flags, ", ")+" and more.")
	return t
}

// spanOf formats a length in minutes, or returns it unchanged if it is not whole.
func spanOf(minutes json.Number) string {
	if n, err := minutes.Int64(); err == nil {
		return words.Length(int(n))
	}
	return minutes.String()
}
