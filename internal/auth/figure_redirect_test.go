package auth

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/testkit/need"
	"travel.example/travel/internal/transport"
)

// redirect is one way to point a client elsewhere.
type redirect struct {
	status int
	target string
}

// redirects lists them for a second origin, on https and on plain http: five statuses to seven addresses.
func redirects(thief, plain string) []redirect {
	port := strings.TrimPrefix(thief, "https://127.0.0.1:")
	targets := []string{
		thief + "/", plain + "/", thief + "/back", "//127.0.0.1:" + port + "/",
		"https://localhost:" + port + "/", "https://auth.localhost:" + port + "/", "https://user:secret@127.0.0.1:" + port + "/",
	}
	var list []redirect
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, target := range targets {
			list = append(list, redirect{status, target})
		}
	}
	return list
}

// TestFigureNoEndpointIsFollowedElsewhere redirects every endpoint of the authorization server in every way, or where
// no figures are asked for in a tenth of the ways, other ones for the next endpoint.
func TestFigureNoEndpointIsFollowedElsewhere(t *testing.T) {
	var visits atomic.Int64
	visit := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		visits.Add(1)
		if r.URL.Path == "/back" { // a chain
			http.Redirect(w, r, "/", http.StatusTemporaryRedirect)
		}
	})
	thief, plain := httptest.NewTLSServer(visit), httptest.NewServer(visit)
	defer thief.Close()
	defer plain.Close()
	kinds, endpoints, tried := redirects(thief.URL, plain.URL), spoilt(), 0
	stride := need.Count(10, 1)
	for i, way := range kinds {
		for j, end := range endpoints {
			if (i+j)%stride != 0 {
				continue
			}
			t.Run(fmt.Sprint(end.path, way), func(t *testing.T) {
				tried++
				s, secure := newSecureServer(t, thief)
				set := s.settings()
				if end.prepare != nil {
					end.prepare(s, &set)
				}
				d := newDesk(t, set, new(watch).set, func(o *Options) { o.HTTP, o.ClientDir = secure, t.TempDir()+"/clients" })
				if end.signedIn {
					d.loginBy(t, secure)
					d.age(t)
				}
				before, sent := d.stored(t), s.count(end.path)
				at(s, end.path, func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Location", way.target)
					w.WriteHeader(way.status)
				})
				err := end.use(t, d, secure)
				if !sameType(err, kind("answer")) || !strings.Contains(err.Error(), "redirect") {
					t.Errorf("err = %v", err)
				}
				if n := s.count(end.path) - sent; n != 1 {
					t.Errorf("%d requests", n)
				}
				if end.keeps && fmt.Sprint(before) != fmt.Sprint(d.stored(t)) {
					t.Error("what is stored changed")
				}
			})
		}
	}
	if n := visits.Load(); n != 0 {
		t.Errorf("%d requests reached the second origin", n)
	}
	need.Figure(t, fmt.Sprintf("%d redirects of %d sign-in endpoints", len(kinds), len(endpoints)),
		fmt.Sprintf("%d tried, %d requests at the second origin", tried, visits.Load()), "0 requests")
}

// endpoint is where a redirect is tried.
type endpoint struct {
	path     string
	prepare  func(*server, *flow.Settings) // nil: nothing is special
	signedIn bool                          // a person is, when it is used
	keeps    bool                          // the login stays as it is
	use      func(t *testing.T, d *desk, secure *http.Transport) error
}

func spoilt() []endpoint {
	login := func(t *testing.T, d *desk, secure *http.Transport) error {
		_, err := d.Login(t.Context(), LoginOptions{Open: browseBy(t, secure)})
		return err
	}
	token := func(t *testing.T, d *desk, _ *http.Transport) error {
		_, err := d.Token(t.Context())
		return err
	}
	logout := func(t *testing.T, d *desk, _ *http.Transport) error { return d.Logout(t.Context()) }
	device := func(t *testing.T, d *desk, _ *http.Transport) error {
		_, err := d.Login(t.Context(), byDevice())
		return err
	}
	api := func(s *server, set *flow.Settings) { set.Issuer, set.APIURL = "", s.URL }
	devices := func(s *server, _ *flow.Settings) { s.signsDevices() }
	newcomer := func(s *server, set *flow.Settings) {
		s.registers()
		set.ClientID = ""
	}
	return []endpoint{
		{path: "/.well-known/oauth-protected-resource", prepare: api, keeps: true, use: login},
		{path: "/v1/user", prepare: api, keeps: true, use: login},
		{path: "/device_authorization", prepare: devices, keeps: true, use: device},
		{path: "/token", prepare: devices, keeps: true, use: device},
		{path: "/register", prepare: newcomer, keeps: true, use: login},
		{path: "/.well-known/openid-configuration", keeps: true, use: login},
		{path: "/jwks", keeps: true, use: login},
		{path: "/token", keeps: true, use: login},
		{path: "/token", signedIn: true, keeps: true, use: token},
		{path: "/revoke", signedIn: true, use: logout},
	}
}

// newSecureServer is a server on https, and a transport that trusts it and other.
func newSecureServer(t *testing.T, other *httptest.Server) (*server, *http.Transport) {
	t.Helper()
	s := newServer(t)
	front := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.Config.Handler.ServeHTTP(w, r) }))
	t.Cleanup(front.Close)
	s.Close()
	s.URL = front.URL
	roots := x509.NewCertPool()
	roots.AddCert(front.Certificate())
	roots.AddCert(other.Certificate())
	secure := transport.New(nil)
	secure.DisableKeepAlives = true
	secure.TLSClientConfig = &tls.Config{RootCAs: roots}
	return s, secure
}

// browseBy is browse over a transport.
func browseBy(t *testing.T, transport *http.Transport) func(string) error {
	t.Helper()
	return func(address string) error {
		resp, err := (&http.Client{Transport: transport}).Get(address)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}
}

func (d *desk) loginBy(t *testing.T, transport *http.Transport) {
	t.Helper()
	if _, err := d.Login(t.Context(), LoginOptions{Open: browseBy(t, transport)}); err != nil {
		t.Fatalf("login: %v", err)
	}
}
