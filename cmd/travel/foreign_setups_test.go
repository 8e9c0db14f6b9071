package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"travel.example/travel/internal/testkit/chromium"
)

// newcomer has set what the README says is enough, api-url and client-id, and nothing else.
func newcomer(t *testing.T, d *deployment) *user {
	t.Helper()
	u := newUser(t, d)
	delete(u.vars, "TRAVEL_API_URL")
	delete(u.vars, "TRAVEL_CLIENT_ID")
	u.must(t, "config", "set", "--profile", "work", "api-url", d.url)
	u.must(t, "config", "set", "--profile", "work", "client-id", "travel")
	u.must(t, "profile", "use", "work")
	return u
}

// TestTwoSettingsSignInAtServersOfAllKinds lives a login through at a provider that is set up in
// the ways that servers are: it knows who signed in, outlives its access token, is asked
// for in the same way again, and ends.
func TestTwoSettingsSignInAtServersOfAllKinds(t *testing.T) {
	browser := chromium.Start(t)
	for name, flags := range map[string][]string{
		"as it comes":                      nil,
		"scopes not echoed":                {"--answer-scope", "none"},
		"scopes echoed without openid":     {"--answer-scope", "without-openid"},
		"scopes echoed as a list":          {"--answer-scope", "list"},
		"claims at userinfo only":          {"--userinfo-only"},
		"an unknown scope refused":         {"--refuse-scope", "users"},
		"userinfo only, scopes not echoed": {"--userinfo-only", "--answer-scope", "none", "--refuse-scope", "users"},
	} {
		t.Run(name, func(t *testing.T) {
			p := serveProvider(t, flags...)
			d := serveForeignAPI(t, p)
			u := newcomer(t, d)
			guest := chromium.Guest(browser, t)
			u.comesFrom(guest, "chiyo", "#allow")
			u.livesThrough(t, p, d, "Chiyo Sample", func() { u.comesFrom(guest, "", "#allow") })
			if asked := p.asked(); len(asked) != 2 || asked[0] != asked[1] {
				t.Errorf("the two logins asked for %q", asked)
			}
			if _, wrong := p.count(""); len(wrong) != 0 {
				t.Errorf("the provider complained: %+v", wrong)
			}
		})
	}
}

// TestTwoSettingsSignInAtTheMockServer signs in at a server that has no page, no scopes and no claims
// of its own in the id_token.
func TestTwoSettingsSignInAtTheMockServer(t *testing.T) {
	p := serveMock(t)
	d := serveForeignAPI(t, p)
	u := newcomer(t, d)
	u.open = func(address string) error {
		resp, err := http.Get(address) // #nosec G107 -- a page of this test
		if err == nil {
			resp.Body.Close()
		}
		return err
	}
	u.livesThrough(t, p, d, "John Doe", func() {})
	revoked := slices.ContainsFunc(p.events(), func(e event) bool { return e.Event == "grant.revoked" })
	if !revoked {
		t.Error("the login was not revoked")
	}
}

// livesThrough signs in as someone, reads, renews, signs in once more and out again. What the browser meets the
// second time is not what it met the first time: again says so.
func (u *user) livesThrough(t *testing.T, p *provider, d *deployment, who string, again func()) {
	t.Helper()
	ahead := time.Duration(0)
	u.now = func() time.Time { return time.Now().Add(ahead) }
	if stdout := u.must(t, "login", "--credential-store", "file"); !strings.Contains(stdout, who) || !strings.Contains(stdout, "JP") {
		t.Errorf("login said %q", stdout)
	}
	s := u.status(t)
	if s.Issuer != p.url || s.Name != who || s.Market != "JP" || !strings.HasSuffix(s.MarketSource, "country_code") || !s.Renewable {
		t.Errorf("after the login the status is %+v", s)
	}
	u.must(t, "whoami")
	first := d.token.Load().(string)

	ahead += 2 * time.Hour
	p.ahead(2 * time.Hour)
	u.must(t, "whoami")
	if got, wrong := p.count("refresh_token"); got != 1 || len(wrong) != 0 || d.token.Load() == first {
		t.Errorf("the provider renewed %d times, want 1; wrong: %+v", got, wrong)
	}
	if after := u.status(t); after.Name != who || after.Market != s.Market || !after.Renewable {
		t.Errorf("after the renewal the status is %+v", after)
	}

	again()
	u.must(t, "login")
	if after := u.status(t); after.Name != who || !after.Renewable || !slices.Equal(after.Scopes, s.Scopes) {
		t.Errorf("after the second login the status is %+v, before it was %+v", after, s)
	}
	u.must(t, "whoami")
	u.must(t, "logout")
	if p.introspect(d.token.Load().(string)).Active {
		t.Error("the provider still honours the token after logout")
	}
}

// asked lists the scopes that each login asked for.
func (p *provider) asked() []string {
	var scopes []string
	for _, e := range p.events() {
		if e.Event == "grant.success" && e.Grant == "authorization_code" {
			scopes = append(scopes, e.Scope)
		}
	}
	return scopes
}

// TestAScopeThatIsRefusedUnlistedLeadsOn meets a provider that does not say which scopes it has: the refusal
// names the command that asks for fewer, and after it the login works.
func TestAScopeThatIsRefusedUnlistedLeadsOn(t *testing.T) {
	p := serveProvider(t, "--refuse-scope", "users", "--hide-scopes")
	u := newcomer(t, serveForeignAPI(t, p))
	browser := chromium.Start(t)
	u.open = func(address string) error {
		return chromedp.Do(browser, chromedp.Navigate(address), chromedp.WaitVisible(chromedp.CSS("main")))
	}
	code, _, stderr := u.run(t.Context(), "login", "--credential-store", "file")
	if code != 3 || !strings.Contains(stderr, "invalid_scope") || !strings.Contains(stderr, "travel config set scopes 'openid profile'") {
		t.Fatalf("login ended with %d\n%s", code, stderr)
	}
	u.must(t, "config", "set", "scopes", "openid profile")
	u.must(t, "config", "set", "credential-store", "file")
	u.comesFrom(browser, "chiyo", "#allow")
	u.must(t, "login")
	if s := u.status(t); s.Name != "Chiyo Sample" || s.Market != "JP" {
		t.Errorf("the status is %+v", s)
	}
	u.must(t, "whoami")
	u.must(t, "logout")
}
