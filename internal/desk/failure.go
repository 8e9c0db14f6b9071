package desk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Failure is an error as a program reads it: the object of --json, and that of a tool.
type Failure struct {
	Class        problem.Class `json:"class" words:"local,usage,login,not_found,wait,refused,network,choice,interrupted"`
	Code         string        `json:"code,omitempty"`   // of the service's problem
	Status       int           `json:"status,omitempty"` // HTTP
	Detail       string        `json:"detail"`
	TraceID      string        `json:"traceId,omitempty"`
	Retry        problem.Retry `json:"retry" words:"same,changed,no"` // same, changed or no
	RetryAfter   int           `json:"retryAfter,omitempty"`          // seconds
	Hint         string        `json:"hint,omitempty"`
	MaybeCreated bool          `json:"maybeCreated,omitempty"`
	Waits        []Waited      `json:"waits,omitempty"` // before requests were sent again

	Candidates []problem.Candidate `json:"candidates,omitempty"` // of a choice
	SearchID   string              `json:"searchId,omitempty"`   // of the search to continue with after a choice
	Travel     Origin              `json:"travel,omitzero"`      // of a failure that is a document of its own
}

// Text returns the text of an error. A client that could not be made is reported alone, without what was tried. It is
// foreign text.
func Text(err error) string {
	if e, ok := errors.AsType[apiclient.SetupError](err); ok {
		return e.Error()
	}
	return err.Error()
}

// Untraced returns the text of an error. It leaves out the trace id of a request that the service refused, which only
// --debug shows. It is foreign text.
func Untraced(err error) string {
	text := Text(err)
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.TraceID != "" && p.Status < http.StatusInternalServerError {
		text = strings.Replace(text, p.Traced(), "", 1)
	}
	return text
}

// Refusal returns the service's own explanation of a refused request, or "" if there is none. It is foreign text.
func Refusal(err error) string {
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok {
		return p.Says()
	}
	return ""
}

// FailureOf describes an error for a program. text is its message in one line. The caller adds the hint and the waits,
// and may correct the class. Foreign text is cleaned.
func FailureOf(err error, text string) Failure {
	f := Failure{
		Class: problem.ClassOf(err), Detail: clean.Line(text), Retry: problem.RetryOf(err), MaybeCreated: apiclient.MaybeCreated(err),
	}
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok {
		f.Code, f.Status, f.TraceID = clean.Line(string(p.Code)), p.Status, clean.Line(p.TraceID)
		f.RetryAfter = int(p.RetryAfter.Seconds())
		_, unread := errors.AsType[UnreadError](err)         // its text says how to read the search
		_, stopped := errors.AsType[sweep.StoppedError](err) // and this one's what is not known
		if p.Detail != "" && !unread && !stopped {
			f.Detail = clean.Line(p.Detail + p.Named())
		}
	}
	if w, ok := errors.AsType[*apiclient.WaitError](err); ok {
		f.RetryAfter = w.Seconds()
	}
	if w := flow.FaultOf(err); w.After > 0 && !w.Guessed {
		f.RetryAfter = int((w.After + time.Second - 1) / time.Second)
	}
	if e, ok := errors.AsType[problem.ChoiceError](err); ok {
		f.SearchID = e.SearchID
		for _, c := range e.Candidates {
			c.Label = clean.Line(c.Label)
			f.Candidates = append(f.Candidates, c)
		}
	}
	return f
}

// doctor is the step for a failure whose cause may lie between this computer and the service.
var doctor = problem.Step{Do: "doctor", Note: "looks for the cause"}

// LookFurther returns advice with the doctor added.
func LookFurther(advice []problem.Step) []problem.Step { return append(advice, doctor) }

// WithoutDoctor returns advice without the doctor, for the doctor itself.
func WithoutDoctor(advice []problem.Step) []problem.Step {
	return slices.DeleteFunc(slices.Clone(advice), func(s problem.Step) bool { return s.Do == doctor.Do })
}

