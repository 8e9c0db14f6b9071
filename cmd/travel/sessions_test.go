package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/commands"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/session"
	"travel.example/travel/internal/testkit/contracttest"
	"travel.example/travel/internal/testkit/need"
)

// An ill is what can go wrong in a session, and the exit codes that it explains; 0 always is one, since
// most calls are made again.
type ill struct {
	effect string
	codes  []int
}

// apiIlls meet calls of the API. An answer that is lost here costs no login.
var apiIlls = []ill{
	{"internal_error", []int{6}}, {"upstream_unavailable retry-after=1", []int{5}}, {"upstream_rate_limited", []int{5}},
	{"rate_limited", []int{5}}, {"rate_limited retry-after=90000", []int{5}}, {"503", []int{5}},
	{"invalid_token", []int{3}}, {"insufficient_scope", []int{3}}, {"not_found", []int{4, 6}}, {"418 newer", []int{6}},
	{"html", []int{6}}, {"html 502", []int{6}}, {"redirect 307 https://evil.example/", []int{6}},
	{"reset-before-read", []int{7}}, {"reset-after-read", []int{7}}, {"close-after-work", []int{7}}, {"lost", []int{7}},
	{"reset-after-headers", []int{6, 7}}, {"truncate", []int{6, 7}}, {"reset-mid-body", []int{6, 7}}, {"hang-mid-body", []int{6, 7}},
	{"hang", []int{7}}, {"delay 30ms", nil}, {"date +24h", nil}, {"drip 1ms", nil}, {"unknown-fields", nil}, {"unknown-enums", nil},
	{"media-type", []int{6}}, {"not-json", []int{6}}, {"oversize", []int{6}}, {"gzip-bomb 64MiB", []int{6}}, {"nested", []int{6}},
	{"status 202", []int{6}},
}

// loginIlls meet requests to the sign-in server before it acts on them: what comes after a rotation
// costs the login by the rules of OAuth.
var loginIlls = []ill{
	{"503", []int{5, 7}}, {"internal_error", []int{6, 7}}, {"html", []int{6}}, {"html 502", []int{6, 7}}, {"reset-before-read", []int{7}},
	{"close-after-read", []int{7}}, {"418 body=x", []int{6}}, {"redirect 307 https://evil.example/", []int{6}}, {"delay 30ms", nil}, {"date -90s", nil},
}

var (
	apiTargets = []string{
		"api", "api", "getCurrentUser", "getPlaces", "createFlightSearch", "getFlightSearchResults", "getFlightTrip", "getFareOptions",
		"getFareBookingLink", "createHotelSearch", "getHotelSearchResults", "getHotel", "getHotelRates", "getHotelRateBookingLink", "submitFeedback",
	}
	loginTargets = []string{"exchange", "refresh", "metadata", "resource", "jwks", "revoke"}

	// sessionLines are a whole session; FARE and OPTIONS are rows of answers before, and CLOCK
	// lets the access token end.
	sessionLines = []string{
		"login", "whoami", "places search springfield", "flights search DXB LON +30d +7d", "flights results --max-stops 1 --booking-types platform", "flights trip 1 --json",
		"flights options FARE --json", "flights booking-link FARE --option OPTIONS --yes", "CLOCK", "hotels search LIS +20d +3d", "hotels results --sort price_asc",
		"hotels show 1", "hotels rates 1", "hotels booking-link 1a", "feedback --rating 4 --message fine", "CLOCK", "whoami",
	}
)

// faulty is one session under faults.
type faulty struct {
	*traveler
	dir  string
	log  *actLog
	ills map[string]ill // by target and effect of the fault
}

// actLog collects the faults that act, as the sandbox logs them.
type actLog struct {
	mu    sync.Mutex
	rules []string
}

// Enabled implements slog.Handler.
func (*actLog) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (l *actLog) Handle(_ context.Context, r slog.Record) error {
	if r.Message != "fault" {
		return nil
	}
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "rule" {
			l.mu.Lock()
			l.rules = append(l.rules, a.Value.String())
			l.mu.Unlock()
		}
		return true
	})
	return nil
}

