package commands

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"net/http"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/transport"
)

// class is what kind of failure an error is; each has one exit code.
type class struct {
	name string
	code int
}

// The classes and their exit codes. Scripts branch on them; they never change.
var (
	classLocal       = class{"local", 1}
	classUsage       = class{"usage", 2}
	classLogin       = class{"login", 3}
	classNotFound    = class{"not_found", 4}
	classWait        = class{"wait", 5}
	classRefused     = class{"refused", 6}
	classNetwork     = class{"network", 7}
	classChoice      = class{"choice", 8}
	classInterrupted = class{"interrupted", 130}
)

// failure is an error with its class and the way out.
type failure struct {
	class class
	text  string // what went wrong, one line
	hint  string // what to do now, may be empty
	err   error
}

// classify is the only place where an error gets a class, and so an exit code.
func classify(err error) failure {
	f := failure{class: classLocal, text: err.Error(), err: err}
	switch {
	case errors.Is(err, context.Canceled):
		f.class, f.text = classInterrupted, "interrupted"
		if e, ok := errors.AsType[unreadError](err); ok {
			f.hint = e.way()
		}
	case f.usage(), f.login(), f.service(), f.ours():
	}
	if e, ok := errors.AsType[advised](err); ok && f.class != classInterrupted {
		f.hint = e.hint
	}
	return f
}

// usage covers what was found before any request.
func (f *failure) usage() bool {
	if e, ok := errors.AsType[usageError](f.err); ok {
		f.class, f.hint = classUsage, see(e.Next)
		return true
	}
	if e, ok := errors.AsType[misuse](f.err); ok {
		f.class, f.hint = classUsage, cmp.Or(e.Hint, see(e.Next))
		return true
	}
	if e, ok := errors.AsType[choiceError](f.err); ok {
		f.class, f.hint = classChoice, e.Next
		return true
	}
	if e, ok := errors.AsType[*config.Error](f.err); ok {
		f.class, f.hint = classUsage, "see: travel config --help"
		if e.Broken {
			f.hint = "mend the file, or move it aside: travel config repair"
		}
		return true
	}
	if e, ok := errors.AsType[*auth.SettingsError](f.err); ok {
		f.class, f.hint = classUsage, "set it: travel config set "+e.Setting+" VALUE"
		if e.Setting == "client-id" {
			f.hint = askForClient
		}
		return true
	}
	if f.proxySetting() {
		f.class, f.hint = classUsage, "set it to one such as http://proxy.example:3128, with %25 for a % in a password; or unset it"
		return true
	}
	if _, ok := errors.AsType[*apiclient.RequestError](f.err); ok {
		f.class = classUsage
		return true
	}
	return false
}

// proxySetting knows the variable that should name a proxy and does not.
func (f *failure) proxySetting() bool {
	_, wrong := errors.AsType[*transport.ProxySettingError](f.err)
	return wrong
}

func see(next string) string {
	if next == "" {
		return ""
	}
	return "see: " + next
}

// askForClient is the way out where this program cannot become a client by itself.
const askForClient = "ask the operator of the service for a public client's id, then: travel config set client-id ID"

