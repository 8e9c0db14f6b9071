package sandbox

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/oauth"
	"travel.example/travel/internal/sandbox/quota"
	"travel.example/travel/internal/sandbox/wire"
)

func TestACallWithoutAGoodTokenIsRefused(t *testing.T) {
	r := newRig(t, Options{})
	for name, tt := range map[string]struct{ header, challenge string }{
		"none":          {"Authorization: ", "Bearer realm="},
		"empty bearer":  {"Authorization: Bearer ", `error="invalid_token"`},
		"garbage":       {"Authorization: Bearer sandbox_abc", `error="invalid_token"`},
		"another kind":  {"Authorization: Basic abc", `error="invalid_token"`},
		"no prefix":     {"Authorization: Bearer " + strings.TrimPrefix(r.token, TokenPrefix), `error="invalid_token"`},
		"altered":       {"Authorization: Bearer " + r.token[:len(r.token)-2] + "AA", `error="invalid_token"`},
		"very long":     {"Authorization: Bearer sandbox_" + strings.Repeat("a", 9000), `error="invalid_token"`},
		"token in type": {"Authorization: " + r.token, `error="invalid_token"`},
	} {
		t.Run(name, func(t *testing.T) {
			a := r.get("/v1/places?query=dubai", tt.header)
			if p := a.problem(t); a.status != 401 || p.Code != wire.ErrorCodeInvalidToken {
				t.Errorf("status %d, problem %+v", a.status, p)
			}
			if got := a.header.Get("WWW-Authenticate"); !strings.Contains(got, tt.challenge) {
				t.Errorf("WWW-Authenticate %q, want %s in it", got, tt.challenge)
			}
		})
	}
	if strings.Contains(r.get("/v1/user", "Authorization: ").header.Get("WWW-Authenticate"), "error=") {
		t.Error("a call that brought no token is told an error code")
	}
}

func TestATokenEndsWithItsLifetime(t *testing.T) {
	r := newRig(t, Options{})
	_, expires, err := r.SampleToken()
	if err != nil {
		t.Fatal(err)
	}
	r.advance(expires.Sub(r.clock.now()) - time.Second)
	if a := r.get("/v1/user"); a.status != http.StatusOK {
		t.Errorf("a second before its end: status %d", a.status)
	}
	r.advance(time.Second)
	if a := r.get("/v1/user"); a.status != http.StatusUnauthorized {
		t.Errorf("at its end: status %d", a.status)
	}
}

func TestEveryOperationNeedsOpenIDAndTheUserReadNeedsUsers(t *testing.T) {
	r := newRig(t, Options{})
	for _, tt := range []struct {
		scopes []string
		target string
		status int
		lacks  string
	}{
		{[]string{"openid"}, "/v1/places?query=dubai", 200, ""},
		{[]string{"openid"}, "/v1/user", 403, "users"},
		{[]string{"openid", "users"}, "/v1/user", 200, ""},
		{[]string{"profile"}, "/v1/places?query=dubai", 403, "openid"},
		{[]string{"users"}, "/v1/user", 403, "openid"},
	} {
		token, err := r.oauth.Issue(oauth.Accounts()[1].ID, tt.scopes)
		if err != nil {
			t.Fatal(err)
		}
		a := r.get(tt.target, "Authorization: bearer "+token.AccessToken)
		if a.status != tt.status {
			t.Errorf("%v at %s: status %d, want %d: %s", tt.scopes, tt.target, a.status, tt.status, a.body)
		}
		if tt.lacks == "" {
			continue
		}
		p := a.problem(t)
		challenge := a.header.Get("WWW-Authenticate")
		if p.Code != wire.ErrorCodeInsufficientScope || !strings.Contains(*p.Detail, tt.lacks) ||
			!strings.Contains(challenge, `error="insufficient_scope"`) || !strings.Contains(challenge, tt.lacks) {
			t.Errorf("%v at %s: problem %+v, challenge %s", tt.scopes, tt.target, p, challenge)
		}
	}
}

func TestTheUserIsWhoTheTokenNames(t *testing.T) {
	r := newRig(t, Options{})
	ada := oauth.Accounts()[0]
	uid := new(wire.FlexibleID)
	if err := uid.FromFlexibleID1(ada.UID); err != nil {
		t.Fatal(err)
	}
	want := wire.User{
		Sub: ada.Subject, Scope: new("openid profile users"), Email: &ada.Email, Name: &ada.Name, FirstName: &ada.GivenName,
		LastName: &ada.FamilyName, CountryCode: &ada.CountryCode, PrincipalName: &ada.PrincipalName, UID: uid,
	}
	got := decode[wire.User](t, r.get("/v1/user"))
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(wire.FlexibleID{})); diff != "" {
		t.Errorf("user (-want +got):\n%s", diff)
	}
}

