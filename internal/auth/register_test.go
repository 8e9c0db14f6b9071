package auth

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/testkit/authtest"
)

// unnamed is a desk whose settings name no client.
func unnamed(t *testing.T, s *server, change ...func(*Options)) *desk {
	t.Helper()
	set := s.settings()
	set.ClientID = ""
	clients := t.TempDir() + "/clients"
	return newDesk(t, set, append([]func(*Options){func(o *Options) { o.ClientDir = clients }}, change...)...)
}

// clientPath is where the registered client is remembered.
func (d *desk) clientPath() string { return d.clients.Path(d.clientKey) }

// again is the same desk in the next command.
func (d *desk) again() *desk {
	set := d.server.Settings
	set.ClientID = ""
	return &desk{Client: New(set, d.opts), dir: d.dir, notices: d.notices}
}

func TestAProgramNobodyKnowsRegistersItselfOnce(t *testing.T) {
	s := newServer(t)
	s.signsDevices()
	s.registers()
	d := unnamed(t, s)
	d.login(t)
	want := []map[string]any{{
		"client_name": "travel", "application_type": "native",
		"redirect_uris":              []any{"http://127.0.0.1/callback"},
		"grant_types":                []any{"authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"},
		"response_types":             []any{"code"},
		"token_endpoint_auth_method": "none",
		"scope":                      "openid profile users",
	}}
	if diff := cmp.Diff(want, s.clients.asked); diff != "" {
		t.Errorf("registered (-want +got):\n%s", diff)
	}
	d = d.again()
	if token, err := d.Token(t.Context()); token != "canary-access-1" || err != nil {
		t.Errorf("the next command: %q, %v", token, err)
	}
	if status, err := d.Stored(t.Context()); err != nil || status.ClientID != "registered-1" || !d.Registers() {
		t.Errorf("status %+v, %v", status, err)
	}
	d.age(t)
	if token, err := d.again().Token(t.Context()); token != "canary-access-2" || err != nil {
		t.Errorf("renewed: %q, %v", token, err)
	}
	d.again().login(t)
	if err := d.again().Logout(t.Context()); err != nil || len(d.stored(t)) != 0 {
		t.Errorf("logout: %v, stored %v", err, authtest.SortedKeys(d.stored(t)))
	}
	d.again().login(t)
	if len(s.clients.asked) != 1 {
		t.Errorf("registered %d times, want once", len(s.clients.asked))
	}
	info, err := os.Stat(d.clientPath())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if dir, err := os.Stat(filepath.Dir(d.clientPath())); err != nil || dir.Mode().Perm() != 0o700 {
		t.Errorf("directory's mode %v, %v", dir.Mode(), err)
	}
	if text, err := os.ReadFile(d.clientPath()); err != nil || strings.Contains(string(text), "canary") {
		t.Errorf("the file holds a secret: %s, %v", text, err)
	}
}

func TestAForgottenClientIsRegisteredAfresh(t *testing.T) {
	s := newServer(t)
	s.registers()
	d := unnamed(t, s)
	d.login(t)
	s.forgets()
	d.again().login(t)
	if len(s.clients.asked) != 2 {
		t.Fatalf("registered %d times, want twice", len(s.clients.asked))
	}
	if status, err := d.again().Stored(t.Context()); err != nil || status.ClientID != "registered-2" {
		t.Errorf("status %+v, %v", status, err)
	}
	for name, text := range d.stored(t) {
		if strings.Contains(text, "canary-access-1") {
			t.Errorf("%s holds the login of the earlier client", name)
		}
	}
}

func TestAFailedSignInKeepsTheEarlierClientAndItsLogin(t *testing.T) {
	s := newServer(t)
	s.registers()
	d := unnamed(t, s)
	d.login(t)
	s.forgets()
	s.intercept = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.FormValue("grant_type") != "authorization_code" {
			return false
		}
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return true
	}
	if _, err := d.again().Login(t.Context(), LoginOptions{Open: browse(t)}); err == nil {
		t.Fatal("the sign-in worked")
	}
	if token, err := d.again().Token(t.Context()); token != "canary-access-1" || err != nil {
		t.Errorf("the earlier login: %q, %v", token, err)
	}
}

