package oauth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const goodQuery = "client_id=travel-cli&redirect_uri=http://127.0.0.1:53211/callback&response_type=code&state=s&nonce=n" +
	"&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&scope=openid+profile"

var (
	plainRedirect  = regexp.MustCompile(`^http://(127\.0\.0\.1|\[::1\]):[1-9][0-9]{0,4}(/[A-Za-z0-9._~-]*)+$`)
	plainChallenge = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)
)

// FuzzAuthorizationRequest: whatever is accepted keeps every promise that the
// rest of the server relies on, and whatever is refused is refused with a reason.
func FuzzAuthorizationRequest(f *testing.F) {
	for _, seed := range []string{
		"", goodQuery, goodQuery + "&prompt=none", goodQuery + "&max_age=5&login_hint=ben", goodQuery + "&scope=openid",
		strings.Replace(goodQuery, "127.0.0.1", "[::1]", 1), strings.Replace(goodQuery, "53211", "0", 1),
		strings.Replace(goodQuery, "state=s", "state=%0d%0a", 1), goodQuery + "&resource=http://127.0.0.1:1",
	} {
		f.Add(seed)
	}
	s := fuzzServer(f)
	f.Fuzz(func(t *testing.T, query string) {
		params, at, err := s.signIn.parseQuery(query)
		if err != nil {
			return
		}
		if !plainRedirect.MatchString(at.Redirect) {
			t.Fatalf("the redirect address %q was accepted", at.Redirect)
		}
		req, refusal := parseRequest(params, at, "http://127.0.0.1:1")
		if req.State != "" && (req.State != params.Get("state") || !visible(req.State)) {
			t.Fatalf("the state %q would be echoed", req.State)
		}
		if refusal != nil {
			if refusal.Code == "" || refusal.Description == "" {
				t.Fatal("a refusal without words")
			}
			return
		}
		if !plainChallenge.MatchString(req.Challenge) || !visible(req.Nonce) || len(req.Scopes) == 0 {
			t.Fatalf("accepted: %+v", req)
		}
		for _, scope := range req.Scopes {
			if !slices.Contains(knownScopes(), scope) {
				t.Fatalf("the scope %q was granted", scope)
			}
		}
	})
}

// fuzzServer is a server with a throwaway key and one live sign-in.
func fuzzServer(f *testing.F) *Server {
	f.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.NewChaCha8([32]byte{1}))
	if err != nil {
		f.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	s, err := New(Options{Issuer: "http://127.0.0.1:1", Resource: "http://127.0.0.1:1", Key: key, Now: func() time.Time { return now }})
	if err != nil {
		f.Fatal(err)
	}
	return s
}

// FuzzTokenForm: no body gets a token without a code or refresh token of this
// server, and every answer is a refusal in the JSON of RFC 6749.
func FuzzTokenForm(f *testing.F) {
	s := fuzzServer(f)
	for _, seed := range []string{
		"", "client_id=travel-cli", "client_id=travel-cli&grant_type=refresh_token&refresh_token=sandbox_r_AAAA&scope=openid",
		"client_id=travel-cli&grant_type=authorization_code&code=AAAA&redirect_uri=http://127.0.0.1:1/&code_verifier=" + strings.Repeat("a", 43),
		"client_id=travel-cli&grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=AAAA",
		"client_id=travel-cli&client_id=travel-cli", "a;b", "%", "client_id=travel-cli&resource=a&resource=b",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		r := httptest.NewRequest(http.MethodPost, "/token", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		secret(http.StatusOK, s.endpoint.token)(w, r)
		var refused protocolError
		if err := json.Unmarshal(w.Body.Bytes(), &refused); err != nil || refused.Code == "" || refused.Description == "" {
			t.Fatalf("answered %d %q", w.Code, w.Body)
		}
		if (w.Code != http.StatusBadRequest && w.Code != http.StatusUnauthorized) || w.Header().Get("Cache-Control") != "no-store" {
			t.Fatalf("answered %d %v", w.Code, w.Header())
		}
	})
}

// FuzzVerify: no text but a token that was signed passes, and no text of a
// refresh token opens as one that was not given.
func FuzzVerify(f *testing.F) {
	s := fuzzServer(f)
	own, err := s.Issue("ada", nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", TokenPrefix, refreshPrefix + "AAAA", own.AccessToken, own.AccessToken[:80], own.AccessToken + "="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		claims, err := s.Verify(token)
		if err == nil && claims.Subject != "sample-ada" || err != nil && !errors.Is(err, ErrInvalidToken) {
			t.Fatalf("%q: %v, %v", token, claims, err)
		}
		if _, _, ok := s.endpoint.grants.openRefresh(token); ok {
			t.Fatalf("%q opened as a refresh token", token)
		}
		if header := s.Challenge(err); strings.ContainsAny(header, "\r\n") {
			t.Fatalf("the challenge is %q", header)
		}
	})
}
