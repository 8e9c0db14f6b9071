package desk

import (
	"sync/atomic"
	"time"

	"travel.example/travel/internal/desk/search"
)

// Life says how long to follow a search.
type Life struct {
	Wait  time.Duration // until it settles, at most; 0 reads once
	Watch bool          // go on reading after it settled
	Limit time.Duration // of the watch; 0 is until the search expires
}

// A Watch is a search that is followed after it settled: how it stood then, and what came of it.
// The goroutine that draws may ask it for changes at any time.
type Watch struct {
	settled atomic.Pointer[search.Listing]
	Took    time.Duration // until it settled
	Changed int           // reads that showed a change
	End     search.End

	before search.Listing // the read before
}

// begin keeps how the search settled.
func (w *Watch) begin(s Snapshot) {
	w.Took, w.before = s.Progress.Elapsed, s.Listing
	w.settled.Store(&s.Listing)
}

// changes are what a read shows that the one before it did not.
func (w *Watch) changes(now search.Listing) []search.Change {
	changes := search.Compare(w.before, now)
	w.before = now
	if len(changes) > 0 {
		w.Changed++
	}
	return changes
}

// Over tells whether the search is gone, so that nothing more can be read. A nil watch is not over.
func (w *Watch) Over() bool { return w != nil && w.End == search.Expired }

// Settled is how the search stood when it settled; false before that, and for a nil watch.
func (w *Watch) Settled() (search.Listing, bool) {
	if w == nil || w.settled.Load() == nil {
		return search.Listing{}, false
	}
	return *w.settled.Load(), true
}

// Since is what is not as it was when the search settled.
func (w *Watch) Since(now search.Listing) []search.Change {
	before, ok := w.Settled()
	if !ok {
		return nil
	}
	return search.Compare(before, now)
}
