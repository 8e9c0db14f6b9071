package present

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// mostFacets is how many words of a filter are shown where all filters are.
const mostFacets = 5

// wanted tells whether the words of a filter are asked for: "" asks for those of all filters.
func wanted(asked, filter string) bool { return asked == "" || asked == filter }

// moreOf tells of so many words of a filter that are not shown how to see them.
func moreOf(filter string) func(rows int) string {
	return func(rows int) string { return words.Grouped(rows) + " more: --facets=" + filter }
}

// TripFilters are the filters whose words a flight search tells, by their flags without dashes, in the
// order in which they are listed.
func TripFilters() []string {
	return []string{"airlines", "alliances", "booking-sites", "stopover-airports", "aircraft"}
}

// TripFacets is the vocabulary of a flight search's filters with its counts, ready to paste as flags: of
// one of TripFilters only, or the top of each for "".
func TripFacets(results *apiclient.FlightResults, only string) grid.Grouped {
	options := results.Metadata.FilterOptions
	t := grid.Grouped{Table: grid.Table{
		Title:   "What " + words.Counted(results.Metadata.SnapshotTripCount, "trip") + " can be filtered by",
		Columns: []grid.Column{{Name: "FILTER", Keep: 9}, {Name: "NAME", Keep: 9, Flex: true}, {Name: "TRIPS", Align: grid.Right, Keep: 9}},
	}}
	if only == "" {
		t.Most = mostFacets
	}
	all := flights.Facets(options)
	for _, filter := range TripFilters() {
		if !wanted(only, filter) {
			continue
		}
		own := slices.DeleteFunc(slices.Clone(all), func(f desk.Facet) bool { return f.Param != filter })
		t.Groups = append(t.Groups, grid.Group{Rows: len(own), Rest: moreOf(filter)})
		for _, f := range own {
			t.Rows = append(t.Rows, []grid.Cell{
				{Text: "--" + f.Param + " " + words.Shell(f.Value)}, {Text: f.Name}, {Text: words.Grouped(f.Count), Data: fmt.Sprint(f.Count)},
			})
		}
	}
	switch {
	case len(t.Rows) == 0 && only != "":
		t.Notes = append(t.Notes, "The trips have no words for --"+only+".")
	case only == "":
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

// facets are the words that a search knows for one filter.
type facets struct {
	filter string
	floor  string // stands behind a count that is only a floor
	named  []apiclient.NamedCount
}

// facetsOf are all filters whose words a hotel search tells, in the order in which they are listed.
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

// HotelFilters are the filters whose words a hotel search tells, by their flags without dashes, in the
// order in which they are listed.
func HotelFilters() []string {
	var names []string
	for _, f := range facetsOf(apiclient.HotelFilterOptions{}) {
		names = append(names, f.filter)
	}
	return names
}

// HotelFacets is the vocabulary of a hotel search's filters with its counts, ready to paste as flags: of
// one of HotelFilters only, or the top of each for "".
func HotelFacets(results *apiclient.HotelResults, only string) grid.Grouped {
	meta := results.Metadata
	t := grid.Grouped{Table: grid.Table{
		Title:   "What " + words.Counted(meta.TotalBeforeFilters, "hotel") + " can be filtered by",
		Columns: []grid.Column{{Name: "FILTER", Keep: 9, Flex: true}, {Name: "HOTELS", Align: grid.Right, Keep: 9}},
	}}
	if only == "" {
		t.Most = mostFacets
	}
	for _, f := range facetsOf(meta.FilterOptions) {
		if !wanted(only, f.filter) {
			continue
		}
		t.Groups = append(t.Groups, grid.Group{Rows: len(f.named), Rest: moreOf(f.filter)})
		for _, w := range f.named {
			t.Rows = append(t.Rows, []grid.Cell{
				{Text: "--" + f.filter + " " + words.Shell(w.Name)}, {Text: words.Grouped(w.Count) + f.floor, Data: strconv.Itoa(w.Count)},
			})
		}
	}
	if len(t.Rows) == 0 && only != "" {
		t.Notes = append(t.Notes, "The hotels have no words for --"+only+".")
	}
	t.Notes = append(t.Notes, facetNotes(results, only)...)
	return t
}

// facetNotes say how the counts are meant, and name the filters that have no words to list.
func facetNotes(results *apiclient.HotelResults, only string) []string {
	var notes []string
	if only != "rate-types" && only != "guest-type" {
		notes = append(notes, "A count with + is a floor: such words also match as part of a longer name.")
	}
	if wanted(only, "guest-type") {
		notes = append(notes, "--guest-type goes with --min-guest-rating or --sort guest_rating_desc.")
	}
	if only == "" {
		for _, text := range nightSpan(results.Metadata, results.CurrencyCode) {
			notes = append(notes, text+" Filter by it: --min-price, --max-price.")
		}
		notes = append(notes, "The service counts no stars and scores; filter by them all the same: --min-star, --min-review-score.")
	}
	if !results.SearchComplete {
		notes = append(notes, "The search is not complete; more words may come.")
	}
	return notes
}
