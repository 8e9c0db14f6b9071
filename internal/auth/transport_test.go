package auth

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/transport"
)

// at spoils one path of a server.
func at(s *server, path string, handler http.HandlerFunc) {
	inner := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != path {
			inner.ServeHTTP(w, r)
			return
		}
		s.mu.Lock()
		s.requests[path]++
		s.mu.Unlock()
		handler(w, r)
	})
}

func TestAnswersThatCannotBeUsedEndTheSignIn(t *testing.T) {
	bomb := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		zeros := bytes.Repeat([]byte(" "), 1<<20)
		for range 64 {
			if _, err := z.Write(zeros); err != nil {
				return
			}
		}
	}
	portal := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<h1>Welcome to our lounge</h1>"))
	}
	cut := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(`{"keys":`))
	}
	status := func(n int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(n) }
	}
	hangUp := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	for name, test := range map[string]struct {
		path    string
		handler http.HandlerFunc
		want    error
		times   int // requests to the path
	}{
		"metadata bomb":      {"/.well-known/openid-configuration", bomb, new(AnswerError), 1},
		"metadata portal":    {"/.well-known/openid-configuration", portal, new(AnswerError), 1},
		"metadata cut":       {"/.well-known/openid-configuration", cut, new(AnswerError), 1},
		"metadata gone":      {"/.well-known/openid-configuration", status(404), new(AnswerError), 1},
		"metadata failing":   {"/.well-known/openid-configuration", status(500), new(NetworkError), 2},
		"metadata hung up":   {"/.well-known/openid-configuration", hangUp, new(NetworkError), 2},
		"keys bomb":          {"/jwks", bomb, new(AnswerError), 1},
		"keys portal":        {"/jwks", portal, new(AnswerError), 1},
		"keys cut":           {"/jwks", cut, new(AnswerError), 1},
		"keys failing":       {"/jwks", status(502), new(NetworkError), 2},
		"token bomb":         {"/token", bomb, new(AnswerError), 1},
		"token portal":       {"/token", portal, new(AnswerError), 1},
		"token cut":          {"/token", cut, new(AnswerError), 1},
		"token failing":      {"/token", status(500), new(NetworkError), 2},
		"token gateway":      {"/token", status(504), new(NetworkError), 2},
		"token busy":         {"/token", status(429), new(WaitError), 3},
		"token hung up":      {"/token", hangUp, new(NetworkError), 1},
		"token missing":      {"/token", status(404), new(AnswerError), 1},
		"token not modified": {"/token", status(304), new(AnswerError), 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			at(s, test.path, test.handler)
			d := newDesk(t, s.settings(), func(o *Options) {
				o.Wait = func(context.Context, time.Duration) error { return nil }
			})
			_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
			if !sameType(err, test.want) {
				t.Errorf("err = %T %v, want %T", err, err, test.want)
			}
			if s.count(test.path) != test.times || len(d.stored(t)) != 0 {
				t.Errorf("%d requests, want %d; stored %v", s.count(test.path), test.times, sortedKeys(d.stored(t)))
			}
		})
	}
}

func TestAServerThatCannotBeTrustedOrReachedIsToldApart(t *testing.T) {
	untrusted := httptest.NewTLSServer(http.NotFoundHandler())
	defer untrusted.Close()
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for issuer, want := range map[string]error{
		untrusted.URL: new(AnswerError),
		strings.Replace(gone.URL, "http:", "https:", 1): new(NetworkError),
		gone.URL: new(NetworkError),
	} {
		_, err := newDesk(t, Settings{Issuer: issuer, ClientID: "traveler"}).Login(t.Context(), LoginOptions{})
		if !sameType(err, want) {
			t.Errorf("%s: err = %T %v, want %T", issuer, err, err, want)
		}
	}
}

func TestABusyServerIsAskedAgainWithinTheBudgetOnly(t *testing.T) {
	for name, test := range map[string]struct {
		retryAfter string
		waits      []time.Duration
		want       error
	}{
		"in budget":   {"60", []time.Duration{time.Minute}, nil},
		"no time":     {"", []time.Duration{time.Second}, nil},
		"nonsense":    {"-7", []time.Duration{time.Second}, nil},
		"over budget": {"76", nil, new(WaitError)},
		"absurd":      {"999999999", nil, new(WaitError)},
		"overflowing": {"99999999999999999999999", nil, new(WaitError)},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			first := true
			inner := s.Config.Handler
			s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if first && r.URL.Path == "/jwks" {
					first = false
					w.Header().Set("Retry-After", test.retryAfter)
					w.WriteHeader(http.StatusServiceUnavailable)
					return
				}
				inner.ServeHTTP(w, r)
			})
			var waits []time.Duration
			d := newDesk(t, s.settings(), func(o *Options) {
				o.Wait = func(_ context.Context, d time.Duration) error {
					waits = append(waits, d)
					return nil
				}
			})
			_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
			if test.want == nil && err != nil || test.want != nil && !sameType(err, test.want) {
				t.Errorf("err = %v, want %T", err, test.want)
			}
			if diff := cmp.Diff(test.waits, waits); diff != "" {
				t.Errorf("waits (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAWaitUntilADateIsMeasuredByTheServersClock has a server whose clock is not this computer's (F3).
func TestAWaitUntilADateIsMeasuredByTheServersClock(t *testing.T) {
	for _, off := range []time.Duration{-time.Hour, 0, time.Hour} {
		s := newServer(t)
		refused := 0
		at(s, "/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
			refused++
			now := time.Now().Add(off)
			w.Header().Set("Date", now.UTC().Format(http.TimeFormat))
			w.Header().Set("Retry-After", now.Add(20*time.Second).UTC().Format(http.TimeFormat))
			w.WriteHeader(http.StatusServiceUnavailable)
		})
		var waits []time.Duration
		d := newDesk(t, s.settings(), func(o *Options) {
			o.Wait = func(_ context.Context, d time.Duration) error {
				waits = append(waits, d)
				return nil
			}
		})
		_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
		busy, ok := errors.AsType[*WaitError](err)
		if !ok || busy.After != 20*time.Second || refused != 2 || !slices.Equal(waits, []time.Duration{20 * time.Second}) {
			t.Errorf("a clock off by %s: waited %v for %d answers, %v", off, waits, refused, err)
		}
	}
}

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
		busy, ok := errors.AsType[*WaitError](err)
		if !ok {
			t.Fatal(err)
		}
		return wait{busy.After, busy.guessed}
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
	s := newServer(t)
	c := New(s.settings(), Options{})
	body, err := c.server.fetchOnce(t.Context(), "read", strings.Replace(s.URL, "127.0.0.1", "sandbox.localhost", 1)+"/jwks", new(answerNotes))
	if err != nil || !bytes.Contains(body, []byte("keys")) {
		t.Errorf("%q, %v", body, err)
	}
}
