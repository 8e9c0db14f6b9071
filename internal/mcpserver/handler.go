package mcpserver

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
)

// handle answers a call in every case: errors and panics become answers, and no call outlives its time limit.
func (s *Session) handle(ctx context.Context, tool *Tool, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := Args{Answers: req.Params.InputResponses, State: req.Params.RequestState, tool: tool, hears: listen(ctx, req)}
	var result Result
	var err error
	if given := bytes.TrimSpace(req.Params.Arguments); len(given) > 0 && json.Unmarshal(given, &args.Members) != nil {
		err = problem.Usagef("the arguments are not an object")
	}
	if able := req.ClientCapabilities(); able != nil && able.Elicitation != nil {
		args.Elicits = able.Elicitation.Form != nil || able.Elicitation.URL == nil // else it can only open pages
	}
	text, _ := json.Marshal(args.Members) // they came as JSON
	args.key = sha256.Sum256(append([]byte(tool.Name+"\n"), text...))
	if err == nil {
		result, err = s.rounds(ctx, req, args)
	}
	if err != nil {
		result = s.failed(tool, args.key, err)
	} else {
		s.mu.Lock()
		delete(s.failures, args.key)
		s.mu.Unlock()
	}
	if result.Asks != nil {
		return &mcp.CallToolResult{InputRequests: result.Asks, RequestState: result.State}, nil
	}
	if s.desk.Origin().Sample {
		result.Text = strings.TrimSuffix(madeUp+"\n"+result.Text, "\n")
	}
	answer := &mcp.CallToolResult{IsError: err != nil, Content: []mcp.Content{&mcp.TextContent{Text: result.Text}}}
	if result.Structured != nil {
		answer.StructuredContent = result.Structured
	}
	return answer, nil
}

// grace is how long a tool may take to notice that its time is up.
const grace = time.Second

// round calls the tool once, and abandons a call that does not end in time.
func (s *Session) round(ctx context.Context, args Args) (result Result, err error) {
	if args.tool.Name == feedbackTool && !s.options.AllowFeedback {
		return Result{}, errFeedback
	}
	ctx, stop := context.WithTimeout(ctx, callLimit)
	defer stop()
	type end struct {
		result Result
		err    error
	}
	ended := make(chan end, 1)
	go func() {
		var e end
		e.err = problem.Guarded(func() (err error) {
			e.result, err = s.call(ctx, args)
			return err
		})()
		ended <- e
	}()
	var e end
	select {
	case e = <-ended:
	case <-ctx.Done():
		select {
		case e = <-ended:
		case <-time.After(grace):
			e.err = ctx.Err()
		}
	}
	result, err = e.result, e.err
	if err == nil || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return result, err
	}
	if class := problem.ClassOf(err); class != problem.Network && class != problem.Interrupted && class != problem.Local {
		return result, err // it has a more specific cause than the time limit
	}
	hint := "call again; if it stays so, tell the person" // its result may be ready then
	if unread, ok := errors.AsType[unreadError](err); ok {
		hint = unread.goOn()
	}
	text := fmt.Sprintf("no answer within %d seconds", int(callLimit.Seconds()))
	return result, problem.Error{Class: problem.Network, Text: text, Hint: hint, Err: err}
}

// feedbackTool sends feedback to the makers of the service in a person's name.
const feedbackTool = "submitFeedback"

// errFeedback reports that feedback is not allowed.
var errFeedback = problem.Error{
	Class: problem.Refused, Text: "this server does not send feedback, because the person who started it did not allow it",
	Hint: "the person can send it, or start the server so that it may",
}

// fail counts the consecutive identical failures of a call.
type fail struct {
	code  string // class and code of the failure
	times int    // consecutive failures
}

// tooOften is how often the same call may fail before the model is told to stop.
const tooOften = 3

// failed returns the answer to a call that failed: the error object of --json and the same as text.
func (s *Session) failed(tool *Tool, key [32]byte, err error) Result {
	var answer struct {
		Error  desk.Failure `json:"error"`
		Travel struct {
			SearchID string       `json:"searchId,omitempty"` // of a search that was left unread
			Settle   search.Stamp `json:"settle,omitempty"`
			Next     []refs.Call  `json:"next,omitempty"`
			desk.Origin
		} `json:"travel"`
	}
	f := failureOf(tool, err)
	if advice := s.desk.TokenAdvice(err); advice != nil {
		f.Hint = toPerson + paste.Words(advice...)
	}
	if d := s.desk.Deployment; d != nil {
		if _, wrong := d.Config(); wrong != nil && errors.Is(err, wrong) {
			f.Retry, f.Hint = problem.No, toPerson+"correct this setting and start the server again"
		}
	}
	s.mu.Lock()
	if len(s.failures) >= most {
		clear(s.failures)
	}
	last := s.failures[key]
	if code := f.Class + " " + f.Code; last.code != code {
		last = fail{code: code}
	}
	last.times++
	s.failures[key] = last
	s.mu.Unlock()
	if last.times >= tooOften {
		f.Retry = problem.No
		f.Hint = fmt.Sprintf("this very call has failed %d times in the same way: do not call it again, tell the person", last.times)
	}
	text := failureText(f)
	if unread, ok := errors.AsType[unreadError](err); ok {
		answer.Travel.SearchID, answer.Travel.Settle, answer.Travel.Next = unread.searchID, search.Unsettled, []refs.Call{unread.next}
		text += "\nsearchId: " + unread.searchID + "\nnext: " + unread.next.Text()
	}
	answer.Error, answer.Travel.Origin = f, s.desk.Origin()
	structured, _ := json.Marshal(answer) // strings and numbers cannot fail
	return Result{Text: text, Structured: structured}
}

