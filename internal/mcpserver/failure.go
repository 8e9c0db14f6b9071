package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
)

// fail is a call that failed.
type fail struct {
	code  string // class and code of the failure
	times int    // in a row
}

// tooOften is how often the same call may fail before a model is told to stop.
const tooOften = 3

// succeeded forgets that a call failed.
func (s *Session) succeeded(key [32]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.failures, key)
}

// times counts a failure, and is how often the same call has now failed in the same way.
func (s *Session) times(key [32]byte, code string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.failures) >= most {
		clear(s.failures)
	}
	last := s.failures[key]
	if last.code != code {
		last = fail{code: code}
	}
	last.times++
	s.failures[key] = last
	return last.times
}

// failed is the answer to a call that failed: the error object of --json, and its text in lines.
func (s *Session) failed(tool *Tool, key [32]byte, err error) *mcp.CallToolResult {
	f := Failed(tool.Name, err)
	if n := s.times(key, f.Class+" "+f.Code); n >= tooOften {
		f.Retry = problem.No
		f.Hint = fmt.Sprintf("this very call has failed %d times in the same way: do not call it again, tell the person", n)
	}
	text := failureText(f)
	var left *pending
	if unread, ok := errors.AsType[unreadError](err); ok {
		left = &pending{unread.searchID, search.Unsettled, []refs.Call{unread.next}}
		text += "\nsearchId: " + unread.searchID + "\nnext: " + unread.next.Text()
	}
	answer := &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
	if structured, err := json.Marshal(struct {
		Error  desk.Failure `json:"error"`
		Travel *pending     `json:"travel,omitempty"`
	}{f, left}); err == nil {
		answer.StructuredContent = json.RawMessage(structured)
	}
	return answer
}

// Failed is an error as a tool tells it: the words of a command line become those of the tool.
func Failed(tool string, err error) desk.Failure {
	f := desk.FailureOf(err, err.Error())
	f.Detail = inArguments(tool, f.Detail)
	f.Hint = hint(tool, f, problem.AdviceOf(err))
	return f
}

// failureText is the failure for a model that sees text alone.
func failureText(f desk.Failure) string {
	var text strings.Builder
	text.WriteString("error: " + f.Detail + "\nclass: " + f.Class)
	if f.Code != "" {
		text.WriteString(", code: " + f.Code)
	}
	text.WriteString("\nretry: " + f.Retry)
	if f.RetryAfter > 0 {
		fmt.Fprintf(&text, ", after %d s", f.RetryAfter)
	}
	if f.MaybeCreated {
		text.WriteString("\nthe search may have been made all the same; making it again spends another one")
	}
	for _, c := range f.Candidates {
		text.WriteString("\n- " + c.ID)
		if c.Label != c.ID { // which a place without a code has for one
			text.WriteString(": " + c.Label)
		}
		if c.Why != "" {
			text.WriteString(" (" + c.Why + ")")
		}
	}
	if f.Hint != "" {
		text.WriteString("\nhint: " + f.Hint)
	}
	return text.String()
}

// unreadError ends a call whose search is there and was not read.
type unreadError struct {
	error
	made     bool // by this call
	searchID string
	next     refs.Call // that goes on with it, and spends none
}

func (e unreadError) Unwrap() error { return e.error }

// Class is that of the fault.
func (e unreadError) Class() problem.Class { return problem.ClassOf(e.error) }

// Retry is that of the fault.
func (e unreadError) Retry() problem.Retry { return problem.RetryOf(e.error) }

// Advice is that of the fault; where the call has made the search, it is the call that goes on.
func (e unreadError) Advice() string {
	if !e.made {
		return problem.AdviceOf(e.error)
	}
	return e.goOn()
}

func (e unreadError) goOn() string {
	return "the search is there; go on with it, which spends none: " + e.next.Text()
}

// unread adds to a fault the search that it leaves unread, of those that the call made or began from.
func (v *visit) unread(err error) error {
	if class := problem.ClassOf(err); class != problem.Network && class != problem.Wait && class != problem.Refused && class != problem.Interrupted {
		return err
	}
	id := v.found.Search
	for _, one := range []*search.Created{v.purse.reused, v.purse.made} {
		if one != nil {
			id = one.SearchID
		}
	}
	if id == "" {
		return err
	}
	next := v.call()
	read := map[string]string{
		"search_flights": "getFlightSearchResults", "createFlightSearch": "getFlightSearchResults",
		"search_hotels": "getHotelSearchResults", "createHotelSearch": "getHotelSearchResults",
	}
	if tool := read[v.tool]; tool != "" {
		next = refs.Call{Tool: tool, Arguments: json.RawMessage(`{"searchId":` + asJSON(id) + `}`)}
	}
	return unreadError{err, v.purse.made != nil, id, next}
}

