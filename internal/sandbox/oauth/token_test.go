package oauth_test

import (
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

// TestTheTokenEndpointRefusesAsRFC6749Says sends requests with one error each, and then checks that none of them
// used up the code.
func TestTheTokenEndpointRefusesAsRFC6749Says(t *testing.T) {
	s := newSite(t, oauth.Options{})
	good := url.Values{
		"grant_type": {"authorization_code"}, "client_id": {oauth.ClientID}, "redirect_uri": {callback},
		"code": {s.code(t, "ada", with())}, "code_verifier": {verifier},
	}
	for _, tt := range []struct {
		field, value string
		want         refusal
	}{
		{"grant_type", "", refusal{400, "invalid_request"}},
		{"grant_type", "password", refusal{400, "unsupported_grant_type"}},
		{"client_id", "", refusal{400, "invalid_request"}},
		{"client_id", "other", refusal{401, "invalid_client"}},
		{"client_id", "client-eyJnIjoiYSJ9", refusal{401, "invalid_client"}},
		{"code", "", refusal{400, "invalid_request"}},
		{"code", strings.Repeat("A", 64), refusal{400, "invalid_grant"}},
		{"redirect_uri", "", refusal{400, "invalid_request"}},
		{"code_verifier", "", refusal{400, "invalid_request"}},
	} {
		form := maps.Clone(good)
		form.Set(tt.field, tt.value)
		if got := s.refused(t, "/token", form); got != tt.want {
			t.Errorf("%s %q: got %v, want %v", tt.field, tt.value, got, tt.want)
		}
	}
	resp, body := get(t, s, s.url+"/token")
	if got := readRefusal(t)(resp, body); got != (refusal{405, "invalid_request"}) || resp.Header.Get("Allow") != "POST" {
		t.Errorf("GET got %v, Allow %s", got, resp.Header.Get("Allow"))
	}
	if got := s.refused(t, "/token", good); got != (refusal{200, ""}) {
		t.Errorf("the code was spent by a refusal: %v", got)
	}
}

func TestEachRefreshGivesNewTokensAndRetiresTheOld(t *testing.T) {
	s := newSite(t, oauth.Options{})
	signedIn := float64(s.clock.Now().Unix())
	token := s.login(t, "ada", "openid profile")
	for range 2 { // beyond the first expiry, because each use restarts the 30 days
		s.clock.advance(20 * 24 * time.Hour)
		next, err := s.refresh(t, token.RefreshToken)
		if err != nil || next.RefreshToken == token.RefreshToken {
			t.Fatalf("a refresh gave %v, %v", next, err)
		}
		token = next
	}
	if _, err := s.Verify(token.AccessToken); err != nil || !strings.HasPrefix(token.RefreshToken, oauth.TokenPrefix) {
		t.Errorf("refresh token %s; Verify says %v", token.RefreshToken, err)
	}
	claims, _ := read(t, s, token)
	if _, hasNonce := claims["nonce"]; hasNonce || claims["auth_time"] != signedIn {
		t.Errorf("the id_token of a refresh has the nonce of the login, or not its time: %v", claims)
	}
	s.clock.advance(30 * 24 * time.Hour)
	if _, err := s.refresh(t, token.RefreshToken); !isInvalidGrant(err) {
		t.Errorf("after 30 days: %v", err)
	}
}

// TestOfManyRefreshesAtOnceOneWins uses two processes. All other refreshes are replays, and a replay ends the
// sign-in but no other sign-in of the account.
func TestOfManyRefreshesAtOnceOneWins(t *testing.T) {
	one, two, _ := twoSites(t)
	token, other := one.login(t, "ada", "openid"), two.login(t, "ada", "openid")
	won := make([]*oauth2.Token, 16)
	failed := make([]error, len(won))
	var wg sync.WaitGroup
	for i := range won {
		s := []*site{one, two}[i%2]
		wg.Go(func() { won[i], failed[i] = s.refresh(t, token.RefreshToken) })
	}
	wg.Wait()
	winners := 0
	for i, err := range failed {
		if err == nil {
			winners++
			mustBeInvalid(t, one, won[i].AccessToken, "revoked")
			_, err = two.refresh(t, won[i].RefreshToken)
		}
		if !isInvalidGrant(err) {
			t.Errorf("a loser, or the winner after the replays, got %v", err)
		}
	}
	if _, err := one.Verify(other.AccessToken); err != nil || winners != 1 {
		t.Errorf("%d of %d refreshes won; the other sign-in: %v", winners, len(won), err)
	}
}

func TestRevokingAnyTokenEndsItsSignIn(t *testing.T) {
	s := newSite(t, oauth.Options{})
	for name, pick := range map[string]func(old, current *oauth2.Token) string{
		"access token":          func(_, current *oauth2.Token) string { return current.AccessToken },
		"refresh token":         func(_, current *oauth2.Token) string { return current.RefreshToken },
		"retired refresh token": func(old, _ *oauth2.Token) string { return old.RefreshToken },
	} {
		old := s.login(t, "ada", "openid")
		current, err := s.refresh(t, old.RefreshToken)
		if err != nil {
			t.Fatal(err)
		}
		form := url.Values{"token": {pick(old, current)}, "client_id": {oauth.ClientID}, "token_type_hint": {"any"}}
		for range 2 { // revoking an unknown token is not an error
			if got := s.refused(t, "/revoke", form); got != (refusal{200, ""}) {
				t.Errorf("%s: %v", name, got)
			}
		}
		mustBeInvalid(t, s, current.AccessToken, "revoked")
		if _, err := s.refresh(t, current.RefreshToken); !isInvalidGrant(err) {
			t.Errorf("%s: a refresh afterwards got %v", name, err)
		}
	}
	for token, want := range map[string]refusal{"": {400, "invalid_request"}, "nonsense": {200, ""}, "sandbox_r_": {400, "unsupported_token_type"}} {
		if got := s.refused(t, "/revoke", url.Values{"token": {token}, "client_id": {oauth.ClientID}}); got != want {
			t.Errorf("%q: %v", token, got)
		}
	}
}

func TestASelfSignInWritesNothing(t *testing.T) {
	one, two, file := twoSites(t)
	token, err := one.Issue(oauth.Accounts()[0], "")
	if err != nil {
		t.Fatal(err)
	}
	if claims, err := two.Verify(token.AccessToken); err != nil || claims.Scope != "openid profile users" {
		t.Errorf("Verify says %v, %v", claims, err)
	}
	if got := one.refused(t, "/revoke", url.Values{"token": {token.AccessToken}, "client_id": {oauth.ClientID}}); got.Code != "unsupported_token_type" {
		t.Errorf("revoking it: %v", got)
	}
	if _, err := os.Stat(filepath.Dir(file)); !os.IsNotExist(err) {
		t.Errorf("the state directory was made: %v", err)
	}
}

// TestABrokenStateFileSignsEverybodyOut also checks that a new login works.
func TestABrokenStateFileSignsEverybodyOut(t *testing.T) {
	one, _, file := twoSites(t)
	token := one.login(t, "ada", "openid")
	for _, text := range []string{"", "null", `{"x":{}`, `{"x":{}}`} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		mustBeInvalid(t, one, token.AccessToken, "revoked")
		if _, err := one.Verify(one.login(t, "ben", "openid").AccessToken); err != nil {
			t.Errorf("after %q: %v", text, err)
		}
	}
}

