package apiclient

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// NetworkKind says how far an unanswered request got.
type NetworkKind uint8

// How far a request got.
const (
	NotSent        NetworkKind = iota + 1 // no byte was sent: no address, refused, reset
	ConnectTimeout                        // connecting or the TLS handshake took too long
	NoAnswer                              // sent, but no complete answer came back
	ProxyFailed                           // the proxy refused or could not be reached
	Interrupted                           // the caller's context ended
)

// NetworkError is returned for a call that got no answer.
type NetworkError struct {
	Kind NetworkKind
	Host string // host of the deployment, or of the proxy for ProxyFailed
	Err  error  // cause; context.Canceled and context.DeadlineExceeded are kept

	// MaybeCreated is set if a create or a feedback may have been carried out although no answer confirms it. Sending
	// it again may use quota twice.
	MaybeCreated bool
}

// Error describes the failure in one printable line.
func (e *NetworkError) Error() string {
	return e.what() + ": " + printable(e.Err.Error()) + doubt[e.MaybeCreated]
}

func (e *NetworkError) what() string {
	switch e.Kind {
	case NotSent:
		return "could not reach " + printable(e.Host) + ", nothing was sent"
	case ConnectTimeout:
		return "could not connect to " + printable(e.Host) + " in time, nothing was sent"
	case ProxyFailed:
		return "the proxy " + printable(e.Host) + " did not let the request through"
	case Interrupted:
		return "stopped before " + printable(e.Host) + " answered"
	default:
		return "no whole answer from " + printable(e.Host)
	}
}

// Unwrap returns the cause.
func (e *NetworkError) Unwrap() error { return e.Err }

// Advice says in one line what to do.
func (e *NetworkError) Advice() string {
	switch {
	case e.MaybeCreated:
		return adviceMaybeCreated
	case e.Kind == ProxyFailed:
		return "check the proxy named in HTTPS_PROXY, or list the host in NO_PROXY"
	}
	return "check the connection and try again"
}

// BadResponseKind says why an answer cannot be used.
type BadResponseKind uint8

// Why an answer cannot be used.
const (
	NotTheAPI        BadResponseKind = iota + 1 // a web page, such as one sent by a captive portal
	Redirected                                  // a redirect; never followed
	Truncated                                   // ended too early
	NotJSON                                     // declared as JSON but is not
	WrongMediaType                              // neither JSON nor a web page
	WrongShape                                  // a required member is missing or of the wrong type
	TooLarge                                    // exceeds the bounds on size, values or depth
	UnexpectedStatus                            // a success status that is not in the contract
	Malformed                                   // not HTTP
	UntrustedTLS                                // the certificate or the handshake failed
	AnotherThing                                // about a different trip, hotel or search than the one requested
)

// BadResponseError is returned for an answer that cannot be the API's.
type BadResponseError struct {
	Kind     BadResponseKind
	Host     string
	Status   int    // HTTP status, 0 if the answer had none
	Location string // target of a redirect, as sent
	Detail   string // what is wrong, in words for the user
	Err      error  // cause, nil if there is none

	// MaybeCreated is as in [NetworkError].
	MaybeCreated bool
}

// Error describes the problem in one printable line.
func (e *BadResponseError) Error() string {
	text := "the answer of " + printable(e.Host) + " cannot be used: " + printable(e.Detail)
	if e.Kind == Redirected && e.Location != "" {
		text += " to " + printable(transport.ShownLocation(e.Location))
	}
	if e.Err != nil && e.Kind != UntrustedTLS { // whose Detail already says it
		text += ": " + printable(e.Err.Error())
	}
	return text + doubt[e.MaybeCreated]
}

// Unwrap returns the cause.
func (e *BadResponseError) Unwrap() error { return e.Err }

// Advice says in one line what to do.
func (e *BadResponseError) Advice() string {
	switch {
	case e.MaybeCreated:
		return adviceMaybeCreated
	case e.Kind == UntrustedTLS:
		if advice := transport.TrustAdvice(e.Err); advice != "" {
			return advice
		}
		return "do not send a token there: check api-url, the clock and the network"
	case e.Kind == NotTheAPI, e.Kind == Redirected, e.Kind == Malformed:
		return "check api-url; a login page of the network may stand in between"
	}
	if e.Kind == AnotherThing {
		return "a cache or proxy may mix up answers: check api-url, then see: travel doctor; if it stays, report it to the service"
	}
	return "try again later; if it stays, the service and this client disagree"
}

