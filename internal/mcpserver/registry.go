package mcpserver

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// The toolsets, each for a kind of task. Usual is the default and is small enough to use alongside other servers'
// tools.
const (
	Usual   = "default"
	Flights = "flights"
	Hotels  = "hotels"
	Plan    = "plan"
	All     = "all"
)

// Toolsets returns the names of all toolsets.
func Toolsets() []string { return []string{Usual, Flights, Hotels, Plan, All} }

// usual lists the tools of the default set.
var usual = []string{
	"search_flights", "search_hotels", "hotel_rates", "renew",
	"getPlaces", "getFlightSearchResults", "getFlightTrip", "getFareOptions", "getFareBookingLink",
	"getHotelSearchResults", "getHotel", "getHotelRateBookingLink",
}

// onward lists the tools that lead from a plan to a link.
var onward = []string{
	"getFlightSearchResults", "getFlightTrip", "getFareOptions", "getFareBookingLink",
	"getHotelSearchResults", "hotel_rates", "getHotelRateBookingLink",
}

// offers reports whether a tool can be called. Without a list of tools every tool can.
func (o Options) offers(name string) bool {
	return o.Tools == nil || slices.ContainsFunc(o.Tools, func(t *Tool) bool { return t.Name == name })
}

// names matches the names of tools in a text. The one that is also an English word is matched in backquotes only.
var names = sync.OnceValue(func() *regexp.Regexp {
	var all []string
	for _, tool := range Tools() {
		if tool.Name != renewTool {
			all = append(all, tool.Name)
		}
	}
	return regexp.MustCompile("\\b(?:" + strings.Join(all, "|") + ")\\b|`" + renewTool + "`")
})

// only removes the parts of a text, each ending with separator, that name a tool that is not offered.
func (o Options) only(text, separator string) string {
	parts := slices.DeleteFunc(strings.SplitAfter(text, separator), func(part string) bool {
		return slices.ContainsFunc(names().FindAllString(part, -1), func(name string) bool { return !o.offers(strings.Trim(name, "`")) })
	})
	return strings.TrimRight(strings.Join(parts, ""), " ")
}

// offered returns the calls whose tools are offered.
func (o Options) offered(calls []refs.Call) []refs.Call {
	return slices.DeleteFunc(calls, func(c refs.Call) bool { return !o.offers(c.Tool) })
}

// Tools returns all tools, sorted by name.
func Tools() []*Tool {
	tools := append(operationTools(), composedTools()...)
	for _, tool := range tools {
		tool.Sets = append(tool.Sets, All)
		if slices.Contains(usual, tool.Name) {
			tool.Sets = append(tool.Sets, Usual)
		}
		if slices.Contains(onward, tool.Name) {
			tool.Sets = append(tool.Sets, Plan)
		}
	}
	slices.SortFunc(tools, func(a, b *Tool) int { return strings.Compare(a.Name, b.Name) })
	return tools
}

// Choose returns the tools of one or several comma-separated toolsets, or those with the given names, which take
// precedence. If both are empty it returns the default set. The error names what does not exist.
func Choose(sets string, names []string) ([]*Tool, error) {
	all := Tools()
	if len(names) > 0 {
		known := make([]string, len(all))
		for i, tool := range all {
			known[i] = tool.Name
		}
		for _, name := range names {
			if !slices.Contains(known, name) {
				return nil, problem.Usagef("--tools %s is not a tool; there are %s", words.Quote(name), strings.Join(known, ", "))
			}
		}
		return slices.DeleteFunc(all, func(t *Tool) bool { return !slices.Contains(names, t.Name) }), nil
	}
	var chosen []string
	for set := range strings.SplitSeq(cmp.Or(sets, Usual), ",") {
		set = strings.TrimSpace(set)
		if !slices.Contains(Toolsets(), set) {
			return nil, problem.NotAccepted("--toolset", set, "one of "+strings.Join(Toolsets(), ", ")+", or several with commas between")
		}
		chosen = append(chosen, set)
	}
	return slices.DeleteFunc(all, func(t *Tool) bool {
		return !slices.ContainsFunc(chosen, func(set string) bool { return slices.Contains(t.Sets, set) })
	}), nil
}
