package oauth_test

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/sandbox/oauth"
)

// twoSites are two servers, as two processes would hold them, with one key, one
// issuer, one clock and one state file.
func twoSites(t *testing.T) (one, two *site, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "state", "grants.json")
	shared := oauth.Options{Issuer: "http://sandbox.localhost", Resource: "http://sandbox.localhost", Key: newKey(t), StateFile: file}
	one = newSite(t, shared)
	shared.Now = one.clock.Now
	return one, newSite(t, shared), file
}

func TestProcessesShareTheirSignIns(t *testing.T) {
	one, two, _ := twoSites(t)

	// The page is shown by one, the form taken by the other, the code by the first.
	form := one.open(t, request("openid"))
	two.browser.Jar.SetCookies(mustParse(t, two.url+"/authorize"), one.browser.Jar.Cookies(mustParse(t, one.url+"/authorize")))
	code := redirected(t, two.submit(t, form, "ben", "allow")).Get("code")
	token, err := one.config().Exchange(t.Context(), code, oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := two.Verify(token.AccessToken); err != nil {
		t.Errorf("the other process does not know the token: %v", err)
	}
	renewed, err := two.refresh(t, token.RefreshToken)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.refresh(t, token.RefreshToken); !isInvalidGrant(err) {
		t.Errorf("the other process did not see the rotation: %v", err)
	}
	mustBeInvalid(t, two, renewed.AccessToken, "revoked")
}

func TestARevokedTokenOfASelfSignInIsRevokedEverywhere(t *testing.T) {
	one, two, _ := twoSites(t)
	token, err := one.Issue("ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	post(t, one.browser, one.url+"/revoke", url.Values{"token": {token.AccessToken}, "client_id": {oauth.ClientID}})
	mustBeInvalid(t, two, token.AccessToken, "revoked")
}

func TestASelfSignInWritesNothing(t *testing.T) {
	one, _, file := twoSites(t)
	token, err := one.Issue("ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.Verify(token.AccessToken); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(file)); !os.IsNotExist(err) {
		t.Errorf("the state directory was made: %v", err)
	}
}

func TestTheStateFileIsPrivateAndHoldsNoToken(t *testing.T) {
	one, _, file := twoSites(t)
	code := one.code(t, "ada", request("openid"))
	token := one.login(t, "ada", "openid")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, secret := range map[string]string{
		"code": code, "access token": token.AccessToken, "refresh token": strings.TrimPrefix(token.RefreshToken, "sandbox_r_"),
	} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("the file holds the %s", name)
		}
	}
	if runtime.GOOS == "windows" {
		return // has no such modes
	}
	for path, want := range map[string]os.FileMode{file: 0o600, file + ".lock": 0o600, filepath.Dir(file): 0o700 | os.ModeDir} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %v, want %v", filepath.Base(path), info.Mode(), want)
		}
	}
}

// TestABrokenStateFileSignsEverybodyOut cuts the file at every byte: no sign-in
// survives in part, nothing crashes, and a new login works.
func TestABrokenStateFileSignsEverybodyOut(t *testing.T) {
	one, _, file := twoSites(t)
	token := one.login(t, "ada", "openid")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shapes := []string{"null", `{"grants":null,"revoked":{}}`, `{"grants":{},"revoked":null}`, `[]`, "\x00", `{"grants":{"x":{}},"revoked":{}}`}
	broken := slices.Clone(shapes)
	for i := range whole {
		broken = append(broken, string(whole[:i]))
	}
	for i, text := range broken {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		mustBeInvalid(t, one, token.AccessToken, "revoked")
		if i%40 != 0 && i >= len(shapes) {
			continue // a login after each cut would take long
		}
		if _, err := one.Verify(one.login(t, "ben", "openid").AccessToken); err != nil {
			t.Errorf("after %q: %v", text, err)
		}
		own, err := one.Issue("ada", nil)
		if err != nil {
			t.Fatal(err)
		}
		post(t, one.browser, one.url+"/revoke", url.Values{"token": {own.AccessToken}, "client_id": {oauth.ClientID}})
		mustBeInvalid(t, one, own.AccessToken, "revoked")
	}
}

// TestWhatCannotBeSavedIsNotGiven: with a state file that cannot be written, the
// client is told, and nothing is rotated or revoked without its knowledge.
func TestWhatCannotBeSavedIsNotGiven(t *testing.T) {
	one, _, file := twoSites(t)
	token := one.login(t, "ada", "openid")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// A directory in the file's place fails for every user, root too.
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	form := url.Values{"grant_type": {"refresh_token"}, "client_id": {oauth.ClientID}, "refresh_token": {token.RefreshToken}}
	if got := one.askToken(t, form); got != (refusal{500, "server_error"}) {
		t.Errorf("refresh: %v", got)
	}
	resp, body := post(t, one.browser, one.url+"/revoke", url.Values{"token": {token.RefreshToken}, "client_id": {oauth.ClientID}})
	if got := readRefusal(t, resp, body); got != (refusal{500, "server_error"}) {
		t.Errorf("revoke: %v", got)
	}
	if got := redirected(t, one.submit(t, one.open(t, request("openid")), "ada", "allow")); got.Get("error") != "server_error" {
		t.Errorf("consent: %v", got)
	}
	if resp, _ := bearer(t, one, token.AccessToken); resp.StatusCode != 500 {
		t.Errorf("userinfo: %s", resp.Status)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := one.refresh(t, token.RefreshToken); err != nil {
		t.Errorf("the refresh token was spent by a failure: %v", err)
	}
}

// TestAFailedSaveSpendsNothing: the file can be read but not replaced, because
// its name leaves no room for a temporary one beside it. The refresh token is
// as good after the failure as before.
func TestAFailedSaveSpendsNothing(t *testing.T) {
	dir := t.TempDir()
	long := filepath.Join(dir, strings.Repeat("g", 248))
	shared := oauth.Options{Issuer: "http://sandbox.localhost", Resource: "http://sandbox.localhost", Key: newKey(t), StateFile: dir + "/grants.json"}
	saving := newSite(t, shared)
	token := saving.login(t, "ada", "openid")
	if err := os.Rename(shared.StateFile, long); err != nil {
		t.Fatal(err)
	}
	shared.StateFile, shared.Now = long, saving.clock.Now
	failing := newSite(t, shared)
	form := url.Values{"grant_type": {"refresh_token"}, "client_id": {oauth.ClientID}, "refresh_token": {token.RefreshToken}}
	for range 2 { // a second try would be a replay, had the first one counted
		if got := failing.askToken(t, form); got != (refusal{500, "server_error"}) {
			t.Errorf("refresh: %v", got)
		}
	}
	if _, err := failing.Verify(token.AccessToken); err != nil {
		t.Errorf("the access token: %v", err)
	}
	if err := os.Rename(long, dir+"/grants.json"); err != nil {
		t.Fatal(err)
	}
	if _, err := saving.refresh(t, token.RefreshToken); err != nil {
		t.Errorf("the refresh token was spent by a failure: %v", err)
	}
	left, err := filepath.Glob(dir + "/.new-*")
	if err != nil || len(left) > 0 {
		t.Errorf("files were left behind: %v, %v", left, err)
	}
}

func mustParse(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