// WaitError is returned if the service asks for a longer wait than the call may spend.
type WaitError struct {
	After   time.Duration // from now until the service may be asked again
	Budget  time.Duration // what was left to wait
	Problem *ProblemError // the refusal; nil if nothing was sent because the quota was known to be used up
}

// Error states the wait.
func (e *WaitError) Error() string {
	text := "the service asks to wait " + words.Wait(e.After)
	if e.Problem != nil {
		text += ": " + e.Problem.Error()
	}
	return text
}

// Seconds returns After in whole seconds, rounded up.
func (e *WaitError) Seconds() int { return int(math.Ceil(e.After.Seconds())) }

// Unwrap returns the refusal.
func (e *WaitError) Unwrap() error {
	if e.Problem == nil {
		return nil
	}
	return e.Problem
}

// Advice says in one line what to do.
func (e *WaitError) Advice() string {
	return "run it again in " + words.Wait(e.After)
}

// notSent returns the error for a request that is refused before it is sent.
func notSent(why string) error {
	return problem.Error{Class: problem.Usage, Text: "request refused: " + printable(why)}
}

// ErrSandboxToken is returned if a sandbox token would be sent to a deployment that is not on this machine.
var ErrSandboxToken error = problem.Error{
	Class: problem.Login, Hint: "run: travel login",
	Text: "the token belongs to the built-in sandbox and is not sent to another service",
}

// MaybeCreated reports whether the failed call may have been carried out.
func MaybeCreated(err error) bool {
	if e, ok := errors.AsType[*NetworkError](err); ok {
		return e.MaybeCreated
	}
	if e, ok := errors.AsType[*BadResponseError](err); ok {
		return e.MaybeCreated
	}
	if e, ok := errors.AsType[*ProblemError](err); ok {
		return e.MaybeCreated
	}
	return false
}

const adviceMaybeCreated = "it may have been carried out; sending it again may spend quota twice"

// doubt is appended to the text of an error whose request may have been carried out.
var doubt = map[bool]string{true: " (it may have been carried out)"}

// Class depends on the code the service sent or, for a code that this client does not know, on the HTTP status.
func (e *ProblemError) Class() problem.Class {
	switch e.Code {
	case ErrorCodeInvalidToken, ErrorCodeInsufficientScope:
		return problem.Login
	case ErrorCodeNotFound:
		return problem.NotFound
	case ErrorCodeRateLimited, ErrorCodeUpstreamUnavailable, ErrorCodeUpstreamRateLimited:
		return problem.Wait
	}
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return problem.Login
	case http.StatusNotFound:
		return problem.NotFound
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return problem.Wait
	}
	return problem.Refused
}

// Retry also depends on the code. A wrong request has to change, a fault of the service may pass, and a request that
// may have been carried out is not repeated automatically.
func (e *ProblemError) Retry() problem.Retry {
	switch {
	case e.MaybeCreated:
		return problem.No
	case e.Status == http.StatusBadRequest, e.Status == http.StatusConflict, e.Status == http.StatusUnprocessableEntity:
		return problem.Changed
	case e.Status >= http.StatusInternalServerError:
		return problem.Same
	}
	return problem.RetryIn(e.Class())
}

// Class returns problem.Network.
func (e *NetworkError) Class() problem.Class { return problem.Network }

// Retry returns No if the request may have been carried out or the proxy failed, which someone has to fix.
func (e *NetworkError) Retry() problem.Retry {
	if e.MaybeCreated || e.Kind == ProxyFailed {
		return problem.No
	}
	return problem.Same
}

// Class returns problem.Refused.
func (e *BadResponseError) Class() problem.Class { return problem.Refused }

// Retry returns No if the request may have been carried out, or if something other than the service answered. Any
// other bad answer may be complete the next time.
func (e *BadResponseError) Retry() problem.Retry {
	switch e.Kind {
	case NotTheAPI, Redirected, Malformed, UntrustedTLS:
		return problem.No
	}
	if e.MaybeCreated {
		return problem.No
	}
	return problem.Same
}

