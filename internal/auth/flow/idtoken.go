package flow

import (
	"cmp"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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

// identity is who a verified id_token speaks of.
type identity struct {
	subject string
	claims  map[string]any
}

// identify says whose login a token answer is. An id_token that came must be good, whatever scopes the
// answer names. Without one, or without an issuer and keys to verify it with, nothing is known of the
// account: the login is one all the same, since the answer came from the token endpoint itself, for a code
// that only this program could redeem (PKCE).
func (c *Client) identify(ctx context.Context, r Request, token *oauth2.Token, nonce string) (Account, error) {
	if raw := token.Extra("id_token"); raw == nil || raw == "" || r.Ends.Issuer == "" || r.Ends.jwks == "" {
		return Account{Issuer: r.Ends.Issuer}, nil
	}
	id, err := c.verify(ctx, r.Ends, token, nonce, r.Notes)
	if err != nil {
		return Account{}, err
	}
	account := c.Settings.accountOf(r.Ends.Issuer, id, nil)
	if account.Name != "" && account.Market != "" {
		return account, nil
	}
	return c.Settings.accountOf(r.Ends.Issuer, id, c.askUserinfo(ctx, r.Ends, id, account, Secret(token.AccessToken))), nil
}

// verify checks an id_token (OpenID Connect Core 1.0 §3.1.3.7) and returns who it speaks of.
func (c *Client) verify(ctx context.Context, ends Endpoints, token *oauth2.Token, nonce string, notes *Notes) (identity, error) {
	raw, _ := token.Extra("id_token").(string)
	offset := time.Duration(notes.offset.Load()) // as the token answer told, before the keys are read
	keys, err := c.keys(ctx, ends, notes)
	if err != nil {
		return identity{}, err
	}
	verifier := oidc.NewVerifier(ends.Issuer, keys, &oidc.Config{
		ClientID:             c.Settings.ClientID,
		SupportedSigningAlgs: ends.algorithms,
		SkipExpiryCheck:      true, // checked below, with leeway on both sides
	})
	refused := func(reason string) error {
		return &RefusedError{Subject: "the id_token of " + Clean(ends.Issuer), Reason: reason}
	}
	parsed, err := verifier.Verify(ctx, raw)
	if err != nil {
		if strings.HasPrefix(err.Error(), "oidc: failed to unmarshal") {
			return identity{}, refused("its claims cannot be read")
		}
		return identity{}, refused(Clean(strings.TrimPrefix(err.Error(), "oidc: ")))
	}
	var claims partyClaims
	if err := parsed.Claims(&claims); err != nil {
		return identity{}, refused("its claims cannot be read")
	}
	switch {
	case parsed.Subject == "":
		return identity{}, refused("it does not say who signed in")
	case subtle.ConstantTimeCompare([]byte(parsed.Nonce), []byte(nonce)) != 1:
		return identity{}, refused("it was made for another sign-in (nonce)")
	case claims.AuthorizedParty != "" && claims.AuthorizedParty != c.Settings.ClientID,
		claims.AuthorizedParty == "" && len(parsed.Audience) > 1:
		return identity{}, refused("it was made for another program (azp)")
	case parsed.AccessTokenHash != "" && parsed.VerifyAccessToken(token.AccessToken) != nil:
		return identity{}, refused("it belongs to another access token (at_hash)")
	}
	if err := inTime(parsed, claims, c.Now()); err != nil {
		if offset.Abs() > leeway {
			return identity{}, &ClockError{Server: HostOf(ends.Token), Offset: offset.Round(time.Second)}
		}
		return identity{}, refused(err.Error())
	}
	id := identity{subject: parsed.Subject}
	if err := parsed.Claims(&id.claims); err != nil {
		return identity{}, refused("its claims cannot be read")
	}
	return id, nil
}

// inTime allows five minutes on both sides.
func inTime(token *oidc.IDToken, claims partyClaims, now time.Time) error {
	switch {
	case token.Expiry.Add(leeway).Before(now):
		return fmt.Errorf("it ended %s ago", InWords(now.Sub(token.Expiry)))
	case token.IssuedAt.Add(-leeway).After(now):
		return fmt.Errorf("it was made %s in the future", InWords(token.IssuedAt.Sub(now)))
	case claims.NotBefore != 0 && time.Unix(int64(claims.NotBefore), 0).Add(-leeway).After(now):
		return errors.New("it is not valid yet")
	}
	return nil
}

// accountOf takes over the claims a person sees: those of the id_token, and of info what that lacks. One
// of a wrong type is as good as absent.
func (s Settings) accountOf(issuer string, id identity, info map[string]any) Account {
	text := func(name string) string {
		told, _ := id.claims[name].(string)
		more, _ := info[name].(string)
		return Clean(cmp.Or(told, more))
	}
	a := Account{
		Subject: Clean(id.subject), Name: text("name"), Email: text("email"), Locale: Tag(text("locale")), Issuer: issuer,
	}
	names := s.MarketClaims
	if names == nil {
		names = MarketClaims()
	}
	if a.Market, a.MarketSource = Market(id.claims, names); a.Market != "" {
		return a
	}
	if country, source := Market(info, names); country != "" {
		a.Market, a.MarketSource = country, FromUserinfo+source
	}
	return a
}

// keys reads the issuer's key set. Only public keys of asymmetric algorithms are used.
func (c *Client) keys(ctx context.Context, ends Endpoints, notes *Notes) (*oidc.StaticKeySet, error) {
	const doing = "read the sign-in server's keys"
	body, err := c.fetch(ctx, doing, ends.jwks, notes)
	if err != nil {
		return nil, err
	}
	var loose struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(body, &loose); err != nil {
		return nil, &AnswerError{Doing: doing, Host: HostOf(ends.jwks), Status: 200, Reason: "it did not answer with a key set"}
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
		return nil, &AnswerError{Doing: doing, Host: HostOf(ends.jwks), Status: 200, Reason: "it has no key that can be used"}
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
