package oauth_test

import (
	"net/http"
	"net/url"
	"testing"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

func (s *site) revoke(t *testing.T, token string) *http.Response {
	t.Helper()
	form := url.Values{"token": {token}, "client_id": {oauth.ClientID}, "token_type_hint": {"any"}}
	resp, _ := post(t, s.browser, s.url+"/revoke", form)
	return resp
}

func TestRevokingAnyTokenEndsItsSignIn(t *testing.T) {
	s := newSite(t, oauth.Options{})
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
			if resp := s.revoke(t, pick(old, current)); resp.StatusCode != http.StatusOK || resp.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("answered %s %v", resp.Status, resp.Header)
			}
			mustBeInvalid(t, s, current.AccessToken, "revoked")
			if _, err := s.refresh(t, current.RefreshToken); !isInvalidGrant(err) {
				t.Errorf("a refresh afterwards got %v", err)
			}
		})
	}
}

func TestRevokingASelfSignInEndsOnlyThatOne(t *testing.T) {
	s := newSite(t, oauth.Options{})
	own, err := s.Issue("ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	another, err := s.Issue("ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	s.revoke(t, own.AccessToken)
	mustBeInvalid(t, s, own.AccessToken, "revoked")
	if _, err := s.Verify(another.AccessToken); err != nil {
		t.Errorf("another token was taken back too: %v", err)
	}
}

func TestRevokingWhatMeansNothingHereIsNoError(t *testing.T) {
	s := newSite(t, oauth.Options{})
	token := s.login(t, "ada", "openid").AccessToken
	for _, strange := range []string{"nonsense", "sandbox_", "sandbox_r_AAAA", token[:len(token)-1]} {
		if resp := s.revoke(t, strange); resp.StatusCode != http.StatusOK {
			t.Errorf("%q answered %s", strange, resp.Status)
		}
	}
	if _, err := s.Verify(token); err != nil {
		t.Errorf("a sign-in was ended by it: %v", err)
	}
	resp, body := post(t, s.browser, s.url+"/revoke", url.Values{"client_id": {oauth.ClientID}})
	if got := readRefusal(t, resp, body); got != (refusal{400, "invalid_request"}) {
		t.Errorf("without a token: %v", got)
	}
}
