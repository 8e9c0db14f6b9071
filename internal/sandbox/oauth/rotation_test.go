package oauth_test

import (
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

// mustBeInvalid fails unless an access token is refused for the reason.
func mustBeInvalid(t *testing.T, s *site, token, reason string) {
	t.Helper()
	_, err := s.Verify(token)
	if !errors.Is(err, oauth.ErrInvalidToken) || !strings.Contains(err.Error(), reason) {
		t.Errorf("Verify says %v, want an invalid token because %s", err, reason)
	}
}

func TestEachRefreshGivesNewTokensAndRetiresTheOld(t *testing.T) {
	s := newSite(t, oauth.Options{})
	first := s.login(t, "ada", "openid", "profile")
	s.clock.advance(20 * 24 * time.Hour)
	second, err := s.refresh(t, first.RefreshToken)
	if err != nil {
		t.Fatal(err)
	}
	s.clock.advance(20 * 24 * time.Hour) // past the first one's end: each use starts the 30 days again
	third, err := s.refresh(t, second.RefreshToken)
	if err != nil {
		t.Fatal(err)
	}
	if first.RefreshToken == second.RefreshToken || second.RefreshToken == third.RefreshToken {
		t.Error("a refresh token was given twice")
	}
	if _, err := s.Verify(third.AccessToken); err != nil {
		t.Error(err)
	}
	claims := idToken(t, s, third)
	if _, hasNonce := claims["nonce"]; hasNonce {
		t.Error("the id_token of a refresh has the nonce of the login")
	}
	if got, want := claims["auth_time"], float64(s.clock.Now().Add(-40*24*time.Hour).Unix()); got != want {
		t.Errorf("auth_time is %v, want the time of the login, %v", got, want)
	}
	for name, token := range map[string]string{"access": third.AccessToken, "refresh": third.RefreshToken} {
		if !strings.HasPrefix(token, oauth.TokenPrefix) {
			t.Errorf("the %s token does not open with %s", name, oauth.TokenPrefix)
		}
	}
}

func TestAReplayedRefreshTokenEndsTheSignIn(t *testing.T) {
	s := newSite(t, oauth.Options{})
	first := s.login(t, "ada", "openid")
	second, err := s.refresh(t, first.RefreshToken)
	if err != nil {
		t.Fatal(err)
	}
	other := s.login(t, "ada", "openid")
	if _, err := s.refresh(t, first.RefreshToken); !isInvalidGrant(err) {
		t.Errorf("the replay got %v", err)
	}
	if _, err := s.refresh(t, second.RefreshToken); !isInvalidGrant(err) {
		t.Errorf("the newest token after a replay got %v", err)
	}
	mustBeInvalid(t, s, second.AccessToken, "revoked")
	if _, err := s.Verify(other.AccessToken); err != nil {
		t.Errorf("another sign-in of the same account ended too: %v", err)
	}
}

// TestOfManyRefreshesAtOnceOneWins: 32 at once with one token. One gets tokens,
// the others are replays, and a replay ends the sign-in.
func TestOfManyRefreshesAtOnceOneWins(t *testing.T) {
	t.Run("in memory", func(t *testing.T) {
		s := newSite(t, oauth.Options{})
		oneWins(t, s, s)
	})
	t.Run("in a file of two processes", func(t *testing.T) {
		one, two, _ := twoSites(t)
		oneWins(t, one, two)
	})
}

func oneWins(t *testing.T, one, two *site) {
	t.Helper()
	token := one.login(t, "ada", "openid")
	won := make([]*oauth2.Token, 32)
	failed := make([]error, len(won))
	var wg sync.WaitGroup
	for i := range won {
		s := []*site{one, two}[i%2]
		wg.Go(func() { won[i], failed[i] = s.refresh(t, token.RefreshToken) })
	}
	wg.Wait()
	winners := 0
	for i, err := range failed {
		switch {
		case err == nil:
			winners++
			mustBeInvalid(t, one, won[i].AccessToken, "revoked")
			if _, err := two.refresh(t, won[i].RefreshToken); !isInvalidGrant(err) {
				t.Errorf("the winner's token still works after the replays: %v", err)
			}
		case !isInvalidGrant(err):
			t.Errorf("a loser got %v", err)
		}
	}
	if winners != 1 {
		t.Errorf("%d of 32 refreshes won, want 1", winners)
	}
}

func TestARefreshMayNarrowItsScopesButNotWidenThem(t *testing.T) {
	s := newSite(t, oauth.Options{})
	token := s.login(t, "ada", "openid", "profile")
	form := url.Values{"grant_type": {"refresh_token"}, "client_id": {oauth.ClientID}, "refresh_token": {token.RefreshToken}, "scope": {"openid users"}}
	if got := s.askToken(t, form); got != (refusal{400, "invalid_scope"}) {
		t.Errorf("wider: %v", got)
	}
	form.Set("scope", "openid\x01")
	if got := s.askToken(t, form); got != (refusal{400, "invalid_scope"}) {
		t.Errorf("bad characters: %v", got)
	}
	config := s.config()
	narrow, err := config.Exchange(t.Context(), "", oauth2.SetAuthURLParam("grant_type", "refresh_token"),
		oauth2.SetAuthURLParam("refresh_token", token.RefreshToken), oauth2.SetAuthURLParam("scope", "openid"))
	if err != nil {
		t.Fatalf("the refusals spent the token: %v", err)
	}
	full, err := s.refresh(t, narrow.RefreshToken)
	if err != nil {
		t.Fatal(err)
	}
	got := []any{narrow.Extra("scope"), full.Extra("scope")}
	if diff := cmp.Diff([]any{"openid", "openid profile"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTokensEndAtTheirTime(t *testing.T) {
	s := newSite(t, oauth.Options{})
	token := s.login(t, "ada", "openid")
	s.clock.advance(10*time.Minute - time.Second)
	if _, err := s.Verify(token.AccessToken); err != nil {
		t.Errorf("a second before its end: %v", err)
	}
	s.clock.advance(time.Second)
	mustBeInvalid(t, s, token.AccessToken, "expired")
	s.clock.advance(30*24*time.Hour - 10*time.Minute)
	if _, err := s.refresh(t, token.RefreshToken); !isInvalidGrant(err) {
		t.Errorf("a refresh after 30 days: %v", err)
	}
}

func TestTheLifetimeOfAccessTokensCanBeSet(t *testing.T) {
	s := newSite(t, oauth.Options{AccessLifetime: 30 * time.Second})
	token, err := s.Issue("ben", nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := s.clock.Now().Add(30 * time.Second); !token.Expires.Equal(want) {
		t.Errorf("ends at %v, want %v", token.Expires, want)
	}
	s.clock.advance(30 * time.Second)
	mustBeInvalid(t, s, token.AccessToken, "expired")
}