// A client that the server refuses only after the person has allowed it is forgotten, so that the
// next sign-in starts with a new one.
func TestAClientRefusedAtTheEndIsForgotten(t *testing.T) {
	for _, code := range []string{"invalid_client", "unauthorized_client"} {
		s := newServer(t)
		s.registers()
		s.intercept = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
			writeJSON(w, http.StatusUnauthorized, map[string]any{"error": code})
			return true
		}
		d := unnamed(t, s)
		_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
		if flow.FaultOf(err).Code != code {
			t.Errorf("%s: err = %v", code, err)
		}
		s.intercept = nil
		d.again().login(t)
		if len(s.clients.asked) != 2 {
			t.Errorf("%s: registered %d times, want twice", code, len(s.clients.asked))
		}
	}
}

func TestMoreScopesAreRegisteredFor(t *testing.T) {
	s := newServer(t)
	s.registers()
	d := unnamed(t, s)
	d.login(t)
	if _, err := d.again().Login(t.Context(), LoginOptions{Open: browse(t), Scopes: []string{"email"}}); err != nil {
		t.Fatal(err)
	}
	if n := len(s.clients.asked); n != 2 || s.clients.asked[1]["scope"] != "openid profile users email" {
		t.Errorf("registered %v", s.clients.asked)
	}
	d.again().login(t) // with fewer scopes: the client can do that
	if len(s.clients.asked) != 2 {
		t.Errorf("registered %d times, want twice", len(s.clients.asked))
	}
}

func TestTheSettingsClientComesBeforeARegisteredOne(t *testing.T) {
	s := newServer(t)
	s.registers()
	d := unnamed(t, s)
	d.login(t)
	set := s.settings()
	named := newDesk(t, set, func(o *Options) { o.ClientDir = d.opts.ClientDir })
	named.login(t)
	if status, err := named.Stored(t.Context()); err != nil || status.ClientID != "traveler" || named.Registers() {
		t.Errorf("status %+v, %v", status, err)
	}
	if len(s.clients.asked) != 1 {
		t.Errorf("registered %d times, want once", len(s.clients.asked))
	}
}

func TestARegistrationThatIsOfNoUseIsRefused(t *testing.T) {
	answer := func(name string, value any) func(*server) {
		return func(s *server) { s.clients.answer = func(b map[string]any) { b[name] = value } }
	}
	refuse := func(status int, body any) func(*server) {
		return func(s *server) {
			s.clients.refuse = func(w http.ResponseWriter, _ map[string]any) bool { writeJSON(w, status, body); return true }
		}
	}
	no, unusable := kind("registration"), kind("answer")
	for name, test := range map[string]struct {
		spoil func(*server)
		want  error
		text  string
	}{
		"a client with a secret": {func(s *server) {
			s.clients.answer = func(b map[string]any) {
				b["client_secret"] = "canary-secret"
				delete(b, "token_endpoint_auth_method")
			}
		}, no, "client secret"},
		"another authentication": {answer("token_endpoint_auth_method", "client_secret_basic"), no, "client secret"},
		"no id":                  {answer("client_id", ""), unusable, "client"},
		"an id no form takes":    {answer("client_id", "a\r\nb"), unusable, "client"},
		"an id without end":      {answer("client_id", strings.Repeat("a", 5000)), unusable, "client"},
		"an id of a wrong type":  {answer("client_id", 5), unusable, "client"},
		"an error in words":      {refuse(400, map[string]any{"error": "invalid_redirect_uri", "error_description": "no\x1b[2J loopback"}), no, "invalid_redirect_uri, no loopback"},
		"only friends":           {refuse(401, map[string]any{}), no, "programs it knows"},
		"nothing there":          {refuse(404, map[string]any{}), unusable, "404"},
		"a broken server":        {refuse(500, map[string]any{}), kind("network"), "500"},
		"a busy server":          {refuse(429, map[string]any{}), kind("wait"), "busy"},
		"none at all":            {func(s *server) { s.metadata = nil }, kind("setting"), "does not let programs register themselves"},
		"on another site":        {meta("registration_endpoint", "https://evil.example/register"), kind("refused"), "another site"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.registers()
			test.spoil(s)
			d := unnamed(t, s)
			_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
			if !sameType(err, test.want) || !strings.Contains(err.Error(), test.text) || strings.Contains(err.Error(), "canary") {
				t.Errorf("err = %T %v, want a %T with %q", err, err, test.want, test.text)
			}
			if _, err := os.Stat(d.clientPath()); !errors.Is(err, os.ErrNotExist) || len(d.stored(t)) != 0 {
				t.Errorf("something was kept: %v, %v", err, authtest.SortedKeys(d.stored(t)))
			}
		})
	}
}

