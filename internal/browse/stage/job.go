package stage

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// A Job is work that takes time, such as calls of the desk. It runs off the stage's goroutine.
type Job struct {
	What string // status text: "reading the trips"; "" shows nothing
	// Run does the work on a goroutine of its own. The desk that it gets sends its questions and reports to this
	// stage. Run leaves its results in variables that Then reads.
	Run func(ctx context.Context, d *desk.Desk) error
	// Then is called with the result on the stage's goroutine, unless the job was canceled before. If it is nil, an
	// error is shown by [Stage.Failed].
	Then func(err error)
	// Spends says that the job uses quota. If it is canceled, it continues in the background, so that its result is
	// not lost.
	Spends bool
	// Of is the place that the job belongs to. The job is canceled when that place is removed. If nil, it continues.
	Of Place
	// Seen is called on the stage's goroutine with each read of a search, unless the job was canceled before.
	Seen func(desk.Snapshot)

	stage     *Stage
	end       context.CancelFunc
	cancelled bool
	agreed    *atomic.Bool // the user agreed to use quota or to continue
}

// Do starts a job.
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
		case <-s.Screen.Ended(): // nobody is left to receive the result
			s.cutting.Lock()
			defer s.cutting.Unlock()
			if err != nil {
				s.cut = append(s.cut, err)
			}
		default:
			s.Post(func() { j.done(err) })
		}
	})
	return j
}

// Read starts a job that reads a value, and calls then with it. If run fails, it calls j.Then or, if that is nil, shows
// the error.
func Read[T any](s *Stage, j Job, run func(context.Context, *desk.Desk) (T, error), then func(T)) *Job {
	var value T
	failed := j.Then
	j.Run = func(ctx context.Context, d *desk.Desk) (err error) {
		value, err = run(ctx, d)
		return err
	}
	j.Then = func(err error) {
		switch {
		case err == nil:
			then(value)
		case failed != nil:
			failed(err)
		default:
			s.Failed(err)
		}
	}
	return s.Do(&j)
}

// Finish waits for the jobs that the end of the screen canceled, up to a time limit, so that the quota they used is
// recorded. It returns the warnings that were shown, each once, to repeat them, and the errors of those jobs.
func (s *Stage) Finish(within time.Duration) (warned []string, cut []error) {
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
	s.cutting.Lock()
	defer s.cutting.Unlock()
	return s.warned, s.cut
}

// Cancel cancels a job; none of its callbacks are called any more. It does nothing for a nil job. A job whose
// question was answered with yes continues in the background, so that its result is not lost.
func (j *Job) Cancel() {
	if j == nil || j.cancelled {
		return
	}
	j.cancelled = true
	if !j.agreed.Load() {
		j.end()
	}
	j.over()
	for _, q := range slices.Clone(j.stage.questions) {
		if q.job == j {
			j.stage.answered(q, answer{err: context.Canceled})
		}
	}
}

// Over reports whether a job has ended or was canceled. It is true for a nil job.
func (j *Job) Over() bool { return j == nil || !slices.Contains(j.stage.working, j) }

// Renewing says why a place should not read again while a job is getting the same data; "" if no such job is running.
func (j *Job) Renewing() string {
	if j.Over() || !j.agreed.Load() {
		return ""
	}
	return "What you agreed to is under way."
}

// done handles the end of a job. A job that continued in the background may have saved something that the place on
// the screen shows.
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

// over removes the job from the running ones.
func (j *Job) over() {
	s := j.stage
	if s.working = slices.DeleteFunc(s.working, func(o *Job) bool { return o == j }); len(s.working) == 0 {
		s.endPause()
	}
}

// reporter sends the reports of a job to the stage.
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

// Created does nothing: the list of the search has the details.
func (r reporter) Created(search.Created) {}

// Snapshot passes on a read of a search.
func (r reporter) Snapshot(s desk.Snapshot) {
	if r.job.Seen != nil {
		r.tell(func() { r.job.Seen(s) })
	}
}

func (r reporter) Waiting(d time.Duration, reason string) {
	r.tell(func() { r.stage.Waits(d, reason) })
}

// Warn shows a warning about the answer.
func (r reporter) Warn(text string) {
	const most = 8
	r.tell(func() {
		r.stage.Warn(text)
		if w := r.stage.warned; len(w) < most && !slices.Contains(w, text) {
			r.stage.warned = append(w, text)
		}
	})
}

func (r reporter) Notice(text string) { r.tell(func() { r.stage.Say(words.UpperFirst(text)) }) }

// Spending says what a search is being used for. It stays until a key is pressed.
func (r reporter) Spending(text string) {
	r.tell(func() { r.stage.tell(part{text: text, tone: canvas.Strong}) })
}
