package oauth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/oauth"
)

// with returns a good authorization request with some parameters changed; ""
// leaves one out.
func with(changes ...string) url.Values {
	params := request("openid")
	for i := 0; i < len(changes); i += 2 {
		params.Set(changes[i], changes[i+1])
		if changes[i+1] == "" {
			params.Del(changes[i])
		}
	}
	return params
}

// TestNothingIsRedirectedToAnAddressThatIsNotTrusted: until client and redirect
// address are known good, a person sees a page and the client hears nothing.
func TestNothingIsRedirectedToAnAddressThatIsNotTrusted(t *testing.T) {
	s := newSite(t, oauth.Options{})
	twice := request("openid").Encode() + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2F"
	queries := map[string]string{
		"no parameters": "", "client missing": with("client_id", "").Encode(), "client unknown": with("client_id", "other").Encode(),
		"redirect missing": with("redirect_uri", "").Encode(), "redirect twice": twice,
		"bad encoding": "client_id=travel-cli&redirect_uri=%zz", "semicolons": "client_id=travel-cli;a=b",
		"too long": with("state", strings.Repeat("s", 9000)).Encode(),
	}
	for _, redirect := range []string{
		"https://127.0.0.1:53211/callback", "http://localhost:53211/callback", "http://127.0.0.1/callback",
		"http://127.0.0.1:0/callback", "http://127.0.0.1:053211/callback", "http://127.0.0.1:65536/callback",
		"http://127.0.0.1:53211", "http://127.0.0.1:53211/callback?a=b", "http://127.0.0.1:53211/callback#top",
		"http://127.0.0.1:53211/callback?", "http://127.0.0.1:53211/callback#", "http://user@127.0.0.1:53211/callback",
		"http://127.0.0.1:53211@evil.example/callback", "http://127.0.0.1.evil.example:53211/callback",
		"http://127.0.0.2:53211/callback", "http://127.1:53211/callback", "http://2130706433:53211/callback",
		"http://[::]:53211/callback", "http://[::ffff:127.0.0.1]:53211/callback", "http://[::1%25lo]:53211/callback",
		"http://[0:0:0:0:0:0:0:1]:53211/callback", "HTTP://127.0.0.1:53211/callback", "http:127.0.0.1:53211/callback",
		"//127.0.0.1:53211/callback", "http://127.0.0.1:53211//evil.example/", "http://127.0.0.1:53211/a/../b",
		"http://127.0.0.1:53211/call%62ack", "http://127.0.0.1:53211/\\evil.example", "javascript://127.0.0.1:1/%0aalert(1)",
		"http://127.0.0.1:53211/" + strings.Repeat("a", 600), "\x00http://127.0.0.1:53211/callback", "urn:ietf:wg:oauth:2.0:oob",
	} {
		queries["redirect "+redirect] = with("redirect_uri", redirect).Encode()
	}
	for name, query := range queries {
		t.Run(name, func(t *testing.T) {
			resp, body := get(t, s.browser, s.url+"/authorize?"+query)
			if resp.StatusCode != http.StatusBadRequest || resp.Header.Get("Location") != "" {
				t.Errorf("answered %s, Location %q", resp.Status, resp.Header.Get("Location"))
			}
			if !strings.Contains(body, "This sign-in cannot go on") || strings.Contains(body, "evil") {
				t.Errorf("the page does not say so, or echoes the request:\n%s", body)
			}
		})
	}
}

func TestLoopbackRedirectsWorkOnEveryPortAndPath(t *testing.T) {
	s := newSite(t, oauth.Options{})
	for _, redirect := range []string{"http://127.0.0.1:1/", "http://127.0.0.1:65535/callback/", "http://[::1]:8080/a/b-c_d.e~f"} {
		if s.open(t, with("redirect_uri", redirect)) == "" {
			t.Errorf("%s was refused", redirect)
		}
	}
}

