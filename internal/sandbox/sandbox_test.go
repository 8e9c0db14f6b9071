package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/contracttest"
)

// clock is a clock that a test sets.
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

// morning is the start of the tests, 12:30 in Dubai.
var morning = time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)

// rig is a sandbox with a clock that a test sets, and a signed-in client. All traffic of the client is checked
// against the contract.
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

// answer is a complete answer.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send sends one request with header lines of the form Name: value. It adds the rig's token unless there is an
// Authorization line; an empty one sends none.
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

// problem returns the answer's problem and fails the test if there is none.
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

// lenient decodes a part of a successful answer.
func lenient[T any](t testing.TB, a answer) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(a.body, &v); err != nil || a.status != http.StatusOK {
		t.Fatalf("status %d, body %s: %v", a.status, a.body, err)
	}
	return v
}

// read returns the whole answer of a successful read.
func read[T any](r *rig, target string) T {
	r.t.Helper()
	a := r.get(target)
	if a.status != http.StatusOK {
		r.t.Fatalf("%s: status %d: %s", target, a.status, a.body)
	}
	return decode[T](r.t, a)
}

const dubaiLondon = `{"from":"DXB","to":"LHR","fromDate":"2026-12-21","toDate":"2027-01-04"}`

// create starts a flight search and returns its id.
func (r *rig) create(body string) string {
	r.t.Helper()
	return r.created("/v1/flights/searches", body)
}

// createStay starts a hotel search and returns its id.
func (r *rig) createStay(body string) string {
	r.t.Helper()
	return r.created("/v1/hotels/searches", body)
}

func (r *rig) created(target, body string) string {
	r.t.Helper()
	a := r.send(http.MethodPost, target, body)
	if a.status != http.StatusCreated {
		r.t.Fatalf("create %s: status %d: %s", body, a.status, a.body)
	}
	var made struct{ SearchID string }
	if err := json.Unmarshal(a.body, &made); err != nil {
		r.t.Fatal(err)
	}
	return made.SearchID
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

func TestProcessesThatStartTogetherAgreeOnOneKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	var wg sync.WaitGroup
	got := make([]keys, 16)
	for i := range got {
		wg.Go(func() {
			k, err := openKeys(dir)
			if err != nil {
				t.Error(err)
				return
			}
			got[i] = k
		})
	}
	wg.Wait()
	for _, k := range got {
		if !k.signing.Equal(got[0].signing) || k.ids != got[0].ids {
			t.Fatal("two keys were made for one directory")
		}
	}
	info, err := os.Stat(filepath.Join(dir, KeyFile))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	left, err := filepath.Glob(filepath.Join(dir, KeyFile+".*"))
	if err != nil || left != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestABrokenKeyFileIsNamedAndKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if _, err := openKeys(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, KeyFile)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const ed25519 = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n-----END PRIVATE KEY-----\n"
	for _, content := range []string{"", string(good[:len(good)/2]), strings.ReplaceAll(string(good), "PRIVATE", "PUBLIC"),
		"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", ed25519, strings.Repeat("a", maxKeyFile+1)} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := New(Options{StateDir: dir}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%.40q: got %v, want an error that names %s", content, err, path)
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != content {
			t.Errorf("%.40q: the file was changed", content)
		}
	}
}

func TestFeedbackIsKeptForEveryProcess(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	r := newRig(t, Options{StateDir: dir})
	if got, err := r.Feedback(); err != nil || len(got) != 0 {
		t.Errorf("before any was sent: %v, %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(dir, feedbackFile), []byte(`{"at":"2026-11-21T08:3`), 0o600); err != nil { // cut off by a crash
		t.Fatal(err)
	}
	for _, body := range []string{
		`{"rating":5,"category":"flights","message":"quick\nand \u001b[31mred\u2028","version":"1.2.3"}`, `{"rating":1}`, `{"message":"✈","version":""}`,
	} {
		if got := decode[wire.FeedbackReceived](t, r.send(http.MethodPost, "/v1/feedback", body)); got.Status != wire.FeedbackReceivedStatusReceived {
			t.Errorf("%s: %+v", body, got)
		}
		r.advance(time.Second)
	}
	want := []FeedbackEntry{
		{At: morning, Subject: "sample-ada", Rating: new(5), Category: new("flights"), Message: new("quick\nand \x1b[31mred\u2028"), Version: new("1.2.3")},
		{At: morning.Add(time.Second), Subject: "sample-ada", Rating: new(1)},
		{At: morning.Add(2 * time.Second), Subject: "sample-ada", Message: new("✈"), Version: new("")},
	}
	got, err := newRig(t, Options{StateDir: dir}).Feedback()
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	path := filepath.Join(dir, feedbackFile)
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil { // prevents the file from being written
		t.Fatal(err)
	}
	if a := r.send(http.MethodPost, "/v1/feedback", `{"rating":1}`); a.status != http.StatusAccepted { // the contract promises no storage
		t.Errorf("status %d: %s", a.status, a.body)
	}
	if _, err := r.Feedback(); err == nil || !strings.Contains(err.Error(), "read feedback") {
		t.Errorf("listing it: %v", err)
	}
}
