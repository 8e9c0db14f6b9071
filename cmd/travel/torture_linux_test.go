package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/testkit/need"
)

// tortures are the system calls that fail, each with the errors it can have, and the exit codes that
// these explain. Reads and writes are of files as well as of connections.
var tortures = []struct {
	call   string
	errors []string
	codes  []int
}{
	{"openat", []string{"EIO", "EMFILE", "EACCES", "EINTR"}, []int{0, 1, 2, 3, 7}},
	{"newfstatat", []string{"EIO", "EACCES"}, []int{0, 1, 2, 3}},
	{"fstat", []string{"EIO"}, []int{0, 1, 2, 3}},
	{"read", []string{"EIO", "EINTR"}, []int{0, 1, 2, 3, 6, 7}},
	{"write", []string{"EIO", "ENOSPC", "EINTR"}, []int{0, 1, 3, 7}},
	{"pwrite64", []string{"EIO", "ENOSPC"}, []int{0, 1, 3}},
	{"ftruncate", []string{"EIO"}, []int{0, 1, 3}},
	{"fallocate", []string{"EIO", "ENOSPC", "EOPNOTSUPP"}, []int{0, 1, 3}},
	{"fsync", []string{"EIO", "ENOSPC", "EINTR"}, []int{0, 1, 3}},
	{"rename,renameat,renameat2", []string{"EIO", "ENOSPC"}, []int{0, 1, 3}},
	{"unlink,unlinkat", []string{"EIO", "EACCES"}, []int{0, 1, 3}},
	{"mkdir,mkdirat", []string{"EIO", "ENOSPC"}, []int{0, 1, 3}},
	{"getdents64", []string{"EIO"}, []int{0, 1, 3}},
	{"flock", []string{"EIO", "EINTR", "ENOLCK"}, []int{0, 1, 3}},
	{"socket", []string{"EMFILE", "ENETDOWN"}, []int{0, 1, 3, 7}},
	{"connect", []string{"ECONNREFUSED", "ENETUNREACH", "EINTR"}, []int{0, 3, 7}}, // 3: a browser that does not reach us
	{"getsockopt", []string{"ECONNREFUSED"}, []int{0, 3, 7}},
	{"bind,listen,accept4", []string{"EMFILE", "EADDRINUSE"}, []int{0, 1, 2, 3, 7}},
}

// tortureLines are run each in the home of someone who has signed in and looked around.
var tortureLines = []string{
	"whoami", "RENEW whoami", "login --wait 10s", "logout", "auth status", "flights search DXB LHR +30d --no-wait --retry-wait 1s", "flights results --max-stops 1",
	"flights trip 1", "hotels results", "places search springfield", "config set currency EUR", "config list",
	"feedback --rating 4 --message fine --category flights", "flights link DXB LON +30d +7d",
	"keep trip:2", "kept note 1 fine",
}

// chamber makes sandboxes, each with a home to take copies of.
type chamber struct {
	t     *testing.T
	start []string // what its person has run
	codes sync.Map // how often each call led to which code

	mu     sync.Mutex
	home   string
	copies int // an access token lives for ten minutes, and a traveler has a hundred searches an hour
}

// addressFile tells in each home which sandbox it is for.
const addressFile = "address"

// serve starts another sandbox and returns its address.
func (c *chamber) serve() string {
	c.t.Helper()
	front := httptest.NewUnstartedServer(nil)
	address := "http://" + front.Listener.Addr().String()
	server, err := sandbox.New(sandbox.Options{URL: address, StateDir: c.t.TempDir()})
	if err != nil {
		c.t.Fatal(err)
	}
	front.Config.Handler = server.Handler()
	front.Start()
	c.t.Cleanup(func() {
		_ = server.Close()
		front.Close()
	})
	return address
}

// base is a home to copy, in which everything is young.
func (c *chamber) base() string {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.copies++; c.home != "" && c.copies < 200 {
		return c.home
	}
	c.home, c.copies = c.t.TempDir(), 0
	if err := os.WriteFile(filepath.Join(c.home, addressFile), []byte(c.serve()), 0o600); err != nil {
		c.t.Fatal(err)
	}
	for _, line := range c.start {
		if o := c.run(c.home, line, nil); o.code != 0 {
			c.t.Fatalf("travel %s: %v", line, o)
		}
	}
	return c.home
}

