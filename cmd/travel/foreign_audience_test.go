package main

import (
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"travel.example/travel/internal/testkit/chromium"
)

// TestATokenIsForTheAPIThatWasNamed signs in by address at a provider that gives a token the resource that was asked
// for (RFC 8707), for a service that takes no token of another audience.
func TestATokenIsForTheAPIThatWasNamed(t *testing.T) {
	p := serveProvider(t, "--resources")
	d := serveAPI(t, p.url, judgeAudience(t, p.url, ""))
	u := newUser(t, d)
	u.vars["TRAVEL_API_URL"], u.vars["TRAVEL_CLIENT_ID"], u.vars["TRAVEL_CREDENTIAL_STORE"] = "", "", "file"
	ahead := time.Duration(0)
	u.now = func() time.Time { return time.Now().Add(ahead) }
	u.comesFrom(chromium.Start(t), "chiyo", "#allow")
	if stdout := u.must(t, "login", d.url, "--client-id", "travel"); !strings.Contains(stdout, "Chiyo Sample") {
		t.Errorf("login said %q", stdout)
	}
	first := d.token.Load()
	ahead += 2 * time.Hour
	p.ahead(2 * time.Hour)
	u.must(t, "whoami")
	if got, wrong := p.count("refresh_token"); got != 1 || len(wrong) != 0 || d.token.Load() == first {
		t.Errorf("the provider renewed %d times, want 1; wrong: %+v", got, wrong)
	}
	u.must(t, "logout")
}

// TestATokenForAnotherAPISaysSo meets a service that wants an audience which the provider was not asked for: login,
// status and doctor name that, and what can be done, and none sends the person around in a circle.
func TestATokenForAnotherAPISaysSo(t *testing.T) {
	p := serveProvider(t, "--resources")
	d := serveAPI(t, p.url, judgeAudience(t, p.url, "https://api.elsewhere.example"))
	u := newUser(t, d)
	u.vars["TRAVEL_API_URL"], u.vars["TRAVEL_CLIENT_ID"], u.vars["TRAVEL_CREDENTIAL_STORE"] = "", "", "file"
	u.comesFrom(chromium.Start(t), "chiyo", "#allow")
	for _, args := range [][]string{
		{"login", d.url, "--client-id", "travel"}, {"auth", "status", "--check", "--profile", "PROFILE"}, {"doctor", "--profile", "PROFILE"},
	} {
		for i, arg := range args {
			args[i] = strings.ReplaceAll(arg, "PROFILE", strings.NewReplacer("http://", "", ".", "-", ":", "-").Replace(d.url))
		}
		code, stdout, stderr := u.run(t.Context(), args...)
		if said := stdout + stderr; code != 3 || !strings.Contains(said, "does not take tokens") || !strings.Contains(said, "AUDIENCE") {
			t.Errorf("travel %s ended with %d\n%s", strings.Join(args, " "), code, said)
		}
	}
}

// judgeAudience takes tokens that the issuer signed for an audience, which is the service itself where none is named.
func judgeAudience(t *testing.T, issuer, audience string) func(api, token string) (subject, scope string, ok bool) {
	return func(api, token string) (subject, scope string, ok bool) {
		provider, err := oidc.NewProvider(t.Context(), issuer)
		if err != nil {
			t.Error(err)
			return "", "", false
		}
		if audience != "" {
			api = audience
		}
		told, err := provider.Verifier(&oidc.Config{ClientID: api, SkipExpiryCheck: true, SupportedSigningAlgs: []string{"ES256", "RS256"}}).Verify(t.Context(), token)
		if err != nil {
			return "", "", false
		}
		var claims struct{ Scope string }
		if err := told.Claims(&claims); err != nil {
			t.Error(err)
		}
		return told.Subject, claims.Scope, true
	}
}
