package oauth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/oauth"
)

// forger signs claims of a token that is good except for what change does to them.
func (s *site) forger(t *testing.T) func(typ string, key any, alg jose.SignatureAlgorithm, change func(map[string]any)) string {
	return func(typ string, key any, alg jose.SignatureAlgorithm, change func(map[string]any)) string {
		t.Helper()
		claims := map[string]any{
			"iss": s.url, "aud": s.url, "sub": "sample-ada", "client_id": oauth.ClientID, "scope": "openid", "jti": "1",
			"exp": s.clock.Now().Unix() + 60, "iat": s.clock.Now().Unix(),
		}
		change(claims)
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, (&jose.SignerOptions{}).WithType(jose.ContentType(typ)))
		if err != nil {
			t.Fatal(err)
		}
		token, err := jwt.Signed(signer).Claims(claims).Serialize()
		if err != nil {
			t.Fatal(err)
		}
		return oauth.TokenPrefix + token
	}
}

// TestOnlyOwnAccessTokensPass: everything that looks like one, signed by the
// right key or not, is refused with the reason.
func TestOnlyOwnAccessTokensPass(t *testing.T) {
	key := newKey(t)
	s := newSite(t, oauth.Options{Key: key})
	good := s.login(t, "ada", "openid")
	id, _ := good.Extra("id_token").(string)
	sign := s.forger(t)
	same := func(map[string]any) {}
	with := func(name string, value any) string {
		return sign("at+jwt", key, jose.ES256, func(claims map[string]any) { claims[name] = value })
	}
	if _, err := s.Verify(with("scope", "openid")); err != nil {
		t.Fatalf("the forger's own pattern is not a good token: %v", err)
	}
	head, _, _ := strings.Cut(good.AccessToken, ".")
	tests := map[string]string{
		"nothing": "", "prefix alone": oauth.TokenPrefix, "no prefix": strings.TrimPrefix(good.AccessToken, oauth.TokenPrefix),
		"refresh token": good.RefreshToken, "id_token": id, "id_token with the prefix": oauth.TokenPrefix + id,
		"cut": good.AccessToken[:len(good.AccessToken)-3], "header alone": head,
		"no signature":  good.AccessToken[:strings.LastIndex(good.AccessToken, ".")+1],
		"too long":      good.AccessToken + strings.Repeat("A", 5000),
		"another key":   sign("at+jwt", newKey(t), jose.ES256, same),
		"shared secret": sign("at+jwt", []byte(strings.Repeat("k", 32)), jose.HS256, same),
		"type JWT":      sign("JWT", key, jose.ES256, same),
		"other issuer":  with("iss", "http://other.example"), "other audience": with("aud", "http://other.example"),
		"other client": with("client_id", "other"), "no owner": with("sub", "sample-zoe"), "no id": with("jti", ""),
		"no end": with("exp", nil), "expired": with("exp", s.clock.Now().Unix()), "wrong types": with("exp", "tomorrow"),
		"unknown grant": with("grant_id", "AAAA"),
	}
	for name, token := range tests {
		t.Run(name, func(t *testing.T) { mustBeRefused(t, s, token) })
	}
}

// mustBeRefused fails unless Verify and userinfo both turn a token away.
func mustBeRefused(t *testing.T, s *site, token string) {
	t.Helper()
	claims, err := s.Verify(token)
	if !errors.Is(err, oauth.ErrInvalidToken) || claims != (oauth.Claims{}) {
		t.Errorf("got %v, %v", claims, err)
	}
	resp, _ := bearer(t, s, token)
	named := strings.Contains(resp.Header.Get("WWW-Authenticate"), `error="invalid_token"`)
	if resp.StatusCode != http.StatusUnauthorized || named != (token != "") {
		t.Errorf("userinfo answered %s %v", resp.Status, resp.Header)
	}
}

// TestServersWithOneKeyAndDifferentAddressesStayApart, even on one state file.
func TestServersWithOneKeyAndDifferentAddressesStayApart(t *testing.T) {
	shared := oauth.Options{Key: newKey(t), StateFile: t.TempDir() + "/grants.json"}
	one := newSite(t, shared)
	two := newSite(t, shared)
	token := one.login(t, "ada", "openid")
	mustBeInvalid(t, two, token.AccessToken, "another service")
	if _, err := two.refresh(t, token.RefreshToken); !isInvalidGrant(err) {
		t.Errorf("a foreign refresh token got %v", err)
	}
	if _, err := one.refresh(t, token.RefreshToken); err != nil {
		t.Errorf("the foreign attempt harmed the sign-in: %v", err)
	}
}

func TestIssueRefusesWhatDoesNotExist(t *testing.T) {
	s := newSite(t, oauth.Options{})
	if _, err := s.Issue("zoe", nil); err == nil {
		t.Error("an unknown traveler was signed in")
	}
	if _, err := s.Issue("ada", []string{"openid", "admin"}); err == nil {
		t.Error("an unknown scope was granted")
	}
	token, err := s.Issue("ada", []string{"users", "openid"})
	if err != nil {
		t.Fatal(err)
	}
	if token.Scope != "openid users" {
		t.Errorf("scope %q", token.Scope)
	}
}

func TestTheChallengeSaysWhereToSignIn(t *testing.T) {
	s := newSite(t, oauth.Options{Issuer: "http://127.0.0.1:8787", Resource: "http://127.0.0.1:8787/v1"})
	const base = `Bearer realm="travel sandbox", resource_metadata="http://127.0.0.1:8787/.well-known/oauth-protected-resource/v1"`
	_, expired := s.Verify("sandbox_x")
	tests := map[string]struct {
		err  error
		want string
	}{
		"no token":      {nil, base},
		"bad token":     {expired, base + `, error="invalid_token", error_description="the access token is not valid: it is malformed or of another server"`},
		"missing scope": {&oauth.ScopeError{Scope: "users"}, base + `, error="insufficient_scope", error_description="the access token lacks the scope users", scope="users"`},
		"quotes":        {&oauth.ScopeError{Scope: "a\"\r\nb"}, base + `, error="insufficient_scope", error_description="the access token lacks the scope ab", scope="ab"`},
		"local trouble": {errors.New("disk"), base},
	}
	for name, tt := range tests {
		if diff := cmp.Diff(tt.want, s.Challenge(tt.err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestNewRefusesOptionsThatCannotWork(t *testing.T) {
	good := oauth.Options{Issuer: "http://127.0.0.1:1", Resource: "http://127.0.0.1:1", Key: newKey(t)}
	if _, err := oauth.New(good); err != nil {
		t.Fatal(err)
	}
	otherCurve, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]func(*oauth.Options){
		"no key":            func(o *oauth.Options) { o.Key = nil },
		"another curve":     func(o *oauth.Options) { o.Key = otherCurve },
		"no issuer":         func(o *oauth.Options) { o.Issuer = "" },
		"slash at the end":  func(o *oauth.Options) { o.Issuer += "/" },
		"a query":           func(o *oauth.Options) { o.Resource += "?a" },
		"a user":            func(o *oauth.Options) { o.Resource = "http://u@127.0.0.1:1" },
		"not the web":       func(o *oauth.Options) { o.Browse = "file:///etc" },
		"a pattern":         func(o *oauth.Options) { o.Issuer += "/{x}" },
		"negative lifetime": func(o *oauth.Options) { o.AccessLifetime = -1 },
	}
	for name, change := range tests {
		o := good
		change(&o)
		if _, err := oauth.New(o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
