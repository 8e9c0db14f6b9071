package search

import (
	"context"
	"errors"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/patience"
)

// Whole is the outcome of the wait for a search.
type Whole string

// The outcomes. A wait that was cut off has none.
const (
	Complete Whole = "complete" // the service says so, and nothing it counts speaks against it
	Held     Whole = "held"     // its counts held still; later answers cannot be ruled out
	Nothing  Whole = "nothing"  // nothing came that could be shown, and the wait was long enough
)

// A Mark is how far a search has come, according to one read. Two reads of which one shows more than the other have
// different marks.
type Mark struct {
	Rows     int    // what can be shown: trips, hotels that can be booked, rates
	Offers   int    // what the rows are found among: fares, candidates, rates
	List     string // which rows they are, for a read that has all of them; else ""
	Complete bool   // the service calls the search complete
}

// A Rule says how long a search must show the same before it counts as settled. Every proof takes at least two reads,
// 300 ms or more apart, of which neither shows more or less than the other.
type Rule struct {
	// Still is how long there must be something to show and no change; 0 if that is no proof.
	Still time.Duration
	// Done is Still for a search that calls itself complete. Empty is for one that also has nothing to show, from its
	// start.
	Done, Empty time.Duration
	// Ends is the outcome of a search that calls itself complete.
	Ends Whole
	// Nothing is how long to wait for a search that shows nothing and does not change.
	Nothing time.Duration
}

// spaced is the least time between two reads that may prove a search settled.
const spaced = 300 * time.Millisecond

// lookedFor divides the time limit: a search that shows nothing is awaited for at least that part of it, because
// someone who gives more time expects a slow one.
const lookedFor = 4

// A judge decides from the reads of one search whether it has settled.
type judge struct {
	Rule
	mark   Mark
	came   time.Time // when the mark was first seen; before any answer, when the wait began
	before time.Time // when the previous read was answered
}

// judge returns the judge of a search that is waited for from now on, for at most budget.
func (r Rule) judge(now time.Time, budget time.Duration) *judge {
	j := &judge{Rule: r, came: now}
	j.Nothing = max(r.Nothing, budget/lookedFor)
	return j
}

// see takes in one read with the times of its request and its answer. It returns the outcome of the search: "" while it
// is still open.
func (j *judge) see(mark Mark, asked, answered time.Time) Whole {
	apart := asked.Sub(j.before) // of the first read, ages
	first := j.before.IsZero()
	was := j.mark
	was.Complete = mark.Complete // which shows neither more nor less
	changed := mark != was
	j.mark, j.before = mark, answered
	if changed {
		j.came = answered
	}
	if first || changed || apart < spaced {
		return ""
	}
	still := asked.Sub(j.came)
	switch found := mark.Rows > 0 && mark.Offers > 0; {
	case found && mark.Complete && still >= j.Done:
		return j.Ends
	case !found && mark.Complete && still >= j.Empty:
		if j.Ends == Complete {
			return Complete
		}
		return Nothing
	case found && j.Still > 0 && still >= j.Still:
		return Held
	case mark.Rows <= 0 && still >= j.Nothing:
		return Nothing
	}
	return ""
}

// A Reader reads one search, again and again.
type Reader[R any] struct {
	Read func(context.Context) (Snapshot[R], error) // once

	Clock Clock
	Mark  func(R) Mark
	Plan  Plan
}

// GrownAfter is the age at which a search of a usual service has nothing more to find.
const GrownAfter = 30 * time.Second

// Grown returns GrownAfter for a client's service.
func Grown(c *apiclient.Client) time.Duration { return GrownAfter / time.Duration(c.Ease().Pace) }

// Since returns the reader for a search that was made at a time, zero if unknown. A grown search has settled after two
// spaced reads, or after a single one that calls itself complete.
func (r Reader[R]) Since(made time.Time) Reader[R] {
	if made.IsZero() || r.Clock.Now().Sub(made) < r.Plan.grown {
		return r
	}
	r.Plan.Rule = Rule{Still: spaced, Done: spaced, Empty: spaced, Ends: Complete, Nothing: spaced}
	read := r.Read
	r.Read = func(ctx context.Context) (Snapshot[R], error) {
		s, err := read(ctx)
		if err == nil && r.Mark(s.Results).Complete {
			s.Settle, s.Whole = Converged, Complete
		}
		return s, err
	}
	return r
}