// leave has the next one taken to another sandbox.
func (c *chamber) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.home = ""
}

// run runs a line in a home, behind the words that start it.
func (c *chamber) run(home, line string, before []string) outcome {
	c.t.Helper()
	ctx, stop := context.WithTimeout(c.t.Context(), time.Minute)
	defer stop()
	travel, err := exec.LookPath("travel")
	if err != nil {
		c.t.Fatal(err)
	}
	address, err := os.ReadFile(filepath.Join(home, addressFile))
	if err != nil {
		c.t.Fatal(err)
	}
	words := slices.Concat(before, []string{travel}, strings.Fields(strings.TrimPrefix(line, "RENEW ")))
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", "XDG_CACHE_HOME=", "SCRIPT_SIGN_IN=ada",
		"TRAVEL_API_URL="+string(address), "TRAVEL_CLIENT_ID=travel-cli", "TRAVEL_CREDENTIAL_STORE=file", "TRAVEL_TIMEOUT=5s", "DBUS_SESSION_BUS_ADDRESS=")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &errs, time.Second
	_ = cmd.Run()
	o := outcome{code: cmd.ProcessState.ExitCode(), stdout: out.String(), stderr: errs.String()}
	if ctx.Err() != nil {
		c.t.Errorf("travel %s hangs behind %q", line, before)
	}
	return o
}

// visit makes a copy of the home, with a login of its own where the line changes it.
func (c *chamber) visit(line string) string {
	c.t.Helper()
	home, err := os.MkdirTemp(c.t.TempDir(), "home")
	if err != nil {
		c.t.Fatal(err)
	}
	if err := os.CopyFS(home, os.DirFS(c.base())); err != nil {
		c.t.Fatal(err)
	}
	err = filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error { // CopyFS opens them to all
		if err != nil {
			return err
		}
		return os.Chmod(path, map[bool]fs.FileMode{true: 0o700, false: 0o600}[entry.IsDir()])
	})
	if err != nil {
		c.t.Fatal(err)
	}
	if strings.HasPrefix(line, "login") || line == "logout" || line == "RENEW whoami" { // which end the one there is
		if err := os.RemoveAll(filepath.Join(home, credentials)); err != nil {
			c.t.Fatal(err)
		}
		if o := c.run(home, "login", nil); o.code != 0 {
			c.t.Fatalf("login: %v", o)
		}
	}
	if line == "RENEW whoami" {
		ageLogin(c.t, filesBelow(c.t, filepath.Join(home, credentials)))
	}
	return home
}

const credentials = ".local/state/travel/credentials"

// filesBelow reads all files of a directory that may not exist.
func filesBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Join(dir, entry.Name())] = string(text)
	}
	return all
}

// counts is how often each call is made by the busiest thread, which is what strace counts by.
func (c *chamber) counts(line string) map[string]int {
	c.t.Helper()
	home := c.visit(line)
	trace := filepath.Join(home, "trace")
	var calls []string
	for _, torture := range tortures {
		calls = append(calls, torture.call)
	}
	if o := c.run(home, line, need.Strace(c.t, trace, strings.Join(calls, ","), "")); o.code != 0 {
		c.t.Fatalf("travel %s: %v", line, o)
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		c.t.Fatal(err)
	}
	byThread, most := map[string]int{}, map[string]int{}
	for _, m := range traced.FindAllStringSubmatch(string(text), -1) {
		byThread[m[0]]++
		most[m[2]] = max(most[m[2]], byThread[m[0]])
	}
	return most
}

var traced = regexp.MustCompile(`(?m)^(\d+) +([a-z0-9_]+)\(`)

// blow is one call that fails.
type blow struct {
	line, call, errno string
	n                 int
	codes             []int
}

func (b blow) String() string {
	return fmt.Sprintf("travel %s, %s %d is %s", b.line, b.call, b.n, b.errno)
}

