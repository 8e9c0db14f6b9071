package desk

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/problem"
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
		if _, unread := errors.AsType[UnreadError](err); p.Detail != "" && !unread { // its text tells the way to it
			f.Detail = clean.Line(p.Detail + p.Named())
		}
	}
	if w, ok := errors.AsType[*apiclient.WaitError](err); ok {
		f.RetryAfter = w.Seconds()
	}
	if w, ok := errors.AsType[*auth.WaitError](err); ok && !w.Guessed {
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
