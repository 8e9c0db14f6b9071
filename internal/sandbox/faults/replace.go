package faults

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"

	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// replacement answers in place of the operation.
type replacement struct {
	say   reply
	after stage // afterRead, or afterWork to carry the request out anyway
}

// reply makes an answer to a request of that kind.
type reply interface {
	answer(e *event) *answer
}

func (r replacement) serve(e *event) {
	if r.after != afterWork {
		e.read()
		e.send(r.say.answer(e))
		return
	}
	genuine := e.work()
	a := r.say.answer(e)
	for _, name := range []string{"RateLimit", "RateLimit-Policy"} { // the request was counted
		if value := genuine.header.Get(name); value != "" {
			a.header.Set(name, value)
		}
	}
	e.send(a)
}

// refusal is an error the way the endpoint words one: a problem of RFC 9457, or
// an error of RFC 6749 section 5.2.
type refusal struct {
	status int
	code   string // "" for none
	detail string // "" for one that says it was asked for
}

func (f refusal) answer(e *event) *answer {
	a := newAnswer(f.status)
	a.header.Set("Cache-Control", "no-store")
	if seconds := usualWait(f.code); seconds > 0 {
		a.header.Set("Retry-After", strconv.Itoa(seconds))
	}
	detail := cmp.Or(f.detail, "The sandbox was asked for this fault.")
	if e.kind.is(anyOAuth) {
		a.header.Set("Content-Type", "application/json")
		a.encode(oauthError{Code: oauthCode(f.status, f.code), Description: detail})
		return a
	}
	if challenge := challengeOf(f.code); challenge != "" {
		a.header.Set("WWW-Authenticate", challenge)
	}
	a.header.Set("Content-Type", "application/problem+json")
	a.encode(problem{
		Problem: wire.Problem{
			Type: "about:blank", Title: http.StatusText(f.status), Status: f.status, Detail: &detail,
			Instance: e.r.URL.EscapedPath(), TraceID: rest.TraceID(e.r.Context()),
		},
		Code: f.code,
	})
	return a
}

// problem is a problem whose code may be missing or one that no contract has.
type problem struct {
	wire.Problem
	Code string `json:"code,omitempty"` // hides the code of the problem
}

type oauthError struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

// encode makes v the body. It panics on a value that cannot be JSON, which none of
// this package's is.
func (a *answer) encode(v any) {
	enc := json.NewEncoder(&a.body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
}

// usualWait is the default Retry-After of a code, in seconds, 0 for none. An
// option of the fault overrides it.
func usualWait(code string) int {
	switch wire.ErrorCode(code) {
	case wire.ErrorCodeRateLimited:
		return 20
	case wire.ErrorCodeUpstreamUnavailable:
		return 2
	case wire.ErrorCodeUpstreamRateLimited:
		return 60
	}
	return 0
}

// challengeOf is the WWW-Authenticate that a code comes with (RFC 6750).
func challengeOf(code string) string {
	switch wire.ErrorCode(code) {
	case wire.ErrorCodeInvalidToken:
		return `Bearer realm="travel sandbox", error="invalid_token"`
	case wire.ErrorCodeInsufficientScope:
		return `Bearer realm="travel sandbox", error="insufficient_scope", scope="users"`
	}
	return ""
}

// statusOf is the default status of a code, and whether
// the code is known at all.
func statusOf(code string) (int, bool) {
	if known := wire.ErrorCode(code); known.Valid() {
		return (&rest.Error{Code: known}).Status(), true
	}
	switch code {
	case "invalid_request", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope", "invalid_target",
		"authorization_pending", "slow_down", "expired_token", "access_denied", "invalid_redirect_uri", "invalid_client_metadata":
		return http.StatusBadRequest, true
	case "invalid_client":
		return http.StatusUnauthorized, true
	case "server_error":
		return http.StatusInternalServerError, true
	case "temporarily_unavailable":
		return http.StatusServiceUnavailable, true
	}
	return 0, false
}

// oauthCode is the code an authorization server uses for a status when it was
// given none, or one of the API's.
func oauthCode(status int, code string) string {
	switch {
	case code != "" && !wire.ErrorCode(code).Valid():
		return code
	case status == http.StatusServiceUnavailable, status == http.StatusTooManyRequests:
		return "temporarily_unavailable"
	case status >= http.StatusInternalServerError:
		return "server_error"
	}
	return "invalid_request"
}

// page is a web page, as portals and gateways send it.
type page struct{ status int }

func (p page) answer(*event) *answer {
	a := newAnswer(p.status)
	a.header.Set("Content-Type", "text/html; charset=utf-8")
	title := "Sign in to this network"
	if p.status != http.StatusOK {
		title = strconv.Itoa(p.status) + " " + http.StatusText(p.status)
	}
	a.body.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<title>" + title + "</title>\n<h1>" + title + "</h1>\n")
	return a
}

// redirect points elsewhere, with nothing in its body.
type redirect struct {
	status int
	to     string // as asked for, whatever it is
}

func (d redirect) answer(*event) *answer {
	a := newAnswer(d.status)
	a.header["Location"] = []string{d.to}
	return a
}

// text is an answer given word for word.
type text struct {
	status    int
	mediaType string
	body      string
}

func (t text) answer(*event) *answer {
	a := newAnswer(t.status)
	a.header.Set("Content-Type", t.mediaType)
	a.body.WriteString(t.body)
	return a
}
