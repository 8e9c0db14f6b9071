//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A batch of forty routes that is killed while its twentieth search is being made is whole after it was run
// again: each line is answered, no answer was asked for twice, and at most the searches that were in flight
// were made once more.
func TestABatchThatWasKilledGoesOn(t *testing.T) {
	tr := newTraveler(t)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	const parallel = 4
	routes := filepath.Join(tr.home, "routes.csv")
	text := "from,to,fromDate\n"
	for i := range 40 {
		text += fmt.Sprintf("LIS,%s,+%dd\n", []string{"MAD", "LHR", "DXB", "FCO"}[i%4], 30+i/4)
	}
	if err := os.WriteFile(routes, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	start := func(out *bytes.Buffer) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "travel", "flights", "search", "--batch", routes, "--yes", "--top", "1", "--parallel", fmt.Sprint(parallel))
		cmd.Env, cmd.Stdout, cmd.Stderr = tr.environ(clock.URL), out, new(bytes.Buffer)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}

	var half bytes.Buffer
	killed := make(chan *exec.Cmd, 1)
	creates := 0
	tr.wire.befall = func(out http.ResponseWriter, r *http.Request, serve func() *httptest.ResponseRecorder) bool {
		if r.Method != http.MethodPost {
			return false
		}
		record := serve()
		tr.stage.mu.Lock()
		if record.Code == http.StatusCreated { // and not refused for the quota
			creates++
		}
		now := record.Code == http.StatusCreated && creates == 20
		tr.stage.mu.Unlock()
		if now {
			_ = (<-killed).Process.Kill()
			<-r.Context().Done() // no one hears the answer
			return true
		}
		maps.Copy(out.Header(), record.Header())
		out.WriteHeader(record.Code)
		_, _ = out.Write(record.Body.Bytes())
		return true
	}
	first := start(&half)
	killed <- first
	if err := first.Wait(); err == nil {
		t.Fatal("the first run was not killed")
	}
	tr.wire.mu.Lock()
	tr.wire.befall = nil
	tr.wire.mu.Unlock()
	answered := results(t, half.Bytes())

	// By now the turns that the dead program had taken count no more.
	tr.stage.advance(11 * time.Second)
	var whole bytes.Buffer
	second := start(&whole)
	if err := second.Wait(); err != nil {
		t.Fatalf("the second run: %v\n%s", err, second.Stderr)
	}
	lines := results(t, whole.Bytes())
	if len(lines) != 40 {
		t.Fatalf("%d lines were answered\n%s", len(lines), whole.Bytes())
	}
	for n, was := range answered {
		if now := lines[n]; now.SearchID != was.SearchID || !now.Kept || now.Spent != 1 {
			t.Errorf("line %d was answered by %s, and again by %+v", n, was.SearchID, now)
		}
	}
	made := 0 // by the answers: two creates of the same at the same moment have one id
	for _, e := range tr.wire.take() {
		if e.method == http.MethodPost && e.status == http.StatusCreated {
			made++
		}
	}
	if made < 41 || made > 40+parallel {
		t.Errorf("%d searches were made; the one whose answer was lost is made again, and at most %d", made, parallel)
	}
}

type result struct {
	Line, Spent int
	SearchID    string
	Kept        bool
	Error       json.RawMessage
}

// results are what a batch printed, by line; the last line may be half.
func results(t *testing.T, out []byte) map[int]result {
	t.Helper()
	all := map[int]result{}
	for line := range strings.Lines(string(out)) {
		var r result
		if !strings.HasSuffix(line, "\n") {
			break
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if r.SearchID != "" && r.Error == nil {
			all[r.Line] = r
		}
	}
	return all
}