// pending is what is added to a failure that leaves a search unread.
type pending struct {
	SearchID string       `json:"searchId"`
	Settle   search.Stamp `json:"settle"`
	Next     []refs.Call  `json:"next"`
}

// aCommand is a command line in a hint, which a model may not be able to run.
var aCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\btravel (?:flights|hotels|places|countries|api|doctor|config|feedback)\b`)
})

// hint is what to do about a failure, for a model.
func hint(tool string, f desk.Failure, advice string) string {
	switch {
	case f.Class == problem.Login:
		return "a person has to act: " + advice
	case f.Class == problem.NotFound && (advice == "" || aCommand().MatchString(advice)):
		return "ids live a few minutes, as long as their search: make the search again and use its new ids"
	case f.Class == problem.Wait && f.RetryAfter > 0:
		return fmt.Sprintf("call again after %d seconds", f.RetryAfter)
	case aCommand().MatchString(advice), strings.HasPrefix(advice, "see: "):
		return ""
	}
	return inArguments(tool, advice)
}

// arguments are the labels of a command line, with what a tool calls the same.
var arguments = map[string][]string{
	"FROM": {"from"}, "TO": {"to"}, "DATE": {"fromDate"}, "RETURN": {"toDate"}, "CHECKIN": {"checkIn"}, "CHECKOUT": {"checkOut"},
	"WHEN": {"days", "when"}, "MARKET": {"country"}, "CITY": {"cityCode"}, "QUERY": {"query"}, "COUNTRY": {"countryCode"}, "PLACE": {"place"}, "PLACE|LAT,LNG": {"place"},
	"TRIP": {"tripId"}, "FARE": {"fareId"}, "RATE": {"rateId"}, "HOTEL": {"hotelId", "hotel"},
}

// How flags and labels of arguments look.
var (
	aFlag  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`--[a-z][a-z-]*[a-z]`) })
	aLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[A-Z]{2,}(?:\|LAT,LNG)?`) })
)

// inArguments puts the names of a tool's arguments in place of flags and of the labels of arguments.
func inArguments(tool, text string) string {
	names := argumentsOf(tool)
	if len(names) == 0 {
		return text
	}
	text = aFlag().ReplaceAllStringFunc(text, func(flag string) string {
		for _, name := range names {
			if "--"+params.FlagName(name) == flag {
				return name
			}
		}
		return flag
	})
	text = aLabel().ReplaceAllStringFunc(text, func(label string) string {
		for _, name := range arguments[label] {
			if slices.Contains(names, name) {
				return name
			}
		}
		return label
	})
	return strings.ReplaceAll(text, "a row number", "a reference")
}

// composed are the operations and the own arguments behind the tools that take several requests.
var composed = map[string]struct{ operations, own []string }{
	"search_flights": {[]string{"createFlightSearch", "getFlightSearchResults"}, nil},
	"search_hotels":  {[]string{"createHotelSearch", "getHotelSearchResults"}, []string{"place"}},
	calendarTool:     {[]string{"createFlightSearch", "getFlightSearchResults"}, []string{"maxSearches", "nights", "days"}},
	exploreTool:      {[]string{"createFlightSearch", "getFlightSearchResults"}, []string{"maxSearches", "visaFree", "near", "continent", "nights"}},
	nightsTool:       {[]string{"createHotelSearch", "getHotelSearchResults"}, []string{"maxSearches", "nights", "days", "place"}},
	weekendsTool:     {nil, []string{"country", "when", "bridge"}},
	"hotel_rates":    {[]string{"createHotelSearch", "getHotelRates"}, []string{"hotel"}},
}

// argumentsOf are the names of a tool's arguments as its operations have them, and its own.
func argumentsOf(tool string) []string {
	if c, ok := composed[tool]; ok {
		return append(namesOf(nil, c.operations...), c.own...)
	}
	if _, ok := api.Find(tool); ok {
		return namesOf(nil, tool)
	}
	return nil
}
