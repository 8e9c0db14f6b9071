package mcpserver

import (
	"bytes"
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
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
)

// A handler wraps a tool.
type handler struct {
	session *Session
	tool    *Tool
	limit   time.Duration
}

// handle answers a call in every case: errors and panics become answers, and no call outlives its time limit.
func (h handler) handle(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx = context.WithValue(ctx, hearsKey{}, listen(ctx, req))
	args, err := argsOf(req)
	args.tool = h.tool
	var result Result
	if err == nil {
		result, err = h.rounds(ctx, req, args)
	}
	key := sha256.Sum256(append([]byte(h.tool.Name+"\n"), compact(req.Params.Arguments)...))
	if err == nil && result.Asks != nil {
		h.session.succeeded(key)
		return &mcp.CallToolResult{InputRequests: result.Asks, RequestState: result.State}, nil
	}
	answer := &mcp.CallToolResult{IsError: err != nil}
	if err != nil {
		result = h.session.failed(h.tool, key, err)
	} else {
		h.session.succeeded(key)
	}
	if h.session.desk.Origin().Sample {
		result.Text = strings.TrimSuffix(madeUp+"\n"+result.Text, "\n")
	}
	answer.Content = []mcp.Content{&mcp.TextContent{Text: result.Text}}
	if result.Structured != nil {
		answer.StructuredContent = result.Structured
	}
	return answer, nil
}

// round calls the tool once.
func (h handler) round(ctx context.Context, args Args) (Result, error) {
	ctx, stop := context.WithTimeoutCause(ctx, h.limit, errLate)
	defer stop()
	result, err := h.within(ctx, args)
	if err != nil && errors.Is(context.Cause(ctx), errLate) && !isProblem(err) {
		err = late(h.limit, err)
	}
	return result, err
}

// endingWith cancels a call when the context of its server ends, which the SDK does not do.
func endingWith(server context.Context, handle mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		defer context.AfterFunc(server, stop)()
		return handle(ctx, req)
	}
}

// isProblem reports whether an error has a more specific cause than the time limit.
func isProblem(err error) bool {
	class := problem.ClassOf(err)
	return class != problem.Network && class != problem.Interrupted && class != problem.Local
}

// compact removes insignificant space from arguments if they are JSON.
func compact(arguments json.RawMessage) []byte {
	var short bytes.Buffer
	if json.Compact(&short, arguments) != nil {
		return arguments
	}
	return short.Bytes()
}

// grace is how long a tool may take to notice that its time is up.
const grace = time.Second

// within calls the tool, and abandons a call that does not end in time.
func (h handler) within(ctx context.Context, args Args) (Result, error) {
	if h.tool.Name == feedbackTool && !h.session.options.AllowFeedback {
		return Result{}, errFeedback
	}
	var result Result
	ended := make(chan error, 1)
	go func() {
		ended <- problem.Guarded(func() (err error) {
			v, err := h.session.visit(ctx, args)
			if err == nil {
				result, err = h.tool.Call(ctx, v)
			}
			return err
		})()
	}()
	select {
	case err := <-ended:
		return result, err
	case <-ctx.Done():
	}
	over := time.NewTimer(grace)
	defer over.Stop()
	select {
	case err := <-ended:
		return result, err
	case <-over.C:
		return Result{}, ctx.Err()
	}
}

// argsOf reads the arguments of a call.
func argsOf(req *mcp.CallToolRequest) (Args, error) {
	args := Args{Answers: req.Params.InputResponses, State: req.Params.RequestState}
	if given := bytes.TrimSpace(req.Params.Arguments); len(given) > 0 && string(given) != "null" {
		if err := json.Unmarshal(given, &args.Members); err != nil {
			return args, problem.Usagef("the arguments are not an object")
		}
	}
	if able := req.ClientCapabilities(); able != nil && able.Elicitation != nil {
		args.Elicits = able.Elicitation.Form != nil || able.Elicitation.URL == nil // else it can only open pages
	}
	return args, nil
}

