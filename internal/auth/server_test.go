package auth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/auth/flow"
)

// server is a small authorization server of its own, with strict rotation: a refresh token that
// comes a second time ends the login. Its hooks let a test misbehave in one place.
type server struct {
	*httptest.Server
	t   *testing.T
	key *ecdsa.PrivateKey

	metadata  func(doc map[string]any)                                 // changes the discovery document
	authorize func(callback url.Values)                                // changes what the browser brings back
	claims    func(claims map[string]any)                              // changes the id_token
	answer    func(body map[string]any)                                // changes the token answer
	intercept func(w http.ResponseWriter, r *http.Request, n int) bool // answers the n-th token request itself
	rotated   func(w http.ResponseWriter, r *http.Request, n int) bool // as intercept, after the server did its part
	page      func(w http.ResponseWriter, asked url.Values) bool       // answers an authorization request itself
	sign      func(claims map[string]any) string                       // replaces the signer

	device  deviceDesk
	clients clientDesk

	mu       sync.Mutex
	requests map[string]int // by path
	codes    map[string]url.Values
	refresh  string // the one that is good
	issued   int
	reused   int
	last     string // the one that was good before
	lenient  bool   // it still is: an answer may have been lost
	revoked  []string
	lifetime int

	refuseRevoke bool
}

func newServer(t *testing.T) *server {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, key: key, requests: map[string]int{}, codes: map[string]url.Values{}, lifetime: 600}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", s.serveMetadata)
	mux.HandleFunc("GET /authorize", s.serveAuthorize)
	mux.HandleFunc("POST /token", s.serveToken)
	mux.HandleFunc("POST /revoke", s.serveRevoke)
	mux.HandleFunc("GET /jwks", s.serveKeys)
	mux.HandleFunc("POST /device_authorization", s.serveDevice)
	mux.HandleFunc("POST /register", s.serveRegister)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.requests[r.URL.Path]++
		s.mu.Unlock()
		mux.ServeHTTP(w, r)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // misbehaving is what it is for
	t.Cleanup(s.Close)
	return s
}

func (s *server) serveMetadata(w http.ResponseWriter, _ *http.Request) {
	doc := map[string]any{
		"issuer": s.URL, "authorization_endpoint": s.URL + "/authorize", "token_endpoint": s.URL + "/token",
		"revocation_endpoint": s.URL + "/revoke", "jwks_uri": s.URL + "/jwks",
		"authorization_response_iss_parameter_supported": true,
		"code_challenge_methods_supported":               []string{"S256"},
		"response_types_supported":                       []string{"code"},
		"id_token_signing_alg_values_supported":          []string{"ES256"},
	}
	if s.metadata != nil {
		s.metadata(doc)
	}
	writeJSON(w, http.StatusOK, doc)
}

// serveAuthorize is a person who says yes at once.
func (s *server) serveAuthorize(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if s.page != nil && s.page(w, query) {
		return
	}
	code := rand.Text()
	s.mu.Lock()
	s.codes[code] = query
	s.mu.Unlock()
	back := url.Values{"code": {code}, "state": {query.Get("state")}, "iss": {s.URL}}
	if s.authorize != nil {
		s.authorize(back)
	}
	http.Redirect(w, r, query.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

func (s *server) serveToken(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	n := s.requests["/token"]
	s.mu.Unlock()
	if s.intercept != nil && s.intercept(w, r, n) {
		return
	}
	if err := r.ParseForm(); err != nil || r.Header.Get("Authorization") != "" || !s.knows(r.PostForm.Get("client_id")) {
		writeJSON(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	}
	if code := s.device.refusal(r.PostForm); code != "" {
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": code})
		return
	}
	body, ok := s.grant(r.PostForm)
	if s.rotated != nil && s.rotated(w, r, n) {
		return
	}
	if !ok {
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant", "error_description": "canary-description"})
		return
	}
	if s.answer != nil {
		s.answer(body)
	}
	writeJSON(w, http.StatusOK, body)
}

func (s *server) grant(form url.Values) (map[string]any, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var request url.Values
	switch form.Get("grant_type") {
	case "authorization_code":
		request = s.codes[form.Get("code")]
		delete(s.codes, form.Get("code"))
		if request == nil || request.Get("redirect_uri") != form.Get("redirect_uri") ||
			request.Get("code_challenge_method") != "S256" ||
			request.Get("code_challenge") != oauth2.S256ChallengeFromVerifier(form.Get("code_verifier")) {
			return nil, false
		}
	case "urn:ietf:params:oauth:grant-type:device_code":
		request = url.Values{"client_id": {form.Get("client_id")}}
	case "refresh_token":
		given := form.Get("refresh_token")
		if s.refresh == "" || given != s.refresh && !(s.lenient && given == s.last) {
			s.refresh = "" // reuse: the whole login ends
			s.reused++
			return nil, false
		}
	default:
		return nil, false
	}
	s.issued++
	s.last = s.refresh
	s.refresh = "canary-refresh-" + strconv.Itoa(s.issued) + "-" + rand.Text()
	body := map[string]any{
		"access_token": "canary-access-" + strconv.Itoa(s.issued), "token_type": "Bearer", "expires_in": s.lifetime,
		"refresh_token": s.refresh, "scope": "openid profile users",
	}
	if request != nil {
		body["id_token"] = s.idToken(request)
	}
	return body, true
}

func (s *server) idToken(request url.Values) string {
	now := time.Now()
	claims := map[string]any{
		"iss": s.URL, "sub": "u-1", "aud": request.Get("client_id"), "exp": now.Add(time.Minute).Unix(), "iat": now.Unix(),
		"name": "Ada Sample", "email": "ada@example.com", "country_code": "AE",
	}
	if request.Has("nonce") {
		claims["nonce"] = request.Get("nonce")
	}
	if s.claims != nil {
		s.claims(claims)
	}
	if s.sign != nil {
		return s.sign(claims)
	}
	return signed(s.t, jose.ES256, jose.JSONWebKey{Key: s.key, KeyID: "one"}, claims)
}

func signed(t *testing.T, alg jose.SignatureAlgorithm, key any, claims map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, nil)
	if err != nil {
		t.Error(err)
		return ""
	}
	text, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Error(err)
	}
	return text
}

func (s *server) serveRevoke(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	token := r.FormValue("token")
	s.revoked = append(s.revoked, r.FormValue("token_type_hint")+" "+token)
	if token == s.refresh || token == "canary-access-"+strconv.Itoa(s.issued) {
		s.refresh = ""
	}
	if s.refuseRevoke {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}

func (s *server) serveKeys(w http.ResponseWriter, _ *http.Request) {
	public := jose.JSONWebKey{Key: s.key.Public(), KeyID: "one", Algorithm: "ES256", Use: "sig"}
	unknown := json.RawMessage(`{"kty":"future","kid":"two"}`)
	writeJSON(w, http.StatusOK, map[string]any{"keys": []any{unknown, public}})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (s *server) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[path]
}

func (s *server) settings() flow.Settings {
	return flow.Settings{Issuer: s.URL, APIURL: "https://api.example.com", ClientID: "traveler", Scopes: []string{"openid", "profile", "users"}, ScopesFrom: "TRAVEL_SCOPES"}
}
