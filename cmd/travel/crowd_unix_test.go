//go:build unix

package main

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// together is the clock of processes that wait at once: it moves when all that still run wait for it.
type together struct {
	*stage
	runs    int
	waiting map[chan struct{}]time.Time
}

func (c *together) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if d, err := time.ParseDuration(r.URL.Query().Get("advance")); err == nil {
		moved := make(chan struct{})
		until := c.now().Add(d)
		c.change(func() { c.waiting[moved] = until })
		<-moved
	}
	fmt.Fprint(w, c.now().Format(time.RFC3339Nano))
}

// change moves the clock to the end of the first wait, where all wait then.
func (c *together) change(change func()) {
	now := c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
	if len(c.waiting) < c.runs || c.runs == 0 {
		return
	}
	first := slices.MinFunc(slices.Collect(maps.Values(c.waiting)), time.Time.Compare)
	c.offset += max(first.Sub(now), 0)
	for moved, until := range c.waiting {
		if !until.After(first) {
			delete(c.waiting, moved)
			close(moved)
		}
	}
}

// Processes that search at once wait for the quota together: each has its answer and none is refused, by
// the count of the service. Those that do not know of each other run into it.
func TestProcessesAtOnceArePacedTogether(t *testing.T) {
	const processes = 24 // of ten a minute
	crowd := func(home func(tr *traveler) string) (refusals, failures int) {
		tr := newTraveler(t)
		shared := &together{stage: tr.stage, runs: processes, waiting: map[chan struct{}]time.Time{}}
		clock := httptest.NewServer(shared)
		t.Cleanup(clock.Close)
		var refused, failed atomic.Int32
		tr.wire.befall = func(out http.ResponseWriter, r *http.Request, serve func() *httptest.ResponseRecorder) bool {
			record := serve()
			if record.Code == http.StatusTooManyRequests {
				refused.Add(1)
			}
			maps.Copy(out.Header(), record.Header())
			out.WriteHeader(record.Code)
			_, _ = out.Write(record.Body.Bytes())
			return true
		}
		var all sync.WaitGroup
		for range processes {
			cmd := exec.CommandContext(t.Context(), "travel", "flights", "search", "LIS", "MAD", "+30d", "--no-wait", "--json", "--retry-wait", "5m")
			cmd.Env = append(tr.environ(clock.URL), "XDG_STATE_HOME="+home(tr))
			all.Go(func() {
				if out, err := cmd.CombinedOutput(); err != nil {
					failed.Add(1)
					t.Logf("%v\n%s", err, out)
				}
				shared.change(func() { shared.runs-- })
			})
		}
		all.Wait()
		return int(refused.Load()), int(failed.Load())
	}
	if refusals, failures := crowd(func(tr *traveler) string { return tr.home }); refusals+failures > 0 {
		t.Errorf("%d searches were refused, and %d processes have no answer", refusals, failures)
	}
	if refusals, failures := crowd(func(*traveler) string { return t.TempDir() }); refusals < processes-10 || failures == 0 {
		t.Errorf("those that do not know of each other: %d refused, %d without an answer", refusals, failures)
	}
}
