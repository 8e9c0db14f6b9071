package main

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// T34: a smaller crowd than docs/performance.md tells of comes back as evenly, and never too early. No
// wait is slept and nothing is random.
func TestACrowdComesBackEvenly(t *testing.T) {
	if testing.Short() {
		t.Skip("a crowd takes seconds; the test without -short plays it")
	}
	const clients = 10_000
	for _, trouble := range troubles() {
		earliest, wanted := map[string]float64{
			"429, Retry-After: 20":                  20,
			"503, Retry-After: 60":                  60,
			"429 that names no time, twice":         4,
			"two lost connections":                  1,
			"a minute of silence, all at its start": 60,
		}[trouble.name]
		if !wanted {
			continue
		}
		c, err := comeBack(trouble, clients, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.back) != clients || c.fullest() > aim || c.back[0].Seconds() < earliest {
			t.Errorf("%s: %d of %d came back, the first after %s; the fullest 100 ms holds %.2f shares, want at most %.1f",
				trouble.name, len(c.back), clients, c.back[0], c.fullest(), aim)
		}
	}
}

// Those who had no connection come back as they came all the time: no sooner ends the trouble than they are
// two for each that starts, and then fewer.
func TestNobodyRushesBackWhenThereIsAConnection(t *testing.T) {
	if testing.Short() {
		t.Skip("a crowd takes seconds; the test without -short plays it")
	}
	trouble := troubles()[len(troubles())-1]
	trouble.sent = 3 * time.Second // of the minute: those before have given up when it ends
	trouble.ends = trouble.sent
	c, err := comeBack(trouble, 12_000, 3)
	if err != nil {
		t.Fatal(err)
	}
	const rough = 0.1 // as so few are
	if c.fullest() > aim+rough || len(c.back) == 0 {
		t.Errorf("of %d the fullest 100 ms holds %.2f shares, want at most %.1f", len(c.back), c.fullest(), aim+rough)
	}
}

// A long histogram fits a terminal, and hides no heap.
func TestALongHistogramKeepsItsHeap(t *testing.T) {
	counts := make([]int, 375)
	counts[123] = 9
	drawing := drawn(counts)
	if cells := utf8.RuneCountInString(drawing); cells > 76 || !strings.Contains(drawing, "█") {
		t.Errorf("%d cells: %s", cells, drawing)
	}
}
