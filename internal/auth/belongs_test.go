package auth

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
)

// renewedAt makes the stored login one whose token endpoint is elsewhere.
func (d *desk) renewedAt(t *testing.T, endpoint string) {
	t.Helper()
	l, err := vault.Load(t.Context(), d.opts.Store)
	if err != nil {
		t.Fatal(err)
	}
	l.Token = endpoint
	d.save(t, l)
}

// T03: what a flag or a variable names alone is shown no token that another server gave.
func TestALoginStaysWithTheServerItWasMadeAt(t *testing.T) {
	requests := 0
	evil := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests++ }))
	defer evil.Close()
	for name, test := range map[string]struct {
		set     func(*flow.Settings, *server)
		renewed bool
		ended   bool // at the server
	}{
		"as it was made":              {func(*flow.Settings, *server) {}, true, true},
		"the same addresses by hand":  {func(set *flow.Settings, s *server) { set.TokenURL, set.RevokeURL = s.URL+"/token", s.URL+"/revoke" }, true, true},
		"another address of the same": {func(set *flow.Settings, s *server) { set.TokenURL = s.URL + "/token?v=2" }, true, true},
		"another token-url":           {func(set *flow.Settings, _ *server) { set.TokenURL = evil.URL }, false, true},
		"another revoke-url":          {func(set *flow.Settings, _ *server) { set.RevokeURL = evil.URL }, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			d := signedIn(t, s)
			set := s.settings()
			test.set(&set, s)
			c := New(set, d.opts)
			if got, err := c.Token(t.Context()); (err == nil) != test.renewed || !test.renewed && !sameType(err, flow.ErrLoginRequired) {
				t.Errorf("got %q, %v", got, err)
			}
			err := c.Logout(t.Context())
			if (err == nil) != test.ended || !test.ended && !sameType(err, kind("setting")) || (len(s.revoked) == 1) != test.ended {
				t.Errorf("logout: %v, the server revoked %d", err, len(s.revoked))
			}
			if len(d.stored(t)) != 0 {
				t.Error("something is left after the logout")
			}
		})
	}
	if requests != 0 {
		t.Errorf("%d requests went to another server", requests)
	}
}
