package oauth_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

// deviceAnswer is what a device is told at first (RFC 8628 §3.2).
type deviceAnswer struct {
	DeviceCode string `json:"device_code"`
	UserCode   string `json:"user_code"`
	Page       string `json:"verification_uri"`
	Complete   string `json:"verification_uri_complete"`
	ExpiresIn  int    `json:"expires_in"`
	Interval   int    `json:"interval"`
}

// ask starts the sign-in of a device. The changes are names and values.
func (s *site) ask(t testing.TB, changes ...string) deviceAnswer {
	t.Helper()
	resp, body := post(t, s.browser, s.url+"/device_authorization", changed(url.Values{"client_id": {oauth.ClientID}, "scope": {"openid profile"}}, changes))
	var answer deviceAnswer
	if err := json.Unmarshal([]byte(body), &answer); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("the device was answered %s %s, %v", resp.Status, body, err)
	}
	return answer
}

// changed sets parameters by names and values; "" takes one out.
func changed(params url.Values, changes []string) url.Values {
	for i := 0; i < len(changes); i += 2 {
		params.Set(changes[i], changes[i+1])
		if changes[i+1] == "" {
			params.Del(changes[i])
		}
	}
	return params
}

// poll asks for the tokens of a device and returns the refusal, or none.
func (s *site) poll(t testing.TB, deviceCode string, changes ...string) refusal {
	t.Helper()
	return s.askToken(t, changed(url.Values{"grant_type": {deviceGrant}, "client_id": {oauth.ClientID}, "device_code": {deviceCode}}, changes))
}

// fetch asks for the tokens of a device that was allowed.
func (s *site) fetch(t testing.TB, deviceCode string, changes ...string) *oauth2.Token {
	t.Helper()
	form := changed(url.Values{"grant_type": {deviceGrant}, "client_id": {oauth.ClientID}, "device_code": {deviceCode}}, changes)
	resp, body := post(t, s.browser, s.url+"/token", form)
	var token oauth2.Token
	if err := json.Unmarshal([]byte(body), &token); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("the poll was answered %s %s, %v", resp.Status, body, err)
	}
	return &token
}

// enter types a user code into the page and returns what comes.
func (s *site) enter(t testing.TB, userCode string) (*http.Response, string) {
	t.Helper()
	_, page := get(t, s.browser, s.url+"/device")
	return post(t, s.browser, s.url+"/device", url.Values{"form": {fieldOf(t, page)}, "user_code": {userCode}})
}

// answer goes through both pages as a person would.
func (s *site) answer(t testing.TB, userCode, account, decision string) (*http.Response, string) {
	t.Helper()
	resp, page := s.enter(t, userCode)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("the code was answered %s\n%s", resp.Status, page)
	}
	return post(t, s.browser, s.url+"/device", url.Values{"form": {fieldOf(t, page)}, "account": {account}, "decision": {decision}})
}

func fieldOf(t testing.TB, page string) string {
	t.Helper()
	found := formField.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the page shows no form:\n%s", page)
	}
	return found[1]
}

// TestADeviceSignsIn goes the whole way: the device is told to wait until a
// person allows it on another computer, and then has all that a login has.
func TestADeviceSignsIn(t *testing.T) {
	s := newSite(t, oauth.Options{})
	answer := s.ask(t)
	if !regexp.MustCompile(`^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$`).MatchString(answer.UserCode) {
		t.Errorf("the user code is %q", answer.UserCode)
	}
	want := deviceAnswer{answer.DeviceCode, answer.UserCode, s.url + "/device", s.url + "/device?user_code=" + answer.UserCode, 600, 5}
	if diff := cmp.Diff(want, answer); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := s.poll(t, answer.DeviceCode); got != (refusal{400, "authorization_pending"}) {
		t.Errorf("before anyone answered: %v", got)
	}
	resp, page := s.answer(t, answer.UserCode, "ben", "allow")
	if resp.StatusCode != http.StatusOK || !strings.Contains(page, "You can go back to your device") {
		t.Errorf("answered %s\n%s", resp.Status, page)
	}
	token := s.fetch(t, answer.DeviceCode)
	claims, err := s.Verify(token.AccessToken)
	if err != nil || claims.Subject != "sample-ben" || claims.Scope != "openid profile" {
		t.Errorf("signed in as %v, %v", claims, err)
	}
	if _, err := s.refresh(t, token.RefreshToken); err != nil {
		t.Error(err)
	}
}

// TestAForeignDeviceClientSignsIn lets x/oauth2 do the polling, in virtual time:
// it meets a pending answer at each interval, then the tokens.
func TestAForeignDeviceClientSignsIn(t *testing.T) {
	for decision, want := range map[string]string{"allow": "", "cancel": "access_denied"} {
		t.Run(decision, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := inMemory(t)
				ctx := context.WithValue(t.Context(), oauth2.HTTPClient, s.browser)
				config := s.config("openid", "users")
				config.Endpoint.DeviceAuthURL = s.url + "/device_authorization"
				asked, err := config.DeviceAuth(ctx, oauth2.S256ChallengeOption(verifier))
				if err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				time.AfterFunc(12*time.Second, func() { s.answer(t, asked.UserCode, "chiyo", decision) })
				token, err := config.DeviceAccessToken(ctx, asked, oauth2.VerifierOption(verifier))
				if took := time.Since(began); took != 15*time.Second {
					t.Errorf("it took %v, want the third poll", took)
				}
				if want != "" {
					refused, ok := errors.AsType[*oauth2.RetrieveError](err)
					if !ok || refused.ErrorCode != want {
						t.Errorf("got %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if claims, err := s.Verify(token.AccessToken); err != nil || claims.Subject != "sample-chiyo" {
					t.Errorf("signed in as %v, %v", claims, err)
				}
			})
		})
	}
}

// inMemory is a site without sockets, whose clock is that of the test's bubble.
func inMemory(t *testing.T) *site {
	t.Helper()
	const origin = "http://sandbox.localhost"
	server, err := oauth.New(oauth.Options{Issuer: origin, Resource: origin, Key: newKey(t)})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	server.Register(mux)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &site{Server: server, url: origin, browser: &http.Client{Jar: jar, Transport: handlerTransport{mux}}}
}
