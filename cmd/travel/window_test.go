package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// TestAWindowMayChangeWhileASearchRuns makes a real terminal narrower between
// two reads: the live list and the answer go by the new width, and nothing of
// the old one is left behind.
func TestAWindowMayChangeWhileASearchRuns(t *testing.T) {
	tr := newTraveler(t)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	screen := startTmux(t, tr, "110", clock.URL)
	next, reads, narrow := tr.wire.next, 0, make(chan struct{})
	release := sync.OnceFunc(func() { close(narrow) })
	t.Cleanup(release)
	tr.wire.next = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/results") {
			if reads++; reads == 5 {
				<-narrow
			}
		}
		next.ServeHTTP(w, r)
	})
	screen.runs("travel flights search DXB LHR 2026-12-12 --page-size 3")
	if wide := screen.until("SELLERS"); !strings.Contains(wide, "DXB → LHR   Sat 12 Dec   1 adult") {
		t.Errorf("before:\n%s", wide)
	}
	screen.do("resize-window", "-x", "60", "-y", "30")
	live := screen.until("Sat 12 Dec\n") // what follows stands on a line of its own
	release()
	seen := screen.until("ended 0")
	for name, text := range map[string]string{"live": live, "answer": seen} {
		if strings.Count(text, "DXB → LHR   Sat 12 Dec") != 1 || strings.Contains(text, "SELLERS\n") {
			t.Errorf("the %s is not that of 60 columns:\n%s", name, text)
		}
	}
	if strings.Contains(seen, "Ctrl-C") {
		t.Errorf("the live line is still there:\n%s", seen)
	}
}

// TestScrollbackHoldsNoOldFrame searches in a low window, whose live list
// reaches from its first line to its last: above the answer stand only the
// command and the notice that has scrolled away, not the list as it was.
func TestScrollbackHoldsNoOldFrame(t *testing.T) {
	tr := newTraveler(t)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	screen := startTmux(t, tr, "80", clock.URL)
	screen.do("resize-window", "-x", "80", "-y", "14")
	screen.runs("travel flights search DXB LHR 2026-12-12 --page-size 8")
	screen.until("ended 0")
	all := screen.do("capture-pane", "-p", "-S", "-")
	if n := strings.Count(all, "AIRLINE"); n != 1 || strings.Contains(all, "Ctrl-C") {
		t.Errorf("the list stands %d times in the window and above it, want once and no live line:\n%s", n, all)
	}
}
