package search

import (
	"context"
	"errors"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/patience"
)

// Whole says what a search that was waited for came to.
type Whole string

// What a search came to. A search whose wait was cut off came to none of them.
const (
	Complete Whole = "complete" // the service says so, and nothing it counts speaks against it
	Held     Whole = "held"     // its counts held still; later answers cannot be ruled out
	Nothing  Whole = "nothing"  // nothing came that could be shown, and it was looked for long enough
)

// A Mark is how far a search has come, as one read says it. Two reads of which one shows more than
// the other have different marks.
type Mark struct {
	Rows     int    // what can be shown: trips, hotels that can be booked, rates
	Offers   int    // what the rows are found among: fares, candidates, rates
	List     string // which rows they are, for a read that holds them all; else ""
	Complete bool   // the service calls the search complete
}

// same tells whether two reads show the same, whatever they say of being complete.
func (m Mark) same(other Mark) bool {
	m.Complete = other.Complete
	return m == other
}

// found tells whether there is something to show.
func (m Mark) found() bool { return m.Rows > 0 && m.Offers > 0 }

// A Schedule is when the reads of a search come: the first after First, each later one after a pause
// that is Step longer than the one before, and at most Most.
type Schedule struct{ First, Step, Most time.Duration }

// pause is the wait before read n, from 1.
func (s Schedule) pause(n int) time.Duration {
	return min(s.First+time.Duration(n-1)*s.Step, max(s.Most, s.First))
}

// A Rule says how long a search must show the same before it is taken for whole. Every proof takes
// two reads at least, spaced by 300 ms or more, of which no one shows more or less than the other.
type Rule struct {
	// Still is how long there must be something to show and no change; 0 where that does not prove it.
	Still time.Duration
	// Done is as Still for a search that calls itself complete; Empty for one that has nothing to show
	// besides, from its start on.
	Done, Empty time.Duration
	// Ends is what a search came to that calls itself complete.
	Ends Whole
	// Nothing is how long to look for a search that shows nothing and does not change.
	Nothing time.Duration
}

// spaced is the least time between two reads that may prove a search settled.
const spaced = 300 * time.Millisecond

// lookedFor is the part of the time given, one in so many, for which a search that shows nothing is
// looked for at least: someone who gives more time expects a slow one.
const lookedFor = 4

// A judge decides from the reads of one search whether it has settled.
type judge struct {
	Rule
	mark   Mark
	came   time.Time // when the mark was first seen; before any answer, when the wait began
	before time.Time // when the read before was answered
}

// judge returns the judge of a search that is waited for from now on, for so long at most.
func (r Rule) judge(now time.Time, budget time.Duration) *judge {
	j := &judge{Rule: r, came: now}
	j.Nothing = max(r.Nothing, budget/lookedFor)
	return j
}

// see takes in one read, which was asked for and answered then, and returns what the search came to: "" while it
// is still open.
func (j *judge) see(mark Mark, asked, answered time.Time) Whole {
	apart := asked.Sub(j.before) // of the first read, ages
	first := j.before.IsZero()
	changed := !mark.same(j.mark)
	j.before = answered
	if changed {
		j.came = answered
	}
	j.mark = mark
	if first || changed || apart < spaced {
		return ""
	}
	return j.verdict(asked.Sub(j.came))
}

