package oauth_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

func TestACodeIsGoodOnceForAMinuteForItsOwnClient(t *testing.T) {
	s := newSite(t, oauth.Options{})
	exchange := func(code, redirect, proof string) error {
		config := s.config()
		config.RedirectURL = redirect
		_, err := config.Exchange(t.Context(), code, oauth2.VerifierOption(proof))
		return err
	}
	t.Run("a second use takes the tokens back", func(t *testing.T) {
		code := s.code(t, "ada", request("openid"))
		token, err := s.config().Exchange(t.Context(), code, oauth2.VerifierOption(verifier))
		if err != nil {
			t.Fatal(err)
		}
		if err := exchange(code, callback, verifier); !isInvalidGrant(err) {
			t.Errorf("the second use got %v", err)
		}
		mustBeInvalid(t, s, token.AccessToken, "revoked")
		if _, err := s.refresh(t, token.RefreshToken); !isInvalidGrant(err) {
			t.Errorf("the refresh token after it got %v", err)
		}
	})
	t.Run("it is spent when it comes with the wrong proof", func(t *testing.T) {
		for _, wrong := range []struct{ redirect, proof string }{
			{callback, strings.Repeat("w", 43)}, {"http://127.0.0.1:53212/callback", verifier}, {callback + "/", verifier},
		} {
			code := s.code(t, "ada", request("openid"))
			if err := exchange(code, wrong.redirect, wrong.proof); !isInvalidGrant(err) {
				t.Errorf("%v got %v", wrong, err)
			}
			if err := exchange(code, callback, verifier); !isInvalidGrant(err) {
				t.Errorf("after %v the code still works: %v", wrong, err)
			}
		}
	})
	t.Run("it works in its last second", func(t *testing.T) {
		code := s.code(t, "ada", request("openid"))
		s.clock.advance(59 * time.Second)
		if err := exchange(code, callback, verifier); err != nil {
			t.Error(err)
		}
	})
	t.Run("it ends after a minute", func(t *testing.T) {
		code := s.code(t, "ada", request("openid"))
		s.clock.advance(60 * time.Second)
		if err := exchange(code, callback, verifier); !isInvalidGrant(err) {
			t.Errorf("got %v", err)
		}
	})
}
