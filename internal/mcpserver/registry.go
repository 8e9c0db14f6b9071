package mcpserver

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Toolset is a choice of tools for a kind of task.
type Toolset string

// The toolsets. Usual is what a client gets that does not choose; it fits beside other servers' tools.
const (
	Usual   Toolset = "default"
	Flights Toolset = "flights"
	Hotels  Toolset = "hotels"
	Plan    Toolset = "plan"
	All     Toolset = "all"
)

// Toolsets are the names that can be chosen.
func Toolsets() []string {
	return []string{string(Usual), string(Flights), string(Hotels), string(Plan), string(All)}
}

// usual are the tools of the default set.
var usual = []string{
	"search_flights", "search_hotels", "hotel_rates", "renew",
	"getPlaces", "getFlightSearchResults", "getFlightTrip", "getFareOptions", "getFareBookingLink",
	"getHotelSearchResults", "getHotel", "getHotelRateBookingLink",
}

// Tools are all tools that there are, by name.
func Tools() []*Tool {
	tools := append(operationTools(), composedTools()...)
	for _, tool := range tools {
		if slices.Contains(usual, tool.Name) {
			tool.Sets = append(tool.Sets, Usual)
		}
	}
	slices.SortFunc(tools, func(a, b *Tool) int { return strings.Compare(a.Name, b.Name) })
	return tools
}

// Choose are the tools of a toolset, or of several with commas between, or those with the names, which
// win; "" and none is the default set. The error names what does not exist.
func Choose(sets string, names []string) ([]*Tool, error) {
	all := Tools()
	if len(names) > 0 {
		return named(all, names)
	}
	var chosen []Toolset
	for set := range strings.SplitSeq(cmp.Or(sets, string(Usual)), ",") {
		set = strings.TrimSpace(set)
		if !slices.Contains(Toolsets(), set) {
			return nil, problem.NotAccepted("--toolset", set, "one of "+strings.Join(Toolsets(), ", ")+", or several with commas between", "")
		}
		chosen = append(chosen, Toolset(set))
	}
	if slices.Contains(chosen, All) {
		return all, nil
	}
	return slices.DeleteFunc(all, func(t *Tool) bool {
		return !slices.ContainsFunc(chosen, func(set Toolset) bool { return slices.Contains(t.Sets, set) })
	}), nil
}

// named are the tools with those names.
func named(all []*Tool, names []string) ([]*Tool, error) {
	known := make([]string, len(all))
	for i, tool := range all {
		known[i] = tool.Name
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, problem.UsageError{Text: "--tools " + words.Quote(name) + " is not a tool; there are " + strings.Join(known, ", ")}
		}
	}
	return slices.DeleteFunc(all, func(t *Tool) bool { return !slices.Contains(names, t.Name) }), nil
}
