package doctor

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
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sandbox"
)

// service is a deployment that records all requests.
type service struct {
	*httptest.Server
	mu       sync.Mutex
	requests []*http.Request
}

// newService serves a sandbox, or serve if it is not nil.
func newService(t *testing.T, serve http.Handler) *service {
	t.Helper()
	w := &service{}
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

// terminalEnv is a person at a terminal who runs travel doctor.
func terminalEnv(t *testing.T, variables map[string]string) (*cli.Env, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("BROWSER", "true")
	var out, errs bytes.Buffer
	return &cli.Env{
		Args: []string{"doctor"}, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv: func(name string) string { return variables[name] }, Environ: func() []string { return nil },
		OS: "linux", Home: t.TempDir(),
		OutTerm: render.Terminal{TTY: true, Width: 80, Unicode: true}, ErrTerm: render.Terminal{Unicode: true},
		Now: time.Now, Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Open:  func(string) error { t.Error("the doctor opened a browser"); return nil },
		Build: cli.Build{Version: "1.2.3"},
	}, &out, &errs
}

// execute runs a program with only this command.
func execute(ctx context.Context, env *cli.Env) int {
	run := cli.New(env)
	root := &cobra.Command{Use: "travel", SilenceErrors: true, SilenceUsage: true}
	run.Flags.AddTo(root)
	run.List(root, cli.Entry{Use: "doctor", Make: New})
	return run.Execute(ctx, root)
}

// everyFile lists the files below a directory with their sizes.
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
	w := newService(t, nil)
	for name, variables := range map[string]map[string]string{
		"with a token": {"TRAVEL_TOKEN": "canary-token"},
		"without":      {"TRAVEL_CREDENTIAL_STORE": "file"},
	} {
		t.Run(name, func(t *testing.T) {
			variables["TRAVEL_API_URL"], variables["TRAVEL_CLIENT_ID"] = w.URL, "travel-cli"
			env, out, errs := terminalEnv(t, variables)
			before := everyFile(t, env.Home)
			if code := execute(t.Context(), env); code != 0 {
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
	want := map[string]int{
		"GET /health": 2, "GET /.well-known/oauth-protected-resource": 2, "GET /.well-known/openid-configuration": 2,
		"POST /token": 2, // whether the client-id is known, with a code that no one was given
	}
	if diff := cmp.Diff(want, paths); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestTheBuiltInSandboxKeepsNothingOfADoctor(t *testing.T) {
	env, out, errs := terminalEnv(t, nil)
	before := everyFile(t, env.Home)
	if code := execute(t.Context(), env); code != 0 || !strings.Contains(out.String(), "embedded sandbox: healthy") {
		t.Errorf("ended with %d\n%s%s", code, out, errs)
	}
	if diff := cmp.Diff(before, everyFile(t, env.Home)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}

func TestAWrongSettingStillHasAProfile(t *testing.T) {
	env, out, errs := terminalEnv(t, map[string]string{"TRAVEL_CURRENCY": "EURO"})
	env.Args = append(env.Args, "--jq", ".travel.profile")
	if code := execute(t.Context(), env); code != 2 || strings.TrimSpace(out.String()) != "sandbox" {
		t.Errorf("ended with %d\n%s%s", code, out, errs)
	}
}

// gate is a server that answers on demand.
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

// watched is a stream whose text a test can wait for.
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
	w := newService(t, g)
	env, _, errs := terminalEnv(t, map[string]string{"TRAVEL_API_URL": w.URL, "TRAVEL_TOKEN": "some-token"})
	out := newWatched()
	env.Stdout = out
	ctx, interrupt := context.WithCancel(t.Context())
	code := make(chan int)
	go func() { code <- execute(ctx, env) }()
	out.until("credentials")
	<-g.asked
	interrupt() // the gate stays shut: a program that waited for its answer would print a line about it
	if got := <-code; got != 130 {
		t.Errorf("ended with %d after the interrupt\n%s", got, errs)
	}
	if text := out.text.String(); strings.Contains(text, "terminal") {
		t.Errorf("a line that was not known:\n%s", text)
	}
}

func TestWhyThereIsNoConnectionIsSaidInWords(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	env, out, _ := terminalEnv(t, map[string]string{
		"TRAVEL_API_URL": "http://" + listener.Addr().String(), "TRAVEL_CREDENTIAL_STORE": "file", "TRAVEL_CLIENT_ID": "x",
	})
	if code := execute(t.Context(), env); code != 7 || !strings.Contains(out.String(), "nothing listens there") ||
		strings.Count(out.String(), "not asked: see connection") != 2 {
		t.Errorf("ended with %d\n%s", code, out)
	}
}

func TestTheDoctorAsksOnceOnly(t *testing.T) {
	w := newService(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }))
	env, out, _ := terminalEnv(t, map[string]string{"TRAVEL_API_URL": w.URL, "TRAVEL_TOKEN": "some-token"})
	code := execute(t.Context(), env)
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.requests) != 2 || code != 6 { // for the health, and for who signs in
		t.Errorf("%d requests, ended with %d\n%s", len(w.requests), code, out)
	}
}
