package auth

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/transport"
)

// tellsAt gives the server a userinfo, which tells what the handler writes, and takes name and market out
// of its id_tokens.
func (s *server) tellsAt(handler http.HandlerFunc) {
	s.metadata = func(doc map[string]any) { doc["userinfo_endpoint"] = s.URL + "/userinfo" }
	s.claims = func(claims map[string]any) {
		delete(claims, "name")
		delete(claims, "country_code")
	}
	at(s, "/userinfo", handler)
}

// tells answers with that text.
func tells(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, text)
	}
}

func TestAnIDTokenThatCameIsUsedWhateverScopesTheAnswerNames(t *testing.T) {
	for _, scope := range []any{"profile users", "", nil, "openid"} {
		s := newServer(t)
		s.answer = func(body map[string]any) { body["scope"] = scope }
		if got := newDesk(t, s.settings()).login(t); got.Subject != "u-1" || got.Market != "AE" {
			t.Errorf("with the scope %v the account is %+v", scope, got)
		}
	}
}

// Nothing is known of the account then, and userinfo alone would speak of anyone.
func TestALoginWithoutAnIDTokenIsALogin(t *testing.T) {
	for name, spoil := range map[string]func(s *server){
		"none came":      func(s *server) { s.answer = func(body map[string]any) { delete(body, "id_token") } },
		"an empty one":   func(s *server) { s.answer = func(body map[string]any) { body["id_token"] = "" } },
		"no keys for it": func(s *server) { s.metadata = func(doc map[string]any) { delete(doc, "jwks_uri") } },
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.tellsAt(tells("application/json", `{"sub":"u-1","name":"Robin","country_code":"PT"}`))
			spoil(s)
			d := newDesk(t, s.settings())
			want := flow.Account{Issuer: s.URL, Scopes: []string{"openid", "profile", "users"}}
			if diff := cmp.Diff(want, d.login(t)); diff != "" {
				if name != "no keys for it" { // it replaces the metadata
					t.Errorf("account (-want +got):\n%s", diff)
				}
			}
			if token, err := d.Token(t.Context()); token == "" || err != nil {
				t.Errorf("token %q, %v", token, err)
			}
			if n := s.count("/userinfo"); n != 0 {
				t.Errorf("userinfo was asked %d times", n)
			}
		})
	}
}

