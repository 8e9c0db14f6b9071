package sandbox

import (
	"net/http"
	"strings"
	"testing"

	"travel.example/travel/api"
)

func TestAPathOutsideTheContractIsNotFound(t *testing.T) {
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
}

func TestAWrongMethodIsToldTheRightOnes(t *testing.T) {
	r := newRig(t, Options{})
	for _, tt := range []struct{ method, target, allow string }{
		{"POST", "/v1/places?query=a", "GET, HEAD, OPTIONS"},
		{"DELETE", "/v1/flights/trips/a:b", "GET, HEAD, OPTIONS"},
		{"GET", "/v1/flights/searches", "OPTIONS, POST"},
		{"HEAD", "/v1/flights/searches", "OPTIONS, POST"},
		{"PUT", "/health", "GET, HEAD, OPTIONS"},
	} {
		a := r.send(tt.method, tt.target, "")
		if a.status != http.StatusMethodNotAllowed || a.header.Get("Allow") != tt.allow {
			t.Errorf("%s %s: status %d, Allow %q; want %s", tt.method, tt.target, a.status, a.header.Get("Allow"), tt.allow)
		}
		if tt.method != "HEAD" && a.problem(t).Status != 405 {
			t.Errorf("%s %s: %s", tt.method, tt.target, a.body)
		}
	}
	a := r.send("OPTIONS", "/v1/places", "")
	if a.status != http.StatusNoContent || a.header.Get("Allow") != "GET, HEAD, OPTIONS" || len(a.body) != 0 {
		t.Errorf("OPTIONS: status %d, headers %v, body %q", a.status, a.header, a.body)
	}
}

func TestHEADIsGETWithoutABody(t *testing.T) {
	r := newRig(t, Options{})
	get, head := r.get("/v1/places?query=dubai"), r.send("HEAD", "/v1/places?query=dubai", "")
	if head.status != 200 || len(head.body) != 0 || head.header.Get("Content-Length") != get.header.Get("Content-Length") {
		t.Errorf("HEAD: status %d, %d bytes, headers %v; GET has %v", head.status, len(head.body), head.header, get.header)
	}
	if r.send("HEAD", "/v1/places", "").status != 400 {
		t.Error("HEAD is not checked as GET is")
	}
}

func TestAPageOfAnotherSiteChangesNothing(t *testing.T) {
	r := newRig(t, Options{})
	for _, tt := range []struct {
		method, header string
		status         int
	}{
		{"POST", "Origin: https://evil.example", 403},
		{"POST", "Origin: null", 403},
		{"POST", "Sec-Fetch-Site: cross-site", 403},
		{"POST", "Origin: " + BuiltinURL, 405},
		{"POST", "Sec-Fetch-Site: same-origin", 405},
		{"GET", "Origin: https://evil.example", 200},
	} {
		a := r.send(tt.method, "/v1/places?query=dubai", "", tt.header)
		if a.status != tt.status {
			t.Errorf("%s with %s: status %d, want %d", tt.method, tt.header, a.status, tt.status)
		}
		if a.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s with %s: other sites may read the answer", tt.method, tt.header)
		}
	}
}

func TestSignInIsServedBesideTheAPI(t *testing.T) {
	r := newRig(t, Options{URL: "http://127.0.0.1:8787"})
	for _, target := range []string{"/.well-known/openid-configuration", "/.well-known/oauth-authorization-server",
		"/.well-known/oauth-protected-resource", "/jwks.json"} {
		a := r.get(target, "Authorization: ")
		if a.status != http.StatusOK || a.header.Get("X-Trace-Id") == "" {
			t.Errorf("%s: status %d, headers %v", target, a.status, a.header)
		}
	}
	if a := r.get("/.well-known/openid-configuration"); !strings.Contains(string(a.body), `"issuer":"http://127.0.0.1:8787"`) {
		t.Errorf("the issuer is not the sandbox's URL: %s", a.body)
	}
}

func TestEveryOperationOfTheContractHasAHandler(t *testing.T) {
	handlers := newRig(t, Options{}).service.handlers()
	for i := range api.Operations {
		if id := api.Operations[i].ID; handlers[id].serve == nil {
			t.Errorf("%s has no handler in routes.go", id)
		}
	}
	for id := range handlers {
		if _, ok := api.Find(id); !ok {
			t.Errorf("%s is not an operation of the contract", id)
		}
	}
}

func TestATemplateMatchesPathsOfItsForm(t *testing.T) {
	const template = "/v1/hotels/{hotelId}/rates"
	for path, want := range map[string]bool{
		"/v1/hotels/1/rates": true, "/v1/hotels/x/rates": true, "/v1/hotels//rates": false, "/v1/hotels/1/rates/": false,
		"/v1/hotels/1": false, "/v1/hotels/1/reviews": false, "/": false, "": false,
	} {
		if got := matches(template, path); got != want {
			t.Errorf("%q: %v, want %v", path, got, want)
		}
	}
}
