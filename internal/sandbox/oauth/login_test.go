package oauth_test

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

// TestALoginTellsWhatItsScopesOpen signs in with third-party clients and compares all claims of the id_token,
// userinfo and Verify.
func TestALoginTellsWhatItsScopesOpen(t *testing.T) {
	s := newSite(t, oauth.Options{})
	now := float64(s.clock.Now().Unix())
	profile := map[string]any{
		"name": "Chiyo Sample", "given_name": "Chiyo", "family_name": "Sample", "preferred_username": "chiyo.sample",
		"locale": "ja-JP", "zoneinfo": "Asia/Tokyo", "country_code": "JP",
	}
	everything := maps.Clone(profile)
	everything["email"], everything["email_verified"] = "chiyo@example.com", true
	everything["address"] = map[string]any{"country": "JP"}
	for _, tt := range []struct {
		asked, granted string
		claims         map[string]any
	}{
		{"openid", "openid", nil},
		{"", "openid profile users", profile},
		{"openid profile users admin", "openid profile users", profile},
		{"users address email profile openid", "openid profile email address users", everything},
	} {
		token := s.login(t, "chiyo", tt.asked)
		known, err := s.Verify(token.AccessToken)
		if err != nil || known.Subject != "sample-chiyo" || known.Scope != tt.granted || token.Extra("scope") != tt.granted {
			t.Errorf("%q: granted %v; Verify says %v, %v", tt.asked, token.Extra("scope"), known, err)
		}
		wantID := map[string]any{
			"iss": s.url, "sub": "sample-chiyo", "aud": "travel-cli", "azp": "travel-cli",
			"iat": now, "auth_time": now, "exp": now + 600, "nonce": "nonce-1",
		}
		maps.Copy(wantID, tt.claims)
		wantInfo := map[string]any{"sub": "sample-chiyo"}
		maps.Copy(wantInfo, tt.claims)
		id, info := read(t, s, token)
		if diff := cmp.Diff([]any{wantID, wantInfo}, []any{id, info}); diff != "" {
			t.Errorf("%q: id_token and userinfo (-want +got):\n%s", tt.asked, diff)
		}
	}
}

