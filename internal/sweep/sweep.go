// Package sweep makes many searches at once, as fast as the quota allows, and pauses all of them while the service
// asks callers to wait. It does not know what is searched for or how results are read.
package sweep

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Job is one search of a sweep. R is the result of reading it.
type Job[R any] struct {
	N         int    // its index
	Operation string // the name of its quota
	// Create makes the search. Its client must not wait for a quota by itself. It is not called if Made already is a
	// search that can be read.
	Create func(context.Context) (search.Created, error)
	Made   search.Created
	// Read follows the search until it settles and reports partial results to tell. Its result is used even if it
	// also returns an error.
	Read func(ctx context.Context, made search.Created, tell func(R)) (R, error)

	refused int // how often the service refused it without carrying it out
}

// Within returns the jobs whose search is made already, and up to most others.
func Within[R any](jobs []Job[R], most int) []Job[R] {
	return slices.DeleteFunc(slices.Clone(jobs), func(job Job[R]) bool {
		if job.Made.SearchID != "" {
			return false
		}
		most--
		return most < 0
	})
}

// Step is the progress of a job.
type Step uint8

// The steps of a job, in order.
const (
	Made  Step = iota // the search was made
	Grown             // more results arrived
	Done              // it has settled or failed
)

// Event reports the progress of a job.
type Event[R any] struct {
	N    int // of the job
	Step Step
	Made search.Created // zero if none could be made
	Got  R              // set from Grown on
	Err  error          // set on Done
}

// Options control the speed of a sweep and receive its events.
type Options[R any] struct {
	Gate     *Gate                 // shared by all searches of the sweep and their readers
	Windows  func() []quota.Window // the known windows of all quotas
	Parallel int                   // concurrent searches, at least 1
	Longest  time.Duration         // a wait for a quota or a busy service that is longer ends the sweep

	// Alone reports whether a failure concerns only its own job and should not end the sweep. It may be nil.
	Alone func(error) bool

	// Told receives each event and Held, which may be nil, each pause. They are never called concurrently or after Run
	// has returned.
	Told func(Event[R])
	Held func(Hold)
}

// StoppedError is why a sweep ended before all of its searches were made.
type StoppedError struct{ error }

func (e StoppedError) Unwrap() error { return e.error }

// A sweep stops after givenUp failures in a row, because the service is down or refuses every search. A search that
// was refused without being carried out is tried up to tried times.
const givenUp, tried = 4, 4

// Run makes the searches in the order of the jobs. It returns nil when all jobs are done, even if some of them failed.
// Otherwise it returns a StoppedError, or the cause if ctx was canceled. Searches under way are finished unless ctx is
// canceled. The deadline of ctx is suspended, because the user has agreed to the time that the quota takes.
func Run[R any](ctx context.Context, jobs []Job[R], o Options[R]) error {
	defer patience.Hold(ctx)()
	r := &run[R]{Options: o, waiting: jobs, door: make(chan struct{}, 1), answer: make(chan struct{})}
	var workers sync.WaitGroup
	for range min(o.Parallel, len(jobs)) {
		workers.Go(func() {
			for r.next(ctx) {
			}
		})
	}
	workers.Wait()
	switch {
	case r.stop != nil:
		return StoppedError{r.stop}
	case ctx.Err() != nil && (len(r.waiting) > 0 || r.cut):
		return context.Cause(ctx)
	}
	return nil
}

// run is a sweep under way.
type run[R any] struct {
	Options[R]
	door chan struct{} // held by the worker that waits for a turn

	mu      sync.Mutex // guards the fields below and the calls of Told and Held
	waiting []Job[R]
	failed  int // in a row
	stop    error
	cut     bool // a job was interrupted by ctx

	book    quota.Book
	asking  int           // searches without an answer yet
	answer  chan struct{} // closed by the next answer
	heard   bool          // there was an answer, so unknown quotas do not exist
	until   time.Time     // the service asked to wait until then
	refusal error
}

