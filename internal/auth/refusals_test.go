package auth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/testkit/authtest"
)

// refusals are answers no sign-in may survive.
func TestLoginRefuses(t *testing.T) {
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	claim := func(name string, value any) func(*server) {
		return func(s *server) { s.claims = func(c map[string]any) { c[name] = value } }
	}
	back := func(change func(url.Values)) func(*server) {
		return func(s *server) { s.authorize = change }
	}
	refused, denied, unusable := kind("refused"), kind("denied"), kind("answer")
	for name, test := range map[string]struct {
		spoil func(*server)
		want  error
		text  string
	}{
		"another issuer in the callback":     {back(func(v url.Values) { v.Set("iss", "https://evil.example") }), refused, `it comes from "https://evil.example", and the sign-in was begun at "`},
		"no issuer in the callback":          {back(func(v url.Values) { v.Del("iss") }), refused, "does not say that it comes from"},
		"two codes":                          {back(func(v url.Values) { v.Add("code", "second") }), refused, "more than one code"},
		"no code":                            {back(func(v url.Values) { v.Del("code") }), refused, "no code"},
		"access denied":                      {back(func(v url.Values) { v.Del("code"); v.Set("error", "access_denied") }), denied, "access was denied"},
		"an error with escape sequences":     {back(func(v url.Values) { v.Set("error", "x\x1b[31m"); v.Set("error_description", "\u202eno") }), denied, "refused (x): no"},
		"a code the server does not know":    {back(func(v url.Values) { v.Set("code", "guessed") }), denied, "invalid_grant"},
		"id_token of another issuer":         {claim("iss", "https://evil.example"), refused, "different provider"},
		"id_token of the issuer and a slash": {func(s *server) { s.claims = func(c map[string]any) { c["iss"] = s.URL + "/" } }, refused, "different provider"},
		"id_token for another client":        {claim("aud", "stranger"), refused, "audience"},
		"id_token with a foreign azp":        {claim("azp", "stranger"), refused, "azp"},
		"id_token for many without azp":      {claim("aud", []string{"traveler", "stranger"}), refused, "azp"},
		"id_token of another sign-in":        {claim("nonce", "replayed"), refused, "nonce"},
		"id_token without nonce":             {func(s *server) { s.claims = func(c map[string]any) { delete(c, "nonce") } }, refused, "nonce"},
		"id_token with a number as subject":  {claim("sub", 7), refused, " is refused: its claims cannot be read"},
		"id_token without subject":           {claim("sub", ""), refused, "does not say who signed in"},
		"id_token of another access token":   {claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"), refused, "at_hash"},
		"id_token that ended":                {claim("exp", time.Now().Add(-6*time.Minute).Unix()), refused, "it ended"},
		"id_token from the future":           {claim("iat", time.Now().Add(6*time.Minute).Unix()), refused, "in the future"},
		"id_token not valid yet":             {claim("nbf", time.Now().Add(6*time.Minute).Unix()), refused, "not valid yet"},
		"id_token signed by a stranger": {func(s *server) {
			s.sign = func(c map[string]any) string {
				return signed(s.t, jose.ES256, jose.JSONWebKey{Key: stranger, KeyID: "one"}, c)
			}
		}, refused, "verify"},
		"id_token signed with the public key as a shared secret": {func(s *server) {
			s.sign = func(c map[string]any) string { return signed(s.t, jose.HS256, make([]byte, 32), c) }
		}, refused, "malformed jwt"},
		"id_token that is no text": {func(s *server) { s.answer = func(b map[string]any) { b["id_token"] = 7 } }, refused, "malformed jwt"},
		"id_token that is bad, and openid not among the scopes": {func(s *server) {
			s.claims = func(c map[string]any) { c["nonce"] = "replayed" }
			s.answer = func(b map[string]any) { b["scope"] = "profile users" }
		}, refused, "nonce"},
		"another token type":     {func(s *server) { s.answer = func(b map[string]any) { b["token_type"] = "DPoP" } }, unusable, "type"},
		"token no header takes":  {func(s *server) { s.answer = func(b map[string]any) { b["access_token"] = "a\r\nb" } }, unusable, "header"},
		"token of a wrong type":  {func(s *server) { s.answer = func(b map[string]any) { b["access_token"] = 7 } }, unusable, "did not answer with a token"},
		"lifetime that is text":  {func(s *server) { s.answer = func(b map[string]any) { b["expires_in"] = "canary-soon" } }, unusable, "did not answer with a token"},
		"plain PKCE only":        {meta("code_challenge_methods_supported", []string{"plain"}), refused, "PKCE"},
		"another issuer":         {meta("issuer", "https://evil.example"), refused, "names the issuer"},
		"issuer with a slash":    {func(s *server) { s.metadata = func(d map[string]any) { d["issuer"] = s.URL + "/" } }, refused, "names the issuer"},
		"token endpoint abroad":  {meta("token_endpoint", "https://evil.example/token"), refused, "another site"},
		"plain http abroad":      {meta("token_endpoint", "http://evil.example/token"), refused, "must be https"},
		"user info":              {meta("authorization_endpoint", "https://a@evil.example/"), refused, "user name"},
		"a file":                 {meta("authorization_endpoint", "file:///etc/passwd"), refused, "not a web address"},
		"implicit flow only":     {meta("response_types_supported", []string{"token"}), refused, "code flow"},
		"no authorize endpoint":  {meta("authorization_endpoint", ""), refused, "lacks"},
		"metadata of wrong type": {meta("token_endpoint", 5), refused, "must not be a JSON number"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			test.spoil(s)
			d := newDesk(t, s.settings())
			_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
			if !sameType(err, test.want) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("err = %T %v, want a %T with %q", err, err, test.want, test.text)
			}
			if err != nil && (strings.Contains(err.Error(), "canary-a") || strings.Contains(err.Error(), "canary-r") || strings.Contains(err.Error(), "canary-soon")) {
				t.Errorf("the error shows a secret: %v", err)
			}
			if stored := d.stored(t); len(stored) != 0 {
				t.Errorf("stored %v", authtest.SortedKeys(stored))
			}
		})
	}
}

func meta(name string, value any) func(*server) {
	return func(s *server) { s.metadata = func(d map[string]any) { d[name] = value } }
}

// kind names what an error is, as far as a caller can tell.
type kind string

func (k kind) Error() string { return string(k) }

// sameType says whether err is of that kind, or holds want.
func sameType(err, want error) bool {
	k, ok := want.(kind)
	if !ok {
		return errors.Is(err, want)
	}
	class, fault := problem.ClassOf(err), flow.FaultOf(err)
	switch k {
	case "refused":
		return class == problem.Refused && fault.Host == ""
	case "answer":
		return class == problem.Refused && fault.Host != ""
	case "denied":
		return class == problem.Login && fault.Code != ""
	case "network":
		return class == problem.Network && fault.Host != ""
	case "wait":
		return class == problem.Wait && fault.After > 0
	case "setting":
		return class == problem.Usage
	case "store":
		return errors.Is(err, vault.ErrStore)
	case "notTaken":
		return class == problem.Login && strings.Contains(err.Error(), "does not take tokens made for")
	case "revocation":
		return errors.Is(err, ErrNotRevoked)
	case "noDevice":
		return class == problem.Login && strings.Contains(err.Error(), "does not sign in by code")
	case "registration":
		return class == problem.Login && strings.Contains(err.Error(), "does not take this program as a client")
	}
	return false
}
