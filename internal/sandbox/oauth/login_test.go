package oauth_test

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

// opening is what scopes open: the granted scope, the claims of the id_token
// and of userinfo beside the fixed ones, and what Verify tells.
type opening struct {
	name   string
	scopes []string
	claims map[string]any
	known  oauth.Claims
}

// openings are for Chiyo.
func openings() []opening {
	profile := map[string]any{
		"name": "Chiyo Sample", "given_name": "Chiyo", "family_name": "Sample", "preferred_username": "chiyo.sample",
		"locale": "ja-JP", "zoneinfo": "Asia/Tokyo", "country_code": "JP",
	}
	everything := maps.Clone(profile)
	everything["email"], everything["email_verified"] = "chiyo@example.com", true
	everything["address"] = map[string]any{"country": "JP"}
	usual := oauth.Claims{
		Subject: "sample-chiyo", Scope: "openid profile users", Email: "chiyo@example.com", Name: "Chiyo Sample",
		GivenName: "Chiyo", FamilyName: "Sample", CountryCode: "JP", UID: "1003", PrincipalName: "chiyo.sample",
	}
	all := usual
	all.Scope = "openid profile email address users"
	onlyProfile := oauth.Claims{
		Subject: "sample-chiyo", Scope: "openid profile", Name: "Chiyo Sample", GivenName: "Chiyo", FamilyName: "Sample", CountryCode: "JP",
	}
	return []opening{
		{"openid alone", []string{"openid"}, nil, oauth.Claims{Subject: "sample-chiyo", Scope: "openid"}},
		{"the usual ones", []string{"openid", "profile", "users"}, profile, usual},
		{"none named means the usual ones", nil, profile, usual},
		{"an unknown one is left out", []string{"openid", "profile", "users", "admin"}, profile, usual},
		{"all, in any order", []string{"users", "address", "email", "profile", "openid"}, everything, all},
		{"profile without users", []string{"openid", "profile"}, profile, onlyProfile},
	}
}

// TestALoginTellsWhatItsScopesOpen goes the whole way with foreign clients, and
// compares everything an id_token, userinfo and Verify tell.
func TestALoginTellsWhatItsScopesOpen(t *testing.T) {
	s := newSite(t, oauth.Options{})
	now := float64(s.clock.Now().Unix())
	for _, tt := range openings() {
		t.Run(tt.name, func(t *testing.T) {
			token := s.login(t, "chiyo", tt.scopes...)
			known, err := s.Verify(token.AccessToken)
			if err != nil {
				t.Fatal(err)
			}
			tt.known.ID, tt.known.Expires = known.ID, s.clock.Now().Add(10*time.Minute).Local()
			if diff := cmp.Diff(tt.known, known); diff != "" || known.ID == "" {
				t.Errorf("Verify (-want +got):\n%s", diff)
			}
			wantID := map[string]any{
				"iss": s.url, "sub": "sample-chiyo", "aud": "travel-cli", "azp": "travel-cli",
				"iat": now, "auth_time": now, "exp": now + 600, "nonce": "nonce-1",
			}
			maps.Copy(wantID, tt.claims)
			gotID := idToken(t, s, token)
			delete(gotID, "at_hash") // checked by the foreign verifier
			if diff := cmp.Diff(wantID, gotID); diff != "" {
				t.Errorf("id_token (-want +got):\n%s", diff)
			}
			wantInfo := map[string]any{"sub": "sample-chiyo"}
			maps.Copy(wantInfo, tt.claims)
			if diff := cmp.Diff(wantInfo, userinfo(t, s, token)); diff != "" {
				t.Errorf("userinfo (-want +got):\n%s", diff)
			}
			if got := token.Extra("scope"); got != tt.known.Scope {
				t.Errorf("granted %q, want %q", got, tt.known.Scope)
			}
		})
	}
}

// idToken verifies the id_token of a token answer with go-oidc.
func idToken(t *testing.T, s *site, token *oauth2.Token) map[string]any {
	t.Helper()
	provider, err := oidc.NewProvider(t.Context(), s.url)
	if err != nil {
		t.Fatal(err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		t.Fatal("there is no id_token")
	}
	id, err := provider.Verifier(&oidc.Config{ClientID: oauth.ClientID, Now: s.clock.Now}).Verify(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
	if err := id.VerifyAccessToken(token.AccessToken); err != nil {
		t.Fatal(err)
	}
	var claims map[string]any
	if err := id.Claims(&claims); err != nil {
		t.Fatal(err)
	}
	return claims
}

// userinfo asks the userinfo endpoint with go-oidc.
func userinfo(t *testing.T, s *site, token *oauth2.Token) map[string]any {
	t.Helper()
	provider, err := oidc.NewProvider(t.Context(), s.url)
	if err != nil {
		t.Fatal(err)
	}
	info, err := provider.UserInfo(t.Context(), oauth2.StaticTokenSource(token))
	if err != nil {
		t.Fatal(err)
	}
	var claims map[string]any
	if err := info.Claims(&claims); err != nil {
		t.Fatal(err)
	}
	return claims
}

func TestWithoutOpenIDThereIsNoIDToken(t *testing.T) {
	s := newSite(t, oauth.Options{})
	token := s.login(t, "ben", "profile", "users")
	if token.Extra("id_token") != nil {
		t.Error("an id_token was given")
	}
	resp, _ := bearer(t, s, token.AccessToken)
	want := `Bearer realm="travel sandbox", resource_metadata="` + s.url + `/.well-known/oauth-protected-resource", ` +
		`error="insufficient_scope", error_description="the access token lacks the scope openid", scope="openid"`
	if got := resp.Header.Get("WWW-Authenticate"); resp.StatusCode != http.StatusForbidden || got != want {
		t.Errorf("userinfo answered %s with\n%s, want\n%s", resp.Status, got, want)
	}
}

// bearer asks userinfo with a token as it is.
func bearer(t *testing.T, s *site, token string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/userinfo", nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return do(t, s.browser, req)
}