// read verifies the id_token of a token answer and requests userinfo, both with go-oidc.
func read(t *testing.T, s *site, token *oauth2.Token) (id, info map[string]any) {
	t.Helper()
	provider, err := oidc.NewProvider(t.Context(), s.url)
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := token.Extra("id_token").(string)
	verified, err := provider.Verifier(&oidc.Config{ClientID: oauth.ClientID, Now: s.clock.Now}).Verify(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
	told, err := provider.UserInfo(t.Context(), oauth2.StaticTokenSource(token))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{verified.VerifyAccessToken(token.AccessToken), verified.Claims(&id), told.Claims(&info)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	delete(id, "at_hash") // already checked by VerifyAccessToken
	return id, info
}

func TestWithoutOpenIDThereIsNoIDToken(t *testing.T) {
	s := newSite(t, oauth.Options{})
	token := s.login(t, "ben", "profile users")
	resp, _ := do(t, s, http.MethodPost, s.url+"/userinfo", "", "Authorization", "Bearer "+token.AccessToken)
	want := `Bearer realm="travel sandbox", resource_metadata="` + s.url + `/.well-known/oauth-protected-resource", ` +
		`error="insufficient_scope", error_description="the access token lacks the scope openid", scope="openid"`
	if got := resp.Header.Get("WWW-Authenticate"); token.Extra("id_token") != nil || resp.StatusCode != http.StatusForbidden || got != want {
		t.Errorf("id_token %v; userinfo answered %s with\n%s, want\n%s", token.Extra("id_token"), resp.Status, got, want)
	}
}

func TestACodeIsGoodOnceForAMinuteForItsOwnClient(t *testing.T) {
	s := newSite(t, oauth.Options{})
	code := s.code(t, "ada", with())
	s.clock.advance(59 * time.Second)
	token, err := s.exchange(t, code)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.exchange(t, code); !isInvalidGrant(err) {
		t.Errorf("the second use got %v", err)
	}
	mustBeInvalid(t, s, token.AccessToken, "revoked")
	code = s.code(t, "ada", with())
	if _, err := s.config().Exchange(t.Context(), code, oauth2.VerifierOption(strings.Repeat("w", 43))); !isInvalidGrant(err) {
		t.Errorf("a wrong proof got %v", err)
	}
	if _, err := s.exchange(t, code); !isInvalidGrant(err) {
		t.Errorf("after a wrong proof the code still works: %v", err)
	}
	code = s.code(t, "ada", with())
	s.clock.advance(time.Minute)
	if _, err := s.exchange(t, code); !isInvalidGrant(err) {
		t.Errorf("too late got %v", err)
	}
}

// TestANewcomerIsToldHowToBringAKnownClient checks the page for an unknown client, for which another login would
// fail again.
func TestANewcomerIsToldHowToBringAKnownClient(t *testing.T) {
	s := newSite(t, oauth.Options{})
	resp, page := get(t, s, s.url+"/authorize?"+with("client_id", "my-<b>client").Encode())
	for _, text := range []string{"my-&lt;b&gt;client", "travel config unset client-id", "travel config set client-id travel-cli", "TRAVEL_CLIENT_ID"} {
		if resp.StatusCode != http.StatusBadRequest || !strings.Contains(page, text) {
			t.Errorf("answered %s, and the page does not say %s:\n%s", resp.Status, text, page)
		}
	}
}

func TestALoginHintPicksTheTraveler(t *testing.T) {
	s := newSite(t, oauth.Options{})
	for hint, want := range map[string]string{
		"": "ada", "ben@example.com": "ben", "CHIYO@EXAMPLE.COM": "chiyo", "sample-chiyo": "chiyo", "Ben": "ben", "\"><b>": "ada",
	} {
		_, page := get(t, s, s.url+"/authorize?"+with("login_hint", hint).Encode())
		if strings.Count(page, " checked>") != 1 || !strings.Contains(page, `value="`+want+`" required checked>`) {
			t.Errorf("hint %q did not pick %s:\n%s", hint, want, page)
		}
	}
}

// TestRefusalsGoBackToTheClient checks that with a trusted redirect address every refusal is sent there, with the
// state and the issuer (RFC 6749 §4.1.2.1, RFC 9207).
func TestRefusalsGoBackToTheClient(t *testing.T) {
	s := newSite(t, oauth.Options{})
	for _, tt := range []struct {
		want    string
		changes []string
		form    url.Values // nil requests the page
	}{
		{"invalid_request", []string{"response_type", ""}, nil},
		{"unsupported_response_type", []string{"response_type", "token"}, nil},
		{"invalid_request", []string{"response_mode", "fragment"}, nil},
		{"invalid_request", []string{"code_challenge", ""}, nil},
		{"invalid_request", []string{"code_challenge_method", "plain"}, nil},
		{"invalid_scope", []string{"scope", "admin root"}, nil},
		{"login_required", []string{"prompt", "none"}, nil},
		{"request_not_supported", []string{"request", "e30"}, nil},
		{"access_denied", nil, url.Values{"decision": {"cancel"}, "account": {"ada"}}},
		{"access_denied", nil, url.Values{"decision": {"allow"}}},
	} {
		page := s.url + "/authorize?" + with(tt.changes...).Encode()
		resp, _ := get(t, s, page)
		if tt.form != nil {
			resp, _ = post(t, s, page, tt.form)
		}
		got := redirected(t, resp)
		explained := got.Get("error_description") != ""
		got.Del("error_description")
		if diff := cmp.Diff(url.Values{"error": {tt.want}, "state": {someState}, "iss": {s.url}}, got); diff != "" || !explained {
			t.Errorf("%v, explained: %v (-want +got):\n%s", tt, explained, diff)
		}
	}
}
