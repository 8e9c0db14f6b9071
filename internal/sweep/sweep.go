// Package sweep makes many searches for one question: as many at once as the quota lets through, and
// none while the service asks everyone to wait. It knows neither flights nor hotels, and nothing of
// how a search is read.
package sweep

import (
	"cmp"
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
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

// A Hold is a time in which no search is made.
type Hold struct {
	Until  time.Time
	Window quota.Window // that is used up; zero where the service asked everyone to wait
}

// A QuotaError says that the next search would have to wait for too long.
type QuotaError struct {
	Hold
	In  time.Duration // from now
	Err error         // what the service said; nil where the quota was known to be used up
}

func (e *QuotaError) Error() string {
	if e.Window.Name == "" {
		return "the service asks to wait " + words.Age(e.In)
	}
	return "the searches " + e.Window.Within() + " are used up"
}

func (e *QuotaError) Unwrap() error { return e.Err }

// Class is Wait.
func (e *QuotaError) Class() problem.Class { return problem.Wait }

// Advice is when to go on.
func (e *QuotaError) Advice() string { return "run it again in " + words.Age(e.In) }

// A Gate holds everyone back while the service asks for it, which all searches of a sweep share.
type Gate struct {
	clock search.Clock

	mu    sync.Mutex
	until time.Time
}

// NewGate is an open one.
func NewGate(clock search.Clock) *Gate { return &Gate{clock: clock} }

// Close keeps the gate closed for so long from now.
func (g *Gate) Close(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := g.clock.Now().Add(d); until.After(g.until) {
		g.until = until
	}
}

// Opens is when the gate opens; it is open where that is not ahead.
func (g *Gate) Opens() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.until
}

// Clock is the clock whose waits end behind the gate: those of a reader between two reads.
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

// pace hands out turns to make a search.
type pace struct {
	clock     search.Clock
	gate      *Gate
	operation string
	known     func() []quota.Window
	longest   time.Duration
	held      func(Hold)

	door chan struct{} // full while someone waits for a turn: they come one after the other

	mu      sync.Mutex
	book    quota.Book
	asking  int           // turns that are not answered yet
	told    chan struct{} // closed by the next answer
	heard   bool          // an answer came: where no quota is known, there is none
	until   time.Time     // no turn before, because the service asked for it
	refusal error
}

// errOver says that no turn is wanted any more.
var errOver = errors.New("there is nothing left to search")

// turn waits until a search may be made. Its answer, or that there was none, has to be told.
func (p *pace) turn(ctx context.Context, over func() bool) error {
	select {
	case p.door <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-p.door }()
	var last Hold
	for {
		if over() {
			return errOver
		}
		told, hold := p.look()
		switch {
		case told == nil && hold == Hold{}:
			return nil
		case told != nil:
			select {
			case <-told:
			case <-ctx.Done():
				return ctx.Err()
			}
			continue
		}
		wait := hold.Until.Sub(p.clock.Now())
		if wait > p.longest {
			return &QuotaError{Hold: hold, In: wait, Err: p.refusal}
		}
		if hold != last {
			p.held(hold)
			last = hold
		}
		if err := p.clock.Wait(ctx, wait); err != nil {
			return err
		}
	}
}

// look takes a turn, or returns what to wait for first: an answer that is under way, or a time.
func (p *pace) look() (answer <-chan struct{}, hold Hold) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock.Now()
	until := p.until
	if opens := p.gate.Opens(); opens.After(until) {
		until = opens
	}
	if until.After(now) {
		return nil, Hold{Until: until}
	}
	p.book.Hear(p.known())
	unknown := 1 // it goes ahead and is told
	if p.heard {
		unknown = math.MaxInt // the service has no quotas, or does not tell them
	}
	room, full := p.book.Room(p.operation, now, unknown)
	switch {
	case p.asking < room:
		p.asking++
		return nil, Hold{}
	case p.asking > 0:
		return p.told, Hold{}
	}
	return nil, Hold{Until: full.Begins(), Window: full}
}

// answered ends a turn. windows are what the answer told of quotas, nil where there was none.
func (p *pace) answered(windows []quota.Window) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.book.Hear(windows)
	p.heard = p.heard || windows != nil
	p.end()
}

