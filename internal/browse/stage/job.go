package stage

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
)

// A Job is something that takes time: calls of the desk, or other work off the stage's goroutine.
type Job struct {
	What string // what is under way in a few words: "reading the trips"; "" says nothing
	// Run does it, on a goroutine of its own, at a desk that asks and tells this stage. What it finds goes
	// into variables of its own, which Then reads.
	Run func(ctx context.Context, d *desk.Desk) error
	// Then is told how it ended, on the stage's goroutine, unless the job was cancelled before. A nil one
	// has [Stage.Failed] tell of a failure.
	Then func(err error)
	// Spends says that it spends something: once begun it goes on without a word where it is cancelled, since what
	// it spends is not to be lost.
	Spends bool
	// Of is whose it is: it is cancelled when that place is taken away. Nil: it goes on.
	Of Place
	// Seen is told of each read of a search, on the stage's goroutine, unless the job was cancelled before.
	Seen func(desk.Snapshot)

	stage     *Stage
	end       context.CancelFunc
	cancelled bool
	agreed    *atomic.Bool // to spend something, or to go on with it
}

// Do begins a job.
func (s *Stage) Do(j *Job) *Job {
	ctx, end := context.WithCancel(context.Background())
	j.stage, j.end, j.agreed = s, end, new(atomic.Bool)
	j.agreed.Store(j.Spends)
	s.working = append(s.working, j)
	s.jobs.Add(1)
	s.Screen.Go(func() {
		defer s.jobs.Done()
		defer end()
		stop := make(chan struct{})
		defer close(stop)
		s.Screen.Go(func() {
			select {
			case <-s.Screen.Ended():
				end()
			case <-stop:
			}
		})
		err := j.Run(ctx, s.Desk.For(nil, asker{s, j}, reporter{s, j}, nil))
		select {
		case <-s.Screen.Ended(): // no one is told any more
			s.cut.add(err)
		default:
			s.Post(func() { j.done(err) })
		}
	})
	return j
}

// cut are the errors of the jobs that the end has cut short.
type cut struct {
	mu   sync.Mutex
	errs []error
}

func (c *cut) add(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.errs = append(c.errs, err)
	}
}

// CutShort are the errors of the jobs that the end has cut short, once it has [Stage.Finish]ed.
func (s *Stage) CutShort() []error {
	s.cut.mu.Lock()
	defer s.cut.mu.Unlock()
	return s.cut.errs
}

// Finish waits for the jobs that the end of the screen has cancelled, but no longer than that: what they have
// spent is to be kept.
func (s *Stage) Finish(within time.Duration) {
	defer s.unpause()
	over := make(chan struct{})
	s.Screen.Go(func() {
		s.jobs.Wait()
		close(over)
	})
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case <-over:
	case <-late.C:
	}
}

// Cancel ends a job; nothing of it is told any more. A nil job has ended. One that a question of the desk was
// agreed to in goes on without a word: what it spends is not to be lost.
func (j *Job) Cancel() {
	if j == nil || j.cancelled {
		return
	}
	j.cancelled = true
	if !j.agreed.Load() {
		j.end()
	}
	j.over()
	j.stage.dropOf(j)
}

// Over tells whether a job has ended or was cancelled. A nil job has.
func (j *Job) Over() bool { return j == nil || !slices.Contains(j.stage.working, j) }

// Renewing is why a place does not read again what such a job is bringing, "" where none is under way.
func (j *Job) Renewing() string {
	if j.Over() || !j.agreed.Load() {
		return ""
	}
	return "What you agreed to is under way."
}

// done tells how a job ended. What one has kept that went on without a word concerns the place on the screen.
func (j *Job) done(err error) {
	if j.cancelled {
		if j.agreed.Load() {
			j.stage.show()
		}
		return
	}
	j.over()
	switch {
	case j.Then != nil:
		j.Then(err)
	case err != nil:
		j.stage.Failed(err)
	}
}

// over takes the job from those that are under way.
func (j *Job) over() {
	s := j.stage
	if s.working = slices.DeleteFunc(s.working, func(o *Job) bool { return o == j }); len(s.working) == 0 {
		s.endPause()
	}
}

// underWay is what the last job that has a name does, of those for what is on the screen.
func (s *Stage) underWay() string {
	seen := s.stack[s.base():]
	for _, j := range slices.Backward(s.working) {
		if j.What != "" && (j.Of == nil || slices.Contains(seen, j.Of)) {
			return j.What
		}
	}
	return ""
}

// reporter tells the stage what happens in a job.
type reporter struct {
	stage *Stage
	job   *Job
}

func (r reporter) tell(f func()) {
	r.stage.Post(func() {
		if !r.job.cancelled {
			f()
		}
	})
}

// Created is told of a search that was made; its list knows more.
func (r reporter) Created(search.Created) {}

// Snapshot is told of each read.
func (r reporter) Snapshot(s desk.Snapshot) {
	if r.job.Seen != nil {
		r.tell(func() { r.job.Seen(s) })
	}
}

// Waiting is told of a pause. A short one is what the job's own words stand for.
func (r reporter) Waiting(d time.Duration, reason string) {
	if d >= longPause {
		r.tell(func() { r.stage.Waits(d, reason) })
	}
}

// Warn is told of what a reader of the answer has to know.
func (r reporter) Warn(text string) {
	const most = 8
	r.tell(func() {
		r.stage.Warn(text)
		if w := r.stage.warned; len(w) < most && !slices.Contains(w, text) {
			r.stage.warned = append(w, text)
		}
	})
}

func (r reporter) Notice(text string) { r.tell(func() { r.stage.Say(text) }) }

// Spending is told what one of the searches is spent on. It stays until a key.
func (r reporter) Spending(text string) {
	r.tell(func() { r.stage.tell(part{text: text, tone: canvas.Strong}) })
}
