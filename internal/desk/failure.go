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
	"travel.example/travel/internal/config"
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

// Untraced is what went wrong in a line, without the trace id where no one is to quote it: of what the service
// refused, which --debug shows with it. Foreign text.
func Untraced(err error) string {
	text := err.Error()
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.TraceID != "" && p.Status < http.StatusInternalServerError {
		text = strings.Replace(text, p.Traced(), "", 1)
	}
	return text
}

// Refusal is what the service says of what it does not take, in a line; "" where it says nothing, or the failure
// is another. Foreign text.
func Refusal(err error) string {
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok {
		return p.Says()
	}
	return ""
}

// FailureOf reads all of an error that a program can use; text is what went wrong in a line. Whoever
// tells it adds the hint and the waits, and may know the class better. Foreign text is clean.
func FailureOf(err error, text string) Failure {
	f := Failure{
		Class: problem.ClassOf(err), Detail: clean.Line(text), Retry: problem.RetryOf(err), MaybeCreated: apiclient.MaybeCreated(err),
	}
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok {
		f.Code, f.Status, f.TraceID = clean.Line(string(p.Code)), p.Status, clean.Line(p.TraceID)
		f.RetryAfter = int(p.RetryAfter.Seconds())
		_, unread := errors.AsType[UnreadError](err)          // its text tells the way to it
		_, stopped := errors.AsType[*sweep.StoppedError](err) // and that what is not known
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

// doctor is the way to the cause of a failure that may lie between this computer and the service.
const doctor = "travel doctor looks for the cause"

// LookFurther adds that way to a hint.
func LookFurther(hint string) string {
	if hint == "" {
		return doctor
	}
	return hint + "; " + doctor
}

// WithoutDoctor is a hint without the pointer to the doctor, for the doctor itself.
func WithoutDoctor(hint string) string {
	return strings.TrimSuffix(strings.TrimSuffix(hint, doctor), "; ")
}

// AdviceOf is what to do about an error: the advice of its maker, the command that asks for a
// scope, and the doctor.
func AdviceOf(err error) string {
	hint := problem.AdviceOf(err)
	if better, ok := problem.Advised(err); ok {
		return better
	}
	if e, ok := errors.AsType[*apiclient.ProblemError](err); ok && e.Status == http.StatusForbidden {
		return scopeAdvice(e.Scope)
	}
	if e, ok := errors.AsType[*apiclient.NetworkError](err); ok && (e.MaybeCreated || e.Kind == apiclient.Interrupted) {
		return hint
	}
	if e, ok := errors.AsType[*apiclient.BadResponseError](err); ok {
		switch e.Kind {
		case apiclient.UntrustedTLS, apiclient.NotTheAPI, apiclient.Redirected, apiclient.Malformed:
			if !e.MaybeCreated {
				return LookFurther(hint)
			}
		}
		return hint
	}
	if flow.FaultOf(err).Host != "" && problem.ClassOf(err) == problem.Refused {
		return LookFurther(hint)
	}
	if hint == "" && errors.Is(err, context.DeadlineExceeded) {
		hint = "check the connection and try again"
	}
	if problem.ClassOf(err) == problem.Network {
		return LookFurther(hint)
	}
	return hint
}

// TokenAdvice is what to do where the service refused a token that another login does not help: the one that
// TRAVEL_TOKEN holds, or one that was made a moment ago. It is "" for everything else, and goes before [AdviceOf].
func (d *Desk) TokenAdvice(err error) string {
	if e, ok := errors.AsType[*apiclient.ProblemError](err); !ok || e.Status != http.StatusUnauthorized {
		return ""
	}
	if d.Deployment.HasGivenToken() {
		return "set TRAVEL_TOKEN again, or unset it and run: travel login"
	}
	if wrong := d.Deployment.NotTaken(); wrong != nil {
		return wrong.Error() + "; " + problem.AdviceOf(wrong)
	}
	return ""
}

// OrSandbox is a hint with the way back to the sandbox beside it, where a profile of another deployment has no
// login that works.
func (d *Desk) OrSandbox(err error, hint string) string {
	cfg, cfgErr := d.Deployment.Config()
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Status == http.StatusForbidden || problem.ClassOf(err) != problem.Login {
		return hint
	}
	if cfgErr != nil || cfg.Embedded() || cfg.Profile() == config.Sandbox || !slices.Contains(cfg.Profiles(), cfg.Profile()) {
		return hint
	}
	way := "to go back to the sandbox: travel profile use sandbox"
	switch cfg.Selected().Source {
	case config.FromEnv:
		way = "to go back to the sandbox: export TRAVEL_PROFILE=sandbox"
	case config.FromFlag:
		way = "to use the sandbox: --profile sandbox"
	}
	if hint == "" {
		return way
	}
	return hint + "\n" + way
}

// scopeAdvice is how to get a scope that a service says is missing. One that is an address names a host
// of the service's choice, which is never put into a command to copy.
func scopeAdvice(missing string) string {
	if strings.Contains(missing, "://") {
		return "the service wants the scope " + words.Quote(missing) + "; if you know it to be right: travel login --scope SCOPE"
	}
	return "run: " + loginFor(missing)
}

// loginFor is the command that asks for the scopes a service says are missing. They are foreign
// text: what is not a scope, or would be a word of its own to a shell, is not repeated.
func loginFor(missing string) string {
	names := strings.Fields(missing)
	if len(names) == 0 || len(names) > 10 || slices.ContainsFunc(names, func(name string) bool { return !flow.IsScope(name) || strings.Contains(name, ",") }) {
		return "travel login --scope SCOPE"
	}
	return "travel login --scope " + words.Shell(strings.Join(names, ","))
}

// GoneError is a 404 on something that lived with a search, with the search's age.
type GoneError struct {
	Age   time.Duration
	Err   error
	Again string // the command that searches again
	Way   string // the way out in words, in place of that command
}

func (e GoneError) Error() string {
	return fmt.Sprintf("this search has expired (made %s ago)", words.Age(e.Age))
}

func (e GoneError) Unwrap() error { return e.Err }

// Class is NotFound.
func (e GoneError) Class() problem.Class { return problem.NotFound }

// Advice is how to search again.
func (e GoneError) Advice() string {
	if e.Way != "" {
		return e.Way
	}
	return "search again; it spends one of your searches: " + e.Again
}

// Gone adds to a 404 how old the search is, when that is known, or that nothing is kept of it. Other
// errors stay as they are.
func (d *Desk) Gone(list recall.List, err error) error {
	if _, told := asGone(err); told || !IsGone(err) {
		return err
	}
	if why := d.Deployment.Forgets(); why != nil {
		hint := "the sandbox knows no search of an earlier command, since its key is not kept: " + why.Error() + "; " + problem.AdviceOf(why)
		return problem.Error{Err: err, Hint: hint}
	}
	if list.Search.Created.IsZero() {
		return err
	}
	return GoneError{Age: d.Now().Sub(list.Search.Created), Err: err, Again: SearchAgain(list)}
}

// IsGone tells the 404 of an id that lives with its search.
func IsGone(err error) bool {
	p, ok := errors.AsType[*apiclient.ProblemError](err)
	return ok && p.Code == apiclient.ErrorCodeNotFound
}

func asGone(err error) (GoneError, bool) { return errors.AsType[GoneError](err) }

// SearchAgain is the command that makes a list's search again.
func SearchAgain(list recall.List) string {
	switch {
	case list.Kind == recall.Rates && list.Stay != nil:
		return list.Stay.RatesCommand(list.Stay.HotelID)
	case list.Stay != nil:
		return list.Stay.Command()
	case list.Flight != nil:
		return list.Flight.Command()
	case list.Kind == recall.Hotels, list.Kind == recall.Rates:
		return "travel hotels search --help"
	}
	return "travel flights search --help"
}

// ReadAgain is the command that reads a search by its id: one of trips or of hotels, or the rates of a hotel.
func ReadAgain(kind recall.Kind, hotel int64, made search.Ref) string {
	switch kind {
	case recall.Rates:
		return "travel hotels rates " + query.HotelArgument(hotel) + " --search " + made.ID
	case recall.Hotels:
		return "travel hotels results " + made.ID
	}
	return "travel flights results " + made.ID
}

// CheckSearch refuses a search id beside that of a trip or a rate which is of another search.
func CheckSearch(q *ask.Values, what string, own search.Ref) error {
	if given := q.Text("searchId"); given != "" && given != own.ID {
		return problem.Usagef("--search %s is not the search of %s, %s; leave --search out", words.Quote(given), what, words.Quote(own.ID))
	}
	return nil
}

// UnreadError is a fault that left a search unread that was just made.
type UnreadError struct {
	Err     error
	Command string // that reads it
}

func (e UnreadError) Error() string { return e.Err.Error() + "; " + e.way() }

func (e UnreadError) way() string { return "the search was made, read it with: " + e.Command }

func (e UnreadError) Unwrap() error { return e.Err }

// Class is that of the fault.
func (e UnreadError) Class() problem.Class { return problem.ClassOf(e.Err) }

// Retry is Changed: the search is there, and the command that reads it is another one.
func (e UnreadError) Retry() problem.Retry {
	if retry := problem.RetryOf(e.Err); retry != problem.Same {
		return retry
	}
	return problem.Changed
}

// Advice is that of the fault; the way to the search stands in the text. Where the text is not
// shown, because it was an interruption, the way is the advice. What is to be run again is not the
// search: that would spend another one.
func (e UnreadError) Advice() string {
	if e.Class() == problem.Interrupted {
		return e.way()
	}
	return strings.Replace(problem.AdviceOf(e.Err), "run it again", "read it", 1)
}

// Unread adds the command that reads a search later to a fault that left it unread, unless the
// search is gone or may not have been made.
func Unread(err error, command string) error {
	if err == nil {
		return nil
	}
	if _, gone := errors.AsType[GoneError](err); gone || IsGone(err) || apiclient.MaybeCreated(err) {
		return err
	}
	if _, told := errors.AsType[UnreadError](err); told {
		return err
	}
	return UnreadError{err, command}
}

// Unprinted adds to an answer that could not be written how to read it again: the search it comes
// from may have been spent on it.
func Unprinted(err error, command string) error {
	return problem.Error{Err: err, Hint: "the search is still there, read it with: " + command}
}
