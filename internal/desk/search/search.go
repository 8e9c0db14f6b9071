// Package search holds what takes several requests: a search is created once,
// then read again and again until it settles. Commands and tools both call it.
package search

import (
	"context"
	"time"
)

// Stamp says what ended the wait for a search.
type Stamp string

// The stamps of a read.
const (
	Converged       Stamp = "converged"        // the snapshot held still over two spaced reads
	BudgetExhausted Stamp = "budget_exhausted" // the time given ran out first
	Interrupted     Stamp = "interrupted"      // a signal or a fault ended the wait
	Unsettled       Stamp = "unsettled"        // a single read, nobody waited
)

// DefaultBudget is how long a search may take to settle when nobody says.
const DefaultBudget = 45 * time.Second

// Clock is the time a search lives by: what it is now, and how to wait.
type Clock struct {
	Now  func() time.Time
	Wait func(ctx context.Context, d time.Duration) error // returns ctx's error when it ends first
}

// pause is the wait before read n, from 1: 300 ms more each time, at most 3 s,
// so that two reads are never back to back.
func pause(n int) time.Duration {
	return min(time.Duration(n)*300*time.Millisecond, longest)
}

// longest is the most that lies between two reads while a search comes in.
const longest = 3 * time.Second

// spaced is the least time between two reads that may prove a search settled.
const spaced = 300 * time.Millisecond

// waitFor waits for the pause before read n, or less when the deadline comes
// first, and returns how long it meant to wait: zero when no time is left.
func (c Clock) waitFor(ctx context.Context, n int, deadline time.Time) (time.Duration, error) {
	d := min(pause(n), deadline.Sub(c.Now()))
	if d <= 0 {
		return 0, nil
	}
	return d, c.Wait(ctx, d)
}
