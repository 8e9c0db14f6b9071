// Package search holds what takes several requests: a search is created once, then read again and
// again until it settles.
package search

import (
	"context"
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/apiclient"
)

// Stamp says what ended the wait for a search.
type Stamp string

// The stamps of a read.
const (
	Converged       Stamp = "converged"        // the snapshot held still over two spaced reads
	BudgetExhausted Stamp = "budget_exhausted" // the time given ran out first
	Interrupted     Stamp = "interrupted"      // a signal or a fault ended the wait
	Unsettled       Stamp = "unsettled"        // a single read, no one waited
)

// DefaultBudget is how long a search may take to settle when no one says.
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

// A Snapshot is what one read of a search showed. R points to what the service listed.
type Snapshot[R any] struct {
	Body    []byte // as the service sent it
	Results R
	Quotas  []apiclient.Quota // what is left, as far as the answer says
	Progress
}

// snapshotOf is what a single read showed.
func snapshotOf[T any](answer *apiclient.Answer[T], doing string, err error) (Snapshot[*T], error) {
	if err != nil {
		return Snapshot[*T]{}, fmt.Errorf("%s: %w", doing, err)
	}
	return Snapshot[*T]{Body: answer.Body, Results: answer.Value, Quotas: apiclient.Quotas(answer.Header), Progress: Progress{Settle: Unsettled, Reads: 1}}, nil
}

// A Reader reads one search, again and again.
type Reader[R any] struct {
	Read func(context.Context) (Snapshot[R], error) // once

	clock Clock
	// settled judges two reads that are spaced by the time waited. before is nil for the first read.
	settled func(before *Snapshot[R], now Snapshot[R], waited time.Duration) bool
}

// Settle reads until a snapshot is settled or the budget is spent, and hands every snapshot to
// seen. When a fault ends the wait, the last snapshot comes back stamped Interrupted together with
// the error; without any snapshot there is only the error. The first read is made whatever the
// budget.
func (r Reader[R]) Settle(ctx context.Context, budget time.Duration, seen func(Snapshot[R])) (Snapshot[R], error) {
	var none Snapshot[R]
	began := r.clock.Now()
	deadline := began.Add(budget)
	waited, err := r.clock.waitFor(ctx, 1, deadline)
	if err != nil {
		return none, err
	}
	last, err := r.Read(ctx)
	if err != nil {
		return none, err
	}
	r.take(&last, nil, 1, began, waited)
	seen(last)
	for n := 2; last.Settle != Converged; n++ {
		next, waited, err := r.next(ctx, n, deadline)
		switch {
		case waited == 0, ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) && !r.clock.Now().Before(deadline):
			last.Settle, last.Elapsed = BudgetExhausted, r.clock.Now().Sub(began)
			return last, nil
		case err != nil:
			last.Settle, last.Elapsed = Interrupted, r.clock.Now().Sub(began)
			return last, err
		}
		r.take(&next, &last, n, began, waited)
		seen(next)
		last = next
	}
	return last, nil
}

// take stamps a read.
func (r Reader[R]) take(now, before *Snapshot[R], n int, began time.Time, waited time.Duration) {
	now.Progress = Progress{Settle: Unsettled, Reads: n, Elapsed: r.clock.Now().Sub(began)}
	if r.settled(before, *now, waited) {
		now.Settle = Converged
	}
}

// next waits for read n and makes it, both within the deadline.
func (r Reader[R]) next(ctx context.Context, n int, deadline time.Time) (Snapshot[R], time.Duration, error) {
	waited, err := r.clock.waitFor(ctx, n, deadline)
	if err != nil || waited == 0 {
		return Snapshot[R]{}, waited, err
	}
	// A read may run a little over, so that the one at the very end is worth making.
	const grace = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, deadline.Add(grace).Sub(r.clock.Now()))
	defer cancel()
	snapshot, err := r.Read(ctx)
	return snapshot, waited, err
}
