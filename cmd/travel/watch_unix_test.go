//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/need"
)

// A pass that is killed at any point loses and doubles nothing: each watch has one point of it in the end, the
// lines that were there before stay as they were, what fired is told by one of the runs, and no search is made
// twice but one whose answer was on its way.
func TestProofWatchKilled(t *testing.T) {
	need.Proof(t)
	const count = 100
	seed := need.Seed(t)
	tr := newTraveler(t)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	w := watched{traveler: tr, clock: clock.URL, chance: rand.New(rand.NewPCG(seed, 1))}
	w.ok("flights", "search", "LIS", "MAD", "+300d", "--wait", "45s")
	w.ok("watch", "add", "trip:1", "--below", "1000000")
	w.ok("watch", "add", "trip:2", "--any")
	w.ok("flights", "search", "LIS", "FCO", "+300d", "--wait", "45s")
	w.ok("watch", "add", "trip:1", "--below", "1000000")
	w.ok("hotels", "search", "Lisbon", "+300d", "2 nights", "--wait", "45s")
	w.ok("watch", "add", "hotel:1")
	w.whole()
	w.stage.advance(time.Hour)
	w.wire.take()
	w.whole()
	w.requests = len(w.wire.take())
	for n := range count {
		w.killed(t, fmt.Sprintf("seed %d, kill %d", seed, n))
	}
	need.Figure(t, fmt.Sprintf("%d passes killed at random points, %d of them before their end, seed %d", count, w.cut, seed),
		fmt.Sprintf("%d points in 4 histories, 0 lost, 0 doubled; %d searches made, %d in the histories; of passes gone on with in time %d on their way when killed", w.points, w.made, w.spent, w.lost),
		"0 lost, 0 doubled")
}

// watched is a traveler with watches, and what their passes came to.
type watched struct {
	*traveler
	clock                    string
	chance                   *rand.Rand
	requests                 int // of a whole pass
	cut, points, made, spent int
	lost                     int // searches that were made and are in no history, though the pass was gone on with
}

// start starts a pass.
func (w *watched) start(out *bytes.Buffer) *exec.Cmd {
	w.signIn() // a token lives for minutes
	cmd := exec.CommandContext(w.t.Context(), "travel", "watch", "run", "--max-searches", "9", "--events")
	cmd.Env, cmd.Stdout, cmd.Stderr = w.environ(w.clock), out, new(bytes.Buffer)
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	return cmd
}

// whole makes a pass that no one kills, and returns what it told.
func (w *watched) whole() []byte {
	w.t.Helper()
	var out bytes.Buffer
	cmd := w.start(&out)
	if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != 9 {
		w.t.Fatalf("the pass ended with %v\n%s%s", err, cmd.Stderr, out.Bytes())
	}
	return out.Bytes()
}

// killed kills a pass at a random point, makes another, and looks at the histories. Twice in three times the
// other one comes while the searches live.
func (w *watched) killed(t *testing.T, where string) {
	before := w.histories()
	w.wire.take()
	var first bytes.Buffer
	cmd := w.startToDie(&first)
	_ = cmd.Wait()
	w.wire.mu.Lock()
	w.wire.befall = nil
	w.wire.mu.Unlock()
	late := w.chance.IntN(3) == 0
	if w.stage.advance(15 * time.Second); late {
		w.stage.advance(10 * time.Minute)
	}
	if cmd.ProcessState.ExitCode() < 0 {
		w.cut++
	}
	half := w.histories()
	second := w.whole()
	made := 0
	for _, e := range w.wire.take() {
		if e.method == http.MethodPost && e.status == http.StatusCreated {
			made++
		}
	}
	w.made += made
	after := w.histories()
	for n := 1; n <= len(after); n++ {
		if !strings.Contains(first.String()+string(second), fmt.Sprintf(`{"event":"watch","n":%d,`, n)) {
			t.Errorf("%s: watch %d was told by no run", where, n)
		}
	}
	spent := 0
	for name, was := range before {
		now := after[name]
		if !bytes.HasPrefix(now, was) || !bytes.HasPrefix(half[name], was) || !bytes.HasPrefix(now, half[name][:bytes.LastIndexByte(half[name], '\n')+1]) {
			t.Errorf("%s: lines of %s are lost", where, name)
		}
		passes := map[string]bool{}
		for line := range bytes.Lines(now[len(was):]) {
			var p struct {
				Pass, State string
				SearchSpent bool
			}
			if err := json.Unmarshal(line, &p); err != nil || p.State != "seen" || passes[p.Pass] {
				t.Errorf("%s: %s has %s: %v", where, name, line, err)
			}
			passes[p.Pass] = true
			if w.points++; p.SearchSpent {
				spent++
			}
		}
		if len(passes) == 0 || len(passes) > 2 {
			t.Errorf("%s: %s got %d points", where, name, len(passes))
		}
	}
	w.spent += spent
	lost := made - spent
	if lost < 0 || lost > 3 { // of three searches at once
		t.Errorf("%s: %d searches are in the histories, and %d were made", where, spent, made)
	}
	if !late {
		w.lost += lost
	}
}

// startToDie starts a pass that is killed: when its request of a random number is sent or answered, or some time
// after that.
func (w *watched) startToDie(out *bytes.Buffer) *exec.Cmd {
	victim := make(chan *exec.Cmd, 1)
	at, late, answered := w.chance.IntN(w.requests), time.Duration(w.chance.IntN(12000))*time.Microsecond, w.chance.IntN(2) == 0
	seen := 0
	w.wire.mu.Lock()
	w.wire.befall = func(out http.ResponseWriter, _ *http.Request, serve func() *httptest.ResponseRecorder) bool {
		w.wire.mu.Lock()
		now := seen == at
		seen++
		w.wire.mu.Unlock()
		if !now {
			return false
		}
		cmd := <-victim
		if !answered {
			_ = cmd.Process.Kill()
		}
		record := serve()
		if answered {
			time.AfterFunc(late, func() { _ = cmd.Process.Kill() })
		}
		maps.Copy(out.Header(), record.Header())
		out.WriteHeader(record.Code)
		_, _ = out.Write(record.Body.Bytes())
		return true
	}
	w.wire.mu.Unlock()
	cmd := w.start(out)
	victim <- cmd
	return cmd
}

// histories are the files of all histories.
func (w *watched) histories() map[string][]byte {
	w.t.Helper()
	all := map[string][]byte{}
	files, _ := filepath.Glob(filepath.Join(w.home, ".local/state/travel/watches/*/[0-9]*.ndjson"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			w.t.Fatal(err)
		}
		all[filepath.Base(file)] = text
	}
	if len(all) != 4 {
		w.t.Fatalf("there are %d histories", len(all))
	}
	return all
}
