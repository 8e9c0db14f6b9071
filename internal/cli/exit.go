package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
)

// codes maps error classes to exit codes. Scripts depend on them; they never change.
var codes = map[problem.Class]int{
	problem.Local: 1, problem.Usage: 2, problem.Login: 3, problem.NotFound: 4, problem.Wait: 5,
	problem.Refused: 6, problem.Network: 7, problem.Choice: 8, problem.Interrupted: 130,
}

// fired is the exit code of a watch run in which a rule fired.
const fired = 9

// FiredError reports that a watch's rule fired, which is not a failure. Err is an additional error, or nil. It is
// reported, but does not decide the exit code unless it is an interruption.
type FiredError struct{ Err error }

func (e FiredError) Error() string {
	if e.Err == nil {
		return "a watch's rule fired"
	}
	return e.Err.Error()
}

// Unwrap returns the additional error.
func (e FiredError) Unwrap() error { return e.Err }

// CodeOf returns the exit code of an error.
func CodeOf(err error) int {
	if err == nil {
		return 0
	}
	return failure{class: problem.ClassOf(err), err: err}.codeOf(context.Background())
}

// SignalError is the cancellation cause of a run that was ended by a signal.
type SignalError struct{ Signal os.Signal }

func (e SignalError) Error() string { return "interrupted" }

// Unwrap makes it an interruption for [problem.ClassOf].
func (e SignalError) Unwrap() error { return context.Canceled }

// EndedBy returns the signal, or SIGINT if it has no number.
func (e SignalError) EndedBy() syscall.Signal {
	if number, ok := e.Signal.(syscall.Signal); ok {
		return number
	}
	return syscall.SIGINT
}

// signaled is an error caused by a signal that ended the context or a screen.
type signaled interface {
	error
	EndedBy() syscall.Signal
}

// codeOf returns the exit code of a failure. An interruption has the code that shells use for its signal: 130 for
// Ctrl-C, 143 for SIGTERM, 129 for a closed terminal, 131 for SIGQUIT.
func (f failure) codeOf(ctx context.Context) int {
	if f.class == problem.Interrupted {
		for _, err := range []error{f.err, context.Cause(ctx)} {
			if ended, ok := errors.AsType[signaled](err); ok {
				return 128 + int(ended.EndedBy())
			}
		}
	}
	if _, ok := errors.AsType[FiredError](f.err); ok && f.class != problem.Interrupted {
		return fired
	}
	return codes[f.class]
}

// failure is an error as it is reported.
type failure struct {
	class  problem.Class
	text   string         // what went wrong, on one line
	advice []problem.Step // what to do now; may be empty
	hint   string         // the same in words
	err    error
}

// failureOf returns the class, text and hint of an error.
func failureOf(err error) failure {
	f := failure{class: problem.ClassOf(err), text: paste.After(desk.Text(err), desk.WayBack(err)...), err: err}
	f.advise(desk.StepsOf(err))
	if f.class != problem.Interrupted {
		return f
	}
	f.text = "interrupted"
	f.advise(desk.WayBack(err))
	if advice, ok := problem.Advised(err); ok && apiclient.MaybeCreated(err) { // such as feedback
		f.advise(advice)
	}
	return f
}

// advise sets what to do now.
func (f *failure) advise(advice []problem.Step) { f.advice, f.hint = advice, paste.Words(advice...) }

// object returns the failure as --json prints it.
func (f failure) object(r *Run) desk.Failure {
	object := desk.FailureOf(f.err, f.text)
	object.Class, object.Hint, object.Waits = f.class, f.hint, r.out.waits()
	object.Retry = problem.RetryOf(f.err)
	if f.class != problem.ClassOf(f.err) && !apiclient.MaybeCreated(f.err) { // a deadline changed the class
		object.Retry = problem.RetryIn(f.class)
	}
	return object
}