// tell reports an event. It ends the sweep after a failure if no other job can do better.
func (r *run[R]) tell(ctx context.Context, e Event[R]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case e.Step != Done:
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

// next runs the next job and reports whether there may be more. Jobs whose search can be read already come first.
func (r *run[R]) next(ctx context.Context) bool {
	job, ok := r.made()
	if !ok {
		var err error
		if job, err = r.turn(ctx); err != nil || job.Create == nil {
			r.mu.Lock()
			defer r.mu.Unlock()
			if ctx.Err() == nil && r.stop == nil {
				r.stop = err
			}
			return false
		}
		job.Made, err = job.Create(ctx)
		refused := r.answered(job, err)
		if err != nil && !refused {
			r.tell(ctx, Event[R]{N: job.N, Step: Done, Err: err})
		}
		if err != nil {
			return ctx.Err() == nil
		}
	}
	r.tell(ctx, Event[R]{N: job.N, Step: Made, Made: job.Made})
	got, err := job.Read(ctx, job.Made, func(got R) {
		r.tell(ctx, Event[R]{N: job.N, Step: Grown, Made: job.Made, Got: got})
	})
	r.tell(ctx, Event[R]{N: job.N, Step: Done, Made: job.Made, Got: got, Err: err})
	return true
}

// made removes the first job whose search can be read from the queue. It returns false if there is none or the sweep
// has ended.
func (r *run[R]) made() (Job[R], bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.waiting, func(j Job[R]) bool { return j.Made.SearchID != "" })
	if r.stop != nil || i < 0 {
		return Job[R]{}, false
	}
	job := r.waiting[i]
	r.waiting = slices.Delete(slices.Clone(r.waiting), i, i+1)
	return job, true
}

// Hold is a period in which no search is made.
type Hold struct {
	Until  time.Time
	Window quota.Window // the exhausted window; zero if the service asked callers to wait
}

// QuotaError means that the next search would have to wait longer than allowed.
type QuotaError struct {
	Hold
	In  time.Duration // from now
	Err error         // the answer of the service; nil if the quota was known to be exhausted
}

func (e *QuotaError) Error() string {
	if e.Window.Name == "" {
		return "the service asks to wait " + words.Age(e.In)
	}
	return "the searches " + e.Window.Within() + " are used up"
}

func (e *QuotaError) Unwrap() error { return e.Err }

// Class returns problem.Wait.
func (e *QuotaError) Class() problem.Class { return problem.Wait }

// Advice says when to try again.
func (e *QuotaError) Advice() string { return "run it again in " + words.Age(e.In) }

// Gate delays all searches of a sweep while the service asks callers to wait.
type Gate struct {
	clock search.Clock

	mu    sync.Mutex
	until time.Time
}

// NewGate returns an open gate.
func NewGate(clock search.Clock) *Gate { return &Gate{clock: clock} }

// Close closes the gate for d from now.
func (g *Gate) Close(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := g.clock.Now().Add(d); until.After(g.until) {
		g.until = until
	}
}

// Opens returns the time at which the gate opens. If that is in the past, the gate is open.
func (g *Gate) Opens() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.until
}

// Clock returns a clock whose waits last until the gate is open. Readers use it between two reads.
func (g *Gate) Clock() search.Clock {
	return search.Clock{Now: g.clock.Now, Wait: func(ctx context.Context, d time.Duration) error {
		for {
			if err := g.clock.Wait(ctx, d); err != nil {
				return err
			}
			if d = g.Opens().Sub(g.clock.Now()); d <= 0 {
				return nil
			}
		}
	}}
}

// turn waits until a search may be made and removes its job from the queue. The caller must report the answer with
// answered. It returns no job if there is none left.
func (r *run[R]) turn(ctx context.Context) (job Job[R], err error) {
	select {
	case r.door <- struct{}{}:
	case <-ctx.Done():
		return job, ctx.Err()
	}
	defer func() { <-r.door }()
	for last := (Hold{}); ; {
		job, answer, hold := r.look()
		if job.Create != nil || answer == nil && hold == (Hold{}) {
			return job, nil
		}
		if answer != nil {
			select {
			case <-answer:
				continue
			case <-ctx.Done():
				return job, ctx.Err()
			}
		}
		wait := hold.Until.Sub(r.Gate.clock.Now())
		if wait > r.Longest {
			return job, &QuotaError{Hold: hold, In: wait, Err: r.refusal}
		}
		if hold != last && r.Held != nil {
			r.mu.Lock()
			r.Held(hold)
			r.mu.Unlock()
		}
		last = hold
		if err := r.Gate.clock.Wait(ctx, wait); err != nil {
			return job, err
		}
	}
}

