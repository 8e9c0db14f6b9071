package auth

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/problem"
)

// describing is an API that names the server as its issuer and the scopes that it needs.
func describing(t *testing.T, s *server, scopes ...string) *httptest.Server {
	t.Helper()
	return api(t, map[string]http.HandlerFunc{"GET /.well-known/oauth-protected-resource": func(w http.ResponseWriter, r *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{
			"resource": "http://" + r.Host, "authorization_servers": []string{s.URL}, "scopes_supported": scopes,
		})
	}})
}

// targets keeps the resource of every request that may have one, and makes the server refuse some.
func (s *server) targets(refuse string) *[]string {
	var seen []string
	s.page = func(_ http.ResponseWriter, asked url.Values) bool {
		seen = append(seen, "authorize "+asked.Get("resource")+asked.Get("audience"))
		return false
	}
	s.intercept = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		_ = r.ParseForm()
		seen = append(seen, r.PostForm.Get("grant_type")+" "+r.PostForm.Get("resource"))
		if refuse == "" || r.PostForm.Get("resource") == "" {
			return false
		}
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": refuse})
		return true
	}
	return &seen
}

// RFC 8707: the API that named the server is what the token is for, in every request of this login.
func TestATokenIsAskedForTheAPIThatNamedTheServer(t *testing.T) {
	s := newServer(t)
	front := describing(t, s)
	set := s.settings()
	set.Issuer, set.APIURL = "", front.URL
	seen := s.targets("")
	d := newDesk(t, set)
	d.login(t)
	if _, err := New(set, d.opts).Renew(t.Context(), "canary-access-1"); err != nil {
		t.Error(err)
	}
	want := []string{"authorize " + front.URL, "authorization_code " + front.URL, "refresh_token " + front.URL}
	if diff := cmp.Diff(want, *seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// An issuer that is set is asked for no resource, and an audience goes on the page's address alone.
	set = s.settings()
	set.Audience = "travel-api"
	*seen = nil
	d = newDesk(t, set)
	d.login(t)
	if diff := cmp.Diff([]string{"authorize travel-api", "authorization_code "}, *seen); diff != "" {
		t.Errorf("with an audience (-want +got):\n%s", diff)
	}
}

// A server that refuses what travel asked for by itself is asked once more without it, and the login that
// comes of it is renewed without it, too.
func TestWhatTravelAddedAndTheServerRefusesIsDroppedOnce(t *testing.T) {
	s := newServer(t)
	front := describing(t, s)
	set := s.settings()
	set.Issuer, set.APIURL = "", front.URL
	seen := s.targets("invalid_target")
	d := newDesk(t, set)
	d.login(t)
	if _, err := New(set, d.opts).Renew(t.Context(), "canary-access-1"); err != nil {
		t.Error(err)
	}
	want := []string{"authorize " + front.URL, "authorization_code " + front.URL, "authorize ", "authorization_code ", "refresh_token "}
	if diff := cmp.Diff(want, *seen); diff != "" || strings.Count(d.notices.String(), "signing in again without naming it") != 1 {
		t.Errorf("told\n%s(-want +got):\n%s", d.notices, diff)
	}

	s = offering(t, map[string]any{"scopes_supported": []string{"openid", "profile", "offline_access"}})
	s.authorize = func(back url.Values) {
		if n := s.count("/authorize"); n == 1 {
			back.Del("code")
			back.Set("error", "invalid_scope")
		}
	}
	set = s.settings()
	set.ScopesFrom = ""
	d = newDesk(t, set)
	if got := scopesOf(t, s, d, nil); !slices.Equal(got, []string{"openid profile offline_access", "openid profile"}) {
		t.Errorf("asked for %q", got)
	}
	if strings.Count(d.notices.String(), "lists offline_access and refuses it; signing in again without it.") != 1 {
		t.Errorf("told\n%s", d.notices)
	}
}

// What else an API and a server list is theirs: only the contract's own scopes are asked for, and only where
// the API names them.
func TestScopesOfTheContractAreAskedForWhereTheAPINamesThem(t *testing.T) {
	for _, test := range []struct {
		api  []string
		want string
	}{
		{[]string{"users", "admin"}, "openid profile users"}, {[]string{"admin"}, "openid profile"}, {nil, "openid profile"},
	} {
		s := newServer(t)
		set := s.settings()
		set.Issuer, set.APIURL, set.ScopesFrom = "", describing(t, s, test.api...).URL, ""
		if got := scopesOf(t, s, newDesk(t, set), nil); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%v: asked for %q", test.api, got)
		}
	}
}

