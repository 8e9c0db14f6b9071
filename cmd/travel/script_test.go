package main

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/testkit/contracttest"
	"travel.example/travel/internal/testkit/need"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// scriptStart is the time at which every script begins.
var scriptStart = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

// TestMain runs more scripts at once than there are processors: each mostly
// waits, for its programs and for the timers of the wire. -parallel overrides.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	testscript.Main(tests{m}, map[string]func(){
		"travel":  travelProgram,
		"browser": browserProgram,
	})
}

// tests are all tests of this package, which the programs that they start do not run.
type tests struct{ *testing.M }

func (t tests) Run() int {
	need.Signals()
	need.Memory()
	debug.SetGCPercent(400) // an eighth of the time, for some memory
	return t.M.Run()
}

// TestScripts runs the whole program against the sandbox, one script a promise.
func TestScripts(t *testing.T) {
	contract := contracttest.Load(t)
	all := new(swept)
	t.Cleanup(func() { need.Figure(t, "secrets in what was printed and kept", all.String(), "0 hits") })
	scripts := filepath.Join("..", "..", "testdata", "script")
	if !*update {
		scripts = shared(t, scripts)
	}
	testscript.RunT(&scriptT{T: t}, testscript.Params{
		Dir:                 scripts,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			return setUp(env, &stage{t: t, contract: contract, swept: all, worker: worker{scripts: scripts}})
		},
		Cmds: withDoctor(map[string]func(*testscript.TestScript, bool, []string){
			"sandbox": cmdSandbox,
			"clock":   cmdClock,
			"exits":   cmdExits,
			"run":     cmdRun,
			"capture": cmdCapture,
			"posts":   cmdPosts,
			"golden":  cmdGolden,
			"forget":  cmdForget,
			"peak":    cmdPeak,

			"interrupt": cmdInterrupt,
			"meet":      cmdMeet,

			"shows-token": cmdShowsToken,
		}),
	})
}

// stage is what a script plays on: a clock that only moves when someone waits
// or the script says so, and sandboxes that tell the time by it.
type stage struct {
	t        testing.TB
	contract *contracttest.Contract
	worker   worker
	work     string // the script's directory
	state    string // where the sandboxes keep their key
	secrets  secrets
	swept    *swept

	mu     sync.Mutex
	offset time.Duration
	posts  map[string]int // requests that the sandboxes took, by path and grant
	pid    int            // of the program that asked for the time last
	comes  func(method, path string)
}

type stageKey struct{}

func (s *stage) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return scriptStart.Add(s.offset)
}

func (s *stage) advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offset += d
}

// count keeps count of a request, a token request by its grant.
func (s *stage) count(method, path string, body []byte) {
	s.came(method, path)
	if method != http.MethodPost {
		return
	}
	if form, err := url.ParseQuery(string(body)); err == nil && form.Has("grant_type") {
		path += ":" + form.Get("grant_type")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.posts == nil {
		s.posts = map[string]int{}
	}
	s.posts[path]++
}

// ServeHTTP lets the program under test read the clock and wait on it.
func (s *stage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == toldPath {
		s.told(r)
		return
	}
	s.asks(r)
	if d, err := time.ParseDuration(r.URL.Query().Get("advance")); err == nil {
		s.advance(d)
	}
	fmt.Fprint(w, s.now().Format(time.RFC3339Nano))
}

func setUp(env *testscript.Env, s *stage) error {
	home := filepath.Join(env.WorkDir, "home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	s.work, s.state = env.WorkDir, filepath.Join(env.WorkDir, "sandbox")
	env.T().(*scriptT).stage = s
	clock := httptest.NewServer(s)
	env.Defer(clock.Close)
	env.Values[stageKey{}] = s
	for name, value := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "SCRIPT_CLOCK": clock.URL,
		"TRAVEL_DEBUG": filepath.Join(env.WorkDir, "debug.log"), // swept for secrets
		"LANG":         "C.UTF-8", "LC_ALL": "", "NO_COLOR": "", "DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "",
	} {
		env.Setenv(name, value)
	}
	s.worker.names = append(s.worker.names, "TRAVEL_API_URL", "TRAVEL_CLIENT_ID") // see cmdSandbox
	for _, variable := range env.Vars {
		name, _, _ := strings.Cut(variable, "=")
		s.worker.names = append(s.worker.names, name)
	}
	return nil
}

// cmdSandbox is "sandbox start [-quota-scale N] [-fault SPEC]... [SEED]": a sandbox of its own,
// on a port, and the variables that point the program at it. The program's
// requests are judged against the contract, and so is every answer of a sandbox
// without faults.
func cmdSandbox(ts *testscript.TestScript, neg bool, args []string) {
	const usage = "usage: sandbox start [-quota-scale N] [-fault SPEC]... [SEED]"
	if neg || len(args) < 1 || args[0] != "start" {
		ts.Fatalf(usage)
	}
	s := ts.Value(stageKey{}).(*stage)
	front := httptest.NewUnstartedServer(nil)
	o := sandbox.Options{URL: "http://" + front.Listener.Addr().String(), StateDir: s.state, Now: s.now}
	if args = args[1:]; len(args) > 1 && args[0] == "-quota-scale" {
		o.QuotaScale, _ = strconv.Atoi(args[1])
		args = args[2:]
	}
	for ; len(args) > 1 && args[0] == "-fault"; args = args[2:] {
		o.Faults = append(o.Faults, args[1])
	}
	if len(args) > 1 {
		ts.Fatalf(usage)
	}
	if len(args) == 1 {
		var err error
		if o.Seed, err = strconv.ParseUint(args[0], 10, 64); err != nil {
			ts.Fatalf("seed: %v", err)
		}
	}
	server, err := sandbox.New(o)
	if err != nil {
		ts.Fatalf("start the sandbox: %v", err)
	}
	front.Config.Handler = judged{
		t: s.t, contract: s.contract, next: server.Handler(), count: s.count, watch: s.secrets.watch, faulty: len(o.Faults) > 0,
	}
	front.Start()
	ts.Defer(func() {
		_ = server.Close()
		front.Close()
	})
	token, _, err := server.SampleToken()
	if err != nil {
		ts.Fatalf("sample token: %v", err)
	}
	s.secrets.add("sample token", token)
	ts.Setenv("TRAVEL_API_URL", o.URL)
	ts.Setenv("TRAVEL_CLIENT_ID", "travel-cli")
	ts.Setenv("SAMPLE_TOKEN", token)
}

// cmdClock is "clock 11m": time passes for everyone.
func cmdClock(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: clock DURATION")
	}
	d, err := time.ParseDuration(args[0])
	if err != nil {
		ts.Fatalf("clock: %v", err)
	}
	ts.Value(stageKey{}).(*stage).advance(d)
}