// Settle reads until a snapshot is settled or the time limit is reached, and calls seen with every snapshot. If an
// error ends the wait, it returns the last snapshot, stamped Interrupted, with the error; without any snapshot, only
// the error. The first read is always made.
func (r Reader[R]) Settle(ctx context.Context, budget time.Duration, seen func(Snapshot[R])) (Snapshot[R], error) {
	var none Snapshot[R]
	began := r.Clock.Now()
	deadline := began.Add(budget)
	judge := r.Plan.judge(began, budget)
	if _, err := r.waitFor(ctx, 1, deadline); err != nil {
		return none, err
	}
	asked := r.Clock.Now()
	last, err := r.Read(apiclient.Repeating(ctx))
	if err != nil {
		return none, err
	}
	r.stamp(&last, 1, began, asked, judge)
	seen(last)
	defer patience.Hold(ctx)() // from here on the budget bounds everything
	for n := 2; last.Settle == Unsettled; n++ {
		waited, err := r.waitFor(ctx, n, deadline)
		asked := r.Clock.Now()
		var next Snapshot[R]
		if err == nil && waited > 0 {
			const grace = 2 * time.Second // so that a read at the very end is worth making
			within, cancel := context.WithTimeout(ctx, deadline.Add(grace).Sub(r.Clock.Now()))
			next, err = r.Read(within)
			cancel()
		}
		switch {
		case waited == 0, ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) && !r.Clock.Now().Before(deadline):
			last.Settle, last.Elapsed = BudgetExhausted, r.Clock.Now().Sub(began)
			return last, nil
		case err != nil:
			last.Settle, last.Elapsed = Interrupted, r.Clock.Now().Sub(began)
			return last, err
		}
		r.stamp(&next, n, began, asked, judge)
		seen(next)
		last = next
	}
	return last, nil
}

// waitFor waits before read n, from 1, or less if the deadline comes first. It returns how long it meant to wait: zero
// if no time is left.
func (r Reader[R]) waitFor(ctx context.Context, n int, deadline time.Time) (time.Duration, error) {
	pause := min(r.Plan.First+time.Duration(n-1)*r.Plan.Step, max(r.Plan.Most, r.Plan.First))
	d := min(pause, deadline.Sub(r.Clock.Now()))
	if d <= 0 {
		return 0, nil
	}
	defer patience.Hold(ctx)()
	return d, r.Clock.Wait(ctx, d)
}

// stamp records the progress of a read that was sent at asked.
func (r Reader[R]) stamp(s *Snapshot[R], n int, began, asked time.Time, j *judge) {
	now := r.Clock.Now()
	s.Progress = Progress{Settle: Unsettled, Reads: n, Elapsed: now.Sub(began), Whole: j.see(r.Mark(s.Results), asked, now)}
	switch s.Whole {
	case Complete, Held:
		s.Settle = Converged
	case Nothing:
		s.Settle = BudgetExhausted
	}
}

// A Plan says how the searches of a kind are read, and when they have settled.
type Plan struct {
	First, Step, Most time.Duration // the first read comes after First; each later pause is longer by Step, up to Most
	Rule
	grown time.Duration // the age at which a search has nothing more to find
}

// faster returns the plan for a client's service, which may be faster than usual. No pause gets shorter than the least
// time between two reads that prove something.
func (p Plan) faster(c *apiclient.Client) Plan {
	pace := time.Duration(c.Ease().Pace)
	for _, d := range []*time.Duration{&p.First, &p.Most, &p.Still, &p.Done, &p.Empty, &p.Nothing} {
		if *d > 0 {
			*d = max(*d/pace, spaced)
		}
	}
	p.Step /= pace
	p.grown = Grown(c)
	return p
}

// The plans were found by experiment, see docs/performance.md.
var (
	// No flag says when a flight search is complete, so it is only ever found to hold still, on two reads that are 1.4
	// s apart. A longer wait finds more late answers and costs that time in every search.
	flightPlan = Plan{
		First: 600 * time.Millisecond, Step: 200 * time.Millisecond, Most: 1400 * time.Millisecond,
		Rule: Rule{Still: 1400 * time.Millisecond, Nothing: 14 * time.Second},
	}

	// Most hotel searches say when they are complete, so it is worth waiting longer for those that do not: three equal
	// reads. The flag is final and ends the reading, once two spaced reads agree with it. If the search shows nothing,
	// it must outlast a usual start.
	hotelPlan = Plan{
		First: 600 * time.Millisecond, Step: 200 * time.Millisecond, Most: 1400 * time.Millisecond,
		Rule: Rule{
			Still: 2500 * time.Millisecond, Done: 1300 * time.Millisecond, Empty: 3 * time.Second,
			Ends: Complete, Nothing: 14 * time.Second,
		},
	}

	// The flag of a hotel's rates is that of its search and only a hint: rooms keep coming in after it, so they must
	// also hold still on three reads. The steady pause stays well below the quota of 60 such reads a minute.
	ratePlan = Plan{
		First: 1500 * time.Millisecond, Most: 1500 * time.Millisecond,
		Rule: Rule{Done: 3 * time.Second, Empty: 5 * time.Second, Ends: Held, Nothing: 14 * time.Second},
	}
)