// registered is a client that someone has set, which is when a server is asked before the person is.
func registered(s *server) flow.Settings {
	set := s.settings()
	set.ClientIDFrom = "TRAVEL_CLIENT_ID"
	return set
}

func TestAWrongClientOrAddressIsFoundOutBeforeTheBrowserOpens(t *testing.T) {
	says := func(status int, code, description string) func(http.ResponseWriter, url.Values) {
		return func(w http.ResponseWriter, _ url.Values) {
			writeJSON(w, status, map[string]any{"error": code, "error_description": description})
		}
	}
	leads := func(to string) func(http.ResponseWriter, url.Values) {
		return func(w http.ResponseWriter, _ url.Values) {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		}
	}
	for name, test := range map[string]struct {
		answer func(http.ResponseWriter, url.Values)
		text   string // of the error, "" where the browser opens
	}{
		"a client, as JSON":      {says(401, "invalid_client", "no such client"), "does not take client-id traveler"},
		"a client, on a page":    {leads("/fallbacks/error?error=invalid_client&error_description=unknown"), "does not take client-id traveler"},
		"an address, as JSON":    {says(400, "invalid_request", "The requested redirect_uri is missing"), "does not take the redirect address"},
		"an address, on a page":  {leads("/error?error=invalid_request&error_description=The+%27redirect_uri%27+does+not+match"), "does not take the redirect address"},
		"another mistake":        {says(400, "invalid_request", "prompt none is not supported"), ""},
		"trouble of the server":  {says(500, "invalid_client", ""), ""},
		"its own page":           {func(w http.ResponseWriter, _ url.Values) { _, _ = w.Write([]byte("<html>")) }, ""},
		"a connection that ends": {func(http.ResponseWriter, url.Values) { panic(http.ErrAbortHandler) }, ""},
		"a page of another kind": {leads("/login?next=x"), ""},
		"no one is signed in there": {func(w http.ResponseWriter, q url.Values) {
			leads(q.Get("redirect_uri")+"?error=login_required&state="+q.Get("state"))(w, q)
		}, ""},
		"a code that no one uses": {func(w http.ResponseWriter, q url.Values) {
			leads(q.Get("redirect_uri")+"?code=canary&state="+q.Get("state"))(w, q)
		}, ""},
		"a client of another's own": {func(w http.ResponseWriter, q url.Values) { leads(q.Get("redirect_uri")+"?error=invalid_client")(w, q) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			var asked []url.Values
			s.page = func(w http.ResponseWriter, q url.Values) bool {
				asked = append(asked, q)
				if q.Get("prompt") == "none" {
					test.answer(w, q)
				}
				return q.Get("prompt") == "none"
			}
			d, opened := newDesk(t, registered(s)), false
			_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error { opened = true; return browse(t)(address) }})
			if opened != (test.text == "") || (err == nil) != (test.text == "") || err != nil && !strings.Contains(err.Error(), test.text) {
				t.Errorf("browser opened %t, %v", opened, err)
			}
			if err != nil && problem.ClassOf(err) != problem.Login {
				t.Errorf("class %s", problem.ClassOf(err))
			}
			if len(asked) == 2 {
				for _, once := range []string{"state", "nonce", "code_challenge"} {
					if asked[0].Get(once) == asked[1].Get(once) {
						t.Errorf("%s is used again", once)
					}
				}
			}
			if n := s.count("/token"); n != map[bool]int{true: 1}[opened] {
				t.Errorf("%d token requests", n)
			}
		})
	}
}

