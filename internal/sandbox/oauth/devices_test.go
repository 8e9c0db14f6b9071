package oauth_test

import (
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

// TestADeviceIsRefusedAsRFC8628Says sends one wrong thing at a time to where a
// device asks for its codes.
func TestADeviceIsRefusedAsRFC8628Says(t *testing.T) {
	s := newSite(t, oauth.Options{})
	for name, tt := range map[string]struct {
		field, value string
		want         refusal
	}{
		"no client":             {"client_id", "", refusal{401, "invalid_client"}},
		"another client":        {"client_id", "other", refusal{401, "invalid_client"}},
		"a secret":              {"client_secret", "s3cret", refusal{401, "invalid_client"}},
		"only unknown scopes":   {"scope", "admin root", refusal{400, "invalid_scope"}},
		"scope with a quote":    {"scope", `openid "x"`, refusal{400, "invalid_scope"}},
		"another resource":      {"resource", "https://api.example", refusal{400, "invalid_target"}},
		"challenge alone":       {"code_challenge", strings.Repeat("a", 43), refusal{400, "invalid_request"}},
		"method alone":          {"code_challenge_method", "S256", refusal{400, "invalid_request"}},
		"method no one may use": {"code_challenge_method", "plain", refusal{400, "invalid_request"}},
	} {
		form := url.Values{"client_id": {oauth.ClientID}, "scope": {"openid"}}
		resp, body := post(t, s.browser, s.url+"/device_authorization", changed(form, []string{tt.field, tt.value}))
		if got := readRefusal(t, resp, body); got != tt.want {
			t.Errorf("%s: got %v, want %v", name, got, tt.want)
		}
	}
	if granted := s.ask(t, "scope", "", "resource", s.url); granted.UserCode == "" {
		t.Error("a request without scopes was not answered")
	}
}

// TestADeviceCodeIsForItsOwnClientAndSpentOnce: of many polls for an allowed
// device one wins, and a second use takes its tokens back.
func TestADeviceCodeIsForItsOwnClientAndSpentOnce(t *testing.T) {
	one, two, _ := twoSites(t)
	invalid := refusal{400, "invalid_grant"}
	asked := one.ask(t)
	two.answer(t, asked.UserCode, "ada", "allow") // the page is another process's
	other := one.newClient(t, loopbackOnly)
	for name, got := range map[string]refusal{
		"another client":     one.poll(t, asked.DeviceCode, "client_id", other),
		"a made-up code":     one.poll(t, strings.Repeat("A", 64)),
		"a cut code":         one.poll(t, asked.DeviceCode[:40]),
		"the user code":      one.poll(t, asked.UserCode),
		"an ordinary code":   one.poll(t, one.code(t, "ada", request("openid"))),
		"as a code exchange": one.askToken(t, url.Values{"grant_type": {"authorization_code"}, "client_id": {oauth.ClientID}, "code": {asked.DeviceCode}, "redirect_uri": {callback}, "code_verifier": {verifier}}),
	} {
		if got != invalid {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := one.poll(t, ""); got != (refusal{400, "invalid_request"}) {
		t.Errorf("no code: %v", got)
	}
	if got := one.poll(t, asked.DeviceCode, "resource", "https://api.example"); got != (refusal{400, "invalid_target"}) {
		t.Errorf("another resource: %v", got)
	}
	token := one.fetch(t, asked.DeviceCode)
	if _, err := two.Verify(token.AccessToken); err != nil {
		t.Errorf("the refusals spent the code: %v", err)
	}
	if got := two.poll(t, asked.DeviceCode); got != invalid {
		t.Errorf("the second use: %v", got)
	}
	mustBeInvalid(t, one, token.AccessToken, "revoked")
	if _, err := two.refresh(t, token.RefreshToken); !isInvalidGrant(err) {
		t.Errorf("the refresh token after it: %v", err)
	}
}

func TestOfManyPollsAtOnceOneWins(t *testing.T) {
	one, two, _ := twoSites(t)
	asked := one.ask(t)
	one.answer(t, asked.UserCode, "ada", "allow")
	got := make([]refusal, 16)
	var wg sync.WaitGroup
	for i := range got {
		s := []*site{one, two}[i%2]
		wg.Go(func() { got[i] = s.poll(t, asked.DeviceCode) })
	}
	wg.Wait()
	count := map[refusal]int{}
	for _, answer := range got {
		count[answer]++
	}
	// Once a replay has ended the sign-in nothing is left to take back.
	if count[refusal{200, ""}] != 1 || count[refusal{400, "invalid_grant"}] != 1 || count[refusal{400, "expired_token"}] != 14 {
		t.Errorf("%v", count)
	}
}

// TestAPollThatComesEarlyIsSlowedDown permanently: each time by 5 seconds more (RFC
// 8628 §3.5). An answer that is ready is still given at once.
func TestAPollThatComesEarlyIsSlowedDown(t *testing.T) {
	s := newSite(t, oauth.Options{})
	asked := s.ask(t)
	var got []string
	poll := func(after time.Duration) {
		s.clock.advance(after)
		got = append(got, s.poll(t, asked.DeviceCode).Code)
	}
	for _, after := range []time.Duration{
		0, 5 * time.Second, 4600 * time.Millisecond, // a network that is a little early is forgiven
		4400 * time.Millisecond, 9 * time.Second, 14 * time.Second, 20 * time.Second, 20 * time.Second,
	} {
		poll(after)
	}
	const pending, slow = "authorization_pending", "slow_down"
	if diff := cmp.Diff([]string{pending, pending, pending, slow, slow, slow, pending, pending}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.answer(t, asked.UserCode, "ada", "allow")
	if got := s.poll(t, asked.DeviceCode); got.Status != 200 {
		t.Errorf("once allowed: %v", got)
	}
}

func TestADeviceThatIsDeniedIsToldSoAgainAndAgain(t *testing.T) {
	s := newSite(t, oauth.Options{})
	asked := s.ask(t)
	if _, page := s.answer(t, asked.UserCode, "", "cancel"); !strings.Contains(page, "Nothing was allowed") {
		t.Errorf("the page says\n%s", page)
	}
	for range 3 {
		if got := s.poll(t, asked.DeviceCode); got != (refusal{400, "access_denied"}) {
			t.Errorf("got %v", got)
		}
	}
}

// TestADeviceCodeEndsAfterTenMinutes whatever was said by then.
func TestADeviceCodeEndsAfterTenMinutes(t *testing.T) {
	for _, said := range []string{"", "allow", "cancel"} {
		s := newSite(t, oauth.Options{})
		asked, late := s.ask(t), refusal{400, "expired_token"}
		s.clock.advance(10*time.Minute - time.Second)
		if said != "" {
			s.answer(t, asked.UserCode, "ada", said)
		} else if got := s.poll(t, asked.DeviceCode); got.Code != "authorization_pending" {
			t.Errorf("in its last second: %v", got)
		}
		s.clock.advance(time.Second)
		if got := s.poll(t, asked.DeviceCode); got != late {
			t.Errorf("%q, then ten minutes: %v", said, got)
		}
		if resp, _ := s.enter(t, asked.UserCode); resp.StatusCode != 400 {
			t.Errorf("%q: the page took the old code: %s", said, resp.Status)
		}
	}
}

// TestAChallengeOfADeviceIsHeldTo: with one no other proof will do, without one
// no proof will, and a wrong one spends the code.
func TestAChallengeOfADeviceIsHeldTo(t *testing.T) {
	s := newSite(t, oauth.Options{})
	challenge := []string{"code_challenge", oauth2.S256ChallengeFromVerifier(verifier), "code_challenge_method", "S256"}
	tests := map[string]struct {
		asked []string
		proof string
		want  int
	}{
		"the proof":               {challenge, verifier, 200},
		"another":                 {challenge, strings.Repeat("w", 43), 400},
		"none":                    {challenge, "", 400},
		"one that was not wanted": {nil, verifier, 400},
		"none wanted":             {nil, "", 200},
	}
	for name, tt := range tests {
		asked := s.ask(t, tt.asked...)
		s.answer(t, asked.UserCode, "ada", "allow")
		if got := s.poll(t, asked.DeviceCode, "code_verifier", tt.proof); got.Status != tt.want || got.Status == 400 && got.Code != "invalid_grant" {
			t.Errorf("%s: %v", name, got)
		}
		if got := s.poll(t, asked.DeviceCode, "code_verifier", verifier); got.Status != 400 {
			t.Errorf("%s, then the right one: %v", name, got)
		}
	}
}

func TestTheStateFileHoldsNoUserCodeAndNoDeviceCode(t *testing.T) {
	one, _, file := twoSites(t)
	asked := one.ask(t)
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{asked.UserCode, strings.ReplaceAll(asked.UserCode, "-", ""), asked.DeviceCode} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("the file holds %s", secret)
		}
	}
	if err := os.WriteFile(file, []byte(`{"grants":{},"revoked":{}}`), 0o600); err != nil { // as written before devices were known
		t.Fatal(err)
	}
	if got := one.poll(t, asked.DeviceCode); got.Code != "expired_token" {
		t.Errorf("a device that is not in the file: %v", got)
	}
	if one.ask(t).UserCode == "" {
		t.Error("an older file is not taken")
	}
}