// refused ends a turn that the service refused for now: no one has another before that.
func (p *pace) refused(refusal *apiclient.WaitError) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := p.clock.Now().Add(max(refusal.After, time.Second)); until.After(p.until) {
		p.until, p.refusal = until, refusal
	}
	p.end()
}

func (p *pace) end() {
	p.asking--
	close(p.told)
	p.told = make(chan struct{})
}

// A Cost is what a survey would spend, as far as is known.
type Cost struct {
	Searches int
	Windows  []quota.Window // that they are counted in and that are running
	Takes    time.Duration  // about, until all have settled
	// Now is how many can be made without a wait that is longer than the longest one.
	Now int

	settles time.Duration // about how long one takes
}

// settles is about how long a search of a usual service takes.
const settles = 8 * time.Second

// usual are the quotas of a service that has not told its own, so many times those of the contract.
func usual(operation string, times int) []quota.Window {
	minute := int64(10 * times)
	if operation == "createHotelSearchScoped" {
		minute *= 3
	}
	return []quota.Window{
		{Name: operation, Limit: minute, Seconds: 60, Left: minute},
		{Name: operation + "-hour", Limit: 10 * minute, Seconds: 3600, Left: 10 * minute},
	}
}

// CostOf reckons what so many searches cost.
func CostOf(n int, operation string, windows []quota.Window, ease apiclient.Ease, now time.Time, longest time.Duration) Cost {
	c := Cost{Searches: n, settles: settles / time.Duration(ease.Pace)}
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
		counted = usual(operation, ease.Quotas)
	}
	c.Now = n
	for _, w := range counted {
		wait, free := reckon(n, w, now)
		c.Takes = max(c.Takes, wait)
		if wait > longest && free < c.Now && w.Seconds > int64(longest.Seconds()) {
			c.Now = free
		}
	}
	if n > 0 {
		c.Takes += c.settles
	}
	return c
}

// Among is what it costs where only so many searches are under way at once, each for so long; 0 is as long
// as one takes to settle.
func (c Cost) Among(parallel int, each time.Duration) Cost {
	each = cmp.Or(each, c.settles)
	c.Takes = max(c.Takes, time.Duration((c.Searches+parallel-1)/parallel)*each)
	return c
}

// reckon is how long the last of n searches waits for a window, and how many go before it begins again.
func reckon(n int, w quota.Window, now time.Time) (time.Duration, int) {
	left, resets := int(w.Left), w.Resets.Sub(now)
	if !w.Running(now) {
		left, resets = int(w.Limit), time.Duration(w.Seconds)*time.Second
	}
	if n <= left || w.Limit <= 0 {
		return 0, n
	}
	rounds := (n - left - 1) / int(w.Limit)
	return resets + time.Duration(rounds)*time.Duration(w.Seconds)*time.Second, left
}

// A Tally is how many cells of a survey are what.
type Tally struct {
	Of     map[Status]int
	All    int
	Aged   int       // that an earlier command read
	Oldest time.Time // when the oldest of those was read
	first  error     // why the first that failed did
}

// TallyOf counts cells.
func TallyOf[R any](cells []Cell[R]) Tally {
	t := Tally{Of: map[Status]int{}}
	for _, c := range cells {
		t.Of[c.Status]++
		t.All++
		if c.Status == Failed {
			t.first = cmp.Or(t.first, c.Err)
		}
		if c.Kept && !c.AsOf.IsZero() {
			t.Aged++
			if t.Oldest.IsZero() || c.AsOf.Before(t.Oldest) {
				t.Oldest = c.AsOf
			}
		}
	}
	return t
}

// Unknown is how many cells are neither found nor found empty.
func (t Tally) Unknown() int { return t.All - t.Of[HasFound] - t.Of[Nothing] }

// Failed is why nothing is known, where every search that was made has failed; nil elsewhere. One that
// fails among others is only one cell.
func (t Tally) Failed() error {
	if t.Of[HasFound]+t.Of[Nothing]+t.Of[Coming] > 0 {
		return nil
	}
	return t.first
}
