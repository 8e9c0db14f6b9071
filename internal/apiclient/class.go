package apiclient

import (
	"net/http"

	"travel.example/travel/internal/problem"
)

// Class goes by the code the service sent, and for a code newer than this client by the HTTP status.
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

// Class is Network.
func (e *NetworkError) Class() problem.Class { return problem.Network }

// Class is Refused.
func (e *BadResponseError) Class() problem.Class { return problem.Refused }

// Class is Wait.
func (e *WaitError) Class() problem.Class { return problem.Wait }

// Class is Usage.
func (e *RequestError) Class() problem.Class { return problem.Usage }

// Advice is "": the text says what to change.
func (e *RequestError) Advice() string { return "" }

// sandboxTokenError is the type of ErrSandboxToken.
type sandboxTokenError struct{}

func (sandboxTokenError) Error() string {
	return "the token belongs to the built-in sandbox and is not sent to another service"
}

// Class is Login.
func (sandboxTokenError) Class() problem.Class { return problem.Login }

// Advice is to sign in where the call goes.
func (sandboxTokenError) Advice() string { return "run: travel login" }