// TestProofTortureBySystemCalls lets each system call of each command fail once that has to do with files
// and connections: it ends in time, with a code that the call explains, one line of words, and a
// login that can be used.
func TestProofTortureBySystemCalls(t *testing.T) {
	need.Proof(t)
	t.Parallel()
	need.Tracer(t)
	var blows []blow
	lines, start := tortureLines, []string{"login", "flights search DXB LHR +30d", "flights results --max-stops 1", "hotels search LIS +20d +3d", "keep trip:1"}
	c := &chamber{t: t, start: start}
	for _, line := range lines {
		counts := c.counts(line)
		for _, torture := range tortures {
			most := 0
			for call := range strings.SplitSeq(torture.call, ",") {
				most = max(most, counts[call])
			}
			for _, errno := range torture.errors {
				for n := 1; n <= most; n++ {
					blows = append(blows, blow{line, torture.call, errno, n, torture.codes})
				}
			}
		}
	}
	seed := need.Seed(t)
	dice := rand.New(rand.NewPCG(seed, 0))
	dice.Shuffle(len(blows), func(i, j int) { blows[i], blows[j] = blows[j], blows[i] })
	var turns sync.WaitGroup
	next := make(chan blow, len(blows))
	wrong := 0
	var mu sync.Mutex
	for range 4 {
		turns.Go(func() {
			for b := range next {
				if mistakes := c.strike(b); len(mistakes) > 0 {
					mu.Lock()
					wrong++
					mu.Unlock()
					t.Errorf("%v: %s", b, strings.Join(mistakes, "\n"))
				}
			}
		})
	}
	for _, b := range blows {
		next <- b
	}
	close(next)
	turns.Wait()
	c.codes.Range(func(key, value any) bool {
		t.Log(key)
		return true
	})
	need.Figure(t, fmt.Sprintf("%d calls of %d commands that fail once, seed %d", len(blows), len(lines), seed),
		fmt.Sprintf("%d not as they should be", wrong), "the right class, one line, no hang, no panic, no lost login")
}

// strike runs a line with its blow and says what is wrong with how it ended.
func (c *chamber) strike(b blow) (mistakes []string) {
	home := c.visit(b.line)
	store := filepath.Join(home, credentials)
	before := filesBelow(c.t, store)
	o := c.run(home, b.line, need.Strace(c.t, filepath.Join(home, "trace"), b.call, fmt.Sprintf("error=%s:when=%d", b.errno, b.n)))
	defer func() { _ = os.RemoveAll(home) }()
	mistake := func(format string, args ...any) {
		mistakes = append(mistakes, fmt.Sprintf(format, args...)+fmt.Sprintf(" (exit %d)\n%s%s", o.code, o.stdout, o.stderr))
	}
	if strings.Contains(o.stderr, "error while loading shared libraries") || strings.Contains(o.stderr, "netpollBreak") ||
		strings.Contains(o.stderr, "cmd/travel.init") {
		return nil // before the program, below it, or in what makes it a test
	}
	if o.code == 5 && strings.Contains(o.stderr, "quota createFlightSearch") {
		c.leave() // ten searches a minute
		return c.strike(b)
	}
	c.codes.Store(fmt.Sprintf("%s %s %d", b.call, b.errno, o.code), true)
	if !slices.Contains(b.codes, o.code) {
		mistake("want one of %v", b.codes)
	}
	if strings.Contains(o.stderr, "panic") || strings.Contains(o.stderr, "goroutine ") || strings.Contains(o.stderr, "fatal error") {
		mistake("it panics")
	}
	if o.code != 0 && strings.Count("\n"+o.stderr, "\nerror: ") != 1 && b.call != "write" { // which may be the one of that line
		mistake("it says nothing, or too much")
	}
	if strings.HasPrefix(b.line, "keep ") || strings.HasPrefix(b.line, "kept ") {
		if kept := c.run(home, "kept --json", nil); kept.code != 0 || !strings.Contains(kept.stdout, `"row":"kept:1"`) || !strings.Contains(kept.stdout, `"damaged":[]`) {
			mistake("what was kept is lost: %v", kept)
		}
	}
	after := filesBelow(c.t, store)
	switch {
	case strings.HasPrefix(b.line, "login") && o.code != 0 || b.line == "logout":
		if status := c.run(home, "auth status", nil); status.code != 0 && status.code != 3 || o.code == 0 && len(after) != 0 {
			mistake("of the login is left: %v", status)
		}
	case fmt.Sprint(before) == fmt.Sprint(after):
	default:
		// An answer that could not be read has cost the refresh token, where a server rotates strictly.
		if again := c.run(home, "whoami", nil); again.code != 0 && (b.call != "read" || again.code != 3) {
			mistake("the login is lost: %v", again)
		}
	}
	return mistakes
}
