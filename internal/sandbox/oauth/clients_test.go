package oauth_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

// TestARegisteredClientIsHeldToItsRedirects: any port of a loopback address that
// it registered, exactly its https address, and no other.
func TestARegisteredClientIsHeldToItsRedirects(t *testing.T) {
	s := newSite(t, oauth.Options{})
	id := s.newClient(t, `{"redirect_uris":["http://127.0.0.1/callback","http://[::1]:99/six","https://app.example:8443/back"]}`)
	for redirect, want := range map[string]int{
		"http://127.0.0.1:1/callback": 200, "http://127.0.0.1:65535/callback": 200, "http://[::1]:98/six": 200, "http://[::1]:99/six": 200,
		"https://app.example:8443/back": 200,
		"http://127.0.0.1/callback":     400, // no port to answer at
		"http://127.0.0.1:1/callback/":  400, "http://127.0.0.1:1/other": 400, "http://[::1]:98/callback": 400, "http://127.0.0.1:98/six": 400,
		"http://127.0.0.1:01/callback": 400, "http://localhost:1/callback": 400, "https://127.0.0.1:1/callback": 400,
		"https://app.example/back": 400, "https://app.example:8443/back/": 400, "https://app.example:8443/back?x=1": 400,
		"https://app.example:8443/back#x": 400, "http://app.example:8443/back": 400, "https://evil.example/": 400, "": 400,
	} {
		resp, body := get(t, s.browser, s.url+"/authorize?"+with("client_id", id, "redirect_uri", redirect).Encode())
		if resp.StatusCode != want || resp.Header.Get("Location") != "" || strings.Contains(body, "evil") {
			t.Errorf("%q: answered %s, Location %q", redirect, resp.Status, resp.Header.Get("Location"))
		}
	}
}

// TestNobodyIsSentAwayUnseen: anyone who registers could otherwise make this
// server send a browser anywhere (RFC 9700 §4.11.2). A loopback address is
// answered as usual.
func TestNobodyIsSentAwayUnseen(t *testing.T) {
	s := newSite(t, oauth.Options{})
	id := s.newClient(t, `{"redirect_uris":["http://127.0.0.1/callback","https://app.example/back"]}`)
	resp, body := get(t, s.browser, s.url+"/authorize?"+with("client_id", id, "redirect_uri", "https://app.example/back", "prompt", "none").Encode())
	if resp.StatusCode != http.StatusBadRequest || resp.Header.Get("Location") != "" || !strings.Contains(body, "no user is signed in") {
		t.Errorf("answered %s, Location %q\n%s", resp.Status, resp.Header.Get("Location"), body)
	}
	resp, _ = get(t, s.browser, s.url+"/authorize?"+with("client_id", id, "prompt", "none").Encode())
	if got := redirected(t, resp).Get("error"); got != "login_required" {
		t.Errorf("the loopback address was told %q", got)
	}
	away := with("client_id", id, "redirect_uri", "https://app.example/back")
	resp = s.submit(t, s.open(t, away), "ada", "cancel")
	if got := resp.Header.Get("Location"); !strings.HasPrefix(got, "https://app.example/back?error=access_denied&") {
		t.Errorf("after the page it was sent to %q", got)
	}
}

