package commands

import (
	"bytes"
	"context"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sandbox"
)

// ward is a deployment that notes everything it is sent.
type ward struct {
	*httptest.Server
	mu       sync.Mutex
	requests []*http.Request
}

// newWard serves a sandbox, or whatever serve does.
func newWard(t *testing.T, serve http.Handler) *ward {
	t.Helper()
	w := &ward{}
	w.Server = httptest.NewUnstartedServer(nil)
	if serve == nil {
		server, err := sandbox.New(sandbox.Options{URL: "http://" + w.Listener.Addr().String()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = server.Close() })
		serve = server.Handler()
	}
	w.Config.Handler = http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.requests = append(w.requests, r)
		w.mu.Unlock()
		serve.ServeHTTP(out, r)
	})
	w.Start()
	t.Cleanup(w.Close)
	return w
}

// visitEnv is a person at a terminal who goes to the doctor.
func visitEnv(t *testing.T, variables map[string]string, args ...string) (*Env, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("BROWSER", "true")
	env, out, errs := testEnv(t, append([]string{"doctor"}, args...)...)
	env.Now = time.Now
	env.OutTerm = render.Terminal{TTY: true, Width: 80, Unicode: true}
	env.Getenv = func(name string) string { return variables[name] }
	env.Open = func(string) error { t.Error("the doctor opened a browser"); return nil }
	return env, out, errs
}

// everyFile lists what there is below a directory, with sizes.
func everyFile(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	all := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err == nil && !info.IsDir() {
			all[path] = info.Size()
		} else {
			all[path] = -1
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheDoctorSendsNoSecretAndLeavesNothingBehind(t *testing.T) {
	w := newWard(t, nil)
	for name, variables := range map[string]map[string]string{
		"with a token": {"TRAVEL_TOKEN": "canary-token"},
		"without":      {"TRAVEL_CREDENTIAL_STORE": "file"},
	} {
		t.Run(name, func(t *testing.T) {
			variables["TRAVEL_API_URL"], variables["TRAVEL_CLIENT_ID"] = w.URL, "travel-cli"
			env, out, errs := visitEnv(t, variables)
			before := everyFile(t, env.Home)
			if code := Execute(t.Context(), env); code != 0 {
				t.Errorf("ended with %d\n%s%s", code, out, errs)
			}
			if diff := cmp.Diff(before, everyFile(t, env.Home)); diff != "" {
				t.Errorf("files (-before +after):\n%s", diff)
			}
			if strings.Contains(out.String()+errs.String(), "canary") {
				t.Errorf("the token was printed:\n%s%s", out, errs)
			}
		})
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	paths := map[string]int{}
	for _, r := range w.requests {
		paths[r.Method+" "+r.URL.Path]++
		for name, values := range r.Header {
			if name == "Authorization" || name == "Cookie" || strings.Contains(strings.Join(values, " "), "canary") {
				t.Errorf("%s %s has the header %s: %q", r.Method, r.URL, name, values)
			}
		}
	}
	want := map[string]int{"GET /health": 2, "GET /.well-known/oauth-protected-resource": 2, "GET /.well-known/openid-configuration": 2}
	if diff := cmp.Diff(want, paths); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// gate is a server that answers when it is told to.
type gate struct{ asked, open chan struct{} }

func (g gate) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	select {
	case g.asked <- struct{}{}:
	default:
	}
	select {
	case <-g.open:
	case <-r.Context().Done():
	}
}

// watched is a stream whose lines a test can wait for.
type watched struct {
	mu   sync.Mutex
	more *sync.Cond
	text strings.Builder
}

func newWatched() *watched {
	w := &watched{}
	w.more = sync.NewCond(&w.mu)
	return w
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.more.Broadcast()
	return w.text.Write(p)
}

// until waits for the text.
func (w *watched) until(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !strings.Contains(w.text.String(), text) {
		w.more.Wait()
	}
}

func TestALineIsThereAsSoonAsItIsKnownAndCtrlCEndsTheRest(t *testing.T) {
	g := gate{make(chan struct{}, 1), make(chan struct{})}
	defer close(g.open)
	w := newWard(t, g)
	env, _, errs := visitEnv(t, map[string]string{"TRAVEL_API_URL": w.URL, "TRAVEL_TOKEN": "some-token"})
	out := newWatched()
	env.Stdout = out
	ctx, interrupt := context.WithCancel(t.Context())
	code := make(chan int)
	go func() { code <- Execute(ctx, env) }()
	out.until("credentials")
	<-g.asked
	interrupt() // and the gate stays shut: a program that waits for its answer would print a line of it
	if got := <-code; got != 130 {
		t.Errorf("ended with %d after the interrupt\n%s", got, errs)
	}
	if text := out.text.String(); strings.Contains(text, "terminal") {
		t.Errorf("a line that was not known:\n%s", text)
	}
}

func TestAnUnfinishedCheckIsGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := pending{"slow", make(chan []finding, 1)}.await(ctx)
	if f := classify(err); got != nil || f.class != classNetwork {
		t.Errorf("got %v, %v", got, err)
	}
	done := pending{"done", make(chan []finding, 1)}
	done.result <- []finding{found("done", "in time")}
	if got, err := done.await(ctx); len(got) != 1 || err != nil {
		t.Errorf("a check that was done when the time was over: %v, %v", got, err)
	}
}

func TestServersAreJoinedByTheirOrigin(t *testing.T) {
	got := joined([]fact{
		{"API", "https://api.example/base"}, {"site", ""}, {"issuer", "https://auth.example"}, {"authorize", "https://AUTH.example/authorize"},
		{"token", "https://auth.example:8443/token"}, {"jwks", "https://api.example/jwks"}, {"revoke", "::"},
	})
	want := []peer{
		{"https://api.example", []string{"API", "jwks"}},
		{"https://auth.example", []string{"issuer", "authorize"}},
		{"https://auth.example:8443", []string{"token"}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(peer{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestADirectoryThatCannotBeUsedIsTold(t *testing.T) {
	dir := t.TempDir()
	if err := tryDirectory(filepath.Join(dir, "not", "there", "yet")); err != nil {
		t.Error(err)
	}
	if left := everyFile(t, dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below")} {
		if err := tryDirectory(path); err == nil || !strings.Contains(err.Error(), "file is not a directory") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestWhyThereIsNoConnectionIsSaidInWords(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	env, out, _ := visitEnv(t, map[string]string{
		"TRAVEL_API_URL": "http://" + listener.Addr().String(), "TRAVEL_CREDENTIAL_STORE": "file", "TRAVEL_CLIENT_ID": "x",
	})
	if code := Execute(t.Context(), env); code != 7 || !strings.Contains(out.String(), "nothing listens there") ||
		strings.Count(out.String(), "could not be asked: there is no connection") != 2 {
		t.Errorf("ended with %d\n%s", code, out)
	}
}

func TestTheDoctorAsksOnceOnly(t *testing.T) {
	w := newWard(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }))
	env, out, _ := visitEnv(t, map[string]string{"TRAVEL_API_URL": w.URL, "TRAVEL_TOKEN": "some-token"})
	code := Execute(t.Context(), env)
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.requests) != 2 || code != 6 { // for the health, and for who signs in
		t.Errorf("%d requests, ended with %d\n%s", len(w.requests), code, out)
	}
}