func TestADamagedClientFileIsNamedAndReplaced(t *testing.T) {
	s := newServer(t)
	s.registers()
	d := unnamed(t, s)
	d.login(t)
	whole, err := os.ReadFile(d.clientPath())
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	for cut := range whole {
		if json.Unmarshal(whole[:cut], &fields) == nil {
			continue // only the line's end is missing
		}
		if err := os.WriteFile(d.clientPath(), whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if token, err := d.again().Token(t.Context()); token != "canary-access-1" || err != nil { // a login knows its client
			t.Fatalf("cut at %d: %q, %v", cut, token, err)
		}
	}
	for _, text := range []string{"[]", `{"version":1,"value":{"clientId":""}}`, `{"version":1,"value":{"clientId":"a b","issuer":"x"}}`, strings.Repeat("x", 100_000)} {
		if err := os.WriteFile(d.clientPath(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		next := d.again()
		next.login(t)
		if !strings.Contains(d.notices.String(), d.clientPath()) {
			t.Errorf("%.20q: the file is not named:\n%s", text, d.notices)
		}
		if token, err := d.again().Token(t.Context()); err != nil || token == "" {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

func TestManyFirstSignInsAtOnceRegisterOnce(t *testing.T) {
	s := newServer(t)
	s.registers()
	first := unnamed(t, s)
	var wg sync.WaitGroup
	for range 32 {
		d := first.again()
		wg.Go(func() {
			if _, err := d.Login(t.Context(), LoginOptions{Open: browse(t)}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(s.clients.asked) != 1 {
		t.Errorf("registered %d times, want once", len(s.clients.asked))
	}
	if token, err := first.again().Token(t.Context()); err != nil || token == "" {
		t.Errorf("token %q, %v", token, err)
	}
}

func TestMoreScopesKeepTheGrantedOnes(t *testing.T) {
	s := newServer(t)
	var asked []string
	s.answer = func(b map[string]any) { b["scope"] = asked[len(asked)-1] }
	open := func(address string) error {
		resp, _ := authtest.Visit(t, "GET", address)
		u := resp.Header.Get("Location")
		_, query, _ := strings.Cut(u, "?")
		for pair := range strings.SplitSeq(query, "&") {
			if scope, ok := strings.CutPrefix(pair, "scope="); ok {
				asked = append(asked, strings.ReplaceAll(scope, "+", " "))
			}
		}
		return browse(t)(u)
	}
	set := s.settings()
	set.Scopes = []string{"openid"}
	d := newDesk(t, set)
	for _, more := range [][]string{nil, {"users"}, {"email", "users"}, nil} { // the last is a plain login
		if _, err := (&desk{Client: New(set, d.opts)}).Login(t.Context(), LoginOptions{Open: open, Scopes: more}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"openid", "openid users", "openid users email", "openid users email"}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("asked for (-want +got):\n%s", diff)
	}
}