// WithAttrs implements slog.Handler.
func (l *actLog) WithAttrs([]slog.Attr) slog.Handler { return l }

// WithGroup implements slog.Handler.
func (l *actLog) WithGroup(string) slog.Handler { return l }

func (l *actLog) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	rules := l.rules
	l.rules = nil
	return rules
}

// newFaulty throws one to five faults and starts the sandbox that has them.
func newFaulty(t *testing.T, dice *rand.Rand, contract *contracttest.Contract) *faulty {
	f := &faulty{dir: t.TempDir(), log: new(actLog), ills: map[string]ill{}}
	var rules []string
	for range 1 + dice.IntN(5) {
		targets, ills := apiTargets, apiIlls
		if dice.IntN(3) == 0 {
			targets, ills = loginTargets, loginIlls
		}
		what := ills[dice.IntN(len(ills))]
		target := targets[dice.IntN(len(targets))]
		rules = append(rules, fmt.Sprintf("%s:%d=%s", target, 1+dice.IntN(3), what.effect))
		f.ills[target+"="+what.effect] = what
	}
	tr := &traveler{t: t, home: filepath.Join(f.dir, "home"), stage: &stage{t: t}, session: session.Session{Key: "one", Terminal: true}}
	front := httptest.NewUnstartedServer(nil)
	url := "http://" + front.Listener.Addr().String()
	server, err := sandbox.New(sandbox.Options{URL: url, StateDir: filepath.Join(f.dir, "sandbox"), Now: tr.stage.now, Faults: rules, Log: slog.New(f.log)})
	if err != nil {
		t.Fatal(err)
	}
	front.Config.Handler = judged{t: t, contract: contract, next: server.Handler(), count: tr.stage.count, faulty: true}
	front.Start()
	t.Cleanup(func() {
		_ = server.Close()
		front.Close()
	})
	tr.vars = map[string]string{
		"TRAVEL_API_URL": url, "TRAVEL_CLIENT_ID": "travel-cli", "TRAVEL_CREDENTIAL_STORE": "file", "BROWSER": "script", "TRAVEL_TIMEOUT": "1s",
	}
	f.traveler = tr
	return f
}

// outcome is how one command line ended.
type outcome struct {
	code           int
	stdout, stderr string
	acted          []string       // the faults that did
	posts          map[string]int // by path
}

func (o outcome) String() string {
	return fmt.Sprintf("exit %d, faults %q, posts %v\n%s%s", o.code, o.acted, o.posts, o.stdout, o.stderr)
}

// runOnce runs a command line and gives up on one that hangs.
func (f *faulty) runOnce(t *testing.T, args []string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	env := environment()
	env.Args, env.Stdin, env.Stdout, env.Stderr = args, strings.NewReader(""), &out, &errs
	env.Home, env.Session = f.home, func() session.Session { return f.session }
	env.Getenv = func(name string) string { return f.vars[name] }
	env.Open = func(address string) error { return signIn(address, "ada") }
	env.StdinTTY, env.OutTerm, env.ErrTerm, env.Size = false, f.term, render.Terminal{Unicode: true}, nil
	env.Now, env.Wait = f.stage.now, func(ctx context.Context, d time.Duration) error {
		f.stage.advance(d)
		return ctx.Err()
	}
	f.log.take()
	f.stage.mu.Lock()
	f.stage.posts = nil
	f.stage.mu.Unlock()
	ended := make(chan int)
	go func() { ended <- commands.Execute(t.Context(), env) }()
	o := outcome{code: -1}
	select {
	case o.code = <-ended:
	case <-time.After(2 * time.Minute):
		t.Fatalf("travel %s hangs; faults %q", strings.Join(args, " "), f.log.take())
	}
	o.stdout, o.stderr, o.acted = out.String(), errs.String(), f.log.take()
	f.stage.mu.Lock()
	o.posts = f.stage.posts
	f.stage.mu.Unlock()
	return o
}

