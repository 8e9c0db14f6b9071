package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"testing"
	"time"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/testkit/contracttest"
)

// scriptEnvironment is the program's world inside a script: real except the
// clock, which only moves when someone waits, a terminal as wide as
// SCRIPT_TERM says, the path of SCRIPT_PROGRAM, a person who answers on stdin with SCRIPT_ASK, a browser in
// which SCRIPT_SIGN_IN signs in, and a phone on which SCRIPT_ENTER_CODE enters
// the code that is shown.
func scriptEnvironment(args []string, stdin io.Reader, stdout, stderr io.Writer) *cli.Env {
	env := environment()
	env.Args, env.Stdin, env.Stdout, env.Stderr = args, stdin, stdout, stderr
	env.Build = cli.Build{Version: "1.2.3", Commit: "0123abc", Date: "2026-11-20T12:00:00Z"}
	pty := os.Getenv("SCRIPT_PTY") != "" // a terminal that is one
	env.Container = false
	if !pty {
		env.StdinTTY = os.Getenv("SCRIPT_ASK") != ""
		env.Size = nil // of whatever terminal the tests run in
	}
	if at := os.Getenv("SCRIPT_CLOCK"); at != "" {
		clock := scriptClock{at}
		env.Now, env.Wait = clock.now, clock.wait
	}
	if width, err := strconv.Atoi(os.Getenv("SCRIPT_TERM")); err == nil {
		env.OutTerm = render.Terminal{TTY: true, Width: width, Height: 50, Unicode: true, Color: os.Getenv("SCRIPT_COLOR") != "", Dumb: os.Getenv("TERM") == "dumb"}
	}
	if env.StdinTTY && !pty { // questions go to stderr
		env.ErrTerm = render.Terminal{TTY: true, Width: cmp.Or(env.OutTerm.Width, 120), Height: 50, Unicode: true}
		env.Stdin = echo{env.Stdin, env.Stderr}
	}
	env.Program = func() (string, bool) { return os.Getenv("SCRIPT_PROGRAM"), os.Getenv("SCRIPT_PROGRAM") != "" }
	if who := os.Getenv("SCRIPT_ENTER_CODE"); who != "" {
		env.Stderr, env.Stdout = codeReader{env.Stderr, who}, codeReader{env.Stdout, who}
	}
	if who := os.Getenv("SCRIPT_SIGN_IN"); who != "" {
		getenv := env.Getenv
		env.Getenv = func(name string) string {
			if name == "BROWSER" {
				return cmp.Or(getenv(name), "script") // which env.Open stands for
			}
			return getenv(name)
		}
		env.Open = func(address string) error { return signIn(address, who) }
	}
	return env
}

// travelProgram is main, but that it tells SCRIPT_PEAK what memory it took, and that with SCRIPT_SERVE it runs
// all commands of a script.
func travelProgram() {
	if os.Getenv("SCRIPT_SERVE") != "" {
		serveScript()
	}
	code := runScripted(scriptEnvironment(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	if path := os.Getenv("SCRIPT_PEAK"); path != "" {
		status, _ := os.ReadFile("/proc/self/status") // Linux has one
		_ = os.WriteFile(path, status, 0o600)
	}
	os.Exit(code)
}

func runScripted(env *cli.Env) int {
	said := listen(env)
	code := run(env)
	said.tell(code)
	return code
}

// scriptClock is the stage's clock, seen from another process.
type scriptClock struct{ url string }

func (c scriptClock) ask(query string) time.Time {
	resp, err := http.Get(c.url + "?pid=" + strconv.Itoa(os.Getpid()) + query)
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		panic(err)
	}
	now, err := time.Parse(time.RFC3339Nano, string(text))
	if err != nil {
		panic(err)
	}
	return now
}

func (c scriptClock) now() time.Time { return c.ask("") }

func (c scriptClock) wait(ctx context.Context, d time.Duration) error {
	c.ask("&advance=" + url.QueryEscape(d.String()))
	return ctx.Err()
}

// judged holds all traffic of a sandbox against the contract, the program's
// requests as well as the answers.
type judged struct {
	t        testing.TB
	contract *contracttest.Contract
	next     http.Handler
	count    func(method, path string, body []byte) // nil: no one counts
	faulty   bool                                   // answers may break the contract, and their connection
	watch    func(r *http.Request, body []byte, header http.Header, answer []byte)
}

func (j judged) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if j.count != nil {
		j.count(r.Method, r.URL.Path, body)
	}
	if j.faulty {
		if _, err := j.contract.Operation(r); err == nil {
			if err := j.contract.Request(r, body); err != nil {
				j.t.Errorf("%s %s breaks the contract: %v", r.Method, r.URL, err)
			}
		}
		spy := &spy{ResponseWriter: w}
		defer func() { j.watched(r, body, w.Header(), spy.seen.Bytes()) }() // faults may end in a panic
		j.next.ServeHTTP(spy, r)
		return
	}
	record := httptest.NewRecorder()
	j.next.ServeHTTP(record, r)
	j.watched(r, body, record.Header(), record.Body.Bytes())
	if _, err := j.contract.Operation(r); err == nil {
		err = errors.Join(j.contract.Request(r, body), j.contract.Response(r, record.Result(), record.Body.Bytes()))
		if err != nil {
			j.t.Errorf("%s %s breaks the contract: %v", r.Method, r.URL, err)
		}
	}
	maps.Copy(w.Header(), record.Header())
	w.WriteHeader(record.Code)
	_, _ = w.Write(record.Body.Bytes())
}

func (j judged) watched(r *http.Request, body []byte, header http.Header, answer []byte) {
	if j.watch != nil {
		j.watch(r, body, header, answer)
	}
}

// spy sees the start of an answer on its way.
type spy struct {
	http.ResponseWriter
	seen bytes.Buffer
}

func (s *spy) Write(p []byte) (int, error) {
	s.seen.Write(p[:min(len(p), max(0, 64<<10-s.seen.Len()))])
	return s.ResponseWriter.Write(p)
}

func (s *spy) Unwrap() http.ResponseWriter { return s.ResponseWriter }