// errLate is the cancellation cause when a call exceeds its time limit.
var errLate = errors.New("the call's time is over")

// late returns the error of a call that exceeded its time limit. Repeating the call may find its result ready.
func late(limit time.Duration, err error) error {
	hint := "call again; if it stays so, tell the person"
	if unread, ok := errors.AsType[unreadError](err); ok {
		hint = unread.goOn()
	}
	text := fmt.Sprintf("no answer within %d seconds", int(limit.Seconds()))
	return problem.Error{Class: problem.Network, Text: text, Hint: hint, Err: err}
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

// succeeded clears the failures of a call.
func (s *Session) succeeded(key [32]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.failures, key)
}

// times records a failure and returns how often the same call has now failed in the same way.
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

// failed returns the answer to a call that failed: the error object of --json and the same as text.
func (s *Session) failed(tool *Tool, key [32]byte, err error) Result {
	f := Failed(tool, err)
	if n := s.times(key, f.Class+" "+f.Code); n >= tooOften {
		f.Retry = problem.No
		f.Hint = fmt.Sprintf("this very call has failed %d times in the same way: do not call it again, tell the person", n)
	}
	text := failureText(f)
	var left pending
	if unread, ok := errors.AsType[unreadError](err); ok {
		left = pending{SearchID: unread.searchID, Settle: search.Unsettled, Next: []refs.Call{unread.next}}
		text += "\nsearchId: " + unread.searchID + "\nnext: " + unread.next.Text()
	}
	left.Origin = s.desk.Origin()
	structured, _ := json.Marshal(struct { // strings and numbers cannot fail
		Error  desk.Failure `json:"error"`
		Travel pending      `json:"travel"`
	}{f, left})
	return Result{Text: text, Structured: structured}
}

// Failed converts an error for a tool: command-line terms become those of the tool.
func Failed(tool *Tool, err error) desk.Failure {
	f := desk.FailureOf(err, err.Error())
	f.Detail = tool.inArguments(f.Detail)
	f.Hint = tool.hint(f, problem.StepsOf(err))
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
		text.WriteString("\n- " + c.ID)
		if c.Label != c.ID { // a place without a code has its label as its id
			text.WriteString(": " + c.Label)
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
	return "the search is there; go on with it, which spends none: " + e.next.Text()
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
	}
	e := unreadError{err, id, next}
	if v.purse.made != nil {
		e.error = problem.Error{Err: err, Hint: e.goOn()}
	}
	return e
}

// pending is added to a failure: the deployment, and the search that was left unread.
type pending struct {
	SearchID string       `json:"searchId,omitempty"`
	Settle   search.Stamp `json:"settle,omitempty"`
	Next     []refs.Call  `json:"next,omitempty"`
	desk.Origin
}

// aCommand matches a command line in advice from the rooms below the desk, which a model may not be able to run.
var aCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\btravel (?:config|doctor|flights|help|login|logout|profile)\b`)
})

// hint returns advice about a failure for a model.
func (t *Tool) hint(f desk.Failure, advice []problem.Step) string {
	var parts []string
	for _, step := range advice {
		if text := t.advised(step.Why); step.Do == "" && text != "" {
			parts = append(parts, text)
		}
	}
	switch {
	case f.Class == problem.Login:
		return "a person has to act: " + paste.Words(advice...)
	case f.Class == problem.NotFound && len(parts) == 0:
		return "ids live a few minutes, as long as their search: make the search again and use its new ids"
	case f.Class == problem.Wait && f.RetryAfter > 0:
		return fmt.Sprintf("call again after %d seconds", f.RetryAfter)
	}
	return strings.Join(parts, "; ")
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

// Patterns of flags and argument labels.
var (
	aFlag  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`--[a-z][a-z-]*[a-z]`) })
	aLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[A-Z]{2,}(?:\|LAT,LNG)?`) })
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
	return strings.ReplaceAll(text, "a row number", "a reference")
}