// StepsOf returns what to do about an error: the advice that comes with it, the login that asks for a missing scope,
// and the doctor.
func StepsOf(err error) []problem.Step {
	advice := problem.StepsOf(err)
	if better, ok := problem.Advised(err); ok {
		return better
	}
	if e, ok := errors.AsType[*apiclient.ProblemError](err); ok && e.Status == http.StatusForbidden {
		return []problem.Step{loginFor(e.Scope)}
	}
	if e, ok := errors.AsType[*apiclient.ExchangeError](err); ok {
		switch {
		case e.MaybeCreated, e.Kind == apiclient.Interrupted:
			return advice
		case e.Foreign():
			return LookFurther(advice)
		case e.Class() == problem.Refused:
			return advice
		}
	}
	if flow.FaultOf(err).Host != "" && problem.ClassOf(err) == problem.Refused {
		return LookFurther(advice)
	}
	if len(advice) == 0 && errors.Is(err, context.DeadlineExceeded) {
		advice = []problem.Step{{Why: "check the connection and try again"}}
	}
	if problem.ClassOf(err) == problem.Network {
		return LookFurther(advice)
	}
	return advice
}

// TokenAdvice returns what to do if the service refused a token that another login cannot replace: the one in
// TRAVEL_TOKEN, or one that was issued a moment ago. It returns nil for any other error, and takes precedence over
// [StepsOf].
func (d *Desk) TokenAdvice(err error) []problem.Step {
	if e, ok := errors.AsType[*apiclient.ProblemError](err); !ok || e.Status != http.StatusUnauthorized {
		return nil
	}
	if d.Deployment.HasGivenToken() {
		return []problem.Step{problem.Do("set TRAVEL_TOKEN again, or unset it and run", "login")}
	}
	if who, err := d.Deployment.Who(); err == nil && who.Login != nil {
		if wrong := who.Login.NotTaken(); wrong != nil {
			return append([]problem.Step{{Why: wrong.Error()}}, problem.StepsOf(wrong)...)
		}
	}
	return nil
}

// loginFor returns the login that asks for the scopes a service says are missing. They are foreign text: whatever is
// not a scope, or would be a word of its own to a shell, is not repeated. One that is an address names a host of the
// service's choice, which is never put into a command to copy.
func loginFor(missing string) problem.Step {
	names := strings.Fields(missing)
	switch odd := func(name string) bool { return !flow.IsScope(name) || strings.Contains(name, ",") }; {
	case strings.Contains(missing, "://"):
		why := "the service wants the scope " + words.Quote(missing) + "; if you know it to be right"
		return problem.Do(why, "login").Set("scope", "SCOPE")
	case len(names) == 0 || len(names) > 10 || slices.ContainsFunc(names, odd):
		names = []string{"SCOPE"}
	}
	return problem.Do("run", "login").Set("scope", names...)
}

// GoneError is a 404 on something that lived with a search, with the search's age.
type GoneError struct {
	Age   time.Duration
	Err   error
	Again problem.Step   // searches again
	Way   []problem.Step // advice in place of that step
}

func (e GoneError) Error() string {
	return fmt.Sprintf("this search has expired (made %s ago)", words.Age(e.Age))
}

func (e GoneError) Unwrap() error { return e.Err }

// Class is NotFound.
func (e GoneError) Class() problem.Class { return problem.NotFound }

// Advice is empty: its steps say how to search again.
func (e GoneError) Advice() string { return "" }

// Steps returns how to search again.
func (e GoneError) Steps() []problem.Step {
	if e.Way != nil {
		return e.Way
	}
	return []problem.Step{{Why: "search again"}, e.Again.For("it spends one of your searches")}
}

