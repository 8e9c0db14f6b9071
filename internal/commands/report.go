package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/clean"
	"travel.example/travel/internal/search"
)

// failureJSON is a failure as --json prints it, one object on stderr.
type failureJSON struct {
	Class        string `json:"class"`
	Code         string `json:"code,omitempty"`   // of the service's problem
	Status       int    `json:"status,omitempty"` // HTTP
	Detail       string `json:"detail"`
	TraceID      string `json:"traceId,omitempty"`
	RetryAfter   int    `json:"retryAfter,omitempty"` // seconds
	Hint         string `json:"hint,omitempty"`
	MaybeCreated bool   `json:"maybeCreated,omitempty"`

	Candidates []candidate `json:"candidates,omitempty"` // of a choice
}

// report prints what went wrong in command and returns the exit code.
func (a *app) report(ctx context.Context, command string, err error) int {
	if err == nil {
		return 0
	}
	if ctx.Err() != nil && !errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w: %w", context.Canceled, err)
	}
	f := classify(err)
	if f.class == classUsage && f.hint == "" {
		f.hint = see(command + " --help")
	}
	if m, ok := errors.AsType[*search.Mistake](err); ok {
		if file := a.keep(m); file != "" && f.hint == reportIt {
			f.hint = "please report it, with the calls that " + file + " lists"
		}
	}
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Status == http.StatusUnauthorized && a.env.Getenv("TRAVEL_TOKEN") != "" {
		f.hint = "set TRAVEL_TOKEN anew, or unset it and run: travel login"
	}
	switch {
	case a.global.events && a.emitErr == nil:
		a.emit(errorEvent{Event: "error", Error: failureOf(f)})
	case a.global.format() == render.FormatJSON:
		a.reportJSON(f)
	case f.class == classInterrupted:
		switch {
		case f.hint != "":
			a.notice("interrupted; %s", f.hint)
		case apiclient.MaybeCreated(err):
			a.notice("interrupted; the search may have been created")
		}
	default:
		_ = a.stderr().Errorline(f.text, f.hint)
	}
	return f.class.code
}

func (a *app) reportJSON(f failure) {
	text, err := json.Marshal(failureOf(f))
	if err != nil {
		return
	}
	fmt.Fprintf(a.env.Stderr, "%s\n", text)
}

// failureOf is a failure as a program reads it.
func failureOf(f failure) failureJSON {
	object := failureJSON{
		Class:        f.class.name,
		Detail:       clean.Line(f.text),
		Hint:         f.hint,
		MaybeCreated: apiclient.MaybeCreated(f.err),
	}
	if p, ok := errors.AsType[*apiclient.ProblemError](f.err); ok {
		object.Code, object.Status, object.TraceID = clean.Line(string(p.Code)), p.Status, clean.Line(p.TraceID)
		object.RetryAfter = int(p.RetryAfter.Seconds())
		if p.Detail != "" {
			object.Detail = clean.Line(p.Detail)
		}
	}
	if w, ok := errors.AsType[*apiclient.WaitError](f.err); ok {
		object.RetryAfter = w.Seconds()
	}
	if e, ok := errors.AsType[choiceError](f.err); ok {
		object.Candidates = e.Candidates
	}
	return object
}

// stderr is the printer for notices, hints and failures.
func (a *app) stderr() *render.Printer {
	return render.New(a.env.Stderr, a.term(a.env.ErrTerm), render.FormatText)
}
