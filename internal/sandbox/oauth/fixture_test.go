package oauth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

const (
	callback  = "http://127.0.0.1:53211/callback"
	verifier  = "a-verifier-of-a-test-that-has-at-least-43-characters"
	someState = "state of a test / odd & 1=1 %41+"
)

// TestMain fails if a test leaves a goroutine running.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clock is a clock that a test sets, in nanoseconds since its start.
type clock struct{ atomic.Int64 }

func (c *clock) Now() time.Time {
	return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).Add(time.Duration(c.Load()))
}

func (c *clock) advance(d time.Duration) { c.Add(int64(d)) }

// site is an authorization server on a real port, with a browser that follows no redirects.
type site struct {
	*oauth.Server
	url     string
	clock   *clock
	browser *http.Client
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// newSite starts a server. By default, its port is its origin, it has its own key and clock, and it keeps
// sign-ins in memory.
func newSite(t *testing.T, o oauth.Options) *site {
	t.Helper()
	s := &site{clock: new(clock)}
	mux := http.NewServeMux()
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	s.url = web.URL
	if o.Origin == "" {
		o.Origin = web.URL
	}
	if o.Key == nil {
		o.Key = newKey(t)
	}
	if o.Now == nil {
		o.Now = s.clock.Now
	}
	var err error
	if s.Server, err = oauth.New(o); err != nil {
		t.Fatal(err)
	}
	s.Register(mux)
	s.browser = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return s
}

// twoSites returns two servers that act as two processes with the same key, issuer, clock and state file.
func twoSites(t *testing.T) (one, two *site, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "state", "grants.json")
	shared := oauth.Options{Origin: "http://sandbox.localhost", Key: newKey(t), StateFile: file}
	one = newSite(t, shared)
	shared.Now = one.clock.Now
	return one, newSite(t, shared), file
}

// config returns the configuration of a third-party client.
func (s *site) config() *oauth2.Config {
	return &oauth2.Config{ClientID: oauth.ClientID, RedirectURL: callback, Endpoint: oauth2.Endpoint{
		AuthURL: s.url + "/authorize", TokenURL: s.url + "/token", AuthStyle: oauth2.AuthStyleInParams,
	}}
}

// with returns a valid authorization request with some parameters changed; "" removes one.
func with(changes ...string) url.Values {
	return changed(url.Values{
		"client_id": {oauth.ClientID}, "redirect_uri": {callback}, "response_type": {"code"},
		"code_challenge": {oauth2.S256ChallengeFromVerifier(verifier)}, "code_challenge_method": {"S256"},
		"state": {someState}, "nonce": {"nonce-1"}, "scope": {"openid"},
	}, changes)
}

// changed sets parameters from names and values; "" removes one.
func changed(params url.Values, changes []string) url.Values {
	for i := 0; i < len(changes); i += 2 {
		params.Set(changes[i], changes[i+1])
		if changes[i+1] == "" {
			params.Del(changes[i])
		}
	}
	return params
}

// code signs in at the page and returns the authorization code.
func (s *site) code(t *testing.T, account string, params url.Values) string {
	t.Helper()
	page := s.url + "/authorize?" + params.Encode()
	if resp, body := get(t, s, page); resp.StatusCode != http.StatusOK || !strings.Contains(body, `<form method="post"`) {
		t.Fatalf("the sign-in page answered %s and shows no form:\n%s", resp.Status, body)
	}
	resp, _ := post(t, s, page, url.Values{"account": {account}, "decision": {"allow"}})
	answer := redirected(t, resp)
	if !answer.Has("code") {
		t.Fatalf("no code came back: %v", answer)
	}
	return answer.Get("code")
}

func (s *site) exchange(t *testing.T, code string) (*oauth2.Token, error) {
	t.Helper()
	return s.config().Exchange(t.Context(), code, oauth2.VerifierOption(verifier))
}

// login runs the whole sign-in like a client.
func (s *site) login(t *testing.T, account string, scopes ...string) *oauth2.Token {
	t.Helper()
	token, err := s.exchange(t, s.code(t, account, with("scope", strings.Join(scopes, " "))))
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func (s *site) refresh(t *testing.T, token string) (*oauth2.Token, error) {
	t.Helper()
	return s.config().TokenSource(t.Context(), &oauth2.Token{RefreshToken: token}).Token()
}

// redirected returns the parameters of a redirect to the client.
func redirected(t *testing.T, resp *http.Response) url.Values {
	t.Helper()
	target, err := resp.Location()
	if err != nil || resp.StatusCode != http.StatusSeeOther {
		t.Fatalf("no redirect came, but %s", resp.Status)
	}
	query := target.Query()
	target.RawQuery = ""
	if target.String() != callback {
		t.Fatalf("redirected to %s", target)
	}
	return query
}

// refusal is an error of a JSON endpoint.
type refusal struct {
	Status int
	Code   string
}

// refused posts a form and returns the refusal, or {200, ""}.
func (s *site) refused(t *testing.T, path string, form url.Values) refusal {
	t.Helper()
	return readRefusal(t)(post(t, s, s.url+path, form))
}

func readRefusal(t *testing.T) func(*http.Response, string) refusal {
	return func(resp *http.Response, body string) refusal {
		t.Helper()
		var problem struct {
			Error       string `json:"error"`
			Description string `json:"error_description"`
		}
		if err := json.Unmarshal([]byte(body), &problem); err != nil {
			t.Fatalf("the answer is not JSON: %v\n%s", err, body)
		}
		if resp.StatusCode >= 400 && problem.Description == "" || resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("the refusal %q does not say why, or may be cached: %v", problem.Error, resp.Header)
		}
		return refusal{resp.StatusCode, problem.Error}
	}
}

// isInvalidGrant reports whether a third-party client received invalid_grant.
func isInvalidGrant(err error) bool {
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	return ok && refused.ErrorCode == "invalid_grant"
}

// mustBeInvalid fails unless an access token is refused for the given reason.
func mustBeInvalid(t *testing.T, s *site, token, reason string) {
	t.Helper()
	_, err := s.Verify(token)
	if !errors.Is(err, oauth.ErrInvalidToken) || !strings.Contains(err.Error(), reason) {
		t.Errorf("Verify says %v, want an invalid token because %s", err, reason)
	}
}

func get(t *testing.T, s *site, address string) (*http.Response, string) {
	t.Helper()
	return do(t, s, http.MethodGet, address, "", "", "")
}

func post(t *testing.T, s *site, address string, form url.Values) (*http.Response, string) {
	t.Helper()
	return do(t, s, http.MethodPost, address, form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
}

// do sends a request with at most one header.
func do(t *testing.T, s *site, method, address, body, header, value string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if header != "" {
		req.Header.Set(header, value)
	}
	resp, err := s.browser.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}