// Gone adds to a 404 how old the search is, if that is known, or that the sandbox keeps no searches. It returns other
// errors unchanged.
func (d *Desk) Gone(list recall.List, err error) error {
	if _, done := errors.AsType[GoneError](err); done || !IsGone(err) {
		return err
	}
	if why := d.Deployment.Forgets(); why != nil {
		hint := "the sandbox knows no search of an earlier command, since its key is not kept: " + why.Error()
		return problem.Error{Err: err, Hint: hint, Then: problem.Ways(problem.StepsOf(why)...)}
	}
	if list.Search.Created.IsZero() {
		return err
	}
	return GoneError{Age: d.Now().Sub(list.Search.Created), Err: err, Again: SearchAgain(list)}
}

// IsGone reports whether an error is a 404, as for anything whose search has expired.
func IsGone(err error) bool {
	p, ok := errors.AsType[*apiclient.ProblemError](err)
	return ok && p.Code == apiclient.ErrorCodeNotFound
}

// SearchAgain returns the step that makes a list's search again.
func SearchAgain(list recall.List) problem.Step {
	switch {
	case list.Kind == recall.Rates && list.Stay != nil:
		return list.Stay.Rates(list.Stay.HotelID)
	case list.Stay != nil:
		return list.Stay.Again()
	case list.Flight != nil:
		return list.Flight.Again()
	case list.Kind == recall.Hotels, list.Kind == recall.Rates:
		return query.Stay{}.Again()
	}
	return query.Flight{}.Again()
}

// ReadAgain returns the step that reads a search by its id: one of trips or of hotels, or the rates of a hotel.
func ReadAgain(kind recall.Kind, hotel int64, made search.Ref) problem.Step {
	switch kind {
	case recall.Rates:
		return problem.Do("", "getHotelRates", query.HotelArgument(hotel)).Set("searchId", made.ID)
	case recall.Hotels:
		return problem.Do("", "getHotelSearchResults", made.ID)
	}
	return problem.Do("", "getFlightSearchResults", made.ID)
}

// CheckSearch refuses a --search that is not the search of the trip or rate.
func CheckSearch(q *ask.Values, what string, own search.Ref) error {
	if given := q.Text("searchId"); given != "" && given != own.ID {
		return problem.Usagef("--search %s is not the search of %s, %s; leave --search out", words.Quote(given), what, words.Quote(own.ID))
	}
	return nil
}

// UnreadError is a failure to read a search that was just made. A face that shows its text adds the step.
type UnreadError struct {
	Err  error
	Read problem.Step // reads it
}

func (e UnreadError) Error() string { return e.Err.Error() }

func (e UnreadError) Unwrap() error { return e.Err }

// Class returns the class of the failure.
func (e UnreadError) Class() problem.Class { return problem.ClassOf(e.Err) }

// Retry is Changed: the search is there, and another command reads it.
func (e UnreadError) Retry() problem.Retry {
	if retry := problem.RetryOf(e.Err); retry != problem.Same {
		return retry
	}
	return problem.Changed
}

// Advice returns the advice of the failure, but to read the search again and not to make it again, which would use
// another one.
func (e UnreadError) Advice() string {
	return strings.Replace(problem.AdviceOf(e.Err), "run it again", "read it", 1)
}

// WayBack returns the step that reads the search that a failure left unread, or nil.
func WayBack(err error) []problem.Step {
	if e, ok := errors.AsType[UnreadError](err); ok {
		return []problem.Step{e.Read.For("the search was made, read it with")}
	}
	return nil
}

// Unread adds to a failure how to read the search later, unless the search is gone or may not have been made.
func Unread(err error, read problem.Step) error {
	if err == nil {
		return nil
	}
	if _, gone := errors.AsType[GoneError](err); gone || IsGone(err) || apiclient.MaybeCreated(err) {
		return err
	}
	if _, done := errors.AsType[UnreadError](err); done {
		return err
	}
	return UnreadError{err, read}
}

// Unprinted adds to the error of an answer that could not be written how to read it again, since a search may have been
// used for it.
func Unprinted(err error, read problem.Step) error {
	return problem.Error{Err: err, Then: problem.Ways(read.For("the search is still there, read it with"))}
}
