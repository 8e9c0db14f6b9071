package oauth_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/oauth"
)

const loopbackOnly = `{"client_name":"Desk","redirect_uris":["http://127.0.0.1/callback"],` +
	`"grant_types":["authorization_code","refresh_token","` + deviceGrant + `"]}`

// postJSON registers with a body as it is.
func (s *site) postJSON(t testing.TB, body string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/register", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	return do(t, s.browser, req)
}

// registered registers a client and returns all that it is told.
func (s *site) registered(t testing.TB, body string) map[string]any {
	t.Helper()
	resp, answer := s.postJSON(t, body)
	var told map[string]any
	if err := json.Unmarshal([]byte(answer), &told); err != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("%s was answered %s %s, %v", body, resp.Status, answer, err)
	}
	if resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("Content-Type") != "application/json" {
		t.Errorf("headers: %v", resp.Header)
	}
	return told
}

// newClient registers a client and returns its id.
func (s *site) newClient(t testing.TB, body string) string {
	t.Helper()
	id, _ := s.registered(t, body)["client_id"].(string)
	if id == "" {
		t.Fatal("no client_id came")
	}
	return id
}

// TestARegistrationTellsTheMetadataInEffect compares whole answers (RFC 7591
// §3.2.1): what was left out has its default, what is not kept is not told.
func TestARegistrationTellsTheMetadataInEffect(t *testing.T) {
	s := newSite(t, oauth.Options{})
	now := float64(s.clock.Now().Unix())
	code, device := []any{"authorization_code"}, []any{deviceGrant}
	loopback := []any{"http://127.0.0.1/cb"}
	tests := map[string]struct {
		body string
		want map[string]any
	}{
		"the least": {`{"redirect_uris":["http://127.0.0.1/cb"]}`, map[string]any{
			"redirect_uris": loopback, "grant_types": code, "response_types": []any{"code"},
		}},
		"everything that is kept": {loopbackOnly, map[string]any{
			"client_name": "Desk", "redirect_uris": []any{"http://127.0.0.1/callback"},
			"grant_types": []any{"authorization_code", "refresh_token", deviceGrant}, "response_types": []any{"code"},
		}},
		"a device without a browser": {`{"grant_types":["` + deviceGrant + `"],"response_types":[]}`, map[string]any{
			"grant_types": device, "response_types": []any{},
		}},
		"what is not kept": {
			`{"redirect_uris":["http://127.0.0.1/cb"],"token_endpoint_auth_method":"none","logo_uri":"https://a.example/x","scope":"openid",
			  "client_id":"mine","client_id_issued_at":1,"grant_types":["implicit","authorization_code"],"software_id":"a"}`,
			map[string]any{"redirect_uris": loopback, "grant_types": code, "response_types": []any{"code"}},
		},
		"a name to clean": {
			"{\"client_name\":\"  De\\u202esk\\u0000 \\n of\\u200b\\u3164 a \",\"redirect_uris\":[\"http://127.0.0.1/cb\"]}",
			map[string]any{"client_name": "Desk of a", "redirect_uris": loopback, "grant_types": code, "response_types": []any{"code"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := s.registered(t, tt.body)
			id, _ := got["client_id"].(string)
			if len(id) > 256 || strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
				t.Errorf("the client_id is %q", id)
			}
			delete(got, "client_id")
			tt.want["client_id_issued_at"], tt.want["token_endpoint_auth_method"] = now, "none"
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	first := s.newClient(t, loopbackOnly)
	if s.newClient(t, loopbackOnly) == first {
		t.Error("two clients have one id")
	}
}

// badRedirects are addresses that no one may register.
func badRedirects() []string {
	return []string{
		"", "http://localhost/cb", "http://127.0.0.1", "http://127.0.0.1:0/cb", "http://127.0.0.1:080/cb", "http://127.0.0.1:65536/cb",
		"http://127.0.0.1:/cb", "http://127.0.0.1/cb?a=b", "http://127.0.0.1/cb?", "http://127.0.0.1/cb#top", "http://127.0.0.1/a/../b",
		"http://user@127.0.0.1/cb", "http://127.0.0.1.evil.example/cb", "http://127.0.0.2/cb", "http://[::]/cb", "http://::1/cb",
		"http://[0:0:0:0:0:0:0:1]/cb", "http://example.com/cb", "HTTP://127.0.0.1/cb", "ftp://127.0.0.1/cb", "javascript:alert(1)",
		"com.example.app:/cb", "urn:ietf:wg:oauth:2.0:oob", "//127.0.0.1/cb", "https://", "https:///cb", "https://example.com",
		"https://Example.com/cb", "https://user:pw@example.com/cb", "https://example.com/cb?a=b", "https://example.com/cb#top",
		"https://example.com/*", "https://ex ample.com/cb", "https://example.com:0/cb", "https://example.com:443x/cb",
		"https://example.com//cb", "https://ex\u00e4mple.com/cb", "https://[::1]/cb", "https://example.com/" + strings.Repeat("a", 600),
	}
}

func TestARegistrationIsRefusedAsRFC7591Says(t *testing.T) {
	s := newSite(t, oauth.Options{})
	six := strings.TrimSuffix(strings.Repeat(`"http://127.0.0.1/cb",`, 6), ",")
	long := `"https://a.example/` + strings.Repeat("a", 400) + `"`
	tests := map[string]struct{ body, want string }{
		"nothing":            {"", "invalid_client_metadata"},
		"no JSON":            {"{", "invalid_client_metadata"},
		"two values":         {`{"redirect_uris":["http://127.0.0.1/cb"]}{}`, "invalid_client_metadata"},
		"null":               {"null", "invalid_client_metadata"},
		"a list":             {"[]", "invalid_client_metadata"},
		"a number as name":   {`{"client_name":7,"redirect_uris":["http://127.0.0.1/cb"]}`, "invalid_client_metadata"},
		"a text as list":     {`{"redirect_uris":"http://127.0.0.1/cb"}`, "invalid_client_metadata"},
		"too long":           {`{"a":"` + strings.Repeat("a", 17<<10) + `"}`, "invalid_client_metadata"},
		"too deep":           {strings.Repeat(`{"a":`, 12000), "invalid_client_metadata"},
		"a secret":           {`{"redirect_uris":["http://127.0.0.1/cb"],"token_endpoint_auth_method":"client_secret_basic"}`, "invalid_client_metadata"},
		"a key":              {`{"redirect_uris":["http://127.0.0.1/cb"],"token_endpoint_auth_method":"private_key_jwt"}`, "invalid_client_metadata"},
		"no way to sign in":  {`{"redirect_uris":["http://127.0.0.1/cb"],"grant_types":["refresh_token","password"]}`, "invalid_client_metadata"},
		"implicit":           {`{"redirect_uris":["http://127.0.0.1/cb"],"response_types":["token"]}`, "invalid_client_metadata"},
		"a code for devices": {`{"grant_types":["` + deviceGrant + `"],"response_types":["code"]}`, "invalid_client_metadata"},
		"no redirect":        {`{"client_name":"Desk"}`, "invalid_redirect_uri"},
		"six redirects":      {`{"redirect_uris":[` + six + `]}`, "invalid_redirect_uri"},
		"a good and a bad":   {`{"redirect_uris":["http://127.0.0.1/cb","http://localhost/cb"]}`, "invalid_redirect_uri"},
		"too much in all":    {`{"redirect_uris":[` + long + "," + long + `]}`, "invalid_client_metadata"},
	}
	for _, raw := range badRedirects() {
		body, err := json.Marshal(map[string]any{"redirect_uris": []string{raw}})
		if err != nil {
			t.Fatal(err)
		}
		tests["redirect "+raw] = struct{ body, want string }{string(body), "invalid_redirect_uri"}
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			resp, body := s.postJSON(t, tt.body)
			if got := readRefusal(t, resp, body); got != (refusal{400, tt.want}) {
				t.Errorf("got %v, want %s", got, tt.want)
			}
			if strings.Contains(body, "evil") {
				t.Errorf("the refusal echoes the request: %s", body)
			}
		})
	}
	resp, body := post(t, s.browser, s.url+"/register", url.Values{"client_name": {"Desk"}})
	if got := readRefusal(t, resp, body); got != (refusal{400, "invalid_client_metadata"}) {
		t.Errorf("a form: %v", got)
	}
	resp, body = get(t, s.browser, s.url+"/register")
	if got := readRefusal(t, resp, body); got != (refusal{405, "invalid_request"}) || resp.Header.Get("Allow") != "POST" {
		t.Errorf("GET: %v, Allow %s", got, resp.Header.Get("Allow"))
	}
}