// verdict is what a search came to that has shown the same for so long, over two spaced reads.
func (j *judge) verdict(still time.Duration) Whole {
	switch found := j.mark.found(); {
	case found && j.mark.Complete && still >= j.Done:
		return j.Ends
	case !found && j.mark.Complete && still >= j.Empty:
		if j.Ends == Complete {
			return Complete
		}
		return Nothing
	case found && j.Still > 0 && still >= j.Still:
		return Held
	case j.mark.Rows <= 0 && still >= j.Nothing:
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

// GrownAfter is how long after it was made a search of a usual service has nothing more to find.
const GrownAfter = 30 * time.Second

// Grown is GrownAfter for a client's service.
func Grown(c *apiclient.Client) time.Duration { return GrownAfter / time.Duration(c.Ease().Pace) }

// Since is the reader for a search that was made then, the zero time where that is not known. Of one
// that has grown up, two spaced reads tell, and a single one that calls itself complete.
func (r Reader[R]) Since(made time.Time) Reader[R] {
	if made.IsZero() || r.Clock.Now().Sub(made) < r.Plan.Grown {
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

// Settle reads until a snapshot is settled or the budget is spent, and hands every snapshot to
// seen. When a fault ends the wait, the last snapshot comes back stamped Interrupted together with
// the error; without any snapshot there is only the error. The first read is made whatever the
// budget.
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
			next, err = r.readBy(ctx, deadline)
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

// waitFor waits for the pause before read n, or less when the deadline comes first, and returns how
// long it meant to wait: zero when no time is left.
func (r Reader[R]) waitFor(ctx context.Context, n int, deadline time.Time) (time.Duration, error) {
	d := min(r.Plan.pause(n), deadline.Sub(r.Clock.Now()))
	if d <= 0 {
		return 0, nil
	}
	defer patience.Hold(ctx)()
	return d, r.Clock.Wait(ctx, d)
}

// readBy reads within the deadline. A read may run a little over, so that the one at the very end is
// worth making.
func (r Reader[R]) readBy(ctx context.Context, deadline time.Time) (Snapshot[R], error) {
	const grace = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, deadline.Add(grace).Sub(r.Clock.Now()))
	defer cancel()
	return r.Read(ctx)
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

// A Plan is how the searches of a kind are read, and when they have settled.
type Plan struct {
	Schedule
	Rule
	Grown time.Duration // how long after it was made a search has nothing more to find
}

// faster is the plan for a client's service, which may answer so many times as fast as a usual one. No pause gets
// shorter than the least between two reads that prove something.
func (p Plan) faster(c *apiclient.Client) Plan {
	pace := time.Duration(c.Ease().Pace)
	for _, d := range []*time.Duration{&p.First, &p.Most, &p.Still, &p.Done, &p.Empty, &p.Nothing} {
		if *d > 0 {
			*d = max(*d/pace, spaced)
		}
	}
	p.Step /= pace
	p.Grown = Grown(c)
	return p
}

// The plans were found by experiment: docs/performance.md says how and why.

// FlightPlan is the plan of flight searches: no flag tells when they are complete, so they are only
// ever found to hold still, on two reads that are 1.4 s apart. A longer wait finds more late answers
// and costs that time in every search.
func FlightPlan() Plan {
	return Plan{
		Schedule: Schedule{600 * time.Millisecond, 200 * time.Millisecond, 1400 * time.Millisecond},
		Rule:     Rule{Still: 1400 * time.Millisecond, Nothing: 14 * time.Second},
	}
}

// HotelPlan is the plan of hotel searches. Most of them say when they are complete, so those that do
// not can be waited for longer: three equal reads. The flag is final and ends the reading, once two
// spaced reads agree with it; on a search that shows nothing it must outlast a usual start.
func HotelPlan() Plan {
	return Plan{
		Schedule: Schedule{600 * time.Millisecond, 200 * time.Millisecond, 1400 * time.Millisecond},
		Rule:     Rule{Still: 2500 * time.Millisecond, Done: 1300 * time.Millisecond, Empty: 3 * time.Second, Ends: Complete, Nothing: 14 * time.Second},
	}
}

// RatePlan is the plan of a hotel's rates. The flag is that of the hotel's search and only a hint:
// rooms keep coming in after it, so they must hold still on three reads besides. The steady pause
// keeps well below the 60 such reads a minute that there are.
func RatePlan() Plan {
	return Plan{
		Schedule: Schedule{First: 1500 * time.Millisecond, Most: 1500 * time.Millisecond},
		Rule:     Rule{Done: 3 * time.Second, Empty: 5 * time.Second, Ends: Held, Nothing: 14 * time.Second},
	}
}
