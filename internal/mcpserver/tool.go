// Package mcpserver is the interface for agents: a Model Context Protocol server whose tools do what a traveler can
// do at the desk. It knows no command line and no terminal.
//
// Each operation of the contract becomes a Tool from its table, and tasks that take several requests are composed
// tools. The handler around a tool guarantees for every call that it ends within 45 seconds, that an error becomes
// an answer, and that a panic does not end the server.
package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Tool is one tool, with its description for clients and its implementation.
type Tool struct {
	Name        string // letters, digits and _, at most 64
	Title       string // for people
	Description string // for the model: what it does and when to call it
	Input       json.RawMessage
	Output      json.RawMessage // open at the top level, because clients reject what a schema does not allow
	Hints       *mcp.ToolAnnotations
	Sets        []string // toolsets it belongs to
	Takes       []string // its arguments, without those of every view

	// Call answers a call. The context ends with the call's time limit, or when the client cancels.
	Call func(ctx context.Context, v *visit) (Result, error)
}

// hints tells a client what a call can do: reads means that it changes nothing and uses no quota, and idempotent
// that a second equal call has no further effect. Every tool reaches an outside service, and none is destructive.
func hints(reads, idempotent bool) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{ReadOnlyHint: reads, DestructiveHint: new(false), IdempotentHint: idempotent, OpenWorldHint: new(true)}
}

// Result is the answer to a call as text and as structured data. Each is sufficient alone, because clients differ
// in which one they show the model.
type Result struct {
	Text       string          // clean
	Structured json.RawMessage // an object; nil for none

	// Asks are questions for the person. The client repeats the call with the answers and State. If set, the result
	// has no other content.
	Asks  mcp.InputRequestMap
	State string
}

// Args are the arguments of a call. After a mistake in one of them, which err keeps, its methods return zero values.
type Args struct {
	Members map[string]json.RawMessage // by name, as the client sent them; null means not given
	// Answers are a person's answers to Asks, and State is the state sent along with them. Both come from the
	// client and are not trusted.
	Answers mcp.InputResponseMap
	State   string
	Elicits bool // the client can ask a person

	tool  *Tool
	key   [32]byte // hash of the tool and the arguments
	hears *hears   // receives the events of the call
	err   error    // the first mistake that was found
}

// Known returns an error for an argument that the tool does not have.
func (a *Args) Known() error {
	names := slices.Concat(a.tool.Takes, viewNames)
	for _, name := range slices.Sorted(maps.Keys(a.Members)) {
		if string(a.Members[name]) == "null" || slices.Contains(names, name) {
			continue
		}
		text := words.Quote(name) + " is not an argument of " + a.tool.Name
		flag := strings.ReplaceAll(ask.FlagName(name), "_", "-") // minPrice and min_price mean min-price
		for _, flag := range append([]string{flag}, ask.Synonyms(flag)...) {
			if i := slices.IndexFunc(names, func(have string) bool { return ask.FlagName(have) == flag }); i >= 0 {
				text += " (" + names[i] + " is)"
				break
			}
		}
		return problem.Usagef("%s; it takes %s", text, strings.Join(names, ", "))
	}
	return nil
}

// Texts returns the values of an argument as a person would type them: one value, or the items of a list. want
// describes the accepted values, for the error.
func (a *Args) Texts(name, want string) []string {
	raw := a.Members[name]
	if a.err != nil || raw == nil || string(raw) == "null" {
		return nil
	}
	list := []json.RawMessage{raw}
	if raw[0] == '[' {
		list = nil // or Unmarshal would overwrite the data it reads
		_ = json.Unmarshal(raw, &list)
		if len(list) == 0 {
			a.err = problem.NotAccepted(name, string(raw), want)
		}
	}
	texts := make([]string, len(list))
	for i, value := range list {
		switch value[0] {
		case '"':
			_ = json.Unmarshal(value, &texts[i])
		case '{', '[', 'n':
			a.err = problem.NotAccepted(name, string(value), want)
			return nil
		default:
			texts[i] = string(value) // a number with its original digits, true or false
			// Some clients have only one number type, and write 1 as 1.0.
			if before, after, ok := strings.Cut(texts[i], "."); ok && strings.Trim(after, "0") == "" {
				texts[i] = before
			}
		}
	}
	return texts
}

// Text returns the value of a single-text argument, or "" if it was not given.
func (a *Args) Text(name, want string) string {
	texts := a.Texts(name, want)
	if len(texts) > 1 {
		a.err = problem.NotAccepted(name, strings.Join(texts, ", "), "one value")
	}
	if len(texts) != 1 {
		return ""
	}
	return texts[0]
}

// Number returns an integer argument between least and most, or usual if it was not given.
func (a *Args) Number(name string, usual, least, most int) int {
	want := fmt.Sprintf("a whole number from %d to %d", least, most)
	text := a.Text(name, want)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		a.err = problem.NotAccepted(name, text, want)
	}
	return n
}

// Whether returns the value of a boolean argument, or false if it was not given.
func (a *Args) Whether(name string) bool {
	switch raw := a.Members[name]; string(raw) {
	case "", "null", "false", `"false"`:
	case "true", `"true"`:
		return true
	default:
		text := string(raw)
		_ = json.Unmarshal(raw, &text) // quote a string without its quotes
		a.err = cmp.Or(a.err, error(problem.NotAccepted(name, text, "true or false")))
	}
	return false
}

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