// A sign-in by code in two steps: what waits in between is all that the second one needs.
func TestASignInByCodeIsCompletedByAnotherProcess(t *testing.T) {
	s := newServer(t)
	s.signsDevices()
	s.device.polls = []string{"authorization_pending", ""}
	w := new(watch)
	d := newDesk(t, s.settings(), w.set)
	waiting, err := d.BeginDevice(t.Context(), LoginOptions{})
	if err != nil || waiting.UserCode != "WDJB-MJHT" || waiting.Address != s.URL+"/device" || waiting.Complete == "" || waiting.End.Before(w.now()) {
		t.Fatalf("%+v, %v", waiting, err)
	}
	text, err := json.Marshal(waiting)
	if err != nil {
		t.Fatal(err)
	}
	var kept flow.DeviceSignIn
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	got, err := New(s.settings(), d.opts).CompleteDevice(t.Context(), kept, LoginOptions{})
	if err != nil || got.Name != "Ada Sample" || !got.Renewable {
		t.Errorf("%+v, %v", got, err)
	}
	if token, err := New(s.settings(), d.opts).Token(t.Context()); token != "canary-access-1" || err != nil {
		t.Errorf("the next command got %q, %v", token, err)
	}
	s.metadata = nil
	_, err = newDesk(t, s.settings()).BeginDevice(t.Context(), LoginOptions{})
	if !sameType(err, kind("noDevice")) {
		t.Errorf("a server without codes: %v", err)
	}
}

// What the server failed with at the last is the error, and not that time was over.
func TestACodeOfAServerThatFailsEndsWithItsFailure(t *testing.T) {
	s := newServer(t)
	s.signsDevices()
	s.intercept = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		w.WriteHeader(http.StatusBadGateway)
		return true
	}
	_, err := newDesk(t, s.settings(), new(watch).set).Login(t.Context(), byDevice())
	if !sameType(err, kind("network")) || flow.FaultOf(err).Status != http.StatusBadGateway {
		t.Errorf("%v", err)
	}
	s.intercept, s.device.polls = nil, []string{"authorization_pending"}
	o := byDevice()
	o.Timeout = 30 * time.Second
	d := newDesk(t, s.settings(), new(watch).set)
	if _, err = d.Login(t.Context(), o); err == nil || !strings.Contains(err.Error(), "not entered within 30 seconds") {
		t.Errorf("%v", err)
	}
	if told := d.notices.String(); !strings.Contains(told, "Waiting up to 30 seconds for you; the code works for 5 minutes.") {
		t.Errorf("told\n%s", told)
	}
}

// Of two clocks that differ the one that a third contradicts is wrong.
func TestTheClockThatStandsAloneIsNamed(t *testing.T) {
	for name, test := range map[string]struct {
		api  time.Duration
		want string
	}{
		"the server's": {0, "its clock alone is off"}, "this computer's": {time.Hour, "set this computer's clock"},
	} {
		s := newServer(t)
		s.rotated = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
			w.Header().Set("Date", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
			return false
		}
		s.claims = func(claims map[string]any) {
			claims["iat"], claims["exp"] = time.Now().Add(time.Hour).Unix(), time.Now().Add(2*time.Hour).Unix()
		}
		front := api(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", time.Now().Add(test.api).UTC().Format(http.TimeFormat))
			w.WriteHeader(http.StatusUnauthorized)
		}})
		set := s.settings()
		set.APIURL = front.URL
		_, err := newDesk(t, set).Login(t.Context(), LoginOptions{Open: browse(t)})
		if err == nil || !strings.Contains(err.Error(), "clock is") || !strings.Contains(problem.AdviceOf(err), test.want) {
			t.Errorf("%s: %v, %s", name, err, problem.AdviceOf(err))
		}
	}
}

// An address that the API does not know itself by is answered with the one it describes.
func TestAnAddressThatIsNotTheAPIsOwnIsAnsweredWithThatOne(t *testing.T) {
	s := newServer(t)
	front := describing(t, s)
	for _, address := range []string{front.URL + "/v1", strings.Replace(front.URL, "127.0.0.1", "localhost", 1)} {
		set := s.settings()
		set.Issuer, set.APIURL = "", address
		tunnel := strings.Contains(address, "localhost")
		if tunnel {
			inside := describing(t, s)
			set.APIURL = api(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
				resp, err := http.Get(inside.URL + r.URL.Path)
				if err != nil {
					return
				}
				defer resp.Body.Close()
				var doc map[string]any
				_ = json.NewDecoder(resp.Body).Decode(&doc)
				writeJSON(w, resp.StatusCode, doc)
			}}).URL
			front = inside
		}
		_, err := newDesk(t, set).Login(t.Context(), LoginOptions{Open: browse(t)})
		if want := "travel config set api-url "; err == nil || !strings.Contains(problem.AdviceOf(err), want) || !strings.Contains(err.Error(), front.URL) {
			t.Errorf("%s: %v, %s", set.APIURL, err, problem.AdviceOf(err))
		}
	}
}
