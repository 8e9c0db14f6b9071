package commands

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/session"
)

// before maps commands to those that make the lists their examples refer to.
var before = map[string][]string{
	"travel flights results":       {"flights search DXB LHR +30d +7d"},
	"travel flights calendar open": {"flights calendar DXB LHR 2027-03-12 --flex 1"},
	"travel explore open":          {"explore DXB 2027-03-12 --to BKK,LIS"},
	"travel weekends open":         {"weekends --from DXB --to IST --when +5d..+60d --yes"},
	"travel flights trip":          {"flights search DXB LHR +30d +7d"},
	"travel flights compare":       {"flights search DXB LHR +30d +7d"},
	"travel flights experience":    {"flights search DXB LHR +30d +7d"},
	"travel flights options":       {"flights search DXB LHR +30d +7d", openFare},
	"travel flights link":          {"flights search DXB LHR +30d +7d"},
	"travel flights booking-link":  {"flights search DXB LHR +30d +7d", openFare},
	"travel hotels calendar open":  {"hotels calendar Lisbon 2027-03-12 --flex 1"},
	"travel hotels results":        {"hotels search Lisbon +20d +3d"},
	"travel hotels compare":        {"hotels search Lisbon +20d +3d"},
	"travel hotels show":           {"hotels search Lisbon +20d +3d"},
	"travel hotels reviews":        {"hotels search Lisbon +20d +3d"},
	"travel hotels rates":          {"hotels search Lisbon +20d +3d"},
	"travel hotels link":           {"hotels search Lisbon +20d +3d"},
	"travel hotels booking-link":   {"hotels search Lisbon +20d +3d", "hotels rates 3"},
	"travel book":                  {"hotels search Lisbon +20d +3d", "hotels rates 3", "flights search DXB LHR +30d +7d", openFare},
	"travel share":                 {"flights search DXB LHR +30d +7d"},
	"travel report":                {"flights search DXB LHR +30d", "hotels search Lisbon +20d +3d", "keep trip:1 --as lisbon"},
	"travel keep":                  keptBefore[:3],
	"travel kept show":             keptBefore,
	"travel kept compare":          keptBefore,
	"travel kept note":             keptBefore[:7],
	"travel kept forget":           keptBefore,
	"travel kept export":           keptBefore,
	"travel watch add":             {"flights search DXB LHR +30d", "hotels search Lisbon +20d +3d", "hotels rates 3"},
	"travel watch history":         {"flights search DXB LHR +30d", "watch add trip:1"},
	"travel watch remove":          {"flights search DXB LHR +30d", "watch add trip:1", "watch add trip:2"},
	"travel watch run":             {"flights search DXB LHR +30d", "watch add trip:1", "watch add trip:2"},
	"travel config get":            {"config set --profile work currency EUR"},
	"travel config list":           {"config set --profile work currency EUR"},
	"travel config unset":          {"config set --profile work currency EUR"},
	"travel doctor":                {"config set --profile work currency EUR"},
	"travel logout":                {"config set --profile work currency EUR"},
	"travel profile use":           {"config set --profile work currency EUR"},
}

// keptBefore keeps three offers; the second and third have names.
var keptBefore = []string{
	"hotels search Lisbon +20d +3d", "flights search DXB LHR +30d", "flights trip 2",
	"keep trip:1", "keep trip:2", "keep trip:3", "kept note 1 --as lisbon-may", "kept note 2 --as porto",
}

// openFare means: open trips until one has a fare with three options for each leg, and make it row 1.
const openFare = "OPEN"

// files are read by examples.
var files = map[string]string{
	"search.json": `{"from":"DXB","to":"LHR","fromDate":"2027-01-10"}`,
	"notes.txt":   "A note.\n",
	"kept.json":   `{"version":1,"exported":"2026-11-21T08:00:00Z","kept":[]}`,
}

// TestEveryExampleIsReal runs every example of every help page in the built-in sandbox. None may be rejected as
// misuse, or fail other than through the service.
func TestEveryExampleIsReal(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commands, examples := 0, 0
	homes := map[string]*rehearsal{}
	visit := func(cmd *cobra.Command) {
		lines := strings.Split(strings.TrimSpace(cmd.Example), "\n")
		if cmd.Example == "" {
			return
		}
		commands++
		if testing.Short() {
			lines = lines[:1] // the others take the same paths
		}
		for _, line := range lines {
			examples++
			r := rehearsed(t, before[cmd.CommandPath()], homes)
			code, _, stderr := r.run(line)
			if _, plain, ok := strings.Cut(stderr, "without a screen: "); ok { // a test has no screen
				code, _, stderr = r.run(plain)
			}
			if code == 2 || code == 6 || code == 1 {
				t.Errorf("%s: the example %s ended with %d\n%s", cmd.CommandPath(), strings.TrimSpace(line), code, stderr)
			}
		}
	}
	root := newTestRoot(t)
	visit(root)
	walk(root, visit)
	t.Logf("%d examples of %d commands", examples, commands)
}

