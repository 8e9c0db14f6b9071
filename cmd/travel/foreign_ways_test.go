package main

import (
	"strings"
	"testing"

	"travel.example/travel/internal/testkit/chromium"
)

// TestEveryWayToStateAMarketIsUnderstood signs in as people whose provider
// tells the market by its own claim, by the address, or not.
func TestEveryWayToStateAMarketIsUnderstood(t *testing.T) {
	strict := serveProvider(t)
	lenient := serveProvider(t, "--scope-claims") // tells unasked what a scope is good for
	browser := chromium.Start(t)
	for _, test := range []struct {
		name           string
		p              *provider
		client, claim  string
		who            string
		market, source string
	}{
		{"its own claim", strict, "travel", "", "chiyo", "JP", "country_code"},
		{"its own claim, ES256", strict, "travel-es", "", "chiyo", "JP", "country_code"},
		{"a claim by choice", strict, "travel", "address.country", "chiyo", "DE", "address.country"},
		{"the address", strict, "travel", "", "adam", "DE", "address.country"},
		{"the language, which is none", strict, "travel", "", "loki", "", ""},
		{"nothing", strict, "travel", "", "nemo", "", ""},
		{"told unasked", lenient, "travel", "", "adam", "DE", "address.country"},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := foreigner(t, test.p, serveForeignAPI(t, test.p))
			u.vars["TRAVEL_CLIENT_ID"], u.vars["TRAVEL_MARKET_CLAIM"] = test.client, test.claim
			u.comesFrom(chromium.Guest(browser, t), test.who, "#allow")
			u.must(t, "login")
			s := u.status(t)
			if s.Subject != test.who || s.Market != test.market || s.MarketSource != test.source {
				t.Errorf("the status is %+v", s)
			}
		})
	}
}

// TestARefusalAbroadLeavesNothingBehind presses Cancel on the consent page.
func TestARefusalAbroadLeavesNothingBehind(t *testing.T) {
	p := serveProvider(t)
	u := foreigner(t, p, serveForeignAPI(t, p))
	u.comesFrom(chromium.Start(t), "chiyo", "#cancel")
	code, stdout, stderr := u.run(t.Context(), "login")
	if code != 3 || stdout != "" || !strings.Contains(stderr, "access_denied") || !strings.Contains(stderr, "the person pressed Cancel") {
		t.Errorf("a refused login ended with %d\n%s%s", code, stdout, stderr)
	}
	if u.status(t).SignedIn {
		t.Error("someone is signed in after a refusal")
	}
	if got, _ := p.count("authorization_code"); got != 0 {
		t.Errorf("%d codes were redeemed", got)
	}
}

// TestAnIssuerByAnotherNameIsRefused names the same server in another way.
func TestAnIssuerByAnotherNameIsRefused(t *testing.T) {
	p := serveProvider(t)
	other := strings.Replace(p.url, "127.0.0.1", "localhost", 1)
	u := foreigner(t, p, serveForeignAPI(t, p))
	u.vars["TRAVEL_ISSUER"] = other
	u.open = func(string) error { t.Error("a browser was opened"); return nil }
	code, stdout, stderr := u.run(t.Context(), "login")
	if code != 6 || stdout != "" || !strings.Contains(stderr, `it names the issuer "`+p.url+`"`) {
		t.Errorf("login ended with %d\n%s%s", code, stdout, stderr)
	}
	if got, _ := p.count("authorization_code"); got != 0 {
		t.Errorf("%d codes were redeemed", got)
	}
	if u.status(t).SignedIn {
		t.Error("someone is signed in")
	}
}
