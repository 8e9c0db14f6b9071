package oauth_test

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/oauth"
)

// TestTheTokenEndpointRefusesAsRFC6749Says sends one wrong thing at a time, and
// then shows that the code was not spent by any of it.
func TestTheTokenEndpointRefusesAsRFC6749Says(t *testing.T) {
	s := newSite(t, oauth.Options{})
	good := url.Values{
		"grant_type": {"authorization_code"}, "client_id": {oauth.ClientID}, "redirect_uri": {callback},
		"code": {s.code(t, "ada", request("openid"))}, "code_verifier": {verifier},
	}
	tests := []struct {
		name, field, value string
		want               refusal
	}{
		{"no grant type", "grant_type", "", refusal{400, "invalid_request"}},
		{"password grant", "grant_type", "password", refusal{400, "unsupported_grant_type"}},
		{"no client", "client_id", "", refusal{401, "invalid_client"}},
		{"another client", "client_id", "other", refusal{401, "invalid_client"}},
		{"a secret", "client_secret", "s3cret", refusal{401, "invalid_client"}},
		{"no code", "code", "", refusal{400, "invalid_request"}},
		{"a made-up code", "code", strings.Repeat("A", 64), refusal{400, "invalid_grant"}},
		{"no redirect", "redirect_uri", "", refusal{400, "invalid_request"}},
		{"no verifier", "code_verifier", "", refusal{400, "invalid_request"}},
		{"a short verifier", "code_verifier", strings.Repeat("v", 42), refusal{400, "invalid_request"}},
		{"a long verifier", "code_verifier", strings.Repeat("v", 129), refusal{400, "invalid_request"}},
		{"a verifier with a blank", "code_verifier", strings.Repeat("v v", 20), refusal{400, "invalid_request"}},
		{"another resource", "resource", "https://api.example", refusal{400, "invalid_target"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			form := maps.Clone(good)
			form.Set(tt.field, tt.value)
			if got := s.askToken(t, form); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	if got := s.askToken(t, good); got != (refusal{200, ""}) {
		t.Errorf("the code was spent by a refusal: %v", got)
	}
}

// TestRequestsOfTheWrongShapeAreRefusedAsJSON at both endpoints of the client.
func TestRequestsOfTheWrongShapeAreRefusedAsJSON(t *testing.T) {
	s := newSite(t, oauth.Options{})
	const form = "application/x-www-form-urlencoded"
	tests := []struct {
		name, method, query, kind, body, auth string
		want                                  refusal
	}{
		{"GET", "GET", "", "", "", "", refusal{405, "invalid_request"}},
		{"PUT", "PUT", "", form, "client_id=travel-cli", "", refusal{405, "invalid_request"}},
		{"parameters in the query", "POST", "?client_id=travel-cli", form, "", "", refusal{400, "invalid_request"}},
		{"JSON body", "POST", "", "application/json", "{}", "", refusal{400, "invalid_request"}},
		{"no type", "POST", "", "", "client_id=travel-cli", "", refusal{400, "invalid_request"}},
		{"twice the same", "POST", "", form, "client_id=travel-cli&client_id=travel-cli", "", refusal{400, "invalid_request"}},
		{"bad encoding", "POST", "", form, "client_id=%zz", "", refusal{400, "invalid_request"}},
		{"too long", "POST", "", form, strings.Repeat("a", 65<<10), "", refusal{400, "invalid_request"}},
		{"Basic", "POST", "", form, "client_id=travel-cli", "Basic dHJhdmVsLWNsaTo=", refusal{401, "invalid_client"}},
	}
	for _, tt := range tests {
		for _, path := range []string{"/token", "/revoke"} {
			t.Run(tt.name+" "+path, func(t *testing.T) {
				req, err := http.NewRequestWithContext(t.Context(), tt.method, s.url+path+tt.query, strings.NewReader(tt.body))
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Content-Type", tt.kind)
				req.Header.Set("Authorization", tt.auth)
				resp, body := do(t, s.browser, req)
				if got := readRefusal(t, resp, body); got != tt.want {
					t.Errorf("got %v, want %v", got, tt.want)
				}
				if resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("Content-Type") != "application/json" {
					t.Errorf("headers: %v", resp.Header)
				}
				if (resp.StatusCode == 401) != (resp.Header.Get("WWW-Authenticate") != "") || (resp.StatusCode == 405) != (resp.Header.Get("Allow") == "POST") {
					t.Errorf("headers of a %d: %v", resp.StatusCode, resp.Header)
				}
			})
		}
	}
}
