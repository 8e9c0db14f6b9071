package auth

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
)

// TestRefreshFaults goes through the faults that a refresh can meet; docs/threats.md lists them by
// number.
func TestRefreshFaults(t *testing.T) {
	once := func(n int) bool { return n == 2 } // the login was request 1
	fail := func(status int, header ...string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			for i := 0; i+1 < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(status)
		}
	}
	denied := func(status int, code string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) { writeJSON(w, status, map[string]any{"error": code}) }
	}
	body := func(kind, text string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", kind)
			_, _ = io.WriteString(w, text)
		}
	}
	drop := func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
	cut := func(w http.ResponseWriter) {
		w.Header().Set("Content-Length", "900")
		_, _ = io.WriteString(w, `{"access_token":`)
	}
	always := func(int) bool { return true }
	for name, test := range map[string]struct {
		when     func(n int) bool
		answer   func(http.ResponseWriter)
		rotated  bool // the server has rotated before it misbehaves
		want     error
		requests int // refreshes
		kept     bool
	}{
		"F06 dropped before the rotation":  {once, drop, false, nil, 2, false},
		"F06 dropped after the rotation":   {once, drop, true, flow.ErrLoginRequired, 2, true},
		"F06 dropped always":               {always, drop, false, kind("network"), 2, true},
		"F07 cut short after the rotation": {once, cut, true, flow.ErrLoginRequired, 2, true},
		"F07 cut short always":             {always, cut, false, kind("answer"), 2, true},
		"F07 not JSON always":              {always, body("application/json", "{"), false, kind("answer"), 2, true},
		"F08 a portal":                     {always, body("text/html", "<h1>hello</h1>"), false, kind("answer"), 1, true},
		"F09 wrong types":                  {always, body("application/json", `{"access_token":7}`), false, kind("answer"), 1, true},
		"F09 rotated":                      {once, body("application/json", `{"access_token":["canary-access"]}`), true, kind("answer"), 1, true},
		"F09 no token":                     {always, body("application/json", `{"token_type":"Bearer"}`), false, kind("answer"), 1, true},
		"F09 no object":                    {always, body("application/json", `null`), false, kind("answer"), 1, true},
		"F09 another type":                 {always, body("application/json", `{"access_token":"canary-access","token_type":"mac"}`), false, kind("answer"), 1, true},
		"F10 over the size":                {always, body("application/json", strings.Repeat(" ", 1<<20+1)), false, kind("answer"), 1, true},
		"F12 invalid_client":               {always, denied(401, "invalid_client"), false, kind("denied"), 1, true},
		"F13 invalid_grant":                {always, denied(400, "invalid_grant"), false, flow.ErrLoginRequired, 1, false},
		"F15 missing":                      {always, fail(404), false, kind("answer"), 1, true},
		"F17 busy once":                    {once, fail(429, "Retry-After", "7"), false, nil, 2, false},
		"F17 busy always":                  {always, fail(429, "Retry-After", "7"), false, kind("wait"), 2, true},
		"F18 busy for long":                {always, fail(503, "Retry-After", "900"), false, kind("wait"), 1, true},
		"F19 busy without a time":          {once, fail(429), false, nil, 2, false},
		"F19 busy always without a time":   {always, fail(429), false, kind("wait"), 3, true},
		"F19 a window that begins again":   {always, fail(429, "RateLimit", `"token";r=0;t=7`), false, kind("wait"), 2, true},
		"F21 away once":                    {once, fail(503, "Retry-After", "7"), false, nil, 2, false},
		"F22 failed twice after rotating":  {func(n int) bool { return n <= 3 }, fail(500), true, kind("network"), 2, true},
		"F22 failed once":                  {once, fail(500), false, nil, 2, false},
		"F22 failed always":                {always, denied(500, "server_error"), false, kind("network"), 2, true},
		"F23 gateway always":               {always, fail(502), false, kind("network"), 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			d := signedIn(t, s, func(o *Options) {
				o.Wait = func(context.Context, time.Duration) error { return nil }
			})
			fault := func(w http.ResponseWriter, _ *http.Request, n int) bool {
				if !test.when(n) {
					return false
				}
				test.answer(w)
				return true
			}
			if test.rotated {
				s.rotated = fault
			} else {
				s.intercept = fault
			}
			before := d.stored(t)
			got, err := d.Token(t.Context())
			if test.want == nil && (err != nil || got != "canary-access-2") || test.want != nil && !sameType(err, test.want) {
				t.Errorf("got %q, err %v, want %v", got, err, test.want)
			}
			if n := s.count("/token") - 1; n != test.requests {
				t.Errorf("%d refreshes, want %d", n, test.requests)
			}
			if kept := cmp.Equal(before, d.stored(t)); kept != test.kept {
				t.Errorf("the login was kept: %v, want %v", kept, test.kept)
			}
			if err != nil && strings.Contains(err.Error(), "canary") {
				t.Errorf("the error shows a secret: %v", err)
			}
		})
	}
}
