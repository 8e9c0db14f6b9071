package desk

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/problem"
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
	if _, ok := errors.AsType[*auth.AnswerError](err); ok {
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
	if len(names) == 0 || len(names) > 10 || slices.ContainsFunc(names, func(name string) bool { return !auth.IsScope(name) || strings.Contains(name, ",") }) {
		return "travel login --scope SCOPE"
	}
	return "travel login --scope " + words.Shell(strings.Join(names, ","))
}
