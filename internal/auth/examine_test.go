package auth

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
)

func TestAnExaminationTellsWhatALoginWouldMeet(t *testing.T) {
	s := newServer(t)
	resource := func(issuer string) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{"GET /.well-known/oauth-protected-resource": func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "" {
				t.Error("the API got a token")
			}
			writeJSON(w, http.StatusOK, map[string]any{"resource": "http://" + r.Host, "authorization_servers": []string{issuer}})
		}}
	}
	ends := flow.Endpoints{
		Issuer: s.URL, Authorize: s.URL + "/authorize", Token: s.URL + "/token", JWKS: s.URL + "/jwks", Revoke: s.URL + "/revoke",
		AnswersWithIssuer: true, SaysS256: true,
	}
	silent := ends
	silent.SaysS256 = false
	for name, test := range map[string]struct {
		change   func(*flow.Settings)
		metadata func(map[string]any)
		want     flow.Examination
	}{
		"an issuer that is set": {
			func(s *flow.Settings) { s.APIURL = api(t, nil).URL }, nil,
			flow.Examination{Endpoints: ends},
		},
		"an issuer that the API names": {
			func(set *flow.Settings) { set.Issuer, set.APIURL = "", api(t, resource(s.URL)).URL }, nil,
			flow.Examination{NamedByAPI: true, Endpoints: ends},
		},
		"an API that names another": {
			func(set *flow.Settings) { set.APIURL = api(t, resource("https://other.example")).URL }, nil,
			flow.Examination{Endpoints: ends, Remarks: []string{"the API names another issuer, https://other.example"}},
		},
		"a server that does not speak of PKCE": {
			func(s *flow.Settings) { s.APIURL = api(t, nil).URL },
			func(doc map[string]any) { delete(doc, "code_challenge_methods_supported") },
			flow.Examination{Endpoints: silent},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s.metadata = test.metadata
			set := s.settings()
			test.change(&set)
			d := newDesk(t, set)
			got, err := d.Examine(t.Context())
			if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(flow.Examination{}, "Offset", "Endpoints.Resource"), cmpopts.IgnoreUnexported(flow.Endpoints{})); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			if _, err := os.Stat(filepath.Join(d.dir, "store")); err == nil {
				t.Error("the store was touched")
			}
		})
	}
	if s.count("/token") != 0 || s.count("/authorize") != 0 {
		t.Error("an examination went on to a login")
	}
}

func TestAnExaminationRefusesWhatALoginRefusesAndAsksOnce(t *testing.T) {
	s := newServer(t)
	s.metadata = func(doc map[string]any) { doc["issuer"] = "https://other.example\x1b[31m" }
	set := s.settings()
	set.APIURL = api(t, nil).URL
	got, err := newDesk(t, set).Examine(t.Context())
	if !sameType(err, kind("refused")) || strings.Contains(fmt.Sprint(err), "\x1b") || len(got.List()) != 0 || got.Issuer != s.URL {
		t.Errorf("got %+v, %v", got, err)
	}
	asked := 0
	broken := api(t, map[string]http.HandlerFunc{"GET /": func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusServiceUnavailable)
	}})
	set.Issuer, set.APIURL = "", broken.URL
	if _, err := newDesk(t, set).Examine(t.Context()); !sameType(err, kind("wait")) || asked != 1 {
		t.Errorf("a busy API was asked %d times: %v", asked, err)
	}
}

// slowTransport never answers.
type slowTransport struct{}

func (slowTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestAnExaminationOfASilentServerEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := flow.Settings{APIURL: "https://api.example", ClientID: "traveler"}
		start := time.Now()
		_, err := New(set, ready(Options{Client: flow.Client{HTTP: slowTransport{}}, Store: vault.File(t.TempDir(), "travel: api.example.com", "work")})).Examine(t.Context())
		if !sameType(err, kind("network")) || flow.FaultOf(err).Host != "api.example" || time.Since(start) != 4*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}
