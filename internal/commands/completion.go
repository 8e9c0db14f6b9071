package commands

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/clean"
)

// What the shell offers comes from the contract and from what this terminal
// listed last; nothing is asked of the service and nothing is written. Foreign
// words get near a shell here, so what is not a plain word is never offered.

// facet is one word that a filter of the last search knows.
type facet struct {
	wire  string // the parameter
	value string
	name  string // for a person, may be empty
	count int
}

// mostFacets bounds what is kept of one filter; the service lists the most
// frequent words first.
const mostFacets = 60

// rememberFacets keeps the words of a search's filters, for completion alone:
// when they cannot be kept, nothing is lost.
func (a *app) rememberFacets(kind recall.Kind, operationID string, about recall.Context, facets []facet) {
	lists, err := a.lists()
	op, ok := api.Find(operationID)
	if err != nil || !ok {
		return
	}
	list := recall.List{Kind: kind, Made: a.env.Now(), Context: recall.Context{SearchID: about.SearchID}}
	kept := map[string]int{}
	for _, f := range facets {
		if param, ok := op.Param(f.wire); !ok || kept[f.wire] == mostFacets || !offerable(param, f.value) {
			continue
		}
		kept[f.wire]++
		list.Rows = append(list.Rows, recall.Row{N: len(list.Rows) + 1, Label: f.value, Facts: map[string]string{
			"param": f.wire, "name": f.name, "count": strconv.Itoa(f.count),
		}})
	}
	_ = lists.Save(list)
}

// tripFacets are the words of a flight search's filters.
func tripFacets(options apiclient.FlightFilterOptions) []facet {
	var all []facet
	add := func(wire string, words []apiclient.CodedCount) {
		for _, w := range words {
			all = append(all, facet{wire, w.Code, stated(w.Name), w.Count})
		}
	}
	add("airlines", options.Airlines)
	add("alliances", options.Alliances)
	add("booking-sites", options.BookingSites)
	add("stopover-airports", options.StopoverAirports)
	add("aircraft", options.Aircraft)
	return all
}

// stayFacetWords are the words of a hotel search's filters.
func stayFacetWords(options apiclient.HotelFilterOptions) []facet {
	var all []facet
	add := func(wire string, words []apiclient.NamedCount) {
		for _, w := range words {
			all = append(all, facet{wire, w.Name, "", w.Count})
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

// offerable tells whether a word of the service may stand on a command line: it
// passes as the parameter, and no shell reads anything into it.
func offerable(param *api.Param, value string) bool {
	_, ok := desk.ParseItem(param, value)
	return ok && inert(value) == value && value != "" && value[0] != '-'
}

// inert keeps of a text the letters, digits and signs that mean nothing to any
// shell, and that a terminal shows as they are.
func inert(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Pd):
			return '-'
		case unicode.In(r, unicode.L, unicode.Mn, unicode.Nd), strings.ContainsRune(" -_.+/→", r):
			return r
		}
		return -1
	}, clean.Line(text)))
}

// completeFacets offers for each list filter the words of the last search.
// about says what stands beside one.
func (a *app) completeFacets(cmd *cobra.Command, p *params, kind recall.Kind, about func(recall.Row) string) {
	for i := range p.Operation.Params {
		param := &p.Operation.Params[i]
		name := flagName(param.Name)
		if !param.List || param.Kind != api.String || len(param.Enum) > 0 || cmd.Flags().Lookup(name) == nil {
			continue
		}
		_ = cmd.RegisterFlagCompletionFunc(name, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return listCompletions(typed, a.facetWords(param, kind, about)), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		})
	}
}

// facetWords are the words of one filter with what they stand for. They are
// checked again: the file may have been made by anyone who can write there.
func (a *app) facetWords(param *api.Param, kind recall.Kind, about func(recall.Row) string) []string {
	var words []string
	for _, row := range a.lastRows(kind) {
		if row.Facts["param"] != param.Name || !offerable(param, row.Label) {
			continue
		}
		words = append(words, strings.TrimSuffix(row.Label+"\t"+about(row), "\t"))
	}
	return words
}

// facetName is what a word stands for, "" where it speaks for itself. A new
// search is told no more: the counts are those of the last one.
func facetName(row recall.Row) string { return inert(row.Facts["name"]) }

// facetCount is what a word stands for and how many have it.
func facetCount(row recall.Row) string {
	return strings.TrimSpace(facetName(row) + " " + inert(row.Facts["count"]))
}

// lastRows are the rows of the last list of a kind, none when there is none.
func (a *app) lastRows(kind recall.Kind) []recall.Row {
	lists, err := a.lists()
	if err != nil {
		return nil
	}
	list, _, err := lists.Latest(kind)
	if err != nil {
		return nil
	}
	return list.Rows
}

// completeRows offers the row numbers of the last list as arguments, from the
// first to the most that the command takes.
func (a *app) completeRows(cmd *cobra.Command, kind recall.Kind, most int) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		if len(args) >= most {
			return nil, directive
		}
		var words []string
		for _, row := range a.lastRows(kind) {
			if row.ID != "" {
				words = append(words, strconv.Itoa(row.N)+"\t"+rowWords(kind, row))
			}
		}
		return words, directive
	}
}

// rowWords say in a few plain words what a row is.
func rowWords(kind recall.Kind, row recall.Row) string {
	const longest = 48
	text := row.Label
	if kind == recall.Trips { // airlines from time to time; ...
		if f := strings.Fields(text); len(f) >= 5 {
			text = f[0] + " " + f[1] + " " + clockOf(f[2]) + " " + f[3]
		}
	}
	text = inert(text)
	if runes := []rune(text); len(runes) > longest {
		text = strings.TrimSpace(string(runes[:longest]))
	}
	if price := inert(row.Facts["price"]); price != "" {
		text += " " + inert(row.Facts["currency"]) + " " + price
	}
	return strings.TrimSpace(text)
}

// clockOf is the time of the day of an RFC 3339 time, without the colon that
// some shells take for a separator.
func clockOf(iso string) string {
	at := moment(iso)
	if at.IsZero() {
		return ""
	}
	return at.Format("15.04")
}
