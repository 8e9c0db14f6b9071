package flow

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/transport"
)

// TestABusyServerIsGivenASecondAtLeast reads what a refusal asks for; a service that names no time,
// or one that has passed, is given a second.
func TestABusyServerIsGivenASecondAtLeast(t *testing.T) {
	type wait struct {
		After   time.Duration
		Guessed bool
	}
	want := map[string]wait{
		"": {time.Second, true}, "0": {time.Second, false}, "7": {7 * time.Second, false}, "-5": {time.Second, true},
		"x": {time.Second, true}, "1.5": {time.Second, true},
		"9223372036854775807": {transport.MaxWait, false}, "9999999999999999999999": {transport.MaxWait, false},
		"Sun, 01 Jan 1601 00:00:00 GMT": {time.Second, false}, "Fri, 31 Dec 9999 23:59:59 GMT": {transport.MaxWait, false},
	}
	judged := func(h http.Header) wait {
		response := &http.Response{StatusCode: http.StatusTooManyRequests, Header: h, Body: http.NoBody}
		_, err := (&Client{HTTP: ending{response, nil}, Now: time.Now}).call(t.Context(), "sign in").get("https://auth.example/token")
		busy := FaultOf(err)
		return wait{busy.After, busy.Guessed}
	}
	got := map[string]wait{}
	for text := range want {
		got[text] = judged(http.Header{"Retry-After": {text}})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want, got = map[string]wait{
		`"token";r=0;t=9`: {9 * time.Second, false}, `"a";r=0;t=4, "b";r=0;t=30`: {30 * time.Second, false},
		`"token";r=0;t=-1`:      {time.Second, true},
		`"token";t=99999999999`: {time.Second, true}, "nonsense": {time.Second, true},
	}, map[string]wait{}
	for text := range want {
		got[text] = judged(http.Header{"Ratelimit": {text}})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("RateLimit (-want +got):\n%s", diff)
	}
}

func TestNamesBelowLocalhostAreThisComputer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"keys":[]}`) }))
	defer s.Close()
	c := &Client{HTTP: transport.Fresh(transport.New(transport.Proxy)), Now: time.Now}
	body, err := c.ask(t.Context(), "read", "keys", once).get(strings.Replace(s.URL, "127.0.0.1", "sandbox.localhost", 1) + "/jwks")
	if err != nil || !bytes.Contains(body, []byte("keys")) {
		t.Errorf("%q, %v", body, err)
	}
}

// ending is a network on which every request ends in the same way.
type ending struct {
	answer *http.Response
	err    error
}

func (e ending) RoundTrip(*http.Request) (*http.Response, error) { return e.answer, e.err }

// An address may hold a code or a token, and net/http repeats the whole of it in its errors: an
// error of ours names its host and nothing else, whatever went wrong.
func TestAnErrorRepeatsNothingOfTheAddressButItsHost(t *testing.T) {
	const target = "https://auth.example/canary-path?code=canary-query"
	for name, cause := range map[string]error{
		"no connection":     &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")},
		"an unknown cause":  errors.New("something else"),
		"a cut answer":      errCut,
		"another's proof":   x509.UnknownAuthorityError{},
		"no handshake":      tls.RecordHeaderError{Msg: "not TLS"},
		"a refusing proxy":  &transport.ProxyError{Host: "proxy.example", Err: errors.New("it answered 407")},
		"a proxy's setting": transport.BadProxy("HTTPS_PROXY"),
	} {
		c := &Client{HTTP: ending{nil, cause}, Now: time.Now}
		requests := map[string]func() error{
			"get":  func() error { _, err := c.call(t.Context(), "read").get(target); return err },
			"post": func() error { _, err := c.call(t.Context(), "send").send(http.MethodPost, target, nil); return err },
			"revoke": func() error {
				return c.Revoke(t.Context(), Login{Facts: Facts{Revoke: target}})
			},
			"refresh": func() error {
				_, err := c.Refresh(t.Context(), Login{Refresh: "canary-token", Facts: Facts{Token: target}})
				return err
			},
		}
		for request, send := range requests {
			err := send()
			if err == nil || strings.Contains(err.Error(), "canary") {
				t.Errorf("%s, %s: %v", name, request, err)
			}
			if !errors.Is(err, transport.ErrProxySetting) && !strings.Contains(err.Error(), ".example") {
				t.Errorf("%s, %s names no host: %v", name, request, err)
			}
		}
	}
}
