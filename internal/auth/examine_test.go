package auth

import (
	"errors"
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
	ends := []Endpoint{{"authorize", s.URL + "/authorize"}, {"token", s.URL + "/token"}, {"jwks", s.URL + "/jwks"}, {"revoke", s.URL + "/revoke"}}
	for name, test := range map[string]struct {
		change   func(*Settings)
		metadata func(map[string]any)
		want     Examination
	}{
		"an issuer that is set": {
			func(s *Settings) { s.APIURL = api(t, nil).URL }, nil,
			Examination{Issuer: s.URL, SaysS256: true, Endpoints: ends},
		},
		"an issuer that the API names": {
			func(set *Settings) { set.Issuer, set.APIURL = "", api(t, resource(s.URL)).URL }, nil,
			Examination{Issuer: s.URL, NamedByAPI: true, SaysS256: true, Endpoints: ends},
		},
		"an API that names another": {
			func(set *Settings) { set.APIURL = api(t, resource("https://other.example")).URL }, nil,
			Examination{Issuer: s.URL, SaysS256: true, Endpoints: ends, Remarks: []string{"the API names another issuer, https://other.example"}},
		},
		"a server that does not speak of PKCE": {
			func(s *Settings) { s.APIURL = api(t, nil).URL },
			func(doc map[string]any) { delete(doc, "code_challenge_methods_supported") },
			Examination{Issuer: s.URL, Endpoints: ends},
		},
		"endpoints that are set": {
			func(s *Settings) {
				s.Issuer, s.AuthorizeURL, s.TokenURL = "", "https://a.example/authorize", "https://a.example/token"
			}, nil,
			Examination{Pinned: true, Endpoints: []Endpoint{{"authorize", "https://a.example/authorize"}, {"token", "https://a.example/token"}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s.metadata = test.metadata
			set := s.settings()
			test.change(&set)
			d := newDesk(t, set)
			got, err := d.Examine(t.Context())
			if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(Examination{}, "Offset")); diff != "" || err != nil {
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
	if !sameType(err, new(RefusedError)) || strings.Contains(fmt.Sprint(err), "\x1b") || len(got.Endpoints) != 0 || got.Issuer != s.URL {
		t.Errorf("got %+v, %v", got, err)
	}
	asked := 0
	broken := api(t, map[string]http.HandlerFunc{"GET /": func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusServiceUnavailable)
	}})
	set.Issuer, set.APIURL = "", broken.URL
	if _, err := newDesk(t, set).Examine(t.Context()); !sameType(err, new(WaitError)) || asked != 1 {
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
		set := Settings{APIURL: "https://api.example", ClientID: "traveler"}
		start := time.Now()
		_, err := New(set, Options{HTTP: slowTransport{}, Store: File(t.TempDir())}).Examine(t.Context())
		if e, ok := errors.AsType[*NetworkError](err); !ok || e.Host != "api.example" || time.Since(start) != examinePatience {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}

func TestTheOpenerIsFoundAndNotRun(t *testing.T) {
	dir := t.TempDir()
	ran := filepath.Join(dir, "ran")
	for _, name := range []string{"my browser", "xdg-open"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\ntouch "+ran+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	for variable, want := range map[string]Opener{
		"":                                    {Command: "xdg-open", Path: filepath.Join(dir, "xdg-open")},
		filepath.Join(dir, "my browser"):      {Command: "my browser", Path: filepath.Join(dir, "my browser"), Chosen: true},
		"nothing-like-it:xdg-open --new %s":   {Command: "xdg-open", Path: filepath.Join(dir, "xdg-open"), Chosen: true},
		"nothing-like-it:neither-is-this --x": {Chosen: true},
	} {
		t.Setenv("BROWSER", variable)
		got, err := FindOpener()
		if got != want || (err != nil) != (want.Command == "") {
			t.Errorf("BROWSER=%s: %+v, %v; want %+v", variable, got, err, want)
		}
	}
	t.Setenv("BROWSER", "")
	t.Setenv("PATH", t.TempDir())
	if got, err := FindOpener(); err == nil {
		t.Errorf("an opener where there is none: %+v", got)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a browser was run")
	}
}
