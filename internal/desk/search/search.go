// Package search holds what takes several requests: a search is created once,
// then read again and again until it settles. Commands and tools both call it.
package search

import (
	"context"
	"errors"
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

// Progress says how the following of a search stands.
type Progress struct {
	Settle  Stamp
	Reads   int           // reads made in this wait, the last one included
	Elapsed time.Duration // since the wait began
}

// follower reads a search again and again. S is what one read shows; it holds its own Progress.
type follower[S any] struct {
	clock    Clock
	read     func(context.Context) (S, error)
	progress func(*S) *Progress
	// settled judges two reads that are spaced by the time waited. before is nil
	// for the first read.
	settled func(before *S, now S, waited time.Duration) bool
	seen    func(S)
}

// follow reads until a snapshot is settled or the budget is spent. When a fault ends the wait, the
// last snapshot comes back stamped Interrupted together with the error; without any snapshot there
// is only the error. The first read is made whatever the budget.
func (f follower[S]) follow(ctx context.Context, budget time.Duration) (S, error) {
	var none S
	began := f.clock.Now()
	deadline := began.Add(budget)
	waited, err := f.clock.waitFor(ctx, 1, deadline)
	if err != nil {
		return none, err
	}
	last, err := f.read(ctx)
	if err != nil {
		return none, err
	}
	f.take(&last, nil, 1, began, waited)
	for n := 2; f.progress(&last).Settle != Converged; n++ {
		next, waited, err := f.next(ctx, n, deadline)
		switch {
		case waited == 0, ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) && !f.clock.Now().Before(deadline):
			f.stamp(&last, BudgetExhausted, began)
			return last, nil
		case err != nil:
			f.stamp(&last, Interrupted, began)
			return last, err
		}
		f.take(&next, &last, n, began, waited)
		last = next
	}
	return last, nil
}

// take stamps a read and shows it.
func (f follower[S]) take(now, before *S, n int, began time.Time, waited time.Duration) {
	p := f.progress(now)
	p.Reads = n
	f.stamp(now, Unsettled, began)
	if f.settled(before, *now, waited) {
		p.Settle = Converged
	}
	f.seen(*now)
}

func (f follower[S]) stamp(s *S, stamp Stamp, began time.Time) {
	p := f.progress(s)
	p.Settle, p.Elapsed = stamp, f.clock.Now().Sub(began)
}

// next waits for read n and makes it, both within the deadline.
func (f follower[S]) next(ctx context.Context, n int, deadline time.Time) (S, time.Duration, error) {
	var none S
	waited, err := f.clock.waitFor(ctx, n, deadline)
	if err != nil || waited == 0 {
		return none, waited, err
	}
	// A read may run a little over, so that the one at the very end is worth making.
	const grace = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, deadline.Add(grace).Sub(f.clock.Now()))
	defer cancel()
	snapshot, err := f.read(ctx)
	return snapshot, waited, err
}
