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

// TestEndpointsThatAreSetReplaceDiscovery signs in with the two endpoints a
// login cannot do without, which says nothing about who it is and where to end
// it, and then with the rest.
func TestEndpointsThatAreSetReplaceDiscovery(t *testing.T) {
	p := serveProvider(t, "--scope-claims")
	d := serveForeignAPI(t, p)
	browser := chromium.Start(t)
	u := foreigner(t, p, d)
	u.vars["TRAVEL_AUTHORIZE_URL"], u.vars["TRAVEL_TOKEN_URL"] = p.url+"/auth", p.url+"/token"
	delete(u.vars, "TRAVEL_ISSUER")
	u.comesFrom(browser, "adam", "#allow")
	code, stdout, stderr := u.run(t.Context(), "login")
	if code != 0 || !strings.Contains(stdout, "not known") || !strings.Contains(stderr, "where endpoints are set, that takes issuer and jwks-url as well") {
		t.Errorf("login ended with %d\n%s%s", code, stdout, stderr)
	}
	if s := u.status(t); !s.SignedIn || !s.Renewable || s.Subject != "" || s.Market != "" {
		t.Errorf("with two endpoints the status is %+v", s)
	}
	u.must(t, "whoami")
	code, _, stderr = u.run(t.Context(), "logout")
	if code != 0 || !strings.Contains(stderr, "signed out here;") || !strings.Contains(stderr, "set revoke-url") {
		t.Errorf("logout ended with %d\n%s", code, stderr)
	}
	token := d.token.Load().(string)
	if !p.introspect(token).Active {
		t.Error("the token has ended, though no one could revoke it")
	}

	u.vars["TRAVEL_ISSUER"], u.vars["TRAVEL_JWKS_URL"], u.vars["TRAVEL_REVOKE_URL"] = p.url, p.url+"/jwks", p.url+"/token/revocation"
	u.comesFrom(browser, "", "#allow")
	u.must(t, "login")
	if s := u.status(t); s.Subject != "adam" || s.Market != "DE" || s.Issuer != p.url {
		t.Errorf("with all endpoints the status is %+v", s)
	}
	u.must(t, "whoami")
	u.must(t, "logout")
	if token := d.token.Load().(string); p.introspect(token).Active {
		t.Error("the token is still active after logout")
	}
	if _, wrong := p.count(""); len(wrong) != 0 {
		t.Errorf("the provider complained: %+v", wrong)
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

// TestAnIssuerByAnotherNameIsRefused names the same server in another way, in
// its metadata's place and, without metadata, in the browser's answer.
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

	u.vars["TRAVEL_AUTHORIZE_URL"], u.vars["TRAVEL_TOKEN_URL"] = p.url+"/auth", p.url+"/token"
	u.comesFrom(chromium.Start(t), "chiyo", "#allow")
	code, stdout, stderr = u.run(t.Context(), "login")
	if code != 6 || stdout != "" || !strings.Contains(stderr, `it comes from "`+p.url+`"`) {
		t.Errorf("login ended with %d\n%s%s", code, stdout, stderr)
	}
	if got, _ := p.count("authorization_code"); got != 0 {
		t.Errorf("%d codes were redeemed", got)
	}
	if u.status(t).SignedIn {
		t.Error("someone is signed in")
	}
}
