package auth

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/problem"
)

// offering is a server whose metadata has those members too.
func offering(t *testing.T, members map[string]any) *server {
	t.Helper()
	s := newServer(t)
	s.metadata = func(doc map[string]any) {
		maps.Copy(doc, members)
	}
	return s
}

// scopesOf sign-ins of one profile, one after the other; each names scopes of its own.
func scopesOf(t *testing.T, s *server, d *desk, named ...[]string) []string {
	t.Helper()
	var all []string
	for _, more := range named {
		o := LoginOptions{Scopes: more, Open: browse(t)}
		o.Rewrite = func(address string) (string, error) {
			_, rest, _ := strings.Cut(address, "scope=")
			scope, _, _ := strings.Cut(rest, "&")
			all = append(all, strings.ReplaceAll(scope, "+", " "))
			return address, nil
		}
		if _, err := (&desk{Client: New(d.server.Settings, d.opts)}).Login(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestScopesAreFittedToTheServer(t *testing.T) {
	words := func(text string) []string { return strings.Fields(text) }
	for name, test := range map[string]struct {
		members map[string]any
		from    string // who set the scopes
		named   []string
		want    string
		leftOut string
	}{
		"a server that does not say":           {nil, "", nil, "openid profile", ""},
		"one that offers nothing":              {map[string]any{"scopes_supported": []string{}}, "", nil, "openid profile", ""},
		"one that says it in a wrong type":     {map[string]any{"scopes_supported": "openid"}, "", nil, "openid profile", ""},
		"one with more, and no scope to last":  {map[string]any{"scopes_supported": words("openid email profile users")}, "", nil, "openid profile users", ""},
		"one that has not heard of users":      {map[string]any{"scopes_supported": words("openid profile")}, "", nil, "openid profile", "users"},
		"one with a scope to last":             {map[string]any{"scopes_supported": words("openid profile users offline_access")}, "", nil, "openid profile users offline_access", ""},
		"one that gives no refresh tokens":     {map[string]any{"scopes_supported": words("openid profile users offline_access"), "grant_types_supported": words("authorization_code")}, "", nil, "openid profile users", ""},
		"one that gives refresh tokens":        {map[string]any{"scopes_supported": words("openid offline_access"), "grant_types_supported": words("refresh_token")}, "", nil, "openid offline_access", "profile users"},
		"scopes that someone set are the most": {map[string]any{"scopes_supported": words("openid profile offline_access")}, "TRAVEL_SCOPES", nil, "openid profile", "users"},
		"one a person names is always asked":   {map[string]any{"scopes_supported": words("openid profile")}, "", words("users flights"), "openid profile users flights", ""},
		"openid of an OpenID provider":         {map[string]any{"scopes_supported": words("profile")}, "", nil, "openid profile", "users"},
		"openid of a server without id_tokens": {map[string]any{"scopes_supported": words("profile"), "id_token_signing_alg_values_supported": nil}, "", nil, "profile", "openid users"},
		"scopes that no one can ask for": {
			map[string]any{"scopes_supported": []any{"openid", "pro\"file", "users\nx", "back\\slash", "\x1b[31m", 7, nil, strings.Repeat("a", 5000)}}, "", nil,
			"openid", "profile users",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := offering(t, test.members)
			s.answer = func(body map[string]any) { delete(body, "scope") }
			set := s.settings()
			set.ScopesFrom = test.from
			d := newDesk(t, set)
			if got := scopesOf(t, s, d, test.named); !slices.Equal(got, []string{test.want}) {
				t.Errorf("asked for %q, want %q", got, test.want)
			}
			told := strings.Count(d.notices.String(), "does not offer")
			if want := len(words(test.leftOut)); told != min(want, 1) {
				t.Errorf("told %d times: %s", told, d.notices)
			}
			if status, err := d.Stored(t.Context()); err != nil || strings.Join(status.LeftOut, " ") != test.leftOut {
				t.Errorf("left out %q, %v, want %q", status.LeftOut, err, test.leftOut)
			}
		})
	}
}

func TestAPlainSignInAsksAgainForWhatWasGranted(t *testing.T) {
	s := offering(t, map[string]any{"scopes_supported": []string{"openid", "profile", "offline_access"}})
	s.answer = func(body map[string]any) { body["scope"] = "openid profile email unasked" }
	plain := s.settings()
	plain.ScopesFrom = ""
	d := newDesk(t, plain)
	want := []string{
		"openid profile offline_access",
		"openid profile email flights offline_access",
		"openid profile email offline_access", // flights was refused, and unasked was the server's own idea
	}
	if diff := cmp.Diff(want, scopesOf(t, s, d, nil, []string{"email", "flights"}, nil)); diff != "" {
		t.Errorf("asked for (-want +got):\n%s", diff)
	}
	set := d.server.Settings
	d.server.Settings.ScopesFrom = "TRAVEL_SCOPES" // which is how not to ask for offline_access
	if got := scopesOf(t, s, d, nil); !slices.Equal(got, []string{"openid profile email"}) {
		t.Errorf("with scopes set, asked for %q", got)
	}
	d.server.Settings = set

	// The server ends the login: that does not end what is known of it.
	s.mu.Lock()
	s.refresh = ""
	s.mu.Unlock()
	d.age(t)
	if _, err := New(set, d.opts).Token(t.Context()); err == nil {
		t.Fatal("the login has not ended")
	}
	want = []string{"openid profile email offline_access"}
	if diff := cmp.Diff(want, scopesOf(t, s, d, nil)); diff != "" {
		t.Errorf("after the end of the login, asked for (-want +got):\n%s", diff)
	}
	// A logout does.
	if err := New(set, d.opts).Logout(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := d.stored(t); len(left) != 0 {
		t.Errorf("a logout leaves %v", left)
	}
	want = []string{"openid profile offline_access"}
	if diff := cmp.Diff(want, scopesOf(t, s, d, nil)); diff != "" {
		t.Errorf("after a logout, asked for (-want +got):\n%s", diff)
	}
}

func TestARefusedScopeSaysWhatWasAskedAndWhatIsOffered(t *testing.T) {
	const want = " does not grant the scopes asked for, openid profile flights (invalid_scope: not for you); it says that it offers openid profile"
	for way, o := range map[string]LoginOptions{
		"browser": {Open: browse(t)},
		"device":  byDevice(),
	} {
		s := newServer(t)
		s.signsDevices()
		more := s.metadata
		s.metadata = func(doc map[string]any) { more(doc); doc["scopes_supported"] = []string{"openid", "profile"} }
		s.intercept = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
			writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_scope", "error_description": "not for you"})
			return true
		}
		set := s.settings()
		set.ScopesFrom = "TRAVEL_SCOPES"
		o.Scopes = []string{"flights"}
		_, err := newDesk(t, set, new(watch).set).Login(t.Context(), o)
		if err == nil || !strings.HasSuffix(err.Error(), want) || !strings.HasPrefix(problem.AdviceOf(err), "leave out --scope flights, or ask") {
			t.Errorf("%s: %v; advice %q", way, err, problem.AdviceOf(err))
		}
	}
}

func TestWhatAServerSaysItGrantedIsReadOrSaidToBeUnreadable(t *testing.T) {
	asked := []string{"openid", "profile", "users"}
	for name, test := range map[string]struct {
		scope any
		want  []string
		told  bool
	}{
		"a text":               {"openid  profile", []string{"openid", "profile"}, false},
		"a list":               {[]string{"openid", "email"}, []string{"openid", "email"}, false},
		"null":                 {nil, asked, false},
		"nothing":              {"", asked, false},
		"a number":             {7, asked, true},
		"an object":            {map[string]any{"openid": true}, asked, true},
		"a list of others":     {[]any{"openid", 7}, asked, true},
		"quotes":               {`openid "profile"`, asked, true},
		"a backslash":          {`openid a\b`, asked, true},
		"a line break":         {"openid\nprofile", asked, true},
		"an escape sequence":   {"openid \x1b[31m", asked, true},
		"letters of elsewhere": {"openid ünner", asked, true},
		"a scope without end":  {strings.Repeat("a", 5000), asked, true},
		"scopes without end":   {strings.Repeat("openid ", 1000), asked, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.answer = func(body map[string]any) { body["scope"] = test.scope }
			d := newDesk(t, s.settings())
			if got := d.login(t).Scopes; !slices.Equal(got, test.want) {
				t.Errorf("granted %q, want %q", got, test.want)
			}
			if told := strings.Contains(d.notices.String(), "says it granted"); told != test.told || strings.Contains(d.notices.String(), "\x1b") {
				t.Errorf("told %q", d.notices)
			}
		})
	}
}

func TestMetadataThatOffersNothingSaysWhatIsMissing(t *testing.T) {
	s := newServer(t)
	for name, test := range map[string]struct {
		document map[string]any
		want     string
	}{
		"empty":                 {map[string]any{}, "it does not name an issuer"},
		"an issuer alone":       {map[string]any{"issuer": s.URL}, "it lacks authorization_endpoint and token_endpoint"},
		"no token endpoint":     {map[string]any{"issuer": s.URL, "authorization_endpoint": s.URL + "/a", "token_endpoint": nil}, "it lacks token_endpoint"},
		"an endpoint in a list": {map[string]any{"issuer": s.URL, "token_endpoint": []string{s.URL}}, "its token_endpoint must not be a JSON array"},
		"a list as a text":      {map[string]any{"issuer": s.URL, "response_types_supported": "code"}, "its response_types_supported must not be a JSON string"},
		"an issuer in a number": {map[string]any{"issuer": 7}, "its issuer must not be a JSON number"},
	} {
		s.metadata = func(doc map[string]any) {
			clear(doc)
			maps.Copy(doc, test.document)
		}
		d := newDesk(t, s.settings())
		_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
		if !sameType(err, kind("refused")) || !strings.HasSuffix(err.Error(), " is refused: "+test.want) || len(d.stored(t)) != 0 {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

func TestALoginThatCannotBeRenewedIsUsedToItsEndAndSaysSo(t *testing.T) {
	s := offering(t, map[string]any{"scopes_supported": []string{"openid", "profile", "users", "offline_access"}})
	s.answer = func(body map[string]any) { delete(body, "refresh_token") }
	base := time.Now()
	plain := s.settings()
	plain.ScopesFrom = ""
	d := newDesk(t, plain)
	signedIn, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
	if err != nil || signedIn.Renewable || signedIn.Expires == nil || signedIn.Offline != flow.OfflineAsked {
		t.Fatalf("%+v, %v", signedIn, err)
	}
	if status, err := d.Stored(t.Context()); err != nil || status.Refresh != "" || status.Offline != flow.OfflineAsked {
		t.Errorf("%+v, %v", status, err)
	}
	late := d.opts
	late.Now = func() time.Time { return base.Add(595 * time.Second) } // of 600
	if got, err := New(s.settings(), late).Token(t.Context()); got != "canary-access-1" || err != nil {
		t.Errorf("seconds before its end: %q, %v", got, err)
	}
}
