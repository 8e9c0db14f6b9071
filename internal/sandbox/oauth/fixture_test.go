package oauth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

const (
	callback  = "http://127.0.0.1:53211/callback"
	verifier  = "a-verifier-of-a-test-that-has-at-least-43-characters"
	someState = "state of a test / odd & 1=1 %41+"
)

// clock is a clock that a test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// site is an authorization server behind a real port, and a browser with its
// own cookies that follows no redirect.
type site struct {
	*oauth.Server
	url     string
	clock   *clock
	browser *http.Client
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func newSite(t testing.TB, o oauth.Options) *site {
	t.Helper()
	s := &site{clock: &clock{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}}
	mux := http.NewServeMux()
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	s.url = web.URL
	if o.Issuer == "" {
		o.Issuer = web.URL
	}
	if o.Resource == "" {
		o.Resource = web.URL
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
	s.browser = newBrowser(t)
	return s
}

func newBrowser(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// config is a foreign client's view of the server.
func (s *site) config(scopes ...string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: oauth.ClientID, RedirectURL: callback, Scopes: scopes,
		Endpoint: oauth2.Endpoint{
			AuthURL: s.url + "/authorize", TokenURL: s.url + "/token", AuthStyle: oauth2.AuthStyleInParams,
		},
	}
}

// request returns the parameters of a good authorization request.
func request(scopes ...string) url.Values {
	return url.Values{
		"client_id": {oauth.ClientID}, "redirect_uri": {callback}, "response_type": {"code"},
		"code_challenge": {oauth2.S256ChallengeFromVerifier(verifier)}, "code_challenge_method": {"S256"},
		"state": {someState}, "nonce": {"nonce-1"}, "scope": {strings.Join(scopes, " ")},
	}
}

var formField = regexp.MustCompile(`name="form" value="([^"]+)"`)

// open visits the sign-in page and returns the sealed field of its form.
func (s *site) open(t testing.TB, params url.Values) string {
	t.Helper()
	resp, body := get(t, s.browser, s.url+"/authorize?"+params.Encode())
	found := formField.FindStringSubmatch(body)
	if resp.StatusCode != http.StatusOK || found == nil {
		t.Fatalf("the sign-in page answered %s and shows no form:\n%s", resp.Status, body)
	}
	return found[1]
}

// submit posts the form and returns the answer.
func (s *site) submit(t testing.TB, form, account, decision string) *http.Response {
	t.Helper()
	resp, _ := post(t, s.browser, s.url+"/authorize", url.Values{
		"form": {form}, "account": {account}, "decision": {decision},
	})
	return resp
}

// code signs in and returns the code that comes back.
func (s *site) code(t testing.TB, account string, params url.Values) string {
	t.Helper()
	answer := redirected(t, s.submit(t, s.open(t, params), account, "allow"))
	if !answer.Has("code") {
		t.Fatalf("no code came back: %v", answer)
	}
	return answer.Get("code")
}

// login goes the whole way as a client would.
func (s *site) login(t testing.TB, account string, scopes ...string) *oauth2.Token {
	t.Helper()
	token, err := s.config().Exchange(t.Context(), s.code(t, account, request(scopes...)), oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// redirected returns what an answer carries to the client's address.
func redirected(t testing.TB, resp *http.Response) url.Values {
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

// refusal is an error of the token or revocation endpoint.
type refusal struct {
	Status int
	Code   string
}

// askToken posts to the token endpoint and returns the refusal, or none.
func (s *site) askToken(t testing.TB, form url.Values) refusal {
	t.Helper()
	resp, body := post(t, s.browser, s.url+"/token", form)
	return readRefusal(t, resp, body)
}

func readRefusal(t testing.TB, resp *http.Response, body string) refusal {
	t.Helper()
	var problem struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	if err := json.Unmarshal([]byte(body), &problem); err != nil {
		t.Fatalf("the answer is not JSON: %v\n%s", err, body)
	}
	if resp.StatusCode != http.StatusOK && problem.Description == "" {
		t.Fatalf("the refusal %q does not say why", problem.Error)
	}
	return refusal{resp.StatusCode, problem.Error}
}

func (s *site) refresh(t testing.TB, token string) (*oauth2.Token, error) {
	t.Helper()
	return s.config().TokenSource(t.Context(), &oauth2.Token{RefreshToken: token}).Token()
}

// isInvalidGrant tells whether a foreign client was told so.
func isInvalidGrant(err error) bool {
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	return ok && refused.ErrorCode == "invalid_grant"
}
