// Package sweep makes many searches for one question: as many at once as the quota lets through, and
// none while the service asks everyone to wait. It knows neither flights nor hotels, and nothing of
// how a search is read.
package sweep

import (
	"context"
	"errors"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/quota"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
)

// A Job is one search of a sweep. R is what reading it brings.
type Job[R any] struct {
	N int // its place, for whoever is told of it
	// Create makes the search and spends one of the traveler's. The client that makes it must not wait
	// for a quota by itself. It is not called where there is a living search already, which is Made.
	Create func(context.Context) (search.Created, error)
	Made   search.Created
	// Read follows the search until it settles, and tells what has come in so far. What it returns
	// counts even beside an error.
	Read func(ctx context.Context, made search.Created, tell func(R)) (R, error)

	refused int // tries that were not carried out
}

// A Step is how far a job is.
type Step uint8

// The steps of a job, in their order.
const (
	Made  Step = iota // the search was made
	Grown             // more of it came in
	Done              // it has settled, or it failed
)

// An Event tells of a job.
type Event[R any] struct {
	N    int // of the job
	Step Step
	Made search.Created // zero where none could be made
	Got  R              // from Grown on
	Err  error          // of Done
}

// Options say how fast a sweep may go, and who is told.
type Options[R any] struct {
	// Gate is shared by all searches of the sweep and by whoever reads them.
	Gate *Gate
	// Operation is what spends, as quotas name it; Windows are those known now, of all operations.
	Operation string
	Windows   func() []quota.Window
	Parallel  int           // searches under way at once, at least 1
	Longest   time.Duration // the longest wait for a quota or a busy service; a longer one ends the sweep

	// Alone tells a failure of one job that says nothing about the others: it never ends the sweep. Nil
	// where there is none, as where all jobs ask nearly the same.
	Alone func(error) bool

	// Told takes what happens, and Held each time in which no search is made. Neither is called by two
	// goroutines at once, nor after Run has returned.
	Told func(Event[R])
	Held func(Hold)
}

// A StoppedError ends a sweep before all of its searches were made. Its cause tells why.
type StoppedError struct {
	Left int // jobs that were not begun
	Err  error
}

func (e *StoppedError) Error() string { return e.Err.Error() }
func (e *StoppedError) Unwrap() error { return e.Err }

// A sweep gives up when that many jobs in a row have failed: the service is down, or refuses all of
// them. A single job is tried again as often when it was refused and not carried out.
const givenUp, tried = 4, 4

// Run makes the searches in the order of the jobs. When all are done it returns nil, whatever came
// of each; else a StoppedError with the reason, or the cause of ctx's end. What is under way is
// finished unless ctx ends. The deadline of ctx stands still: how long the quota takes is known
// before, and agreed to.
func Run[R any](ctx context.Context, jobs []Job[R], o Options[R]) error {
	defer patience.Hold(ctx)()
	r := &run[R]{Options: o, waiting: jobs}
	r.pace = &pace{
		clock: o.Gate.clock, gate: o.Gate, operation: o.Operation, known: o.Windows, longest: o.Longest, held: r.held,
		door: make(chan struct{}, 1), told: make(chan struct{}),
	}
	var workers sync.WaitGroup
	for range min(o.Parallel, len(jobs)) {
		workers.Go(func() {
			for r.one(ctx) {
			}
		})
	}
	workers.Wait()
	switch {
	case r.stop != nil:
		return &StoppedError{Left: len(r.waiting), Err: r.stop}
	case ctx.Err() != nil && (len(r.waiting) > 0 || r.cut):
		return context.Cause(ctx)
	}
	return nil
}

// run is a sweep under way.
type run[R any] struct {
	Options[R]
	pace *pace

	mu      sync.Mutex // over what follows, and over the calls of Told and Held
	waiting []Job[R]
	failed  int // in a row
	stop    error
	cut     bool // a job ended with ctx
}

func (r *run[R]) held(h Hold) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Held(h)
}

func (r *run[R]) tell(e Event[R]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Told(e)
}

// one does the next job, and tells whether to go on.
func (r *run[R]) one(ctx context.Context) bool {
	job, ok := r.take(func(j Job[R]) bool { return j.Made.SearchID != "" })
	if !ok { // a search has to be made
		if err := r.pace.turn(ctx, r.over); err != nil {
			r.end(ctx, err)
			return false
		}
		if job, ok = r.take(func(Job[R]) bool { return true }); !ok {
			r.pace.answered(nil)
			return false
		}
		if job.Made, ok = r.create(ctx, job); !ok {
			return ctx.Err() == nil
		}
	}
	r.tell(Event[R]{N: job.N, Step: Made, Made: job.Made})
	got, err := job.Read(ctx, job.Made, func(got R) {
		r.tell(Event[R]{N: job.N, Step: Grown, Made: job.Made, Got: got})
	})
	r.done(ctx, Event[R]{N: job.N, Step: Done, Made: job.Made, Got: got, Err: err})
	return true
}

// take takes the first job that is wanted off the list, unless the sweep has ended.
func (r *run[R]) take(wanted func(Job[R]) bool) (Job[R], bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop == nil {
		for i, job := range r.waiting {
			if wanted(job) {
				r.waiting = append(r.waiting[:i:i], r.waiting[i+1:]...)
				return job, true
			}
		}
	}
	return Job[R]{}, false
}

// over tells whether no search has to be made any more.
func (r *run[R]) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stop != nil || len(r.waiting) == 0
}

// create makes the search of a job. One that was refused for now and not carried out goes back to
// the head of the list, and everyone waits.
func (r *run[R]) create(ctx context.Context, job Job[R]) (search.Created, bool) {
	made, err := job.Create(ctx)
	if err == nil {
		r.pace.answered(quota.Told(made.Quotas, made.At))
		return made, true
	}
	if wait, ok := errors.AsType[*apiclient.WaitError](err); ok && job.refused < tried {
		job.refused++
		r.mu.Lock()
		r.waiting = append([]Job[R]{job}, r.waiting...)
		r.mu.Unlock()
		r.pace.refused(wait)
		return made, false
	}
	r.pace.answered(nil)
	r.done(ctx, Event[R]{N: job.N, Step: Done, Err: err})
	return made, false
}

// done tells how a job ended, and ends the sweep where no other can end better.
func (r *run[R]) done(ctx context.Context, e Event[R]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case e.Err == nil:
		r.failed = 0
	case ctx.Err() != nil:
		r.cut = true
	case r.Alone != nil && r.Alone(e.Err):
	default:
		r.failed++
		if class := problem.ClassOf(e.Err); class == problem.Login || class == problem.Usage || r.failed >= givenUp {
			r.stop = e.Err
		}
	}
	r.Told(e)
}

// end ends the sweep, unless ctx has ended it.
func (r *run[R]) end(ctx context.Context, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() == nil && r.stop == nil && !errors.Is(err, errOver) {
		r.stop = err
	}
}