// Class returns problem.Wait.
func (e *WaitError) Class() problem.Class { return problem.Wait }

// maxPrintable bounds foreign text in an error, in characters.
const maxPrintable = 500

// printable converts foreign text to a single safe line for an error.
func printable(s string) string { return transport.OneLine(s, maxPrintable) }

// ProblemError is an answer of status 400 or above: RFC 9457 problem details, or the status and headers of an answer
// that carries none.
type ProblemError struct {
	// Code is the code to branch on. It is empty if the answer has none, or has one that contradicts the HTTP status. A
	// code that this client does not know is kept.
	Code ErrorCode
	// Status is the HTTP status, regardless of the body.
	Status   int
	Title    string // short name; the reason phrase if the body has none
	Detail   string // this occurrence, in words for the user; foreign text
	Type     string
	Instance string
	TraceID  string // to quote to the service, "" if unknown
	// IDs lists the ids in the request, for a 404. Each is preceded by its name on the wire.
	IDs []string
	// Scope is the scope that the token lacks, from the WWW-Authenticate header of a 403.
	Scope string
	// RetryAfter is how long the service asks to wait, 0 if it does not say.
	RetryAfter time.Duration
	// MaybeCreated is as in [NetworkError].
	MaybeCreated bool

	document bool // the body was a complete problem document
}

// Error returns one printable line: status, code, detail and trace id.
func (e *ProblemError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", e.Status)
	if e.Code != "" {
		b.WriteString(" " + printable(string(e.Code)))
	}
	if text := e.Says(); text != "" {
		b.WriteString(": " + text)
	} else if text := printable(e.Title); text != "" {
		b.WriteString(": " + text)
	}
	b.WriteString(e.Named() + e.Traced())
	return b.String() + doubt[e.MaybeCreated]
}

// Says returns the service's detail as one printable line, or "" if there is none.
func (e *ProblemError) Says() string { return printable(e.Detail) }

// Named returns the ids that a 404 is about, as in Error and with a leading space, or "" for other refusals.
func (e *ProblemError) Named() string {
	if len(e.IDs) == 0 {
		return ""
	}
	return " (" + strings.Join(e.IDs, ", ") + ")"
}

// Traced returns the trace id as in Error and with a leading space, or "" if unknown.
func (e *ProblemError) Traced() string {
	if e.TraceID == "" {
		return ""
	}
	return " (trace " + printable(e.TraceID) + ")"
}

// Advice says in one line what to do: the specification's client action for the code, or for the status if the code
// is unknown.
func (e *ProblemError) Advice() string {
	if e.MaybeCreated {
		return adviceMaybeCreated + e.quote()
	}
	switch e.Code {
	case ErrorCodeRatesRequireHotelSearch:
		return "search again with this hotel, the same dates and guests, then read its rates"
	case ErrorCodeUpstreamRateLimited:
		return "wait " + e.wait("60 s") + ", then run it again; a provider limits the service"
	}
	switch e.Status {
	case http.StatusBadRequest:
		return "change what the message names, then run it again"
	case http.StatusUnauthorized:
		return "log in again"
	case http.StatusForbidden:
		if scope := printable(e.Scope); scope != "" {
			return "log in again and ask for the scope " + scope
		}
		return "log in again and ask for the missing scope"
	case http.StatusNotFound:
		if e.Code == "" { // the service names its refusals
			return "check api-url, path and all: what answered may not be the service"
		}
		return "check the id; search, trip, fare and rate ids expire after a few minutes, and a new search gives new ones"
	case http.StatusMethodNotAllowed:
		return "send it with a method that the path takes"
	case http.StatusConflict:
		return "the request does not fit the search it names"
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return "wait " + e.wait("a minute") + ", then run it again"
	}
	if e.Status >= http.StatusInternalServerError {
		return "try again later" + e.quote()
	}
	return "this client does not know the refusal; look for a newer version"
}

func (e *ProblemError) wait(unknown string) string {
	if e.RetryAfter <= 0 {
		return unknown
	}
	return words.Wait(e.RetryAfter)
}

// quote asks the user to quote the trace id, if it looks like one: users take the text of a hint for our own words.
func (e *ProblemError) quote() string {
	if !isTrace(e.TraceID) {
		return ""
	}
	return "; if it stays, quote trace " + e.TraceID
}