// TestARegisteredClientSignsIn: its tokens name it, and are of no use to another.
func TestARegisteredClientSignsIn(t *testing.T) {
	one, two, _ := twoSites(t)
	id := one.newClient(t, loopbackOnly) // any replica knows it
	config := two.config("openid", "users")
	config.ClientID = id
	login := func() *oauth2.Token {
		t.Helper()
		token, err := config.Exchange(t.Context(), two.code(t, "ben", with("client_id", id)), oauth2.VerifierOption(verifier))
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	token := login()
	if claims, err := one.Verify(token.AccessToken); err != nil || claims.Subject != "sample-ben" {
		t.Errorf("signed in as %v, %v", claims, err)
	}
	wrong := two.config()
	if _, err := wrong.Exchange(t.Context(), two.code(t, "ben", with("client_id", id)), oauth2.VerifierOption(verifier)); !isInvalidGrant(err) {
		t.Errorf("its code for the built-in client: %v", err)
	}
	if _, err := two.refresh(t, token.RefreshToken); !isInvalidGrant(err) {
		t.Errorf("its refresh token for the built-in client: %v", err)
	}
	other := one.newClient(t, loopbackOnly)
	for _, secret := range []string{token.AccessToken, token.RefreshToken} {
		resp, body := post(t, one.browser, one.url+"/revoke", url.Values{"token": {secret}, "client_id": {other}})
		if got := readRefusal(t, resp, body); got != (refusal{400, "invalid_grant"}) {
			t.Errorf("another client may take it back: %v", got)
		}
	}
	renewed, err := config.TokenSource(t.Context(), &oauth2.Token{RefreshToken: token.RefreshToken}).Token()
	if err != nil {
		t.Fatalf("the others' attempts harmed the sign-in: %v", err)
	}
	resp, _ := post(t, one.browser, one.url+"/revoke", url.Values{"token": {renewed.RefreshToken}, "client_id": {id}})
	if resp.StatusCode != http.StatusOK {
		t.Errorf("its own revocation: %s", resp.Status)
	}
	mustBeInvalid(t, two, renewed.AccessToken, "revoked")
}

// TestAClientMayUseWhatItRegisteredForAlone, grant by grant.
func TestAClientMayUseWhatItRegisteredForAlone(t *testing.T) {
	s := newSite(t, oauth.Options{})
	codeOnly := s.newClient(t, `{"redirect_uris":["http://127.0.0.1/callback"]}`)
	deviceOnly := s.newClient(t, `{"redirect_uris":["http://127.0.0.1/callback"],"grant_types":["`+deviceGrant+`"]}`)
	unauthorized := refusal{400, "unauthorized_client"}
	resp, body := post(t, s.browser, s.url+"/device_authorization", url.Values{"client_id": {codeOnly}})
	if got := readRefusal(t, resp, body); got != unauthorized {
		t.Errorf("device: %v", got)
	}
	for grantType, id := range map[string]string{deviceGrant: codeOnly, "refresh_token": codeOnly, "authorization_code": deviceOnly} {
		if got := s.askToken(t, url.Values{"client_id": {id}, "grant_type": {grantType}}); got != unauthorized {
			t.Errorf("%s: %v", grantType, got)
		}
	}
	resp, _ = get(t, s.browser, s.url+"/authorize?"+with("client_id", deviceOnly).Encode())
	if got := redirected(t, resp).Get("error"); got != "unauthorized_client" {
		t.Errorf("authorize: %s", got)
	}
	config := s.config()
	config.ClientID = codeOnly
	token, err := config.Exchange(t.Context(), s.code(t, "ada", with("client_id", codeOnly)), oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	if token.RefreshToken != "" {
		t.Error("a refresh token was given to a client that may not use it")
	}
	if _, err := s.Verify(token.AccessToken); err != nil {
		t.Error(err)
	}
}

func TestNoOtherClientIDIsTaken(t *testing.T) {
	s, other := newSite(t, oauth.Options{}), newSite(t, oauth.Options{})
	good := s.newClient(t, loopbackOnly)
	for name, id := range map[string]string{
		"nothing": "", "prefix alone": "client-", "cut": good[:len(good)-1], "changed": good[:20] + "A" + good[21:], "with more": good + "A",
		"padded": good + "=", "no prefix": strings.TrimPrefix(good, "client-"), "of another server": other.newClient(t, loopbackOnly),
		"a code": "client-" + s.code(t, "ada", request("openid")), "too long": "client-" + strings.Repeat("A", 2000),
	} {
		if id == good {
			t.Fatalf("%s: the id was not changed", name)
		}
		if got := s.askToken(t, url.Values{"client_id": {id}, "grant_type": {"refresh_token"}, "refresh_token": {"r"}}); got != (refusal{401, "invalid_client"}) {
			t.Errorf("%s at the token endpoint: %v", name, got)
		}
		if resp, _ := get(t, s.browser, s.url+"/authorize?"+with("client_id", id).Encode()); resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s at the page: %s", name, resp.Status)
		}
	}
}

// TestThePageBelievesNoNameThatAClientGivesItself: it is a claim, in isolation
// from our words, and hostile ones are only text.
func TestThePageBelievesNoNameThatAClientGivesItself(t *testing.T) {
	s := newSite(t, oauth.Options{})
	for name, shown := range map[string]string{
		"Desk": "A program that calls itself <b class=\"claim\"><bdi>Desk</bdi></b> asks", "": "A program without a name asks",
		"\u202e\u200b": "A program without a name asks", "</bdi><script>": "<bdi>&lt;/bdi&gt;&lt;script&gt;</bdi>",
		strings.Repeat("x", 100): "<bdi>" + strings.Repeat("x", 47) + "…</bdi>",
	} {
		body, err := json.Marshal(map[string]any{"client_name": name, "redirect_uris": []string{"http://127.0.0.1/callback"}})
		if err != nil {
			t.Fatal(err)
		}
		id := s.newClient(t, string(body))
		_, page := get(t, s.browser, s.url+"/authorize?"+with("client_id", id).Encode())
		for _, text := range []string{shown, "any program may register here"} {
			if !strings.Contains(page, text) {
				t.Errorf("%.20q: the page does not say %s", name, text)
			}
		}
		for _, ours := range []string{"The <b>travel</b> program", "travel logout", "<script"} {
			if strings.Contains(page, ours) {
				t.Errorf("%.20q: the page says %s", name, ours)
			}
		}
	}
}

// TestTheLongestClientIDFitsEverywhere: in the query of a request, and in an
// access token of a size that a platform's key store takes.
func TestTheLongestClientIDFitsEverywhere(t *testing.T) {
	s := newSite(t, oauth.Options{})
	longest := ""
	for n := 400; n > 0 && longest == ""; n-- {
		body := fmt.Sprintf(`{"redirect_uris":["http://127.0.0.1/callback","https://a.example/%s","https://a.example/%[1]s"]}`, strings.Repeat("a", n))
		if resp, _ := s.postJSON(t, body); resp.StatusCode == http.StatusCreated {
			longest = s.newClient(t, body)
		}
	}
	if len(longest) < 1000 || len(longest) > 1024 {
		t.Fatalf("the longest has %d characters", len(longest))
	}
	config := s.config()
	config.ClientID = longest
	token, err := config.Exchange(t.Context(), s.code(t, "ada", with("client_id", longest, "scope", "openid profile email address users")), oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	if len(token.AccessToken) > 2560 {
		t.Errorf("the access token has %d bytes", len(token.AccessToken))
	}
}

// TestASignInThatCannotBeRenewedIsNotKept longer than its one token lives.
func TestASignInThatCannotBeRenewedIsNotKept(t *testing.T) {
	one, _, file := twoSites(t)
	for body, kept := range map[string]bool{`{"redirect_uris":["http://127.0.0.1/callback"]}`: false, loopbackOnly: true} {
		id := one.newClient(t, body)
		config := one.config()
		config.ClientID = id
		if _, err := config.Exchange(t.Context(), one.code(t, "ada", with("client_id", id)), oauth2.VerifierOption(verifier)); err != nil {
			t.Fatal(err)
		}
		one.clock.advance(10 * time.Minute)
		one.ask(t) // any change drops what is over
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(raw), `"client":"`+id) != kept {
			t.Errorf("%s: after 10 minutes the file holds\n%s", body, raw)
		}
	}
}