func TestARefusedOrInvalidRequestSpendsQuota(t *testing.T) {
	r := newRig(t, Options{})
	for i, body := range []string{dubaiLondon, `{}`, `nonsense`, dubaiLondon} {
		a := r.send(http.MethodPost, "/v1/flights/searches", body)
		left := 9 - i
		want := fmt.Sprintf(`"user";r=%d;t=60, "createFlightSearch";r=%d;t=60, "createFlightSearch-hour";r=%d;t=3600, "createFlightSearch-day";r=%d;t=86400`,
			299-i, left, 90+left, 490+left)
		if got := a.header.Get("RateLimit"); got != want {
			t.Errorf("request %d, status %d: RateLimit %s, want %s", i, a.status, got, want)
		}
	}
}

func TestASpentSearchQuotaAsksToWaitAndThenOpens(t *testing.T) {
	r := newRig(t, Options{})
	for range 10 {
		r.create(dubaiLondon)
	}
	r.advance(20 * time.Second)
	a := r.send(http.MethodPost, "/v1/flights/searches", dubaiLondon)
	p := a.problem(t)
	if a.status != 429 || p.Code != wire.ErrorCodeRateLimited || a.header.Get("Retry-After") != "40" ||
		a.header.Get("X-RateLimit-Resource") != quota.FlightSearch || !strings.Contains(*p.Detail, "createFlightSearch of 10 requests in 60 seconds") {
		t.Errorf("status %d, headers %v, problem %+v", a.status, a.header, p)
	}
	if a := r.get("/v1/user"); a.status != http.StatusOK {
		t.Errorf("another operation is refused as well: %d", a.status)
	}
	r.advance(40 * time.Second)
	r.create(dubaiLondon)
}

func TestUsersDoNotShareAQuota(t *testing.T) {
	r := newRig(t, Options{})
	for range 11 {
		r.send(http.MethodPost, "/v1/flights/searches", dubaiLondon)
	}
	ben, err := r.oauth.Issue(oauth.Accounts()[1].ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.token = ben.AccessToken
	r.create(dubaiLondon)
}

// bare calls the handler directly, from an address that the test chooses.
func bare(r *rig, address, authorization string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(http.MethodGet, BuiltinURL+"/v1/places?query=dubai", nil)
	req.RemoteAddr = address
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	w := httptest.NewRecorder()
	r.Handler().ServeHTTP(w, req)
	return w
}

func TestGuessingTokensEndsIn429ForTheAddressAlone(t *testing.T) {
	r := newRig(t, Options{})
	for i := range 300 {
		if w := bare(r, "192.0.2.1:1000", "Bearer sandbox_guess"); w.Code != 401 || w.Header().Get("RateLimit") != "" {
			t.Fatalf("guess %d: status %d, RateLimit %q", i, w.Code, w.Header().Get("RateLimit"))
		}
	}
	w := bare(r, "192.0.2.1:2000", "Bearer sandbox_guess")
	if w.Code != 429 || w.Header().Get("Retry-After") != "60" || w.Header().Get("RateLimit") != `"user";r=0;t=60` {
		t.Errorf("status %d, headers %v", w.Code, w.Header())
	}
	for address, want := range map[string]int{
		"192.0.2.2:1000":       401,
		"[2001:db8::1]:1000":   401,
		"[2001:db8:1::1]:1000": 401,
	} {
		if w := bare(r, address, ""); w.Code != want {
			t.Errorf("%s: status %d, want %d", address, w.Code, want)
		}
	}
	if w := bare(r, "192.0.2.1:3000", "Bearer "+r.token); w.Code != http.StatusOK {
		t.Errorf("a user behind the same address is refused: %d", w.Code)
	}
}

func TestAnIPv6NetworkIsOneCaller(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.1:80":            "192.0.2.1",
		"[::ffff:192.0.2.1]:80":   "::ffff:192.0.2.1",
		"[2001:db8::1]:80":        "2001:db8::/64",
		"[2001:db8::ffff:1]:9999": "2001:db8::/64",
		"[fe80::1%eth0]:80":       "fe80::/64",
		"pipe":                    "pipe",
		"name:80":                 "name",
	} {
		if got := clientAddress(&http.Request{RemoteAddr: address}); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}

func TestTwoAuthorizationHeadersAreNoToken(t *testing.T) {
	r := newRig(t, Options{})
	req := httptest.NewRequest(http.MethodGet, BuiltinURL+"/v1/places?query=dubai", nil)
	req.Header["Authorization"] = []string{"Bearer " + r.token, "Bearer " + r.token}
	w := httptest.NewRecorder()
	r.Handler().ServeHTTP(w, req)
	if w.Code != http.StatusUnauthorized {
		t.Errorf("status %d, want 401", w.Code)
	}
}