// report prints the error of a command in the requested format, and returns the exit code.
func report(ctx context.Context, r *Run, command string, err error) int {
	if err == nil {
		return 0
	}
	if e, ok := errors.AsType[FiredError](err); ok && e.Err == nil {
		return fired
	}
	over := patience.Over(ctx)
	if ctx.Err() != nil && over == nil && !errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w: %w", context.Canceled, err)
	}
	f := failureOf(err)
	if over != nil {
		if f.class == problem.Interrupted || !strings.Contains(f.text, over.Error()) { // the deadline caused it
			f.text = over.Error()
		}
		f.class = problem.Network
		_, advised := problem.Advised(err)
		switch {
		case advised, f.hint != "" && f.text == over.Error(): // such as how to continue a search that was made
		case apiclient.MaybeCreated(err):
			f.advise(problem.StepsOf(err))
		default:
			f.advise(desk.LookFurther([]problem.Step{{Why: over.Advice()}}))
		}
	}
	if command == "travel doctor" {
		f.advise(desk.WithoutDoctor(f.advice))
	}
	if e, ok := errors.AsType[problem.ChoiceError](err); ok {
		f.hint = cmp.Or(instead(r.Env.Args, e), f.hint)
	}
	switch {
	case f.class == problem.Usage && f.hint == "":
		f.hint = "see: " + command + " --help"
	case f.hint == problem.Report:
		f.hint = keepCalls(r, err)
	}
	f.hint = cmp.Or(paste.Words(r.desk.TokenAdvice(err)...), f.hint)
	if f.hint == "run: "+command { // the command that has just failed
		f.hint = ""
		if errors.Is(err, flow.ErrLoginRequired) { // in time, or by the person at the terminal
			f.hint = "try again"
		}
	}
	f.hint = r.Flags.Carried(orSandbox(r.deployment, err, f.hint))
	switch out := r.out.Stderr(); {
	case r.Flags.events && r.out.emitErr == nil:
		r.out.emit(errorEvent{Event: "error", Error: f.object(r)})
	case r.Flags.Format() == render.FormatJSON:
		object := f.object(r)
		object.Travel = r.desk.Origin()
		if text, err := json.Marshal(object); err == nil {
			fmt.Fprintf(r.Env.Stderr, "%s\n", text)
		}
	case f.class != problem.Interrupted:
		if e, ok := errors.AsType[desk.Choice](err); ok && len(e.Candidates) > 0 {
			_ = out.Print(nearTable(e))
		}
		_ = out.Errorline(f.text, f.hint)
	case f.hint != "":
		_ = out.Notice("interrupted; " + f.hint)
	case apiclient.MaybeCreated(err):
		_ = out.Notice("interrupted; the search may have been created")
	}
	return f.codeOf(ctx)
}

// orSandbox adds the way back to the sandbox to a hint, if a profile of another deployment has no login that works.
func orSandbox(deployed *deployment.Deployment, err error, hint string) string {
	cfg, cfgErr := deployed.Config()
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Status == http.StatusForbidden || problem.ClassOf(err) != problem.Login {
		return hint
	}
	if cfgErr != nil || cfg.Embedded() || cfg.Profile() == config.Sandbox || !slices.Contains(cfg.Profiles, cfg.Profile()) {
		return hint
	}
	way := "to go back to the sandbox: travel profile use sandbox"
	switch cfg.Selected.Source {
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

// keepCalls writes the calls that led to a bug to the debug log, and returns what to do with it.
func keepCalls(r *Run, err error) string {
	m, ok := errors.AsType[*problem.Mistake](err)
	log, openErr := r.deployment.DebugLog()
	if !ok || openErr != nil || log == nil {
		return problem.Report
	}
	if _, err := fmt.Fprintf(log, "%s ! %s\n\t%s\n", r.Env.Build.Version, clean.Line(m.Error()), strings.Join(m.Frames, "\n\t")); err != nil {
		return problem.Report
	}
	name, _ := r.debug()
	if name == "-" {
		name = "stderr"
	}
	return "please report it, with the calls that " + name + " lists"
}
