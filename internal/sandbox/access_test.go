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

// TestACallIsLetInByItsTokenAndScopes does not cover forged tokens, which package oauth tests.
func TestACallIsLetInByItsTokenAndScopes(t *testing.T) {
	r := newRig(t, Options{})
	issued := func(scopes string) string {
		token, err := r.oauth.Issue(oauth.Accounts()[1], scopes)
		if err != nil {
			t.Fatal(err)
		}
		return token.AccessToken
	}
	const places, invalid, lacking = "/v1/places?query=dubai", `error="invalid_token"`, `error="insufficient_scope"`
	for _, tt := range []struct {
		authorization, target string
		status                int
		code                  wire.ErrorCode
		challenge             string
	}{
		{"", "/v1/user", 401, "invalid_token", "Bearer realm="},
		{"Bearer ", places, 401, "invalid_token", invalid},
		{"Bearer sandbox_" + strings.Repeat("a", 9000), places, 401, "invalid_token", invalid},
		{"Basic abc", places, 401, "invalid_token", invalid},
		{"Bearer " + strings.TrimPrefix(r.token, TokenPrefix), places, 401, "invalid_token", invalid},
		{r.token, places, 401, "invalid_token", invalid},
		{"bearer " + issued("openid"), places, 200, "", ""},
		{"Bearer " + issued("openid"), "/v1/user", 403, "insufficient_scope", lacking},
		{"Bearer " + issued("openid users"), "/v1/user", 200, "", ""},
		{"Bearer " + issued("users"), "/v1/user", 403, "insufficient_scope", lacking},
	} {
		a := r.get(tt.target, "Authorization: "+tt.authorization)
		challenge := a.header.Get("WWW-Authenticate")
		if a.status != tt.status || !strings.Contains(challenge, tt.challenge) || tt.status != 200 && a.problem(t).Code != tt.code {
			t.Errorf("%.40q: status %d, challenge %q, body %s", tt.authorization, a.status, challenge, a.body)
		}
		if tt.authorization == "" && strings.Contains(challenge, "error=") {
			t.Error("a call that brought no token is told an error code")
		}
	}
	if w := bare(r, "192.0.2.1:1000", "Bearer "+r.token, "Bearer "+r.token); w.Code != http.StatusUnauthorized {
		t.Errorf("two tokens: status %d", w.Code)
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
	if diff := cmp.Diff(want, read[wire.User](r, "/v1/user"), cmp.AllowUnexported(wire.FlexibleID{})); diff != "" {
		t.Errorf("user (-want +got):\n%s", diff)
	}
}

// TestARefusedOrInvalidRequestSpendsQuota sends four creates, two of them valid.
func TestARefusedOrInvalidRequestSpendsQuota(t *testing.T) {
	for _, scale := range []int{1, 10} {
		r := newRig(t, Options{QuotaScale: scale})
		for i, body := range []string{dubaiLondon, `{}`, `nonsense`, dubaiLondon} {
			a := r.send(http.MethodPost, "/v1/flights/searches", body)
			want := fmt.Sprintf(`"user";r=%d;t=60, "createFlightSearch";r=%d;t=60, "createFlightSearch-hour";r=%d;t=3600, "createFlightSearch-day";r=%d;t=86400`,
				300*scale-i-1, 10*scale-i-1, 100*scale-i-1, 500*scale-i-1)
			if got := a.header.Get("RateLimit"); got != want {
				t.Errorf("scale %d, request %d, status %d: RateLimit %s, want %s", scale, i, a.status, got, want)
			}
			if policy := a.header.Get("RateLimit-Policy"); !strings.Contains(policy, fmt.Sprintf(`"createFlightSearch";q=%d;w=60`, 10*scale)) {
				t.Errorf("scale %d: RateLimit-Policy %s", scale, policy)
			}
		}
	}
}

func TestASpentSearchQuotaAsksToWaitAndThenOpens(t *testing.T) {
	r := newRig(t, Options{})
	scoped := r.ids().Replace(`{"hotelId":$HOTEL,"checkIn":"2026-12-21","checkOut":"2026-12-24"}`) // one create of each kind
	ben, err := r.oauth.Issue(oauth.Accounts()[1], "")
	if err != nil {
		t.Fatal(err)
	}
	const flights, hotels = "/v1/flights/searches", "/v1/hotels/searches"
	for _, tt := range []struct {
		target, body, resource string
		limit                  int
	}{
		{flights, dubaiLondon, quota.FlightSearch, 10}, {hotels, lisbon, quota.HotelSearch, 10}, {hotels, scoped, quota.HotelSearchScoped, 30},
	} {
		r.advance(time.Minute)
		for range tt.limit {
			r.created(tt.target, tt.body)
		}
		r.advance(20 * time.Second)
		a := r.send(http.MethodPost, tt.target, tt.body)
		p := a.problem(t)
		if a.status != 429 || p.Code != wire.ErrorCodeRateLimited || a.header.Get("Retry-After") != "40" ||
			a.header.Get("X-RateLimit-Resource") != tt.resource ||
			!strings.Contains(*p.Detail, fmt.Sprintf("%s of %d requests in 60 seconds", tt.resource, tt.limit)) {
			t.Errorf("status %d, headers %v, problem %+v", a.status, a.header, p)
		}
		if a := r.send(http.MethodPost, tt.target, tt.body, "Authorization: Bearer "+ben.AccessToken); a.status != http.StatusCreated {
			t.Errorf("another user is refused as well: %d", a.status)
		}
		r.advance(40 * time.Second)
		r.created(tt.target, tt.body)
	}
}

// bare calls the handler directly from an address chosen by the test.
func bare(r *rig, address string, authorization ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(http.MethodGet, BuiltinURL+"/v1/places?query=dubai", nil)
	req.RemoteAddr = address
	req.Header["Authorization"] = authorization
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
	if w := bare(r, "[2001:db8::1]:1000"); w.Code != 401 {
		t.Errorf("another address: status %d", w.Code)
	}
	if w := bare(r, "192.0.2.1:3000", "Bearer "+r.token); w.Code != http.StatusOK {
		t.Errorf("a user behind the same address is refused: %d", w.Code)
	}
}

func TestAPathOutsideTheContractIsNotFoundAndAWrongMethodToldTheRightOnes(t *testing.T) {
	r := newRig(t, Options{})
	for _, target := range []string{
		"/v1", "/v1/", "/v2/places", "/v1/places/", "/v1//places", "/v1/./places", "/v1/places/../user", "/v1/flights/trips/",
		"/v1/flights/trips/..", "/v1/flights/searches/a/results/b", "/V1/places",
	} {
		a := r.get(target)
		p := a.problem(t)
		if a.status != 404 || p.Code != "not_found" || p.Instance != target || p.TraceID != a.header.Get("X-Trace-Id") {
			t.Errorf("%s: status %d, problem %+v", target, a.status, p)
		}
	}
	for request, allow := range map[string]string{
		"POST /v1/places?query=a": "GET, HEAD, OPTIONS", "DELETE /v1/flights/trips/a:b": "GET, HEAD, OPTIONS",
		"GET /v1/flights/searches": "POST, OPTIONS", "HEAD /v1/flights/searches": "POST, OPTIONS", "OPTIONS /v1/places": "GET, HEAD, OPTIONS",
	} {
		method, target, _ := strings.Cut(request, " ")
		a, want := r.send(method, target, ""), http.StatusMethodNotAllowed
		if method == http.MethodOptions {
			want = http.StatusNoContent
		}
		if a.status != want || a.header.Get("Allow") != allow {
			t.Errorf("%s: status %d, Allow %q; want %s", request, a.status, a.header.Get("Allow"), allow)
		}
	}
	get, head := r.get("/v1/places?query=dubai"), r.send("HEAD", "/v1/places?query=dubai", "")
	if head.status != 200 || len(head.body) != 0 || head.header.Get("Content-Length") != get.header.Get("Content-Length") {
		t.Errorf("HEAD: status %d, %d bytes, headers %v; GET has %v", head.status, len(head.body), head.header, get.header)
	}
}
