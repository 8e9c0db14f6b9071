package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/api"
)

// planned is what --dry-run --json prints.
type planned struct {
	Steps []struct {
		OperationID, Method, URL string
		Body                     json.RawMessage
		Unresolved, Repeats      bool
		Spends                   []string
	}
}

// TestADryRunIsWhatIsSent takes each step of the journey twice: planned, which sends nothing and leaves
// nothing behind, and then really. What was sent is what was planned, byte for byte where the plan
// knew all of it.
func TestADryRunIsWhatIsSent(t *testing.T) {
	tr := newTraveler(t)
	tr.rows = map[string]string{}
	seen := map[string]bool{}
	compared := 0
	for _, step := range journey() {
		args := tr.words(step.line)
		line := strings.Join(args, " ")
		before := treeOf(t, tr.home)
		tr.wire.take()
		printed := tr.ok(append(args, "--dry-run", "--json")...)
		if passed := tr.wire.take(); len(passed) > 0 {
			t.Errorf("travel %s --dry-run sent %s %s", line, passed[0].method, passed[0].uri)
		}
		if after := treeOf(t, tr.home); !slices.Equal(before, after) {
			t.Errorf("travel %s --dry-run left something behind: %v, before %v", line, after, before)
		}
		if strings.Contains(printed, tr.vars["TRAVEL_TOKEN"]) {
			t.Errorf("travel %s --dry-run shows the token", line)
		}
		tr.ok(append(args, "--json")...)
		passed := tr.wire.take()
		compared += tr.samePlan(line, printed, passed)
		for _, e := range passed {
			seen[e.operation] = true
		}
		tr.note(step.operation, passed[len(passed)-1].answered)
	}
	for i := range api.Operations {
		if id := api.Operations[i].ID; !seen[id] {
			t.Errorf("no plan has %s", id)
		}
	}
	if compared < len(api.Operations) {
		t.Errorf("%d requests were compared, which cannot be all", compared)
	}
}

// samePlan compares a plan with what passed: the same operations in the same order, one that repeats
// counted once, and the same bytes where nothing was open. It returns how many were compared so.
func (tr *traveler) samePlan(line, printed string, passed []exchange) int {
	tr.t.Helper()
	var plan planned
	if err := json.Unmarshal([]byte(printed), &plan); err != nil {
		tr.t.Fatal(err)
	}
	var want, got []string
	for _, e := range passed {
		want = append(want, e.operation)
	}
	compared := 0
	for i, s := range plan.Steps {
		got = append(got, s.OperationID)
		if s.Unresolved || i >= len(passed) {
			continue
		}
		compared++
		uri := strings.TrimPrefix(s.URL, tr.vars["TRAVEL_API_URL"])
		if e := passed[i]; s.Method != e.method || uri != e.uri || !bytes.Equal(s.Body, e.sent) {
			tr.t.Errorf("travel %s sent %s %s %s, planned was %s %s %s", line, e.method, e.uri, e.sent, s.Method, uri, s.Body)
		}
	}
	if want = slices.Compact(want); !slices.Equal(want, got) {
		tr.t.Errorf("travel %s sent %v, planned was %v", line, want, got)
	}
	return compared
}

// treeOf is every file below a directory with what is in it.
func treeOf(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files = append(files, fmt.Sprintf("%s %x", path, sha256.Sum256(text)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
