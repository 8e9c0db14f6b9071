package main

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestOneIsAskedBeforeASearchIsSpent answers the question on a real terminal,
// where an echo, a width and a Ctrl-C are the terminal's own: a no and a Ctrl-C
// spend nothing, a yes spends one search.
func TestOneIsAskedBeforeASearchIsSpent(t *testing.T) {
	tr := newTraveler(t)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	screen := startTmux(t, tr, "60", clock.URL)
	tr.ok("flights", "search", "DXB", "LHR", "2026-12-12", "2026-12-19")
	tr.stage.advance(9 * time.Minute)
	for _, answer := range []struct {
		keys  []string
		ends  string
		says  string
		spent int
	}{
		{[]string{"n", "Enter"}, "ended 4", "error: this search has expired", 1},
		{[]string{"Enter"}, "ended 4", "error: this search has expired", 1},
		{[]string{"C-d"}, "ended 4", "\nerror: this search has expired", 1},
		{[]string{"C-c"}, "ended 130", "\nended 130", 1},
		{[]string{"y", "Enter"}, "ended 0", "Searched again. Trip 2: same price as before ($", 2},
	} {
		screen.runs("travel flights trip 2")
		question := screen.until("[y/N]")
		for _, line := range []string{"This search has expired (made 9 minutes ago). Search again\n", "for the same trip? It spends one of your searches (99"} {
			if !strings.Contains(question, line) {
				t.Errorf("the question lacks %q:\n%s", line, question)
			}
		}
		screen.types(answer.keys...)
		seen := screen.until(answer.ends)
		if !strings.Contains(seen, answer.says) {
			t.Errorf("%v: the screen lacks %q:\n%s", answer.keys, answer.says, seen)
		}
		if strings.Contains(seen, "keeps your list") {
			t.Errorf("%v: the live line is still there:\n%s", answer.keys, seen)
		}
		if n := len(tr.wire.made()); n != answer.spent {
			t.Errorf("%v: %d searches were made, want %d", answer.keys, n, answer.spent)
		}
	}
}