// sessionTally counts what must not happen.
type sessionTally struct {
	sync.Mutex
	commands, acted, lost, extra, wrong int
}

// judge holds one outcome against what its faults explain.
func (f *faulty) judge(t *testing.T, line string, o outcome, all *sessionTally, where string) {
	t.Helper()
	all.Lock()
	defer all.Unlock()
	all.commands++
	all.acted += len(o.acted)
	explained := []int{0}
	resendable := 0
	for _, rule := range o.acted {
		at, effect, _ := strings.Cut(rule, "=")
		target, _, _ := strings.Cut(at, ":")
		what, known := f.ills[target+"="+effect]
		if !known {
			t.Errorf("%s: the sandbox writes a fault as %q", where, rule)
		}
		explained = append(explained, what.codes...)
		if slices.Contains(what.codes, 5) || strings.HasPrefix(effect, "in") || strings.HasPrefix(effect, "reset-before-read") {
			resendable++
		}
	}
	if !slices.Contains(explained, o.code) {
		all.wrong++
		t.Errorf("%s: travel %s, want one of %v: %v", where, line, explained, o)
	}
	if (o.code == 0) != (o.stdout != "") && !strings.Contains(line, "search") && line != "hotels rates 1" { // a poll that fails prints what it has
		all.wrong++
		t.Errorf("%s: travel %s printed an answer or none: %v", where, line, o)
	}
	for _, path := range []string{"/v1/flights/searches", "/v1/hotels/searches", "/v1/feedback"} {
		if o.posts[path] > 1+resendable {
			all.extra++
			t.Errorf("%s: travel %s sent too many: %v", where, line, o)
		}
	}
}

// until runs a line until it works, as a person does.
func (f *faulty) until(t *testing.T, line string, all *sessionTally, where string) bool {
	t.Helper()
	for range 8 {
		o := f.runOnce(t, f.words(line))
		f.judge(t, line, o, all, where)
		if o.code == 0 && (len(o.acted) == 0 || !strings.HasSuffix(line, "--json")) { // an answer that was changed names no rows
			f.note(map[string]string{"flights trip 1 --json": "getFlightTrip", "flights options FARE --json": "getFareOptions"}[line], []byte(o.stdout))
			return true
		}
		if o.code == 3 && line != "login" && len(o.acted) == 0 {
			return false
		}
	}
	return false
}

// TestProofSessionsUnderRandomFaults walks whole sessions, each under one to five faults. The seed
// prints with each mistake and with the figure; TRAVEL_TEST_SEED takes it again.
func TestProofSessionsUnderRandomFaults(t *testing.T) {
	need.Proof(t)
	t.Parallel()
	contract := contracttest.Load(t)
	const count = 500
	seed := need.Seed(t)
	all := new(sessionTally)
	t.Run("all", func(t *testing.T) {
		for n := range count {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				where := fmt.Sprintf("seed %d, session %d", seed, n)
				newFaulty(t, rand.New(rand.NewPCG(seed, uint64(n))), contract).walk(t, all, where)
			})
		}
	})
	need.Figure(t, fmt.Sprintf("%d sessions of %d commands under %d faults, seed %d", count, all.commands, all.acted, seed),
		fmt.Sprintf("%d logins lost, %d POSTs too many, %d wrong exit codes, 0 hangs", all.lost, all.extra, all.wrong), "0 of each")
}

func (f *faulty) walk(t *testing.T, all *sessionTally, where string) {
	f.rows = map[string]string{}
	for _, line := range sessionLines {
		switch {
		case line == "CLOCK":
			f.stage.advance(11 * time.Minute)
		case !f.until(t, line, all, where):
			all.Lock()
			all.lost++
			all.Unlock()
			t.Errorf("%s: travel %s never works again", where, line)
			return
		}
	}
	o := f.runOnce(t, []string{"logout"})
	left, err := filepath.Glob(filepath.Join(f.home, ".local", "state", "travel", "credentials", "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("%s: %v is left, %v: %v", where, left, err, o)
	}
}