// login covers the token and everything about getting one.
func (f *failure) login() bool {
	const logIn = "run: travel login"
	if errors.Is(f.err, auth.ErrLoginRequired) {
		f.class, f.hint = classLogin, logIn
		return true
	}
	if errors.Is(f.err, auth.ErrStateMismatch) || errors.Is(f.err, auth.ErrStartPageReused) {
		f.class, f.hint = classLogin, "start again: travel login"
		return true
	}
	if e, ok := errors.AsType[*auth.StoreError](f.err); ok {
		f.class, f.hint = classLogin, e.Remedy
		return true
	}
	if e, ok := errors.AsType[*auth.RefusedError](f.err); ok {
		f.class, f.hint = classRefused, e.Remedy
		return true
	}
	if _, ok := errors.AsType[*auth.RegistrationError](f.err); ok {
		f.class, f.hint = classLogin, askForClient
		return true
	}
	if e, ok := errors.AsType[*auth.DeniedError](f.err); ok {
		f.class, f.hint = classLogin, logIn
		if e.Code == "unauthorized_client" {
			f.hint = "the client may not sign in this way; try another: travel login --browser, --no-browser or --device"
		}
		return true
	}
	if _, ok := errors.AsType[*auth.ClockError](f.err); ok {
		f.class, f.hint = classLogin, "set this computer's clock, then run: travel login"
		return true
	}
	if errors.Is(f.err, apiclient.ErrSandboxToken) {
		f.class, f.hint = classLogin, logIn
		return true
	}
	if errors.Is(f.err, errForeignToken) {
		f.class, f.hint = classLogin, "name the deployment it is for, by --profile or TRAVEL_API_URL; or unset TRAVEL_TOKEN"
		return true
	}
	return false
}

// service covers the answers of the service and the way to it.
func (f *failure) service() bool {
	if e, ok := errors.AsType[*apiclient.WaitError](f.err); ok {
		f.class, f.hint = classWait, e.Advice()
		return true
	}
	if e, ok := errors.AsType[goneError](f.err); ok {
		f.class, f.hint = classNotFound, cmp.Or(e.way, "search again; it spends one of your searches: "+e.again)
		return true
	}
	if e, ok := errors.AsType[ratesSearchError](f.err); ok {
		f.class, f.hint = classRefused, "search this hotel; it spends one of your searches: "+e.next
		return true
	}
	if e, ok := errors.AsType[*apiclient.ProblemError](f.err); ok {
		f.class, f.hint = classOfProblem(e), e.Advice()
		if e.Status == http.StatusForbidden {
			f.hint = "run: " + loginFor(e.Scope)
		}
		return true
	}
	if e, ok := errors.AsType[linkError](f.err); ok {
		f.class, f.hint = classRefused, e.hint
		return true
	}
	if e, ok := errors.AsType[*apiclient.BadResponseError](f.err); ok {
		f.class, f.hint = classRefused, unusable(e)
		return true
	}
	if e, ok := errors.AsType[*apiclient.NetworkError](f.err); ok {
		f.class, f.hint = classNetwork, unreached(e)
		return true
	}
	if e, ok := errors.AsType[*auth.WaitError](f.err); ok {
		f.class, f.hint = classWait, "try again in "+e.After.String()
		return true
	}
	if _, ok := errors.AsType[*auth.AnswerError](f.err); ok {
		f.class, f.hint = classRefused, lookFurther("")
		return true
	}
	if e, ok := errors.AsType[*auth.NetworkError](f.err); ok {
		f.class, f.hint = classNetwork, lookFurther(e.Advice())
		return true
	}
	if errors.Is(f.err, context.DeadlineExceeded) {
		f.class, f.hint = classNetwork, lookFurther("check the connection and try again")
		return true
	}
	return errors.Is(f.err, fs.ErrPermission)
}

// ours covers what this program did wrong itself.
func (f *failure) ours() bool {
	if _, ok := errors.AsType[*search.Mistake](f.err); ok {
		f.hint = reportIt
		return true
	}
	return false
}

// classOfProblem goes by the code the service sent, and for a code newer than
// this client by the HTTP status.
func classOfProblem(e *apiclient.ProblemError) class {
	switch e.Code {
	case apiclient.ErrorCodeInvalidToken, apiclient.ErrorCodeInsufficientScope:
		return classLogin
	case apiclient.ErrorCodeNotFound:
		return classNotFound
	case apiclient.ErrorCodeRateLimited, apiclient.ErrorCodeUpstreamUnavailable, apiclient.ErrorCodeUpstreamRateLimited:
		return classWait
	}
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return classLogin
	case http.StatusNotFound:
		return classNotFound
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return classWait
	}
	return classRefused
}
