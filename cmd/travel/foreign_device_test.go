package main

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"travel.example/travel/internal/testkit/chromium"
)

// deviceWords are what a person reads off the terminal: where to go, and what to
// enter there.
var deviceWords = regexp.MustCompile(`(http://127\.0\.0\.1:\d+/device)\b(?s:.*?)\b([A-Z]{4}-[A-Z]{4})\b`)

// enterCodeAbroad does in a browser somewhere what the terminal says, and presses the
// button on the page that asks for consent.
func enterCodeAbroad(browser context.Context, stderr, who, button string) error {
	words := deviceWords.FindStringSubmatch(stderr)
	if words == nil {
		return errors.New("no address with a code in:\n" + stderr)
	}
	return chromedp.Do(browser,
		chromedp.Navigate(words[1]),
		chromedp.SendKeys(chromedp.CSS("[name=user_code]"), words[2]),
		chromedp.Click(chromedp.CSS("#continue")),
		chromedp.WaitVisible(chromedp.CSS("#code")),
		chromedp.Click(chromedp.CSS("#continue")),
		chromedp.SendKeys(chromedp.CSS("#name"), who),
		chromedp.Click(chromedp.CSS("#continue")),
		chromedp.Click(chromedp.CSS(button)),
		chromedp.WaitVisible(chromedp.CSS("#done, #wrong")))
}

// deviceUser signs in by a code. The first poll finds that no one has entered
// it yet; what the person does then comes before the second.
func deviceUser(t *testing.T, p *provider, person func(stderr string) error) *user {
	u := foreigner(t, p, serveForeignAPI(t, p))
	waits := 0
	u.wait = func(stderr string) error {
		if waits++; waits == 2 {
			return person(stderr)
		}
		return nil
	}
	return u
}

// TestACodeSignsInAtAForeignProvider signs in over SSH, where a code is shown, and enters it in a
// real browser elsewhere; the login is as good as any other.
func TestACodeSignsInAtAForeignProvider(t *testing.T) {
	p := serveProvider(t)
	browser := chromium.Start(t)
	u := deviceUser(t, p, func(stderr string) error { return enterCodeAbroad(browser, stderr, "adam", "#allow") })
	u.vars["BROWSER"], u.vars["SSH_CONNECTION"] = "", "192.0.2.1 50000 192.0.2.2 22"
	u.open = func(string) error { t.Error("a browser was opened"); return nil }
	u.must(t, "login")
	if s := u.status(t); s.Subject != "adam" || s.Name != "Adam Sample" || s.Market != "DE" || s.Issuer != p.url || !s.Renewable {
		t.Errorf("the status is %+v", s)
	}
	u.must(t, "whoami")
	const grant = "urn:ietf:params:oauth:grant-type:device_code"
	granted, wrong := p.count(grant)
	if granted != 1 || len(wrong) != 1 || !strings.HasPrefix(wrong[0].Error, "authorization_pending") {
		t.Errorf("%d codes were good for a login, want 1; beside one poll that came too early: %+v", granted, wrong)
	}
	u.must(t, "logout")
}

// TestACodeThatIsRefusedOrTooOldSignsNobodyIn presses Cancel, and lets the code
// run out.
func TestACodeThatIsRefusedOrTooOldSignsNobodyIn(t *testing.T) {
	p := serveProvider(t)
	browser := chromium.Start(t)
	for _, test := range []struct {
		name, says string
		person     func(stderr string) error
	}{
		{"cancelled", "access_denied", func(stderr string) error { return enterCodeAbroad(browser, stderr, "adam", "#cancel") }},
		{"too old", "the code has expired", func(string) error { p.ahead(11 * time.Minute); return nil }},
	} {
		u := deviceUser(t, p, test.person)
		code, stdout, stderr := u.run(t.Context(), "login", "--device")
		if code != 3 || stdout != "" || !strings.Contains(stderr, test.says) {
			t.Errorf("%s: login ended with %d\n%s%s", test.name, code, stdout, stderr)
		}
		if u.status(t).SignedIn {
			t.Errorf("%s: someone is signed in", test.name)
		}
	}
}

// TestAProgramWithoutAnIDRegistersItselfOnce signs in, reads, renews, signs out
// and in again as the client that the provider made of it.
func TestAProgramWithoutAnIDRegistersItselfOnce(t *testing.T) {
	p := serveProvider(t)
	d := serveForeignAPI(t, p)
	browser := chromium.Start(t)
	u := foreigner(t, p, d)
	delete(u.vars, "TRAVEL_CLIENT_ID")
	u.comesFrom(browser, "chiyo", "#allow")
	u.must(t, "login")
	u.must(t, "whoami")
	first := d.token.Load().(string)
	client := p.introspect(first).Client
	if s := u.status(t); s.Market != "JP" || !s.Renewable || client == "" || client == "travel" {
		t.Errorf("signed in as client %q; the status is %+v", client, s)
	}
	p.end(client, first)
	u.must(t, "whoami")
	u.must(t, "logout")
	u.comesFrom(browser, "", "#allow")
	u.must(t, "login")
	u.must(t, "whoami")
	if again := p.introspect(d.token.Load().(string)).Client; again != client {
		t.Errorf("the second login is client %q, want %q again", again, client)
	}
	registered := 0
	for _, e := range p.events() {
		if e.Event == "registration_create.success" {
			registered++
		}
	}
	if renewed, wrong := p.count("refresh_token"); registered != 1 || renewed != 1 {
		t.Errorf("%d registrations and %d renewals, want 1 of each; wrong: %+v", registered, renewed, wrong)
	}
	keepsNoSecret(t, u.home, client)
}

// keepsNoSecret looks for the file that remembers the client, which holds
// nothing the provider would take for proof.
func keepsNoSecret(t *testing.T, home, client string) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(text), client) {
			found++
			if strings.Contains(string(text), "secret") || strings.Contains(string(text), "registration_access_token") {
				t.Errorf("%s holds a secret of the client", path)
			}
		}
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("found %d files that remember the client, err %v", found, err)
	}
}

// TestAProviderThatRegistersNobodyWantsAClientID says so before a browser opens.
func TestAProviderThatRegistersNobodyWantsAClientID(t *testing.T) {
	p := serveProvider(t, "--no-registration")
	u := foreigner(t, p, serveForeignAPI(t, p))
	delete(u.vars, "TRAVEL_CLIENT_ID")
	u.open = func(string) error { t.Error("a browser was opened"); return nil }
	code, stdout, stderr := u.run(t.Context(), "login")
	host, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	if code != 2 || stdout != "" || !strings.Contains(stderr, "client-id is not set") || !strings.Contains(stderr, host.Hostname()) {
		t.Errorf("login ended with %d\n%s%s", code, stdout, stderr)
	}
}