// TestRefusalsGoBackToTheClient: with a trusted redirect address each refusal is
// told there, with the state and the issuer (RFC 6749 §4.1.2.1, RFC 9207).
func TestRefusalsGoBackToTheClient(t *testing.T) {
	s := newSite(t, oauth.Options{})
	tests := []struct {
		name   string
		params url.Values
		want   string
	}{
		{"no response type", with("response_type", ""), "invalid_request"},
		{"implicit flow", with("response_type", "token"), "unsupported_response_type"},
		{"hybrid flow", with("response_type", "code id_token"), "unsupported_response_type"},
		{"fragment answer", with("response_mode", "fragment"), "invalid_request"},
		{"no challenge", with("code_challenge", ""), "invalid_request"},
		{"no challenge method", with("code_challenge_method", ""), "invalid_request"},
		{"plain challenge", with("code_challenge_method", "plain"), "invalid_request"},
		{"short challenge", with("code_challenge", strings.Repeat("a", 42)), "invalid_request"},
		{"long challenge", with("code_challenge", strings.Repeat("a", 44)), "invalid_request"},
		{"challenge with padding", with("code_challenge", strings.Repeat("a", 42)+"="), "invalid_request"},
		{"no PKCE at all", with("code_challenge", "", "code_challenge_method", ""), "invalid_request"},
		{"only unknown scopes", with("scope", "admin root"), "invalid_scope"},
		{"scope with a quote", with("scope", `openid "x"`), "invalid_scope"},
		{"no user is signed in", with("prompt", "none"), "login_required"},
		{"none beside another prompt", with("prompt", "none login"), "invalid_request"},
		{"unknown prompt", with("prompt", "create"), "invalid_request"},
		{"negative age", with("max_age", "-1"), "invalid_request"},
		{"age in words", with("max_age", "today"), "invalid_request"},
		{"huge age", with("max_age", "99999999999999999999"), "invalid_request"},
		{"nonce with a control character", with("nonce", "a\nb"), "invalid_request"},
		{"long nonce", with("nonce", strings.Repeat("n", 513)), "invalid_request"},
		{"request object", with("request", "e30"), "request_not_supported"},
		{"request address", with("request_uri", "https://a.example/r"), "request_uri_not_supported"},
		{"registration", with("registration", "{}"), "registration_not_supported"},
		{"another resource", with("resource", "https://api.example"), "invalid_target"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, _ := get(t, s.browser, s.url+"/authorize?"+tt.params.Encode())
			got := redirected(t, resp)
			if got.Get("error_description") == "" {
				t.Error("the refusal does not say why")
			}
			got.Del("error_description")
			want := url.Values{"error": {tt.want}, "state": {someState}, "iss": {s.url}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAStateThatCannotBeEchoedIsNotEchoed(t *testing.T) {
	s := newSite(t, oauth.Options{})
	for _, state := range []string{"a\r\nSet-Cookie: x=y", "caf\u00e9", strings.Repeat("s", 2049)} {
		resp, _ := get(t, s.browser, s.url+"/authorize?"+with("state", state).Encode())
		got := redirected(t, resp)
		got.Del("error_description")
		if diff := cmp.Diff(url.Values{"error": {"invalid_request"}, "iss": {s.url}}, got); diff != "" {
			t.Errorf("state %.20q (-want +got):\n%s", state, diff)
		}
	}
}

// TestRequestsThatAskForWhatIsDoneAnywayAreAnswered: every sign-in is fresh and
// picked by hand, so these change nothing; what is not known is ignored.
func TestRequestsThatAskForWhatIsDoneAnywayAreAnswered(t *testing.T) {
	s := newSite(t, oauth.Options{})
	valueless := request("openid") // RFC 6749 §3.1: as if left out
	for _, name := range []string{"response_mode", "request", "max_age", "prompt"} {
		valueless.Set(name, "")
	}
	for _, params := range []url.Values{
		valueless, with("prompt", "login consent select_account"), with("max_age", "0"), with("max_age", "3600"),
		with("response_mode", "query"), with("resource", s.url), with("resource", s.url+"/"),
		with("display", "page", "ui_locales", "ja", "acr_values", "1", "claims", "{}"), with("state", "", "nonce", ""),
	} {
		answer := redirected(t, s.submit(t, s.open(t, params), "ada", "allow"))
		want := url.Values{"code": answer["code"], "iss": {s.url}}
		if params.Has("state") {
			want.Set("state", someState)
		}
		if diff := cmp.Diff(want, answer); diff != "" || !answer.Has("code") {
			t.Errorf("%v (-want +got):\n%s", params, diff)
		}
	}
}

func TestCancelTellsTheClientThatAccessWasDenied(t *testing.T) {
	s := newSite(t, oauth.Options{})
	got := redirected(t, s.submit(t, s.open(t, request("openid")), "", "cancel"))
	want := url.Values{
		"error": {"access_denied"}, "error_description": {"the traveler did not allow it"},
		"state": {someState}, "iss": {s.url},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
