// Package rest holds what every operation of the sandbox's API has in common:
// requests checked against the table of operations, problems of RFC 9457,
// trace ids, and answers in JSON.
package rest

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// Error is a failure that the caller is told about: a code of the contract and
// a sentence for a person.
type Error struct {
	Code       wire.ErrorCode
	Detail     string
	RetryAfter time.Duration // for the codes that ask to wait; 0 takes the code's usual wait
	Cause      error         // for the log only, never sent
}

// NewError returns an Error without a cause.
func NewError(code wire.ErrorCode, detail string) *Error {
	return &Error{Code: code, Detail: detail}
}

// Invalidf returns the refusal of a request that breaks a rule.
func Invalidf(format string, args ...any) *Error {
	return NewError(wire.ErrorCodeValidationFailed, fmt.Sprintf(format, args...))
}

// NotFoundf returns the answer to an id or a path that names nothing.
func NotFoundf(format string, args ...any) *Error {
	return NewError(wire.ErrorCodeNotFound, fmt.Sprintf(format, args...))
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Detail, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Detail)
}

func (e *Error) Unwrap() error { return e.Cause }

// Status is the HTTP status that the contract fixes for the code.
func (e *Error) Status() int {
	switch e.Code {
	case wire.ErrorCodeValidationFailed:
		return http.StatusBadRequest
	case wire.ErrorCodeInvalidToken:
		return http.StatusUnauthorized
	case wire.ErrorCodeInsufficientScope:
		return http.StatusForbidden
	case wire.ErrorCodeNotFound:
		return http.StatusNotFound
	case wire.ErrorCodeRatesRequireHotelSearch:
		return http.StatusConflict
	case wire.ErrorCodeRateLimited:
		return http.StatusTooManyRequests
	case wire.ErrorCodeBadGateway:
		return http.StatusBadGateway
	case wire.ErrorCodeUpstreamUnavailable, wire.ErrorCodeUpstreamRateLimited:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// wait is how long the caller is asked to stay away, 0 for codes that ask
// for no wait.
func (e *Error) wait() time.Duration {
	switch {
	case e.RetryAfter > 0:
		return e.RetryAfter
	case e.Code == wire.ErrorCodeUpstreamRateLimited:
		return time.Minute
	case e.Code == wire.ErrorCodeUpstreamUnavailable:
		return 2 * time.Second
	}
	return 0
}

// WriteError answers with the problem that err is. An err that is not an *Error is
// an internal_error, of which the caller learns nothing but the trace id.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = &Error{Code: wire.ErrorCodeInternalError, Detail: "The service failed while answering. Try once more, then report the trace id."}
	}
	h := w.Header()
	if wait := e.wait(); wait > 0 && h.Get("Retry-After") == "" {
		h.Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
	}
	problem := describe(r, e.Status())
	problem.Code = e.Code
	problem.Detail = &e.Detail
	writeJSON(w, r, "application/problem+json", problem.Status, problem)
}

// WriteStatus answers with a status that the contract's closed list of codes does not know: a
// request that was refused before it reached an operation. A problem always has a code, and what a
// client does about this one is what it does about any request that must not be sent again as it is.
func WriteStatus(w http.ResponseWriter, r *http.Request, status int, detail string) {
	problem := describe(r, status)
	problem.Code, problem.Detail = wire.ErrorCodeValidationFailed, &detail
	writeJSON(w, r, "application/problem+json", status, problem)
}

func describe(r *http.Request, status int) wire.Problem {
	return wire.Problem{
		Type:     "about:blank",
		Title:    http.StatusText(status),
		Status:   status,
		Instance: r.URL.EscapedPath(),
		TraceID:  TraceID(r.Context()),
	}
}
