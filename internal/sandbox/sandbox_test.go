package sandbox

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/contracttest"
	"travel.example/travel/internal/sandbox/wire"
)

// clock is the time of a test, moved by hand.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// morning is when the tests begin, half past noon in Dubai.
var morning = time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)

// rig is a sandbox whose clock a test moves and a signed-in client, all of
// whose traffic is checked against the contract.
type rig struct {
	*Server
	*clock
	t      testing.TB
	judge  *contracttest.Contract
	client *http.Client
	token  string
}

func newRig(t testing.TB, o Options) *rig {
	t.Helper()
	r := &rig{t: t, clock: &clock{at: morning}, judge: contracttest.Load(t)}
	if o.Now == nil {
		o.Now = r.clock.now
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	r.Server = s
	r.client = &http.Client{
		Transport:     r.judge.Answers(t, s.Transport()),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	r.token = r.signIn()
	return r
}

func (r *rig) signIn() string {
	r.t.Helper()
	token, _, err := r.SampleToken()
	if err != nil {
		r.t.Fatal(err)
	}
	return token
}

// answer is an answer read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send sends one request; a header line is written Name: value. The rig's token
// goes along unless an Authorization is given, which may be empty for none.
func (r *rig) send(method, target, body string, headers ...string) answer {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.origin.String()+target, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+r.token)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		req.Header.Set(name, value)
		if value == "" {
			req.Header.Del(name)
		}
	}
	resp, err := r.client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return answer{status: resp.StatusCode, header: resp.Header, body: content}
}

func (r *rig) get(target string, headers ...string) answer {
	r.t.Helper()
	return r.send(http.MethodGet, target, "", headers...)
}

// problem is the answer's problem; it fails the test when there is none.
func (a answer) problem(t testing.TB) wire.Problem {
	t.Helper()
	p := decode[wire.Problem](t, a)
	if p.Title == "" {
		t.Fatalf("no problem: %s", a.body)
	}
	return p
}

func decode[T any](t testing.TB, a answer) T {
	t.Helper()
	var v T
	dec := json.NewDecoder(bytes.NewReader(a.body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("status %d, body %s: %v", a.status, a.body, err)
	}
	return v
}

const dubaiLondon = `{"from":"DXB","to":"LHR","fromDate":"2026-12-21","toDate":"2027-01-04"}`

// create starts a flight search and returns its id.
func (r *rig) create(body string) string {
	r.t.Helper()
	a := r.send(http.MethodPost, "/v1/flights/searches", body)
	if a.status != http.StatusCreated {
		r.t.Fatalf("create: status %d: %s", a.status, a.body)
	}
	return decode[wire.FlightSearchCreated](r.t, a).SearchID
}

func TestHealthNeedsNoTokenAndShowsTheRevision(t *testing.T) {
	for version, want := range map[string]string{"": `{"status":"healthy"}`, "abc123": `{"commit":"abc123","status":"healthy"}`} {
		a := newRig(t, Options{Version: version}).get("/health", "Authorization: ")
		if got := strings.TrimSpace(string(a.body)); a.status != http.StatusOK || got != want {
			t.Errorf("version %q: status %d, body %s; want %s", version, a.status, got, want)
		}
	}
}

func TestTheURLIsAnOriginAndNothingMore(t *testing.T) {
	for url, want := range map[string]string{
		"":                         "http://sandbox.localhost",
		"http://127.0.0.1:8787/":   "http://127.0.0.1:8787",
		"https://Travel.Example":   "https://travel.example",
		"http://[::1]:80":          "http://[::1]:80",
		"ftp://a.example":          "",
		"http://":                  "",
		"http://a.example/path":    "",
		"http://me@a.example":      "",
		"http://a.example?query=1": "",
		"a.example":                "",
		":":                        "",
	} {
		s, err := New(Options{URL: url})
		switch {
		case want == "" && err == nil:
			t.Errorf("%q was taken as %s", url, s.origin)
		case want != "" && (err != nil || s.origin.String() != want):
			t.Errorf("%q: got %v, %v; want %s", url, s, err, want)
		}
	}
}

func TestProcessesThatShareAStateAcceptEachOthersTokensAndIDs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	first, second := newRig(t, Options{StateDir: dir}), newRig(t, Options{StateDir: dir})
	id := first.create(dubaiLondon)
	second.token = first.token
	if a := second.get("/v1/flights/searches/" + id + "/results"); a.status != http.StatusOK {
		t.Errorf("the second process answered %d: %s", a.status, a.body)
	}
	stranger := newRig(t, Options{StateDir: filepath.Join(t.TempDir(), "other")})
	if a := stranger.get("/v1/flights/searches/" + id + "/results"); a.status != http.StatusNotFound {
		t.Errorf("a sandbox with another key answered %d: %s", a.status, a.body)
	}
	if a := stranger.get("/v1/places?query=a", "Authorization: Bearer "+first.token); a.status != http.StatusUnauthorized {
		t.Errorf("a sandbox with another key took the token: %d: %s", a.status, a.body)
	}
}
