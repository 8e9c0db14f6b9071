package faults

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
)

func TestEveryOperationIsATarget(t *testing.T) {
	targets := newTargets()
	variable := regexp.MustCompile(`\{[^}]*\}`)
	for i := range api.Operations {
		op := &api.Operations[i]
		k := targets.of(httptest.NewRequest(op.Method, variable.ReplaceAllString(op.Path, "a:b~1"), nil))
		if diff := cmp.Diff([]string{"*", "api", op.ID}, k.all); diff != "" {
			t.Errorf("%s (-want +got):\n%s", op.ID, diff)
		}
		if name, ok := findTarget(strings.ToUpper(op.ID)); !ok || name != op.ID {
			t.Errorf("%s is not a target", op.ID)
		}
	}
}

func TestATokenRequestIsKnownByItsGrantAndLeftWhole(t *testing.T) {
	const long = "&filler="
	for form, want := range map[string][]string{
		"grant_type=refresh_token&refresh_token=r":                              {"*", "oauth", "token", "refresh"},
		"code=c&grant_type=authorization_code":                                  {"*", "oauth", "token", "exchange"},
		"grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=d": {"*", "oauth", "token", "poll"},
		"grant_type=password":                                                   {"*", "oauth", "token"},
		"grant_type=%zz":                                                        {"*", "oauth", "token"},
		"":                                                                      {"*", "oauth", "token"},
		"grant_type=refresh_token" + long + strings.Repeat("x", 2*maxForm): {"*", "oauth", "token", "refresh"},
	} {
		r := httptest.NewRequest(http.MethodPost, "/token", strings.NewReader(form))
		k := newTargets().of(r)
		if diff := cmp.Diff(want, k.all); diff != "" {
			t.Errorf("%.40s (-want +got):\n%s", form, diff)
		}
		if left, err := io.ReadAll(r.Body); string(left) != form || err != nil {
			t.Errorf("%.40s: %d bytes of %d are left, %v", form, len(left), len(form), err)
		}
	}
}

func TestAnythingElseIsReachedByTheStarAlone(t *testing.T) {
	for _, target := range []string{"/", "/v1", "/v1/flights/searches", "/tokens", "/v1/places/", "//health"} {
		k := newTargets().of(httptest.NewRequest(http.MethodGet, target, nil))
		if diff := cmp.Diff([]string{"*"}, k.all); diff != "" {
			t.Errorf("%s (-want +got):\n%s", target, diff)
		}
	}
}

// BenchmarkARequestThatNoRuleWants is what a request pays on a server with
// faults that are meant for others. A server without any pays nothing.
func BenchmarkARequestThatNoRuleWants(b *testing.B) {
	h := New(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), parsed(b, "getHealth=503", "*:1000000000=hang", "refresh=lost"), Options{})
	r := httptest.NewRequest(http.MethodGet, "/v1/places?query=a", nil)
	w := httptest.NewRecorder()
	for b.Loop() {
		h.ServeHTTP(w, r)
	}
}