func TestUserinfoTellsWhatTheIDTokenDoesNot(t *testing.T) {
	type found struct{ Name, Email, Market, Source, Locale string }
	for name, test := range map[string]struct {
		id     map[string]any // added to an id_token without name and market
		info   string
		claims []string // market-claim
		want   found
		asked  int
	}{
		"both":                    {nil, `{"sub":"u-1","name":"Robin","country_code":"pt","locale":"pt-PT"}`, nil, found{"Robin", "ada@example.com", "PT", "userinfo country_code", "pt-PT"}, 1},
		"the name alone":          {map[string]any{"country_code": "AE"}, `{"sub":"u-1","name":"Robin","country_code":"PT"}`, nil, found{"Robin", "ada@example.com", "AE", "country_code", ""}, 1},
		"the market alone":        {map[string]any{"name": "Ada"}, `{"sub":"u-1","name":"Robin","address":{"country":"PT"}}`, nil, found{"Ada", "ada@example.com", "PT", "userinfo address.country", ""}, 1},
		"nothing is missing":      {map[string]any{"name": "Ada", "country_code": "AE"}, `{"sub":"u-1","name":"Robin"}`, nil, found{"Ada", "ada@example.com", "AE", "country_code", ""}, 0},
		"the id_token first":      {map[string]any{"second": "AE"}, `{"sub":"u-1","name":"Robin","first":"PT"}`, []string{"first", "second"}, found{"Robin", "ada@example.com", "AE", "second", ""}, 1},
		"the list's order":        {nil, `{"sub":"u-1","name":"Robin","first":"PT","second":"ES"}`, []string{"second", "first"}, found{"Robin", "ada@example.com", "ES", "userinfo second", ""}, 1},
		"a locale is no market":   {nil, `{"sub":"u-1","name":"Robin","locale":"pt-BR"}`, nil, found{"Robin", "ada@example.com", "", "", "pt-BR"}, 1},
		"a locale that is none":   {nil, `{"sub":"u-1","name":"Robin","locale":"x; travel logout -BR"}`, nil, found{"Robin", "ada@example.com", "", "", ""}, 1},
		"no claim of the list":    {nil, `{"sub":"u-1","name":"Robin","country_code":"PT"}`, []string{"home"}, found{"Robin", "ada@example.com", "", "", ""}, 1},
		"claims of another kind":  {map[string]any{"name": []string{"Ada"}}, `{"sub":"u-1","name":{"x":1},"country_code":["PT"],"address":{"country":7},"locale":[]}`, nil, found{Email: "ada@example.com"}, 1},
		"signs that are not seen": {nil, `{"sub":"u-1","name":"Ro\u001b[31mbin\u202e\u0000","country_code":"P\u200bT"}`, nil, found{Name: "Robin", Email: "ada@example.com"}, 1},
		"a long name":             {nil, `{"sub":"u-1","name":"` + strings.Repeat("x", 100_000) + `"}`, nil, found{Name: strings.Repeat("x", 200) + "...", Email: "ada@example.com"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.tellsAt(func(w http.ResponseWriter, r *http.Request) {
				if got := r.Header.Get("Authorization"); got != "Bearer canary-access-1" || r.Method != http.MethodGet || r.URL.RawQuery != "" {
					t.Errorf("%s %s with %q", r.Method, r.URL, got)
				}
				tells("application/json", test.info)(w, r)
			})
			strip := s.claims
			s.claims = func(claims map[string]any) {
				strip(claims)
				maps.Copy(claims, test.id)
			}
			set := s.settings()
			set.MarketClaims = test.claims
			d := newDesk(t, set)
			a := d.login(t)
			if diff := cmp.Diff(test.want, found{a.Name, a.Email, a.Market, a.MarketSource, a.Locale}); diff != "" {
				t.Errorf("account (-want +got):\n%s", diff)
			}
			if _, err := d.Renew(t.Context(), "canary-access-1"); err != nil {
				t.Error(err)
			}
			if n := s.count("/userinfo"); n != test.asked { // at a login only
				t.Errorf("userinfo was asked %d times, want %d", n, test.asked)
			}
			if strings.Contains(d.notices.String(), "lacks") {
				t.Errorf("told\n%s", d.notices)
			}
		})
	}
}

// unusable are answers of a userinfo that nothing may be taken from, with a word of the reason.
func unusable() map[string]struct {
	handler http.HandlerFunc
	text    string
} {
	status := func(n int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "900")
			w.WriteHeader(n)
		}
	}
	write := func(w io.Writer) {
		_, _ = io.WriteString(w, `{"sub":"u-1","name":"canary-name","country_code":"PT","x":"`)
		for range 100 {
			if _, err := w.Write(bytes.Repeat([]byte("x"), 1<<20)); err != nil {
				return
			}
		}
	}
	flood := func(w http.ResponseWriter, _ *http.Request) { write(w) }
	bomb := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		write(z)
		_ = z.Close()
	}
	cut := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"sub":"u-1","name":"canary-name"`)
	}
	deep := `{"sub":"u-1","name":"canary-name","x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}"
	return map[string]struct {
		handler http.HandlerFunc
		text    string
	}{
		"another sub":       {tells("application/json", `{"sub":"u-2","name":"canary-name","country_code":"PT"}`), "someone else"},
		"a sub in capitals": {tells("application/json", `{"sub":"U-1","name":"canary-name","country_code":"PT"}`), "someone else"},
		"no sub":            {tells("application/json", `{"name":"canary-name","country_code":"PT"}`), "someone else"},
		"a sub of numbers":  {tells("application/json", `{"sub":1,"name":"canary-name","country_code":"PT"}`), "cannot be read"},
		"signed":            {tells("application/jwt", `eyJhbGciOiJFUzI1NiJ9.canary-name.x`), "its claims cannot be read"},
		"signed, said JSON": {tells("application/json", `eyJhbGciOiJFUzI1NiJ9.canary-name.x`), "a JSON object"},
		"a list":            {tells("application/json", `[{"sub":"u-1","name":"canary-name"}]`), "a JSON object"},
		"null":              {tells("application/json", `null`), "a JSON object"},
		"nothing":           {tells("application/json", ``), "a JSON object"},
		"two objects":       {tells("application/json", `{"sub":"u-1","name":"canary-name"}{}`), "a JSON object"},
		"nested deeply":     {tells("application/json", deep), "a JSON object"},
		"a web page":        {tells("text/html", `<h1>canary-name</h1>`), "a web page"},
		"100 MB":            {flood, "too large"},
		"a bomb":            {bomb, "too large"},
		"cut short":         {cut, "ends too early"},
		"hung up":           {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "EOF"},
		"failing":           {status(500), "500"},
		"away for long":     {status(503), "busy"},
		"too many requests": {status(429), "busy"},
		"refusing":          {status(401), "401"},
		"forbidden":         {status(403), "403"},
		"missing":           {status(404), "404"},
		"an empty success":  {status(204), "204"},
	}
}