// rehearsed returns a copy of the home directory and clock that some commands leave behind, for one example. homes
// caches the originals, since the same commands precede many examples.
func rehearsed(t *testing.T, lines []string, homes map[string]*rehearsal) *rehearsal {
	t.Helper()
	key := strings.Join(lines, "\n")
	ready := homes[key]
	if ready == nil {
		ready = &rehearsal{t: t, home: t.TempDir(), clock: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)}
		for _, line := range lines {
			if line == openFare {
				ready.openFare()
			} else if code, _, stderr := ready.run("travel " + line); code != 0 {
				t.Fatalf("%s ended with %d\n%s", line, code, stderr)
			}
		}
		homes[key] = ready
	}
	r := &rehearsal{t: t, home: t.TempDir(), clock: ready.now()}
	err := filepath.WalkDir(ready.home, func(path string, d os.DirEntry, err error) error {
		to := r.home + strings.TrimPrefix(path, ready.home)
		if err != nil || d.IsDir() {
			return errors.Join(err, os.MkdirAll(to, 0o700))
		}
		text, err := os.ReadFile(path)
		return errors.Join(err, os.WriteFile(to, text, 0o600)) // keep it private
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rehearsal is a home directory and a clock for one example.
type rehearsal struct {
	t    *testing.T
	home string

	mu    sync.Mutex // the sandbox reads the clock concurrently
	clock time.Time
}

func (r *rehearsal) now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.clock
}

func (r *rehearsal) advance(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.clock = r.clock.Add(d)
}

// oneSession is the session of a rehearsal.
func oneSession() session.Session { return session.Session{Key: "one", Terminal: true} }

func (r *rehearsal) run(line string) (code int, stdout, stderr string) {
	r.t.Helper()
	args, stdin := shellWords(r.t, line)
	if len(args) == 0 {
		return 0, "", "" // another program
	}
	env, out, errs := testEnv(r.t, args...)
	env.OutTerm.TTY, env.OutTerm.Width = !slices.Contains(args, "--json"), 100
	env.Home, env.Session, env.Stdin = r.home, oneSession, strings.NewReader(stdin)
	env.Now, env.Program = r.now, func() (string, bool) { return "/usr/bin/travel", true }
	env.Wait = func(ctx context.Context, d time.Duration) error {
		r.advance(d)
		return ctx.Err()
	}
	ctx, stop := context.WithCancel(r.t.Context())
	defer stop()
	if first := args[0]; first == "login" || first == "sandbox" || first == "mcp" {
		stop() // they would wait for a person
	}
	code = Execute(ctx, env)
	return code, out.String(), errs.String()
}

// openFare opens the options of a fare with three for each leg, and calls it 2b.
func (r *rehearsal) openFare() {
	r.t.Helper()
	env, _, _ := testEnv(r.t)
	env.Home, env.Session = r.home, oneSession
	lists := rooted(env).Desk().Lists()
	for trip := range 10 {
		number := strconv.Itoa(trip + 1)
		if code, _, stderr := r.run("travel flights trip " + number); code != 0 {
			r.t.Fatalf("trip %s ended with %d\n%s", number, code, stderr)
		}
		fares, _, err := lists.Part(recall.Fares, number)
		if err != nil {
			r.t.Fatal(err)
		}
		for at, fare := range fares.Rows {
			var answer struct {
				Options []struct{ LegID int }
			}
			code, stdout, _ := r.run("travel flights options " + fares.Mark(fare) + " --json")
			if code != 0 || json.Unmarshal([]byte(stdout), &answer) != nil || len(answer.Options) <= 4 ||
				answer.Options[2].LegID != 1 || answer.Options[3].LegID != 2 {
				continue
			}
			trips, _, err := lists.Latest(recall.Trips)
			if err != nil {
				r.t.Fatal(err)
			}
			trips.Rows[trip], trips.Rows[1] = trips.Rows[1], trips.Rows[trip]
			trips.Rows[trip].N, trips.Rows[1].N = trip+1, 2
			fares.Of.Row = "2"
			fares.Rows[at].N, fares.Rows[1].N = fares.Rows[1].N, fares.Rows[at].N
			if err := errors.Join(lists.Save(trips), lists.Save(fares)); err != nil {
				r.t.Fatal(err)
			}
			return
		}
	}
	r.t.Fatal("no trip has a fare with three options for each way")
}
