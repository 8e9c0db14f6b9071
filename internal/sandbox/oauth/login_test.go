package oauth_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

// TestALoginTellsWhatItsScopesOpen goes the whole way with foreign clients, and
// compares everything an id_token, userinfo and Verify tell.
func TestALoginTellsWhatItsScopesOpen(t *testing.T) {
	s := newSite(t, oauth.Options{})
	now := float64(s.clock.Now().Unix())
	fixed := map[string]any{
		"iss": s.url, "sub": "sample-chiyo", "aud": "travel-cli", "azp": "travel-cli",
		"iat": now, "auth_time": now, "exp": now + 600, "nonce": "nonce-1",
	}
	profile := map[string]any{
		"name": "Chiyo Sample", "given_name": "Chiyo", "family_name": "Sample", "preferred_username": "chiyo.sample",
		"locale": "ja-JP", "zoneinfo": "Asia/Tokyo", "country_code": "JP",
	}
	email := map[string]any{"email": "chiyo@example.com", "email_verified": true}
	address := map[string]any{"address": map[string]any{"country": "JP"}}
	all := oauth.Claims{
		Subject: "sample-chiyo", Scope: "openid profile users", Email: "chiyo@example.com", Name: "Chiyo Sample",
		GivenName: "Chiyo", FamilyName: "Sample", CountryCode: "JP", UID: "1003", PrincipalName: "chiyo.sample",
	}
	tests := []struct {
		name   string
		scopes []string
		opened []map[string]any
		claims oauth.Claims
	}{
		{"openid alone", []string{"openid"}, nil, oauth.Claims{Subject: "sample-chiyo", Scope: "openid"}},
		{"the usual ones", []string{"openid", "profile", "users"}, []map[string]any{profile}, all},
		{"none named means the usual ones", nil, []map[string]any{profile}, all},
		{"an unknown one is left out", []string{"openid", "profile", "users", "admin"}, []map[string]any{profile}, all},
		{"all", []string{"users", "address", "email", "profile", "openid"}, []map[string]any{profile, email, address}, func() oauth.Claims {
			c := all
			c.Scope = "openid profile email address users"
			return c
		}()},
		{"profile without users", []string{"openid", "profile"}, []map[string]any{profile}, oauth.Claims{
			Subject: "sample-chiyo", Scope: "openid profile", Name: "Chiyo Sample", GivenName: "Chiyo", FamilyName: "Sample", CountryCode: "JP",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			token := s.login(t, "chiyo", tt.scopes...)
			gotClaims, err := s.Verify(token.AccessToken)
			if err != nil {
				t.Fatal(err)
			}
			wantClaims := tt.claims
			wantClaims.ID, wantClaims.Expires = gotClaims.ID, s.clock.Now().Add(10*time.Minute).Local()
			if diff := cmp.Diff(wantClaims, gotClaims); diff != "" || gotClaims.ID == "" {
				t.Errorf("Verify (-want +got):\n%s", diff)
			}

			opened := map[string]any{"sub": "sample-chiyo"}
			wantID := map[string]any{}
			for _, part := range append(tt.opened, fixed) {
				for name, value := range part {
					wantID[name] = value
				}
			}
			for _, part := range tt.opened {
				for name, value := range part {
					opened[name] = value
				}
			}
			gotID := idToken(t, s, token)
			delete(gotID, "at_hash") // checked by the foreign verifier
			if diff := cmp.Diff(wantID, gotID); diff != "" {
				t.Errorf("id_token (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(opened, userinfo(t, s, token)); diff != "" {
				t.Errorf("userinfo (-want +got):\n%s", diff)
			}
			if got := token.Extra("scope"); got != tt.claims.Scope {
				t.Errorf("granted %q, want %q", got, tt.claims.Scope)
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