// T52 in all its forms.
func TestAUserinfoThatCannotBeUsedEndsNoLogin(t *testing.T) {
	for name, test := range unusable() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.tellsAt(test.handler)
			var log bytes.Buffer
			d := newDesk(t, s.settings(), func(o *Options) { o.Log = transport.NewLog(&log, time.Now) })
			want := flow.Account{Subject: "u-1", Email: "ada@example.com", Issuer: s.URL, Scopes: []string{"openid", "profile", "users"}}
			if diff := cmp.Diff(want, d.login(t)); diff != "" {
				t.Errorf("account (-want +got):\n%s", diff)
			}
			told := d.notices.String()
			if !strings.Contains(told, "The login lacks your market and name: ") || !strings.Contains(told, test.text) {
				t.Errorf("told\n%s", told)
			}
			if strings.Contains(told+log.String(), "canary") || !strings.Contains(log.String(), "/userinfo") {
				t.Errorf("told\n%s\nlogged\n%s", told, log.String())
			}
			if n := s.count("/userinfo"); n != 1 {
				t.Errorf("userinfo was asked %d times", n)
			}
			for entry, text := range d.stored(t) {
				if strings.Contains(text, "canary-name") {
					t.Errorf("%s keeps what userinfo said", entry)
				}
			}
		})
	}
}

// OpenID Connect Core 1.0 §5.3.2: an answer may be signed, by a key of the issuer's.
func TestASignedUserinfoIsReadIfTheIssuerSignedIt(t *testing.T) {
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		key  func(s *server) *ecdsa.PrivateKey
		want string
	}{
		"by the issuer":   {func(s *server) *ecdsa.PrivateKey { return s.key }, "PT"},
		"by someone else": {func(*server) *ecdsa.PrivateKey { return stranger }, ""},
	} {
		s := newServer(t)
		claims := map[string]any{"sub": "u-1", "name": "Robin", "country_code": "PT"}
		text := signed(t, jose.ES256, jose.JSONWebKey{Key: test.key(s), KeyID: "one"}, claims)
		s.tellsAt(tells("application/jwt", text))
		d := newDesk(t, s.settings())
		if a := d.login(t); a.Market != test.want || (test.want == "") != strings.Contains(d.notices.String(), "cannot be read or verified") {
			t.Errorf("%s: %+v\n%s", name, a, d.notices)
		}
		if n := s.count("/jwks"); n == 0 {
			t.Errorf("%s: no keys were read", name)
		}
	}
}

