package site_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/sandbox/wire"
)

// origin is where the sandbox of the tests is, and morning when they begin.
const origin = sandbox.BuiltinURL

var morning = time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)

// web is a sandbox whose clock a test moves, seen by a browser and by a client
// of its API.
type web struct {
	t     testing.TB
	h     http.Handler
	s     *sandbox.Server
	mu    sync.Mutex
	clock time.Time
}

func newWeb(t testing.TB) *web {
	t.Helper()
	w := &web{t: t, clock: morning}
	s, err := sandbox.New(sandbox.Options{Now: w.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w.s, w.h = s, s.Handler()
	return w
}

func (w *web) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.clock
}

func (w *web) advance(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock = w.clock.Add(d)
}

// fetch asks for anything of the site; a header line is written Name: value.
func (w *web) fetch(method, path string, headers ...string) screen {
	w.t.Helper()
	r := httptest.NewRequest(method, origin+path, nil)
	r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	w.h.ServeHTTP(rec, r)
	got := screen{path: path, status: rec.Code, header: rec.Header(), body: rec.Body.String()}
	if strings.HasPrefix(got.header.Get("Content-Type"), "text/html") && method == http.MethodGet {
		doc, err := html.Parse(strings.NewReader(got.body))
		if err != nil {
			w.t.Fatal(err)
		}
		got.doc = doc
		checkPage(w.t, got)
	}
	return got
}

// open visits a page, which is checked against every rule for pages on the way.
func (w *web) open(path string) screen {
	w.t.Helper()
	got := w.fetch(http.MethodGet, path)
	if got.doc == nil {
		w.t.Fatalf("%s: status %d, %s: no page", path, got.status, got.header.Get("Content-Type"))
	}
	return got
}

// settled visits a page that is still asking, and then what it reloads to once
// all sellers have answered.
func (w *web) settled(path string) screen {
	w.t.Helper()
	first := w.open(path)
	if first.status != http.StatusOK || first.reload() == "" {
		w.t.Fatalf("%s: status %d, reloads %q", path, first.status, first.reload())
	}
	w.advance(15 * time.Second)
	last := w.open(first.reload())
	if last.reload() != "" {
		w.t.Errorf("%s goes on reloading", first.reload())
	}
	return last
}

// api calls the API as a signed-in client and reads its answer into v.
func (w *web) api(method, target, body string, v any) {
	w.t.Helper()
	token, _, err := w.s.SampleToken()
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(method, origin+target, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	w.h.ServeHTTP(rec, r)
	if rec.Code >= 300 {
		w.t.Fatalf("%s %s: status %d: %s", method, target, rec.Code, rec.Body)
	}
	if err := json.Unmarshal(rec.Body.Bytes(), v); err != nil {
		w.t.Fatal(err)
	}
}

// local is the path of an address that the API gave away.
func (w *web) local(address string) string {
	w.t.Helper()
	path, ok := strings.CutPrefix(address, origin)
	if !ok {
		w.t.Fatalf("%s is not on the site", address)
	}
	return path
}

// trips searches and returns the trips of the first page, once all sellers
// have answered.
func (w *web) trips(search, query string) (id string, cards []wire.TripCard) {
	w.t.Helper()
	var made wire.FlightSearchCreated
	w.api(http.MethodPost, "/v1/flights/searches", search, &made)
	w.advance(10 * time.Second)
	var results wire.FlightResults
	w.api(http.MethodGet, "/v1/flights/searches/"+made.SearchID+"/results?booking-types=platform&pageSize=50"+query, "", &results)
	return made.SearchID, results.Results
}
