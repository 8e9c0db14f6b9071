package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/need"
)

// hydra is Ory Hydra, with pages of this test that let everyone in.
type hydra struct {
	t          *testing.T
	url, admin string
}

func serveHydra(t *testing.T) *hydra {
	t.Helper()
	program := need.Hydra(t)
	public, admin := freePort(t), freePort(t)
	h := &hydra{t: t, url: "http://127.0.0.1:" + public, admin: "http://127.0.0.1:" + admin + "/admin/oauth2"}
	pages := httptest.NewServer(h)
	t.Cleanup(pages.Close)
	dsn := "DSN=sqlite://" + t.TempDir() + "/hydra.db?_fk=true"
	tables := exec.CommandContext(t.Context(), program, "migrate", "sql", "--read-from-env", "--yes")
	if tables.Env = append(os.Environ(), dsn); tables.Run() != nil {
		t.Fatal("Hydra made no tables")
	}
	server := exec.CommandContext(t.Context(), program, "serve", "all", "--dev", "--sqa-opt-out")
	server.Env = append(os.Environ(), dsn, "SECRETS_SYSTEM=made-up-for-this-test", "LOG_LEVEL=error",
		"SERVE_PUBLIC_HOST=127.0.0.1", "SERVE_PUBLIC_PORT="+public, "SERVE_ADMIN_HOST=127.0.0.1", "SERVE_ADMIN_PORT="+admin,
		"URLS_SELF_ISSUER="+h.url, "URLS_LOGIN="+pages.URL+"/login", "URLS_CONSENT="+pages.URL+"/consent")
	var complaints bytes.Buffer
	server.Stdout, server.Stderr = &complaints, &complaints
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
		if t.Failed() {
			t.Logf("Hydra's complaints:\n%s", &complaints)
		}
	})
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if resp, err := http.Get(h.url + "/health/ready"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return h
			}
		}
		if time.Now().After(end) {
			t.Fatal("Hydra did not start")
		}
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return fmt.Sprint(listener.Addr().(*net.TCPAddr).Port)
}

// ask calls the administration of the server.
func (h *hydra) ask(method, path string, body, into any) {
	h.t.Helper()
	text, kind := []byte{}, "application/json"
	if form, ok := body.(url.Values); ok {
		text, kind = []byte(form.Encode()), "application/x-www-form-urlencoded"
	} else if body != nil {
		text, _ = json.Marshal(body)
	}
	request, err := http.NewRequestWithContext(h.t.Context(), method, h.admin+path, bytes.NewReader(text))
	if err != nil {
		h.t.Error(err)
		return
	}
	request.Header.Set("Content-Type", kind)
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		h.t.Error(err)
		return
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil || resp.StatusCode >= 400 {
		h.t.Errorf("Hydra answered %s %s with %s: %v", method, path, resp.Status, err)
	}
}

// ServeHTTP is the page of a sign-in, or of a consent, that everyone is let through.
func (h *hydra) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	step := strings.TrimPrefix(r.URL.Path, "/") // login or consent
	query := "?" + url.Values{step + "_challenge": {r.FormValue(step + "_challenge")}}.Encode()
	var asked struct {
		Scope    []string `json:"requested_scope"`
		Audience []string `json:"requested_access_token_audience"`
	}
	h.ask(http.MethodGet, "/auth/requests/"+step+query, nil, &asked)
	var next struct {
		To string `json:"redirect_to"`
	}
	answer := map[string]any{"subject": "chiyo"}
	if step == "consent" {
		answer = map[string]any{
			"grant_scope": asked.Scope, "grant_access_token_audience": asked.Audience,
			"session": map[string]any{"id_token": map[string]any{"name": "Chiyo Sample", "country_code": "JP"}},
		}
	}
	h.ask(http.MethodPut, "/auth/requests/"+step+"/accept"+query, answer, &next)
	http.Redirect(w, r, next.To, http.StatusFound)
}

// told is what the server says of a token.
type hydraToken struct {
	Active   bool     `json:"active"`
	Subject  string   `json:"sub"`
	Scope    string   `json:"scope"`
	Audience []string `json:"aud"`
}

func (h *hydra) introspect(token string) (told hydraToken) {
	h.ask(http.MethodPost, "/introspect", url.Values{"token": {token}}, &told)
	return told
}

// TestAnAudienceAtHydra signs in at Ory Hydra, which does not know resource and wants audience, for a service that
// takes no token of another audience: what login says helps, and the login lasts and ends.
func TestAnAudienceAtHydra(t *testing.T) {
	const audience = "https://api.travel.example"
	h := serveHydra(t)
	var client map[string]any
	h.admin = strings.TrimSuffix(h.admin, "/oauth2")
	h.ask(http.MethodPost, "/clients", map[string]any{
		"client_id": "travel", "token_endpoint_auth_method": "none", "redirect_uris": []string{"http://127.0.0.1/callback"},
		"grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"},
		"scope": "openid profile offline_access users", "audience": []string{audience},
	}, &client)
	h.admin += "/oauth2"
	d := serveAPI(t, h.url, func(_, token string) (subject, scope string, ok bool) {
		told := h.introspect(token)
		return told.Subject, told.Scope, told.Active && slices.Contains(told.Audience, audience)
	})
	u := newUser(t, d)
	u.vars["TRAVEL_API_URL"], u.vars["TRAVEL_CLIENT_ID"], u.vars["TRAVEL_CREDENTIAL_STORE"] = "", "", "file"
	ahead := time.Duration(0)
	u.now = func() time.Time { return time.Now().Add(ahead) }
	u.open = func(address string) error {
		jar, _ := cookiejar.New(nil)
		resp, err := (&http.Client{Jar: jar, Timeout: 30 * time.Second}).Get(address) // #nosec G107 -- a page of this test
		if err == nil {
			resp.Body.Close()
			if !strings.HasPrefix(resp.Request.URL.Path, "/callback") {
				t.Errorf("the sign-in ended at %s with %s", resp.Request.URL, resp.Status)
			}
		}
		return err
	}
	code, _, stderr := u.run(t.Context(), "login", d.url, "--client-id", "travel")
	if code != 3 || !strings.Contains(stderr, "does not take tokens made for client-id travel") || !strings.Contains(stderr, "AUDIENCE") {
		t.Fatalf("without an audience login ended with %d\n%s", code, stderr)
	}
	profile := strings.NewReplacer("http://", "", ".", "-", ":", "-").Replace(d.url)
	u.must(t, "config", "set", "--profile", profile, "audience", audience)
	if stdout := u.must(t, "login", d.url); !strings.Contains(stdout, "Chiyo Sample") || !strings.Contains(stdout, "JP") {
		t.Errorf("login said %q", stdout)
	}
	first := d.token.Load().(string)
	ahead = 2 * time.Hour // of this computer alone: the access token is renewed as if it had run out
	u.must(t, "whoami")
	renewed := d.token.Load().(string)
	if renewed == first {
		t.Error("the token was not renewed")
	}
	u.must(t, "logout")
	if h.introspect(renewed).Active {
		t.Error("the server still honors the token after logout")
	}
	if code, _, _ := u.run(t.Context(), "whoami"); code != 3 {
		t.Errorf("whoami after logout ended with %d, want 3", code)
	}
}
