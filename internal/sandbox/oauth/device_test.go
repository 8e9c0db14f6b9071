package oauth_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

// asked is the answer to a device that starts a sign-in (RFC 8628 §3.2).
type asked struct {
	DeviceCode string `json:"device_code"`
	UserCode   string `json:"user_code"`
	Complete   string `json:"verification_uri_complete"`
	ExpiresIn  int    `json:"expires_in"`
	Interval   int    `json:"interval"`
}

// ask starts the sign-in of a device. changes are names and values of parameters.
func (s *site) ask(t *testing.T, changes ...string) (answer asked) {
	t.Helper()
	form := changed(url.Values{"client_id": {oauth.ClientID}, "scope": {"openid email"}}, changes)
	resp, body := post(t, s, s.url+"/device_authorization", form)
	if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.ExpiresIn != 600 || answer.Interval != 5 {
		t.Fatalf("the device was answered %s %s, %v", resp.Status, body, err)
	}
	return answer
}

func polling(deviceCode string, changes ...string) url.Values {
	return changed(url.Values{"grant_type": {deviceGrant}, "client_id": {oauth.ClientID}, "device_code": {deviceCode}}, changes)
}

// poll asks for the tokens of a device and returns the refusal, or {200, ""}.
func (s *site) poll(t *testing.T, deviceCode string, changes ...string) refusal {
	t.Helper()
	return s.refused(t, "/token", polling(deviceCode, changes...))
}

// enter submits a user code to the page and returns the next one.
func (s *site) enter(t *testing.T, userCode string) (*http.Response, string) {
	t.Helper()
	return post(t, s, s.url+"/device", url.Values{"user_code": {userCode}})
}

// decide submits the second page like a person.
func (s *site) decide(t *testing.T, userCode, decision string) {
	t.Helper()
	resp, page := post(t, s, s.url+"/device", url.Values{"user_code": {userCode}, "account": {"ada"}, "decision": {decision}})
	if resp.StatusCode != http.StatusOK || !strings.Contains(page, `id="done"`) {
		t.Fatalf("the decision was answered %s\n%s", resp.Status, page)
	}
}

// TestADeviceCodeIsForItsOwnClientAndSpentOnce also checks that a second use revokes the tokens.
func TestADeviceCodeIsForItsOwnClientAndSpentOnce(t *testing.T) {
	one, two, _ := twoSites(t)
	asked := one.ask(t)
	two.decide(t, asked.UserCode, "allow") // the page is served by the other process
	_, other := one.registered(t, loopbackOnly)
	invalid := refusal{400, "invalid_grant"}
	if got := one.poll(t, asked.DeviceCode, "client_id", other); got != invalid {
		t.Errorf("another client: %v", got)
	}
	_, body := post(t, one, one.url+"/token", polling(asked.DeviceCode))
	var token oauth2.Token
	if err := json.Unmarshal([]byte(body), &token); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Verify(token.AccessToken); err != nil {
		t.Errorf("the refusal spent the code: %v", err)
	}
	if got := two.poll(t, asked.DeviceCode); got != invalid {
		t.Errorf("the second use: %v", got)
	}
	mustBeInvalid(t, one, token.AccessToken, "revoked")
}

