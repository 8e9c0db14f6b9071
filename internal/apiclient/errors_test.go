package apiclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Each failure says in one line what happened, and in another what to do.
func TestErrorsSayWhatHappenedAndWhatToDo(t *testing.T) {
	type lines struct{ What, Advice string }
	cause := errors.New("cause\x1b[2J")
	type advised interface {
		error
		Advice() string
	}
	tests := []struct {
		err  advised
		want lines
	}{
		{&ExchangeError{Kind: NotSent, Host: "api.example", Err: cause},
			lines{"could not reach api.example, nothing was sent: cause", "check the connection and try again"}},
		{&ExchangeError{Kind: ConnectTimeout, Host: "api.example", Err: cause},
			lines{"could not connect to api.example in time, nothing was sent: cause", "check the connection and try again"}},
		{&ExchangeError{Kind: NoAnswer, Host: "api.example", Err: cause, MaybeCreated: true},
			lines{"no whole answer from api.example: cause (it may have been carried out)", adviceMaybeCreated}},
		{&ExchangeError{Kind: ProxyFailed, Host: "proxy.example:3128", Err: cause},
			lines{"the proxy proxy.example:3128 did not let the request through: cause", "check the proxy named in HTTPS_PROXY, or list the host in NO_PROXY"}},
		{&ExchangeError{Kind: Interrupted, Host: "api.example", Err: context.Canceled},
			lines{"stopped before api.example answered: context canceled", "check the connection and try again"}},
		{&ExchangeError{Kind: UntrustedTLS, Host: "api.example", Detail: "the TLS connection is not to be trusted: cause", Err: cause},
			lines{"the answer of api.example cannot be used: the TLS connection is not to be trusted: cause", "do not send a token there: check api-url, the clock and the network"}},
		{&ExchangeError{Kind: Redirected, Host: "api.example", Detail: "status 302 points elsewhere", Location: "https://me:pw@x.example/a\x07"},
			lines{"the answer of api.example cannot be used: status 302 points elsewhere to (not an address)", "check api-url; a login page of the network may stand in between"}},
		{&ExchangeError{Kind: Truncated, Host: "api.example", Detail: "it broke off", MaybeCreated: true},
			lines{"the answer of api.example cannot be used: it broke off (it may have been carried out)", adviceMaybeCreated}},
		{&ExchangeError{Kind: NotJSON, Host: "api.example", Detail: "it says JSON and is not"},
			lines{"the answer of api.example cannot be used: it says JSON and is not", "try again later; if it stays, the service and this client disagree"}},
		{&WaitError{After: 61500 * time.Millisecond, Problem: &ProblemError{Status: 429, Code: ErrorCodeRateLimited, Detail: "slow\ndown", TraceID: "t"}},
			lines{"the service asks to wait 62 s: 429 rate_limited: slow down (trace t)", "run it again in 62 s"}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, lines{test.err.Error(), test.err.Advice()}); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// A success with a status other than the contract's is reported as such.
func TestOtherSuccessesAreNamed(t *testing.T) {
	tests := map[string]struct {
		status      int
		contentType string
		body        string
		want        string
	}{
		"another status": {204, "", "", "status 204 where the contract has 200"},
		"no media type":  {200, "", `{"sub":"u1"}`, "it does not say that it is JSON"},
		"plain text":     {200, "text/plain; charset=utf-8", "ok", "it is text/plain and not JSON"},
		"broken type":    {200, `application/json; charset="`, `{"sub":"u1"}`, ""},
		"a kind of JSON": {200, "Application/HAL+JSON", `{"sub":"u1"}`, ""},
	}
	for name, test := range tests {
		network := roundTrip(func(*http.Request) (*http.Response, error) {
			header := http.Header{"Content-Type": {test.contentType}}
			return &http.Response{StatusCode: test.status, Header: header, Body: io.NopCloser(strings.NewReader(test.body))}, nil
		})
		got := ""
		err := callOnce(t, Options{BaseURL: testBase, Network: network}, read)
		if e, ok := errors.AsType[*ExchangeError](err); ok {
			got = e.Detail
		}
		if got != test.want || (err == nil) != (test.want == "") {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
	}
}

// A call that ends because another one failed wraps that call's error, which it must not change.
func TestTheErrorOfAnotherCallIsLeftAlone(t *testing.T) {
	other := &ProblemError{MaybeCreated: true}
	own := &ExchangeError{Kind: Interrupted, Err: fmt.Errorf("open the trip: %w", other), MaybeCreated: true}
	if _ = marked(own, false); own.MaybeCreated || !other.MaybeCreated {
		t.Errorf("own %t, of another call %t", own.MaybeCreated, other.MaybeCreated)
	}
}
