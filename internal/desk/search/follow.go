package search

import (
	"context"
	"errors"
	"time"
)

// Progress says how the following of a search stands.
type Progress struct {
	Settle  Stamp
	Reads   int           // reads made in this wait, the last one included
	Elapsed time.Duration // since the wait began
}

// follower reads a search again and again. S is what one read shows; it holds
// its own Progress.
type follower[S any] struct {
	clock    Clock
	read     func(context.Context) (S, error)
	progress func(*S) *Progress
	// settled judges two reads that are spaced by the time waited. before is nil
	// for the first read.
	settled func(before *S, now S, waited time.Duration) bool
	seen    func(S)
}

// follow reads until a snapshot is settled or the budget is spent. When a
// fault ends the wait, the last snapshot comes back stamped Interrupted
// together with the error; without any snapshot there is only the error. The
// first read is made whatever the budget.
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
