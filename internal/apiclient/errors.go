package apiclient

import (
	"cmp"
	"errors"
	"math"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// FailureKind says why a call has no usable answer.
type FailureKind uint8

// Why a call has no usable answer. The first five kinds got no answer at all.
const (
	NoAnswer         FailureKind = iota // sent, but no complete answer came back
	NotSent                             // no byte was sent: no address, refused, reset
	ConnectTimeout                      // connecting or the TLS handshake took too long
	ProxyFailed                         // the proxy refused or could not be reached
	Interrupted                         // the caller's context ended
	NotTheAPI                           // a web page, such as one sent by a captive portal
	Redirected                          // a redirect; never followed
	Truncated                           // ended too early
	NotJSON                             // declared as JSON but is not
	WrongMediaType                      // neither JSON nor a web page
	WrongShape                          // a required member is missing or of the wrong type
	TooLarge                            // exceeds the bounds on size, values or depth
	UnexpectedStatus                    // a success status that is not in the contract
	Malformed                           // not HTTP
	UntrustedTLS                        // the certificate or the handshake failed
	AnotherThing                        // about a different trip, hotel or search than the one requested
)

// ExchangeError is returned for a call that got no answer, or one that cannot be the API's.
type ExchangeError struct {
	Kind     FailureKind
	Host     string // host of the deployment, or of the proxy for ProxyFailed
	Status   int    // HTTP status, 0 if there was none
	Location string // target of a redirect, as sent
	Detail   string // what is wrong with the answer, in words for the user
	// Err is the cause; context.Canceled and context.DeadlineExceeded are kept. It is nil if Detail says it all.
	Err error

	// MaybeCreated is set if a create or a feedback may have been carried out although no answer confirms it. Sending
	// it again may use quota twice.
	MaybeCreated bool
}

// Error describes the failure in one printable line.
func (e *ExchangeError) Error() string {
	host := printable(e.Host)
	text := "the answer of " + host + " cannot be used: " + printable(e.Detail)
	switch e.Kind {
	case NoAnswer:
		text = "no whole answer from " + host
	case NotSent:
		text = "could not reach " + host + ", nothing was sent"
	case ConnectTimeout:
		text = "could not connect to " + host + " in time, nothing was sent"
	case ProxyFailed:
		text = "the proxy " + host + " did not let the request through"
	case Interrupted:
		text = "stopped before " + host + " answered"
	}
	if e.Location != "" {
		text += " to " + printable(transport.ShownLocation(e.Location))
	}
	if e.Err != nil && e.Kind != UntrustedTLS { // whose Detail already says it
		text += ": " + printable(e.Err.Error())
	}
	return text + doubt[e.MaybeCreated]
}

// Unwrap returns the cause.
func (e *ExchangeError) Unwrap() error { return e.Err }

// Advice says in one line what to do.
func (e *ExchangeError) Advice() string {
	if e.MaybeCreated {
		return adviceMaybeCreated
	}
	switch e.Kind {
	case ProxyFailed:
		return "check the proxy named in HTTPS_PROXY, or list the host in NO_PROXY"
	case NoAnswer, NotSent, ConnectTimeout, Interrupted:
		return "check the connection and try again"
	case UntrustedTLS:
		if advice := transport.TrustAdvice(e.Err, runtime.GOOS); advice != "" {
			return advice
		}
		return "do not send a token there: check api-url, the clock and the network"
	case NotTheAPI, Redirected, Malformed:
		return "check api-url; a login page of the network may stand in between"
	case AnotherThing:
		return "a cache or proxy may mix up answers: check api-url, then see: travel doctor; if it stays, report it to the service"
	}
	return "try again later; if it stays, the service and this client disagree"
}

// Class returns problem.Network if there was no answer, and problem.Refused for one that cannot be used.
func (e *ExchangeError) Class() problem.Class {
	if e.Kind <= Interrupted {
		return problem.Network
	}
	return problem.Refused
}

// Retry returns No if the request may have been carried out, or if someone has to fix the proxy or the address. Any
// other failure may pass.
func (e *ExchangeError) Retry() problem.Retry {
	if e.MaybeCreated || e.Kind == ProxyFailed || e.Foreign() {
		return problem.No
	}
	return problem.Same
}

// Foreign reports whether something other than the service answered.
func (e *ExchangeError) Foreign() bool {
	return e.Kind == NotTheAPI || e.Kind == Redirected || e.Kind == Malformed || e.Kind == UntrustedTLS
}

// WaitError is returned if the service asks for a longer wait than the call may spend.
type WaitError struct {
	After   time.Duration // from now until the service may be asked again
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
func (e *WaitError) Advice() string { return "run it again in " + words.Wait(e.After) }

// Class returns problem.Wait.
func (e *WaitError) Class() problem.Class { return problem.Wait }

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
	if e, ok := errors.AsType[*ExchangeError](err); ok {
		return e.MaybeCreated
	}
	e, ok := errors.AsType[*ProblemError](err)
	return ok && e.MaybeCreated
}

const adviceMaybeCreated = "sending it again may spend quota twice"

// doubt is appended to the text of an error whose request may have been carried out.
var doubt = map[bool]string{true: " (it may have been carried out)"}

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
	Status  int
	Title   string // short name; the reason phrase if the body has none
	Detail  string // this occurrence, in words for the user; foreign text
	TraceID string // to quote to the service, "" if unknown
	// IDs lists the ids in the request, for a 404. Each is preceded by its name on the wire.
	IDs []string
	// Scope is the scope that the token lacks, from the WWW-Authenticate header of a 403.
	Scope string
	// RetryAfter is how long the service asks to wait, 0 if it does not say.
	RetryAfter time.Duration
	// MaybeCreated is as in [ExchangeError].
	MaybeCreated bool

	document bool // the body was a complete problem document
}

// Error returns one printable line: status, code, detail and trace id.
func (e *ProblemError) Error() string {
	text := strconv.Itoa(e.Status)
	if e.Code != "" {
		text += " " + printable(string(e.Code))
	}
	if why := cmp.Or(e.Says(), printable(e.Title)); why != "" {
		text += ": " + why
	}
	return text + e.Named() + e.Traced() + doubt[e.MaybeCreated]
}

// Class depends on the HTTP status. A code of the contract comes with its own status only.
func (e *ProblemError) Class() problem.Class {
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

// Retry depends on the HTTP status, too. A wrong request has to change, a fault of the service may pass, and a request
// that may have been carried out is not repeated automatically.
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
	const longest = 128 // bytes of an id that is repeated
	if !consistsOf(e.TraceID, "-_", longest) {
		return ""
	}
	return "; if it stays, quote trace " + e.TraceID
}