// toPerson starts a hint that the model cannot follow itself.
const toPerson = "a person has to act: "

// failureOf converts an error for a tool: command-line terms become those of the tool, and the advice is for a model.
func failureOf(tool *Tool, err error) desk.Failure {
	f := desk.FailureOf(err, desk.Text(err))
	f.Detail = tool.inArguments(f.Detail)
	advice := problem.StepsOf(err)
	var parts []string
	for _, step := range advice {
		if text := tool.advised(step.Why); step.Do == "" && len(step.With) == 0 && text != "" {
			parts = append(parts, text)
		}
	}
	f.Hint = strings.Join(parts, "; ")
	switch {
	case f.Class == problem.Login:
		f.Hint = toPerson + paste.Words(desk.StepsOf(err)...)
	case f.Class == problem.NotFound && len(parts) == 0:
		f.Hint = "check the id; those of searches, trips, fares and rates expire after a few minutes, and a new search gives new ones"
	case f.Class == problem.Wait && f.RetryAfter > 0:
		f.Hint = fmt.Sprintf("call again after %d seconds", f.RetryAfter)
	}
	return f
}

// failureText renders the failure for a model that sees only text.
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
		text.WriteString("\n- " + cmp.Or(c.Ref, c.ID))
		if c.Label != c.ID { // a place without a code has its label as its id
			text.WriteString(": " + c.Label)
		}
		if c.Amount != "" {
			text.WriteString(", " + offer.Money{Amount: c.Amount, Currency: c.Currency}.Text(""))
		}
		if c.Why != "" {
			text.WriteString(" (" + c.Why + ")")
		}
	}
	if f.SearchID != "" {
		text.WriteString("\nsearchId: " + f.SearchID)
	}
	if f.Hint != "" {
		text.WriteString("\nhint: " + f.Hint)
	}
	return text.String()
}

// unreadError ends a call whose search was created but not read.
type unreadError struct {
	error
	searchID string
	next     refs.Call // reads it without using another search
}

func (e unreadError) Unwrap() error { return e.error }

func (e unreadError) goOn() string {
	return "the search was made; read it, which uses none: " + e.next.Text()
}

// unread adds to an error the search, made or named by this call, that was left unread.
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
	if tool := read[v.args.tool.Name]; tool != "" && v.session.options.offers(tool) {
		next = callOf(tool, "searchId", id)
	} else if problem.RetryOf(err) == problem.Changed {
		return err // the same call would fail again
	}
	e := unreadError{err, id, next}
	if v.purse.made != nil {
		e.error = problem.Error{Err: err, Hint: e.goOn()}
	}
	return e
}

// advised rewrites the desk's advice for a tool: it uses the names of the tool's arguments and drops the parts
// about the command line. It returns "" if nothing is left.
func (t *Tool) advised(text string) string {
	parts := strings.Split(t.inArguments(text), "; ")
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool {
		return aCommand().MatchString(part) || aFlag().MatchString(part)
	}), "; ")
}

// arguments maps argument labels of the command line to the matching tool arguments.
var arguments = map[string][]string{
	"FROM": {"from"}, "TO": {"to"}, "DATE": {"fromDate"}, "RETURN": {"toDate"}, "CHECKIN": {"checkIn"}, "CHECKOUT": {"checkOut"},
	"WHEN": {"days", "when"}, "MARKET": {"country"}, "CITY": {"cityCode"}, "QUERY": {"query"}, "COUNTRY": {"countryCode"}, "PLACE": {"place"}, "PLACE|LAT,LNG": {"place"},
	"TRIP": {"tripId"}, "FARE": {"fareId"}, "RATE": {"rateId"}, "HOTEL": {"hotelId", "hotel"},
}

// Patterns of flags, of argument labels, and of command lines in the advice of lower packages, which a model may not
// be able to run.
var (
	aFlag  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`--[a-z][a-z-]*[a-z]`) })
	aLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[A-Z]{2,}(?:\|LAT,LNG)?`) })

	aCommand = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\btravel (?:config|doctor|flights|help|login|logout|profile)\b`)
	})
)

// inArguments replaces flags and argument labels with the names of the tool's arguments.
func (t *Tool) inArguments(text string) string {
	text = aFlag().ReplaceAllStringFunc(text, func(flag string) string {
		for _, name := range t.Takes {
			if "--"+ask.FlagName(name) == flag {
				return name
			}
		}
		return flag
	})
	text = aLabel().ReplaceAllStringFunc(text, func(label string) string {
		for _, name := range arguments[label] {
			if slices.Contains(t.Takes, name) {
				return name
			}
		}
		return label
	})
	return strings.NewReplacer(
		"a row number", "a reference", "with its letter, such as 2b", "as a reference, such as F1.2b",
		"with its letter, such as 3a", "as a reference, such as H1.3a",
	).Replace(text)
}
