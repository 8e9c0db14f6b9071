package oauth_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

const loopbackOnly = `{"client_name":"Desk","redirect_uris":["http://127.0.0.1/callback"],` +
	`"grant_types":["authorization_code","refresh_token","` + deviceGrant + `"]}`

// postClient registers a client with the given body.
func (s *site) postClient(t *testing.T, body string) (*http.Response, string) {
	t.Helper()
	return do(t, s, http.MethodPost, s.url+"/register", body, "Content-Type", "application/json")
}

// registered registers a client and returns the answer without the id, and the id.
func (s *site) registered(t *testing.T, body string) (metadata map[string]any, id string) {
	t.Helper()
	resp, answer := s.postClient(t, body)
	if err := json.Unmarshal([]byte(answer), &metadata); err != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("%s was answered %s %s, %v", body, resp.Status, answer, err)
	}
	id, _ = metadata["client_id"].(string)
	delete(metadata, "client_id")
	return metadata, id
}

// TestARegistrationTellsTheMetadataInEffect compares whole answers (RFC 7591 §3.2.1), including defaults.
func TestARegistrationTellsTheMetadataInEffect(t *testing.T) {
	s := newSite(t, oauth.Options{})
	least := map[string]any{
		"redirect_uris": []any{"http://127.0.0.1/cb"}, "grant_types": []any{"authorization_code"}, "response_types": []any{"code"},
	}
	for body, want := range map[string]map[string]any{
		`{"redirect_uris":["http://127.0.0.1/cb"],"client_name":"\u202e\u200b"}`: least,
		loopbackOnly: {
			"client_name": "Desk", "redirect_uris": []any{"http://127.0.0.1/callback"},
			"grant_types": []any{"authorization_code", "refresh_token", deviceGrant}, "response_types": []any{"code"},
		},
		`{"client_name":" Des\u0000k \n of a ","grant_types":["` + deviceGrant + `"]}`: {
			"client_name": "Des k of a", "grant_types": []any{deviceGrant}, "response_types": []any{},
		},
	} {
		want["client_id_issued_at"], want["token_endpoint_auth_method"] = float64(s.clock.Now().Unix()), "none"
		got, first := s.registered(t, body)
		_, second := s.registered(t, body)
		if diff := cmp.Diff(want, got); diff != "" || len(first) > 256 || first == second {
			t.Errorf("%s, ids %s and %s (-want +got):\n%s", body, first, second, diff)
		}
	}
}

func TestARegistrationIsRefusedAsRFC7591Says(t *testing.T) {
	s := newSite(t, oauth.Options{})
	long := `"https://a.example/` + strings.Repeat("a", 400) + `"`
	for body, want := range map[string]string{
		"": "invalid_client_metadata",
		`{"redirect_uris":["http://127.0.0.1/cb"],"token_endpoint_auth_method":"client_secret_basic"}`: "invalid_client_metadata",
		`{"redirect_uris":["http://127.0.0.1/cb"],"grant_types":["refresh_token","password"]}`:         "invalid_client_metadata",
		`{"redirect_uris":[` + long + "," + long + `]}`:                                                "invalid_client_metadata",
		`{"client_name":"Desk"}`: "invalid_redirect_uri",
		`{"redirect_uris":["http://127.0.0.1/cb","http://localhost/cb"]}`: "invalid_redirect_uri",
		`{"redirect_uris":["http://127.0.0.1/cb?a=b"]}`:                   "invalid_redirect_uri",
		`{"redirect_uris":["http://user@127.0.0.1/cb"]}`:                  "invalid_redirect_uri",
		`{"redirect_uris":["com.example.app:/cb"]}`:                       "invalid_redirect_uri",
	} {
		if got := readRefusal(t)(s.postClient(t, body)); got != (refusal{400, want}) {
			t.Errorf("%.90s: got %v, want %s", body, got, want)
		}
	}
}

// TestNothingIsRedirectedToAnAddressThatIsNotTrusted checks that a person sees a page and the client hears
// nothing until client and redirect address are valid. A registered client may use any port of its loopback
// addresses, but only its exact https address.
func TestNothingIsRedirectedToAnAddressThatIsNotTrusted(t *testing.T) {
	s := newSite(t, oauth.Options{})
	_, registered := s.registered(t, `{"redirect_uris":["http://127.0.0.1/callback","http://[::1]:99/six","https://app.example:8443/back"]}`)
	for id, redirects := range map[string]map[string]int{
		oauth.ClientID: {
			callback: 200, "http://[::1]:1/": 200, "": 400, "https://127.0.0.1:53211/callback": 400, "http://localhost:53211/callback": 400,
			"http://127.0.0.1/callback": 400, callback + "?a=b": 400, "http://127.0.0.1:53211@evil.example/callback": 400,
		},
		registered: {
			"http://127.0.0.1:1/callback": 200, "http://[::1]:98/six": 200, "https://app.example:8443/back": 200,
			"http://127.0.0.1:98/six": 400, "https://127.0.0.1:1/callback": 400, "https://app.example/back": 400, "https://evil.example/": 400,
		},
		"": {callback: 400},
	} {
		for redirect, want := range redirects {
			resp, body := get(t, s, s.url+"/authorize?"+with("client_id", id, "redirect_uri", redirect).Encode())
			said := strings.Contains(body, "This sign-in cannot continue")
			if resp.StatusCode != want || resp.Header.Get("Location") != "" || said != (want == 400) {
				t.Errorf("%.20s at %q: answered %s, Location %q", id, redirect, resp.Status, resp.Header.Get("Location"))
			}
		}
	}
}

// TestAClientMayUseWhatItRegisteredForAlone checks every grant type.
func TestAClientMayUseWhatItRegisteredForAlone(t *testing.T) {
	s := newSite(t, oauth.Options{})
	_, codeOnly := s.registered(t, `{"redirect_uris":["http://127.0.0.1/callback"]}`)
	_, deviceOnly := s.registered(t, `{"redirect_uris":["http://127.0.0.1/callback"],"grant_types":["`+deviceGrant+`"]}`)
	for name, got := range map[string]refusal{
		"device":        s.refused(t, "/device_authorization", url.Values{"client_id": {codeOnly}}),
		"poll":          s.refused(t, "/token", url.Values{"client_id": {codeOnly}, "grant_type": {deviceGrant}}),
		"refresh":       s.refused(t, "/token", url.Values{"client_id": {codeOnly}, "grant_type": {"refresh_token"}}),
		"code exchange": s.refused(t, "/token", url.Values{"client_id": {deviceOnly}, "grant_type": {"authorization_code"}}),
	} {
		if got != (refusal{400, "unauthorized_client"}) {
			t.Errorf("%s: %v", name, got)
		}
	}
	resp, _ := get(t, s, s.url+"/authorize?"+with("client_id", deviceOnly).Encode())
	if got := redirected(t, resp).Get("error"); got != "unauthorized_client" {
		t.Errorf("authorize: %s", got)
	}
	config := s.config()
	config.ClientID = codeOnly
	token, err := config.Exchange(t.Context(), s.code(t, "ada", with("client_id", codeOnly)), oauth2.VerifierOption(verifier))
	if err != nil || token.RefreshToken != "" {
		t.Fatalf("a client without refresh got %v, %v", token, err)
	}
	if got := s.refused(t, "/revoke", url.Values{"token": {token.AccessToken}, "client_id": {oauth.ClientID}}); got != (refusal{400, "invalid_grant"}) {
		t.Errorf("another client may revoke its token: %v", got)
	}
}
