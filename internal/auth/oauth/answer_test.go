package oauth

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/transport"
)

// TestABusyServerIsGivenASecondAtLeast reads what a refusal asks for; a service that names no time, or
// one that has passed, is given a second.
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
		err := judge("sign in", "https://auth.example/token", &http.Response{StatusCode: http.StatusTooManyRequests, Header: h}, time.Now())
		busy, ok := errors.AsType[*failure.WaitError](err)
		if !ok {
			t.Fatal(err)
		}
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
		"limit=5, remaining=0, reset=12": {12 * time.Second, false}, `"token";r=0;t=-1`: {time.Second, true},
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
	body, err := c.fetchOnce(t.Context(), "read", strings.Replace(s.URL, "127.0.0.1", "sandbox.localhost", 1)+"/jwks", new(Notes))
	if err != nil || !bytes.Contains(body, []byte("keys")) {
		t.Errorf("%q, %v", body, err)
	}
}