// TestAPollThatComesEarlyIsSlowedDown checks that each early poll permanently adds 5 seconds (RFC 8628 §3.5), and
// that a decision is reported at once until the code expires.
func TestAPollThatComesEarlyIsSlowedDown(t *testing.T) {
	s := newSite(t, oauth.Options{})
	asked := s.ask(t)
	var got []string
	for _, after := range []time.Duration{
		0, 5 * time.Second, 4600 * time.Millisecond, // polling slightly early is tolerated
		4400 * time.Millisecond, 9 * time.Second, 14 * time.Second, 20 * time.Second, 20 * time.Second,
	} {
		s.clock.advance(after)
		got = append(got, s.poll(t, asked.DeviceCode).Code)
	}
	const pending, slow = "authorization_pending", "slow_down"
	if diff := cmp.Diff([]string{pending, pending, pending, slow, slow, slow, pending, pending}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.decide(t, asked.UserCode, "cancel")
	for after, want := range []string{"access_denied", "expired_token"} {
		s.clock.advance(time.Duration(after) * 10 * time.Minute)
		if got := s.poll(t, asked.DeviceCode); got != (refusal{400, want}) {
			t.Errorf("once denied: %v, want %s", got, want)
		}
	}
}

// TestAChallengeOfADeviceIsHeldTo checks that a challenge accepts only its own verifier, and that a verifier
// without a challenge is refused.
func TestAChallengeOfADeviceIsHeldTo(t *testing.T) {
	s := newSite(t, oauth.Options{})
	challenge := []string{"code_challenge", oauth2.S256ChallengeFromVerifier(verifier), "code_challenge_method", "S256"}
	for name, tt := range map[string]struct {
		asked []string
		proof string
		want  refusal
	}{
		"the proof":               {challenge, verifier, refusal{200, ""}},
		"none":                    {challenge, "", refusal{400, "invalid_grant"}},
		"one that was not wanted": {nil, verifier, refusal{400, "invalid_grant"}},
	} {
		asked := s.ask(t, tt.asked...)
		s.decide(t, asked.UserCode, "allow")
		if got := s.poll(t, asked.DeviceCode, "code_verifier", tt.proof); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := s.refused(t, "/device_authorization", url.Values{"client_id": {oauth.ClientID}, "code_challenge": {"short"}}); got.Code != "invalid_request" {
		t.Errorf("a challenge that is none: %v", got)
	}
}

// TestACodeIsReadAsPeopleTypeIt also checks that anything else is rejected.
func TestACodeIsReadAsPeopleTypeIt(t *testing.T) {
	s := newSite(t, oauth.Options{})
	asked := s.ask(t)
	code := asked.UserCode
	bare := strings.ReplaceAll(code, "-", "")
	for _, typed := range []string{code, " " + strings.ToLower(bare[:2]) + " " + bare[2:] + "\t", code[:4] + "\u2013" + code[5:]} {
		if resp, page := s.enter(t, typed); resp.StatusCode != 200 || !strings.Contains(page, `id="code">`+code+"<") {
			t.Errorf("%q: answered %s", typed, resp.Status)
		}
	}
	for typed, want := range map[string]string{
		"": "not a complete code", code[:8]: "not a complete code", "BBBB-BBBB": "No device is waiting for BBBB-BBBB",
	} {
		if resp, page := s.enter(t, typed); resp.StatusCode != 400 || !strings.Contains(page, want) || !strings.Contains(page, `role="alert"`) {
			t.Errorf("%q: answered %s\n%s", typed, resp.Status, page)
		}
	}
	if _, page := get(t, s, asked.Complete); !strings.Contains(page, `value="`+code+`"`) {
		t.Errorf("the code of the address is not filled in:\n%s", page)
	}
}

// TestTheConsentNamesClientScopesAndCode checks that people can tell whether the request comes from their own
// device (RFC 8628 §5.4), and that the name of a registered client is escaped.
func TestTheConsentNamesClientScopesAndCode(t *testing.T) {
	s := newSite(t, oauth.Options{})
	_, hostile := s.registered(t, `{"client_name":"</bdi><script>","grant_types":["`+deviceGrant+`"]}`)
	for id, who := range map[string]string{
		oauth.ClientID: "The <b>travel</b> program on your device asks", hostile: "<bdi>&lt;/bdi&gt;&lt;script&gt;</bdi></b> asks",
	} {
		code := s.ask(t, "client_id", id).UserCode
		_, page := s.enter(t, code)
		for _, text := range []string{who, ">" + code + "<", ">openid<", ">email<", ">Deny<"} {
			if !strings.Contains(page, text) || strings.Contains(page, ">profile<") || strings.Contains(page, "not checked") == (id == oauth.ClientID) {
				t.Errorf("the page does not say %s, or too much:\n%s", text, page)
			}
		}
	}
}
