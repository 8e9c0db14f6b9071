package auth

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
	"golang.org/x/oauth2"
)

// leeway is how far clocks may be apart.
const leeway = 5 * time.Minute

// partyClaims are the claims that matter to a token's validity beside those go-oidc checks.
type partyClaims struct {
	AuthorizedParty string  `json:"azp"`
	NotBefore       float64 `json:"nbf"` // Unix seconds, a fraction is allowed
}

// verify checks an id_token (OpenID Connect Core 1.0 §3.1.3.7) and returns who it speaks of.
func (c *oauthClient) verify(ctx context.Context, ends endpoints, token *oauth2.Token, nonce string, notes *answerNotes) (Account, error) {
	raw, _ := token.Extra("id_token").(string)
	offset := time.Duration(notes.offset.Load()) // as the token answer told, before the keys are read
	keys, err := c.keys(ctx, ends, notes)
	if err != nil {
		return Account{}, err
	}
	verifier := oidc.NewVerifier(ends.issuer, keys, &oidc.Config{
		ClientID:             c.Settings.ClientID,
		SupportedSigningAlgs: ends.algorithms,
		SkipExpiryCheck:      true, // checked below, with leeway on both sides
	})
	refused := func(reason string) error {
		return &RefusedError{Subject: "the id_token of " + clean(ends.issuer), Reason: reason}
	}
	parsed, err := verifier.Verify(ctx, raw)
	if err != nil {
		return Account{}, refused(clean(err.Error()))
	}
	var claims partyClaims
	if err := parsed.Claims(&claims); err != nil {
		return Account{}, refused("its claims cannot be read")
	}
	switch {
	case parsed.Subject == "":
		return Account{}, refused("it names nobody")
	case subtle.ConstantTimeCompare([]byte(parsed.Nonce), []byte(nonce)) != 1:
		return Account{}, refused("it was made for another sign-in (nonce)")
	case claims.AuthorizedParty != "" && claims.AuthorizedParty != c.Settings.ClientID,
		claims.AuthorizedParty == "" && len(parsed.Audience) > 1:
		return Account{}, refused("it was made for another program (azp)")
	case parsed.AccessTokenHash != "" && parsed.VerifyAccessToken(token.AccessToken) != nil:
		return Account{}, refused("it belongs to another access token (at_hash)")
	}
	if err := inTime(parsed, claims, c.Now()); err != nil {
		if offset.Abs() > leeway {
			return Account{}, &ClockError{Server: hostOf(ends.token), Offset: offset.Round(time.Second)}
		}
		return Account{}, refused(err.Error())
	}
	return accountOf(parsed, ends.issuer, c.Settings.MarketClaim)
}

// inTime allows five minutes on both sides.
func inTime(token *oidc.IDToken, claims partyClaims, now time.Time) error {
	switch {
	case token.Expiry.Add(leeway).Before(now):
		return fmt.Errorf("it ended %s ago", inWords(now.Sub(token.Expiry)))
	case token.IssuedAt.Add(-leeway).After(now):
		return fmt.Errorf("it was made %s in the future", inWords(token.IssuedAt.Sub(now)))
	case claims.NotBefore != 0 && time.Unix(int64(claims.NotBefore), 0).Add(-leeway).After(now):
		return errors.New("it is not valid yet")
	}
	return nil
}

// accountOf takes over the claims a person sees. One of a wrong type is as good as absent.
func accountOf(token *oidc.IDToken, issuer, marketClaim string) (Account, error) {
	var claims map[string]any
	if err := token.Claims(&claims); err != nil {
		return Account{}, fmt.Errorf("read the claims: %w", err)
	}
	name, _ := claims["name"].(string)
	email, _ := claims["email"].(string)
	a := Account{Subject: clean(token.Subject), Name: clean(name), Email: clean(email), Issuer: issuer}
	a.Market, a.MarketSource = market(claims, marketClaim)
	return a, nil
}

// keys reads the issuer's key set. Only public keys of asymmetric algorithms are used.
func (c *oauthClient) keys(ctx context.Context, ends endpoints, notes *answerNotes) (*oidc.StaticKeySet, error) {
	const doing = "read the sign-in server's keys"
	body, err := c.fetch(ctx, doing, ends.jwks, notes)
	if err != nil {
		return nil, err
	}
	var loose struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(body, &loose); err != nil {
		return nil, &AnswerError{Doing: doing, Host: hostOf(ends.jwks), Status: 200, Reason: "it did not answer with a key set"}
	}
	set := new(oidc.StaticKeySet)
	for _, raw := range loose.Keys {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(raw) != nil || key.Use == "enc" || !key.Valid() {
			continue // of a kind this program does not know
		}
		if public(key.Key) {
			set.PublicKeys = append(set.PublicKeys, key.Key)
		}
	}
	if len(set.PublicKeys) == 0 {
		return nil, &AnswerError{Doing: doing, Host: hostOf(ends.jwks), Status: 200, Reason: "it has no key that can be used"}
	}
	return set, nil
}

func public(key crypto.PublicKey) bool {
	switch key.(type) {
	case *rsa.PublicKey, *ecdsa.PublicKey, ed25519.PublicKey:
		return true
	}
	return false
}

// signsIn says whether an id_token is to be expected: openid was asked for and not taken away, and
// there are an issuer and keys to verify it with.
func signsIn(ends endpoints, granted []string) bool {
	return ends.issuer != "" && ends.jwks != "" && slices.Contains(granted, "openid")
}