// TestOnlyOwnAccessTokensPass checks that everything that looks like a token is refused with the reason, by
// Verify and by userinfo.
func TestOnlyOwnAccessTokensPass(t *testing.T) {
	key := newKey(t)
	s := newSite(t, oauth.Options{Key: key})
	good := s.login(t, "ada", "openid")
	id, _ := good.Extra("id_token").(string)
	for name, token := range map[string]string{
		"refresh token": good.RefreshToken, "id_token": oauth.TokenPrefix + id, "cut": good.AccessToken[:len(good.AccessToken)-3],
		"another key":  newSite(t, oauth.Options{Origin: s.url}).login(t, "ada", "openid").AccessToken,
		"other issuer": newSite(t, oauth.Options{Key: key}).login(t, "ada", "openid").AccessToken,
		"no sign-in":   newSite(t, oauth.Options{Key: key, Origin: s.url}).login(t, "ada", "openid").AccessToken,
	} {
		s.mustRefuse(t, name, token)
	}
	for left, valid := range map[time.Duration]bool{time.Second: true, 0: false} {
		s.clock.Store(int64(10*time.Minute - left))
		if _, err := s.Verify(good.AccessToken); (err == nil) != valid {
			t.Errorf("%v before its end: %v", left, err)
		}
	}
	resp, _ := get(t, s, s.url+"/userinfo")
	if named := resp.Header.Get("WWW-Authenticate"); resp.StatusCode != http.StatusUnauthorized || strings.Contains(named, "error=") {
		t.Errorf("without a token userinfo answered %s, %s", resp.Status, named)
	}
}

func (s *site) mustRefuse(t *testing.T, name, token string) {
	t.Helper()
	mustBeInvalid(t, s, token, "")
	resp, _ := do(t, s, http.MethodGet, s.url+"/userinfo", "", "Authorization", "Bearer "+token)
	if named := resp.Header.Get("WWW-Authenticate"); resp.StatusCode != http.StatusUnauthorized || !strings.Contains(named, `error="invalid_token"`) {
		t.Errorf("%s: userinfo answered %s, %s", name, resp.Status, named)
	}
}