// look takes the next job, or returns what to wait for: the answer to another search, or a point in time. It returns
// nothing if there are no more searches to make.
func (r *run[R]) look() (job Job[R], answer <-chan struct{}, hold Hold) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop != nil || len(r.waiting) == 0 {
		return job, nil, Hold{}
	}
	now, until := r.Gate.clock.Now(), r.until
	if opens := r.Gate.Opens(); opens.After(until) {
		until = opens
	}
	if until.After(now) {
		return job, nil, Hold{Until: until}
	}
	r.book.Hear(r.Windows())
	unknown := 1 // the first answer has the quota
	if r.heard {
		unknown = math.MaxInt // the service has no quotas, or does not report them
	}
	room, full := r.book.Room(r.waiting[0].Operation, now, unknown)
	switch {
	case r.asking < room:
		r.asking++
		job, r.waiting = r.waiting[0], r.waiting[1:]
		return job, nil, Hold{}
	case r.asking > 0:
		return job, r.answer, Hold{}
	}
	return job, nil, Hold{Until: full.Begins(), Window: full}
}

// answered ends a turn with the answer of the service. A job that was refused without being carried out goes back to
// the head of the queue, and no search is made before the time that the service named.
func (r *run[R]) answered(job Job[R], err error) (refused bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asking--
	close(r.answer)
	r.answer = make(chan struct{})
	if err == nil {
		r.book.Hear(job.Made.Quotas)
		r.heard = true
		return false
	}
	refusal, ok := errors.AsType[*apiclient.WaitError](err)
	if !ok || job.refused >= tried {
		return false
	}
	job.refused, job.Made = job.refused+1, search.Created{}
	r.waiting = append([]Job[R]{job}, r.waiting...)
	if until := r.Gate.clock.Now().Add(max(refusal.After, time.Second)); until.After(r.until) {
		r.until, r.refusal = until, refusal
	}
	return true
}

// Cost is an estimate of what a survey needs.
type Cost struct {
	Windows []quota.Window // the current windows that count these searches
	Takes   time.Duration  // estimated time until all have settled
	Now     int            // how many searches can be made without waiting longer than allowed
	Settles time.Duration  // typical time for one search
}

// settles is the typical time a search takes to settle.
const settles = 8 * time.Second

// CostOf estimates the cost of n searches. If the service has not reported its quotas, it uses those of the contract.
func CostOf(n int, operation string, windows []quota.Window, ease apiclient.Ease, now time.Time, longest time.Duration) Cost {
	c := Cost{Now: n, Settles: settles / time.Duration(ease.Pace)}
	var counted []quota.Window
	for _, w := range windows {
		if !w.Of(operation) {
			continue
		}
		counted = append(counted, w)
		if w.Running(now) {
			c.Windows = append(c.Windows, w)
		}
	}
	if len(counted) == 0 {
		minute := int64(10 * ease.Quotas)
		if operation == "createHotelSearchScoped" {
			minute *= 3
		}
		counted = []quota.Window{{Limit: minute, Seconds: 60}, {Limit: 10 * minute, Seconds: 3600}}
	}
	for _, w := range counted {
		span := time.Duration(w.Seconds) * time.Second
		left, resets := int(w.Left), w.Resets.Sub(now)
		if !w.Running(now) {
			left, resets = int(w.Limit), span
		}
		if n <= left || w.Limit <= 0 {
			continue
		}
		wait := resets + time.Duration((n-left-1)/int(w.Limit))*span // of the last search
		c.Takes = max(c.Takes, wait)
		if wait > longest && left < c.Now && span > longest.Truncate(time.Second) {
			c.Now = left
		}
	}
	if n > 0 {
		c.Takes += c.Settles
	}
	return c
}

// Tally counts the cells of a survey by status.
type Tally struct {
	Of     map[Status]int
	All    int
	Aged   int       // read by an earlier command
	Oldest time.Time // time of the oldest of those
}

// TallyOf counts cells.
func TallyOf(cells []Cell) Tally {
	t := Tally{Of: map[Status]int{}}
	for _, c := range cells {
		t.Of[c.Status]++
		t.All++
		if c.Kept && !c.AsOf.IsZero() {
			t.Aged++
			if t.Oldest.IsZero() || c.AsOf.Before(t.Oldest) {
				t.Oldest = c.AsOf
			}
		}
	}
	return t
}

// Unknown returns the number of cells that have no result yet.
func (t Tally) Unknown() int { return t.All - t.Of[HasFound] - t.Of[Nothing] }
