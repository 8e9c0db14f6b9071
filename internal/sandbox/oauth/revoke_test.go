package oauth_test

import (
	"net/http"
	"net/url"
	"testing"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

func TestRevokingAnyTokenEndsItsSignIn(t *testing.T) {
	s := newSite(t, oauth.Options{})
	revoke := func(token string) *http.Response {
		resp, _ := post(t, s.browser, s.url+"/revoke", url.Values{"token": {token}, "client_id": {oauth.ClientID}, "token_type_hint": {"any"}})
		return resp
	}
	picks := map[string]func(old, current *oauth2.Token) string{
		"access token":          func(_, current *oauth2.Token) string { return current.AccessToken },
		"refresh token":         func(_, current *oauth2.Token) string { return current.RefreshToken },
		"retired refresh token": func(old, _ *oauth2.Token) string { return old.RefreshToken },
	}
	for name, pick := range picks {
		t.Run(name, func(t *testing.T) {
			old := s.login(t, "ada", "openid")
			current, err := s.refresh(t, old.RefreshToken)
			if err != nil {
				t.Fatal(err)
			}
			if resp := revoke(pick(old, current)); resp.StatusCode != http.StatusOK || resp.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("answered %s %v", resp.Status, resp.Header)
			}
			mustBeInvalid(t, s, current.AccessToken, "revoked")
			if _, err := s.refresh(t, current.RefreshToken); !isInvalidGrant(err) {
				t.Errorf("a refresh afterwards got %v", err)
			}
		})
	}
	t.Run("self sign-in", func(t *testing.T) {
		own, err := s.Issue("ada", nil)
		if err != nil {
			t.Fatal(err)
		}
		another, err := s.Issue("ada", nil)
		if err != nil {
			t.Fatal(err)
		}
		revoke(own.AccessToken)
		mustBeInvalid(t, s, own.AccessToken, "revoked")
		if _, err := s.Verify(another.AccessToken); err != nil {
			t.Errorf("another token was taken back too: %v", err)
		}
	})
	t.Run("what means nothing here is no error", func(t *testing.T) {
		for _, token := range []string{"nonsense", "sandbox_", "sandbox_r_AAAA", s.login(t, "ada", "openid").AccessToken + "x"} {
			if resp := revoke(token); resp.StatusCode != http.StatusOK {
				t.Errorf("%q answered %s", token, resp.Status)
			}
		}
	})
	t.Run("a token is needed", func(t *testing.T) {
		resp, body := post(t, s.browser, s.url+"/revoke", url.Values{"client_id": {oauth.ClientID}})
		if got := readRefusal(t, resp, body); got != (refusal{400, "invalid_request"}) {
			t.Errorf("got %v", got)
		}
	})
}
