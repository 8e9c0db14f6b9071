package auth

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/transport"
)

// api is a deployment's API that only knows how to say who signs its users in.
func api(t *testing.T, routes map[string]http.HandlerFunc) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	for pattern, handler := range routes {
		mux.HandleFunc(pattern, handler)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func TestTheAPINamesItsIssuer(t *testing.T) {
	as := newServer(t)
	document := func(w http.ResponseWriter, r *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"resource": "http://" + r.Host + "/base", "authorization_servers": []string{as.URL}})
	}
	challenge := func(format string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Add("WWW-Authenticate", "Basic realm=x")
			w.Header().Add("WWW-Authenticate", fmt.Sprintf(format, r.Host))
			w.WriteHeader(http.StatusUnauthorized)
		}
	}
	for name, routes := range map[string]map[string]http.HandlerFunc{
		"at the well-known address": {"GET /.well-known/oauth-protected-resource/base": document},
		"in the 401 of a read": {
			"GET /base/v1/user": challenge(`Bearer error="invalid_token", resource_metadata="http://%s/elsewhere"`),
			"GET /elsewhere":    document,
		},
		"in the 401, unquoted": {
			"GET /base/v1/user": challenge(`bearer resource_metadata=http://%s/elsewhere`),
			"GET /elsewhere":    document,
		},
		"in the 401, beside the document of another API": {
			"GET /base/v1/user": challenge(`Bearer resource_metadata="http://%s/elsewhere"`),
			"GET /elsewhere":    document,
			"GET /.well-known/oauth-protected-resource": func(w http.ResponseWriter, r *http.Request) {
				writeJSON(w, http.StatusOK, map[string]any{"resource": "http://" + r.Host, "authorization_servers": []string{as.URL}})
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := as.settings()
			s.Issuer, s.APIURL = "", api(t, routes).URL+"/base"
			d := newDesk(t, s)
			if got := d.login(t); got.Issuer != as.URL || got.Market != "AE" {
				t.Errorf("account %+v", got)
			}
			if _, err := New(s, d.opts).Token(t.Context()); err != nil {
				t.Errorf("the next command: %v", err)
			}
		})
	}
}

func TestAnAPIThatNamesAnIssuerBadlyIsRefused(t *testing.T) {
	as := newServer(t)
	document := func(doc map[string]any) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{"GET /.well-known/oauth-protected-resource": func(w http.ResponseWriter, r *http.Request) {
			if doc["resource"] == nil {
				doc["resource"] = "http://" + r.Host + "/"
			}
			writeJSON(w, http.StatusOK, doc)
		}}
	}
	challenge := func(value string) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{"GET /v1/user": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", value)
			w.WriteHeader(http.StatusUnauthorized)
		}}
	}
	for name, routes := range map[string]map[string]http.HandlerFunc{
		"another resource":           document(map[string]any{"resource": "https://other.example", "authorization_servers": []string{as.URL}}),
		"no server":                  document(map[string]any{}),
		"several servers":            document(map[string]any{"authorization_servers": []string{as.URL, "https://auth.example.com"}}),
		"a server on plain http":     document(map[string]any{"authorization_servers": []string{"http://auth.example.com"}}),
		"a wrong type":               document(map[string]any{"authorization_servers": as.URL}),
		"no challenge":               challenge("Basic realm=x"),
		"a foreign document":         challenge(`Bearer resource_metadata="` + as.URL + `/x"`),
		"a document that is not one": challenge(`Bearer resource_metadata="file:///etc/passwd"`),
		"a challenge too long":       challenge(`Bearer resource_metadata="` + as.URL + "/" + strings.Repeat("a", transport.MaxURL) + `"`),
	} {
		t.Run(name, func(t *testing.T) {
			s := as.settings()
			s.Issuer, s.APIURL = "", api(t, routes).URL
			_, err := newDesk(t, s).Login(t.Context(), LoginOptions{Open: browse(t)})
			if !sameType(err, kind("refused")) {
				t.Errorf("err = %v, want a RefusedError", err)
			}
			if as.count("/authorize") != 0 {
				t.Error("the sign-in page was opened")
			}
		})
	}
}

func TestAPlainOAuthServerSignsInWithoutAnAccount(t *testing.T) {
	as := newServer(t)
	as.answer = func(body map[string]any) {
		delete(body, "id_token")
		body["scope"] = "users"
	}
	front := api(t, map[string]http.HandlerFunc{
		"/":                                     func(w http.ResponseWriter, r *http.Request) { as.Config.Handler.ServeHTTP(w, r) },
		"GET /.well-known/openid-configuration": http.NotFound,
		"GET /.well-known/oauth-authorization-server": func(w http.ResponseWriter, r *http.Request) {
			base := "http://" + r.Host
			writeJSON(w, http.StatusOK, map[string]any{
				"issuer": base, "authorization_endpoint": base + "/authorize", "token_endpoint": base + "/token",
			})
		},
	})
	as.authorize = func(back url.Values) { back.Del("iss") }
	s := as.settings()
	s.Issuer, s.Scopes = front.URL, []string{"users"}
	got := newDesk(t, s).login(t)
	if diff := cmp.Diff(flow.Account{Issuer: front.URL, Scopes: []string{"users"}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The SDK refuses metadata without a list of PKCE methods. Most servers that take PKCE say so, and others do not.
func TestAServerThatNamesNoPKCEMethodsIsSentPKCE(t *testing.T) {
	s := newServer(t) // which gives a token for the right verifier only
	s.metadata = func(doc map[string]any) { delete(doc, "code_challenge_methods_supported") }
	if got := newDesk(t, s.settings()).login(t); got.Name != "Ada Sample" {
		t.Errorf("account %+v", got)
	}
}
