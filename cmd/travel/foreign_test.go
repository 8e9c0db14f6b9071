package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"travel.example/travel/internal/testkit/chromium"
	"travel.example/travel/internal/testkit/need"
)

// allScopes asks the provider for all it has, a login that outlives its access
// token included.
const allScopes = "openid profile email address offline_access users"

// foreigner is someone whose service signs in with the provider.
func foreigner(t *testing.T, p *provider, d *deployment) *user {
	u := newUser(t, d)
	u.vars["TRAVEL_ISSUER"], u.vars["TRAVEL_CLIENT_ID"] = p.url, "travel"
	u.vars["TRAVEL_SCOPES"], u.vars["TRAVEL_CREDENTIAL_STORE"] = allScopes, "file"
	return u
}

// signInAbroad walks the provider's pages as a person does. Whom the browser
// has signed in before is not asked for a name; who is "" then.
func signInAbroad(browser context.Context, address, who, button string) error {
	if err := chromedp.Do(browser, chromedp.Navigate(address)); err != nil {
		return err
	}
	if who != "" {
		err := chromedp.Do(browser,
			chromedp.SendKeys(chromedp.CSS("#name"), who),
			chromedp.Click(chromedp.CSS("#continue")))
		if err != nil {
			return err
		}
	}
	if err := press(browser, button); err != nil {
		return err
	}
	return chromedp.Do(browser, chromedp.WaitVisible(chromedp.CSS("main.pass")))
}

// press clicks on a page that is just coming: one whose document was replaced before the click is tried
// again.
func press(browser context.Context, button string) error {
	for {
		err := chromedp.Do(browser, chromedp.Click(chromedp.CSS(button)))
		if err == nil || browser.Err() != nil || !strings.Contains(err.Error(), "(-32000)") {
			return err
		}
	}
}

// comesFrom lets the browser of the user sign in as someone.
func (u *user) comesFrom(browser context.Context, who, button string) {
	u.open = func(address string) error { return signInAbroad(browser, address, who, button) }
}

// status is what auth status --json tells.
type status struct {
	SignedIn     bool     `json:"signedIn"`
	Issuer       string   `json:"issuer"`
	Subject      string   `json:"subject"`
	Name         string   `json:"name"`
	Email        string   `json:"email"`
	Market       string   `json:"market"`
	MarketSource string   `json:"marketSource"`
	Scopes       []string `json:"scopes"`
	Renewable    bool     `json:"renewable"`
}

func (u *user) status(t *testing.T) status {
	t.Helper()
	_, stdout, stderr := u.run(t.Context(), "auth", "status", "--json")
	var s status
	if err := json.Unmarshal([]byte(stdout), &s); err != nil {
		t.Fatalf("auth status gave no JSON: %v\n%s%s", err, stdout, stderr)
	}
	return s
}

// must runs a command that has to succeed and returns what it printed.
func (u *user) must(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	code, stdout, stderr := u.run(ctx, args...)
	if code != 0 {
		t.Fatalf("travel %s ended with %d\n%s%s", strings.Join(args, " "), code, stdout, stderr)
	}
	return stdout
}

// TestALoginAtAForeignProvider lives a whole login through: sign in, read, let
// the access token run out, be thrown out early, sign out, and in again.
func TestALoginAtAForeignProvider(t *testing.T) {
	need.Keyring(t)
	p := serveProvider(t)
	d := serveForeignAPI(t, p)
	browser := chromium.Start(t)
	u := foreigner(t, p, d)
	delete(u.vars, "TRAVEL_ISSUER") // the API names it
	u.vars["TRAVEL_CREDENTIAL_STORE"] = "keyring"
	ahead := time.Duration(0)
	u.now = func() time.Time { return time.Now().Add(ahead) }

	u.comesFrom(browser, "chiyo", "#allow")
	if stdout := u.must(t, "login"); !strings.Contains(stdout, "Chiyo Sample (chiyo@example.com)") || !strings.Contains(stdout, "JP") {
		t.Errorf("login said %q", stdout)
	}
	s := u.status(t)
	if !s.SignedIn || s.Issuer != p.url || s.Market != "JP" || s.MarketSource != "country_code" || !s.Renewable {
		t.Fatalf("after the login the status is %+v", s)
	}
	if stdout := u.must(t, "whoami"); !strings.Contains(stdout, "chiyo") {
		t.Errorf("whoami said %q", stdout)
	}
	tokens := []string{d.token.Load().(string)}

	for want := 1; want <= 2; want++ { // two renewals: the second uses the token of the first
		ahead += 2 * time.Hour
		p.ahead(2 * time.Hour)
		u.must(t, "whoami")
		if got, wrong := p.count("refresh_token"); got != want || len(wrong) != 0 {
			t.Fatalf("the provider renewed %d times, want %d; wrong: %+v", got, want, wrong)
		}
		tokens = append(tokens, d.token.Load().(string))
	}
	p.end("travel", tokens[2])
	u.must(t, "whoami") // renewed because the API said 401
	tokens = append(tokens, d.token.Load().(string))
	if got, wrong := p.count("refresh_token"); got != 3 || len(wrong) != 0 {
		t.Errorf("after a 401 the provider renewed %d times in all, want 3; wrong: %+v", got, wrong)
	}
	if unique := slices.Compact(slices.Sorted(slices.Values(tokens))); len(unique) != 4 {
		t.Errorf("the API saw %d different tokens, want 4", len(unique))
	}

	if !p.introspect(tokens[3]).Active {
		t.Fatal("the token is not active before logout")
	}
	kept := keyringEntries(t)
	u.must(t, "logout")
	if p.introspect(tokens[3]).Active {
		t.Error("the provider still honours the token after logout")
	}
	stillKept(t, kept)
	if code, _, _ := u.run(t.Context(), "whoami"); code != 3 {
		t.Errorf("whoami after logout ended with %d, want 3", code)
	}
	u.comesFrom(browser, "", "#allow")
	u.must(t, "login")
	u.must(t, "whoami")
	u.must(t, "logout")
}
