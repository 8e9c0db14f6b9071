package auth

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/testkit/authtest"
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
		"metadata bomb":      {"/.well-known/openid-configuration", bomb, kind("answer"), 1},
		"metadata portal":    {"/.well-known/openid-configuration", portal, kind("answer"), 1},
		"metadata cut":       {"/.well-known/openid-configuration", cut, kind("answer"), 1},
		"metadata gone":      {"/.well-known/openid-configuration", status(404), kind("answer"), 1},
		"metadata failing":   {"/.well-known/openid-configuration", status(500), kind("network"), 2},
		"metadata hung up":   {"/.well-known/openid-configuration", hangUp, kind("network"), 2},
		"keys bomb":          {"/jwks", bomb, kind("answer"), 1},
		"keys portal":        {"/jwks", portal, kind("answer"), 1},
		"keys cut":           {"/jwks", cut, kind("answer"), 1},
		"keys failing":       {"/jwks", status(502), kind("network"), 2},
		"token bomb":         {"/token", bomb, kind("answer"), 1},
		"token portal":       {"/token", portal, kind("answer"), 1},
		"token cut":          {"/token", cut, kind("answer"), 1},
		"token failing":      {"/token", status(500), kind("network"), 1},
		"token gateway":      {"/token", status(504), kind("network"), 1},
		"token busy":         {"/token", status(429), kind("wait"), 1},
		"token hung up":      {"/token", hangUp, kind("network"), 1},
		"token missing":      {"/token", status(404), kind("answer"), 1},
		"token not modified": {"/token", status(304), kind("answer"), 1},
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
				t.Errorf("%d requests, want %d; stored %v", s.count(test.path), test.times, authtest.SortedKeys(d.stored(t)))
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
		untrusted.URL: kind("answer"),
		strings.Replace(gone.URL, "http:", "https:", 1): kind("network"),
		gone.URL: kind("network"),
	} {
		_, err := newDesk(t, flow.Settings{Issuer: issuer, ClientID: "traveler"}).Login(t.Context(), LoginOptions{})
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
		"over budget": {"76", nil, kind("wait")},
		"absurd":      {"999999999", nil, kind("wait")},
		"overflowing": {"99999999999999999999999", nil, kind("wait")},
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
		if flow.FaultOf(err).After != 20*time.Second || refused != 2 || !slices.Equal(waits, []time.Duration{20 * time.Second}) {
			t.Errorf("a clock off by %s: waited %v for %d answers, %v", off, waits, refused, err)
		}
	}
}

// What a busy server asked for is waited for, never less, with a part on top by which a crowd is spread
// within the budget; and it is told.
func TestABusyServerIsNotAskedAgainByAllAtOnce(t *testing.T) {
	for after, want := range map[string]transport.Pause{
		"20": {Wait: 22500 * time.Millisecond, Asked: 20 * time.Second},
		"70": {Wait: 72500 * time.Millisecond, Asked: 70 * time.Second},
		"":   {Wait: 1500 * time.Millisecond},
	} {
		s := newServer(t)
		first, inner := true, s.Config.Handler
		s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if first && r.URL.Path == "/jwks" {
				first = false
				w.Header().Set("Retry-After", after)
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			inner.ServeHTTP(w, r)
		})
		var told transport.Pause
		var waited time.Duration
		d := newDesk(t, s.settings(), func(o *Options) {
			o.Rand = func() float64 { return 0.5 }
			o.Pausing = func(p transport.Pause) { told = p }
			o.Wait = func(_ context.Context, d time.Duration) error { waited = d; return nil }
		})
		d.login(t)
		want.For, want.Why = told.For, "the sign-in server is busy"
		if told != want || waited != want.Wait || told.For == "" {
			t.Errorf("%q: told %+v, waited %s, want %+v", after, told, waited, want)
		}
	}
}