func TestUserinfoIsFollowedNowhere(t *testing.T) {
	var visits atomic.Int64
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
	defer thief.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := newServer(t)
		s.tellsAt(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", thief.URL+"/?access_token=x")
			w.WriteHeader(status)
		})
		d := newDesk(t, s.settings())
		d.login(t)
		if told := d.notices.String(); !strings.Contains(told, "a redirect is never followed here") {
			t.Errorf("%d: told\n%s", status, told)
		}
	}
	if n := visits.Load(); n != 0 {
		t.Errorf("%d requests reached the second origin", n)
	}
}

// T52: the token goes to an address on the issuer's own site, and to no other that its metadata name.
func TestUserinfoOnAnotherSiteIsNotAsked(t *testing.T) {
	var visits atomic.Int64
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
	defer thief.Close()
	for address, reason := range map[string]string{
		strings.Replace(thief.URL, "127.0.0.1", "localhost", 1): "is on another site, localhost",
		"http://info.example/":  "must be https",
		"https://info.example/": "is on another site, info.example",
		"https://a@127.0.0.1/":  "holds a user name",
		"file:///etc/passwd":    "is not a web address with a host",
		"/userinfo":             "is not a web address with a host",
		thief.URL + "/#x":       "has a fragment",
	} {
		s := newServer(t)
		s.tellsAt(nil)
		s.metadata = func(doc map[string]any) { doc["userinfo_endpoint"] = address }
		d := newDesk(t, s.settings())
		d.login(t)
		if told := d.notices.String(); !strings.Contains(told, "its userinfo_endpoint "+reason) {
			t.Errorf("%s: told\n%s", address, told)
		}
		e, err := d.Examine(t.Context())
		if err != nil || e.Userinfo != "" {
			t.Errorf("%s: examined as %+v, %v", address, e.Endpoints, err)
		}
	}
	if n := visits.Load(); n != 0 {
		t.Errorf("%d requests reached the other site", n)
	}
}

// Who interrupts while userinfo is read has no login, neither here nor at the server.
func TestAnInterruptedUserinfoKeepsNoLogin(t *testing.T) {
	s := newServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.tellsAt(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	d := newDesk(t, s.settings())
	if _, err := d.Login(ctx, LoginOptions{Open: browse(t)}); err == nil {
		t.Error("the login was kept")
	}
	if len(d.stored(t)) != 0 || len(s.revoked) != 1 || strings.Contains(d.notices.String(), "lacks") {
		t.Errorf("stored %v, revoked %v, told\n%s", d.stored(t), s.revoked, d.notices)
	}
}

// T52: the proxy is asked for a tunnel and for nothing else.
func TestAProxySeesNothingOfUserinfo(t *testing.T) {
	other := httptest.NewTLSServer(http.NotFoundHandler())
	defer other.Close()
	s, secure := newSecureServer(t, other)
	s.tellsAt(tells("application/json", `{"sub":"u-1","name":"Robin","country_code":"PT"}`))
	var seen bytes.Buffer
	into := &lineWriter{w: &seen}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.Write(into)
		there, err := net.Dial("tcp", r.Host)
		if err != nil || r.Method != http.MethodConnect {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer there.Close()
		here, early, err := http.NewResponseController(w).Hijack() // before the answer: what follows it may come at once
		if err != nil {
			return
		}
		defer here.Close()
		_, _ = io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { _, _ = io.Copy(there, io.TeeReader(early, into)) }()
		_, _ = io.Copy(here, there)
	}))
	defer proxy.Close()
	tunnel := secure.Clone()
	tunnel.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse(proxy.URL) }
	d := newDesk(t, s.settings(), func(o *Options) { o.HTTP = tunnel })
	d.loginBy(t, secure)
	if n := s.count("/userinfo"); n != 1 {
		t.Errorf("userinfo was asked %d times", n)
	}
	into.mu.Lock()
	defer into.mu.Unlock()
	if text := seen.String(); !strings.Contains(text, "CONNECT ") || strings.Contains(text, "canary") || strings.Contains(text, "Bearer") {
		t.Errorf("the proxy saw %q", text)
	}
}
