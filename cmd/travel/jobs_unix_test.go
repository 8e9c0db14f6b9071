//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"travel.example/travel/internal/session"
)

// environ is the environment of a process that plays with the traveler's sandbox, under that clock.
func (tr *traveler) environ(clock string) []string {
	vars := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + tr.home, "SCRIPT_CLOCK=" + clock}
	for name, value := range tr.vars {
		vars = append(vars, name+"="+value)
	}
	return vars
}

// jobScript searches, waits until it is told that every other job has too, and opens its first trip.
const jobScript = `set -e
travel flights search LIS $TO +30d --json --jq '.results[0].tripId'
read go
travel flights trip 1 --json --jq .tripId
`

// Eight jobs at once, four by setsid and four by a name, each count in the list of their own search. One
// more without a list, and none without a terminal, takes what another made.
func TestJobsAtOnceCountInTheirOwnLists(t *testing.T) {
	tr := newTraveler(t)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	vars := tr.environ(clock.URL)
	start := func(to string, own bool) (*exec.Cmd, io.WriteCloser, *bufio.Reader) {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", jobScript)
		cmd.Env = append(slices.Clone(vars), "TO="+to)
		if own {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		} else {
			cmd.Env = append(cmd.Env, "TRAVEL_LIST=to "+to)
		}
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, stdin, bufio.NewReader(stdout)
	}
	var all errgroup.Group
	searched, told := make(chan string), make(chan struct{})
	for i, to := range []string{"MAD", "LHR", "CDG", "FCO", "AMS", "FRA", "DXB", "JFK"} {
		cmd, stdin, stdout := start(to, i < 4)
		all.Go(func() error {
			listed, readErr := stdout.ReadString('\n')
			searched <- listed
			<-told
			fmt.Fprintln(stdin, "go")
			opened, _ := stdout.ReadString('\n')
			if err := cmd.Wait(); err != nil || listed != opened || strings.TrimSpace(listed) == "" {
				return fmt.Errorf("LIS to %s listed %q and opened %q: %v, %w", to, listed, opened, readErr, err)
			}
			return nil
		})
	}
	seen := map[string]bool{}
	for range 8 {
		seen[<-searched] = true
	}
	close(told)
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
	if len(seen) != 8 {
		t.Errorf("eight searches gave %d different first trips", len(seen))
	}

	stranger := exec.CommandContext(t.Context(), "travel", "flights", "trip", "1")
	stranger.Env, stranger.SysProcAttr = vars, &syscall.SysProcAttr{Setsid: true}
	out, err := stranger.CombinedOutput()
	if err == nil || stranger.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "there is no list of trips to count in") ||
		!strings.Contains(string(out), "--list NAME") {
		t.Errorf("a job without a list: %v\n%s", err, out)
	}
}

// A terminal that has no list takes over that of another one, and says so once, with its age; in JSON as
// a warning. A job, and a list by its name, never do, and no one takes theirs.
func TestANewTerminalTakesOverAndSaysSo(t *testing.T) {
	tr := newTraveler(t)
	in := func(key string, terminal bool, args ...string) (int, string, string) {
		tr.session = session.Session{Key: key, Terminal: terminal}
		return tr.run(args...)
	}
	open := []string{"flights", "trip", "1", "--jq", ".tripId, .travel.warnings[]"}
	if code, _, errs := in("job", false, "flights", "search", "LIS", "FRA", "+30d"); code != 0 {
		t.Fatal(errs)
	}
	if code, _, errs := in("window", true, open...); code != 2 {
		t.Errorf("took a job's list: %d %s", code, errs)
	}
	if code, _, errs := in("one", true, "flights", "search", "LIS", "MAD", "+30d"); code != 0 {
		t.Fatal(errs)
	}
	tr.stage.advance(3 * time.Minute)
	code, taken, errs := in("two", true, open...)
	if code != 0 || errs != "" || !strings.HasSuffix(taken, "\nlist of another terminal, made 3 minutes ago.\n") {
		t.Errorf("%d %q %q", code, taken, errs)
	}
	code, again, errs := in("two", true, open...)
	if want, _, _ := strings.Cut(taken, "\n"); code != 0 || again != want+"\n" || errs != "" {
		t.Errorf("the second time: %d %q %q, want %q", code, again, errs, want)
	}
	if code, _, errs := in("three", true, "flights", "trip", "1"); code != 0 || !strings.Contains(errs, "list of another terminal, made 3 minutes ago\n") {
		t.Errorf("as text: %d %q", code, errs)
	}
	for _, args := range [][]string{open, append(open, "--list", "a name")} {
		if code, _, errs := in("a job", false, args...); code != 2 || !strings.Contains(errs, "there is no list of trips to count in") {
			t.Errorf("%q: %d %s", args, code, errs)
		}
	}
}

// A window is one session whatever its streams are, and a job that is started from it is another.
func TestAWindowIsOneSession(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("skipped: setsid is not installed")
	}
	tr := newTraveler(t)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	first := startTmux(t, tr, "100", clock.URL)
	first.runs(`x=$(travel flights search LIS MAD +30d 2>&1 </dev/null); travel flights trip 1 </dev/null 2>&1 | head -2`)
	first.until("MAD")
	first.runs(`setsid --wait travel flights trip 1`)
	first.until("there is no list of trips to count in")
	first.until("ended 2")
	second := startTmux(t, tr, "100", clock.URL)
	second.runs(`travel flights trip 1 >/dev/null`)
	second.until("list of another terminal, made ")
	second.until("ended 0")
	second.runs(`travel flights trip 1 >/dev/null`)
	if screen := second.until("ended 0"); strings.Contains(screen, "another terminal") {
		t.Errorf("it says so again:\n%s", screen)
	}
}
