package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/commands"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/session"
	"travel.example/travel/internal/testkit/contracttest"
)

// traveler runs command lines against a sandbox of their own, on a port, under
// a clock that only moves when someone waits.
type traveler struct {
	t     *testing.T
	home  string
	stage *stage
	wire  *wire
	vars  map[string]string
	// signIn gives the traveler a token that lives from now on.
	signIn func()
	term   render.Terminal // of stdout; the zero one is a pipe
	stdin  string

	session session.Session   // that the commands run in
	rows    map[string]string // what the words of a journey stood for
}

// exchange is one request and what was answered to it.
type exchange struct {
	method, uri, operation string
	sent, answered         []byte
	status                 int
}

// befalls is what may happen to a request before it is carried out; true if that was all.
type befalls func(w http.ResponseWriter, r *http.Request, serve func() *httptest.ResponseRecorder) bool

// wire stands between the program and the sandbox: it keeps what passes, and
// may change the answers.
type wire struct {
	next     http.Handler
	contract *contracttest.Contract
	change   func([]byte) []byte // of every JSON answer; nil: none

	mu      sync.Mutex
	befall  befalls // nil: nothing does
	passed  []exchange
	created map[string]bool // the ids of searches that were made
}

func (w *wire) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(out, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	w.mu.Lock()
	befall := w.befall
	w.mu.Unlock()
	if befall != nil && befall(out, r, func() *httptest.ResponseRecorder { return w.carryOut(r, sent) }) {
		return
	}
	record := w.carryOut(r, sent)
	maps.Copy(out.Header(), record.Header())
	out.WriteHeader(record.Code)
	_, _ = out.Write(record.Body.Bytes())
}

// carryOut has the sandbox answer, and notes what passed.
func (w *wire) carryOut(r *http.Request, sent []byte) *httptest.ResponseRecorder {
	record := httptest.NewRecorder()
	w.next.ServeHTTP(record, r)
	answered := record.Body.Bytes()
	if w.change != nil && strings.Contains(record.Header().Get("Content-Type"), "json") {
		answered = w.change(answered)
		record.Body = bytes.NewBuffer(answered)
		record.Header().Del("Content-Length")
	}
	operation, _ := w.contract.Operation(r)
	w.mu.Lock()
	w.passed = append(w.passed, exchange{r.Method, r.URL.RequestURI(), operation, sent, answered, record.Code})
	var made struct{ SearchID string }
	if record.Code == http.StatusCreated && json.Unmarshal(answered, &made) == nil {
		w.created[made.SearchID] = true
	}
	w.mu.Unlock()
	return record
}

// made are the searches that were made so far.
func (w *wire) made() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Collect(maps.Keys(w.created))
}

// take returns what passed since it was last asked.
func (w *wire) take() []exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	passed := w.passed
	w.passed = nil
	return passed
}

func newTraveler(t *testing.T) *traveler {
	t.Helper()
	contract := contracttest.Load(t)
	tr := &traveler{t: t, home: t.TempDir(), stage: &stage{t: t}, wire: &wire{contract: contract, created: map[string]bool{}}}
	tr.session = session.Session{Key: "one", Terminal: true}
	front := httptest.NewUnstartedServer(tr.wire)
	url := "http://" + front.Listener.Addr().String()
	server, err := sandbox.New(sandbox.Options{URL: url, StateDir: t.TempDir(), Now: tr.stage.now})
	if err != nil {
		t.Fatal(err)
	}
	tr.wire.next = judged{t: t, contract: contract, next: server.Handler()}
	front.Start()
	t.Cleanup(func() {
		front.Close()
		_ = server.Close()
	})
	tr.vars = map[string]string{"TRAVEL_API_URL": url, "TRAVEL_CLIENT_ID": "travel-cli"}
	tr.signIn = func() {
		token, _, err := server.SampleToken()
		if err != nil {
			t.Fatal(err)
		}
		tr.vars["TRAVEL_TOKEN"] = token
	}
	tr.signIn()
	return tr
}

// run runs one command line and returns its exit code and streams.
func (tr *traveler) run(args ...string) (code int, stdout, stderr string) {
	tr.t.Helper()
	var out, errs bytes.Buffer
	env := tr.environment(args, strings.NewReader(tr.stdin), &out, &errs)
	code = commands.Execute(tr.patience(args), env)
	fitsSchema(tr.t, said{Args: args, Code: code, Stdout: out.Bytes(), Stderr: errs.Bytes()})
	return code, out.String(), errs.String()
}

// environment is that of a command line.
func (tr *traveler) environment(args []string, stdin io.Reader, stdout, stderr io.Writer) *cli.Env {
	env := environment()
	env.Args, env.Stdin, env.Stdout, env.Stderr = args, stdin, stdout, stderr
	env.Home, env.Session = tr.home, func() session.Session { return tr.session }
	env.Getenv = func(name string) string { return tr.vars[name] }
	env.Open = func(string) error { return nil }
	env.StdinTTY, env.OutTerm, env.ErrTerm, env.Size = false, tr.term, render.Terminal{Unicode: true}, nil
	env.Now, env.Wait = tr.stage.now, func(ctx context.Context, d time.Duration) error {
		tr.stage.advance(d)
		return ctx.Err()
	}
	return env
}

// ok runs a command line that must work, and returns what it printed.
func (tr *traveler) ok(args ...string) string {
	tr.t.Helper()
	code, stdout, stderr := tr.run(args...)
	if code != 0 {
		tr.t.Fatalf("travel %s ended with %d\n%s%s", strings.Join(args, " "), code, stdout, stderr)
	}
	return stdout
}
