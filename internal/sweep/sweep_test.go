package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/transport"
)

// service counts searches in windows of a minute, as the sandbox's does.
type service struct {
	perMinute int
	silent    bool                      // it tells no quota
	refuse    func(n int) time.Duration // what the n-th request is asked to wait, from 1

	mu       sync.Mutex
	requests int
	made     []string
	at       []time.Time
	opened   time.Time
	used     int
}

func (s *service) create(key string) func(context.Context) (search.Created, error) {
	return func(context.Context) (search.Created, error) {
		time.Sleep(100 * time.Millisecond)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.requests++
		if s.refuse != nil {
			if d := s.refuse(s.requests); d > 0 {
				return search.Created{}, &apiclient.WaitError{After: d, Problem: &apiclient.ProblemError{Status: 429}}
			}
		}
		now := time.Now()
		if now.Sub(s.opened) >= time.Minute {
			s.opened, s.used = now, 0
		}
		if s.used++; s.used > s.perMinute {
			return search.Created{}, &apiclient.WaitError{After: time.Minute - now.Sub(s.opened), Problem: &apiclient.ProblemError{Status: 429}}
		}
		s.made, s.at = append(s.made, key), append(s.at, now)
		made := search.Created{SearchID: "s-" + key, At: now}
		if !s.silent {
			made.Quotas = []quota.Window{{
				Name: "create", Limit: int64(s.perMinute), Seconds: 60, Left: int64(s.perMinute - s.used), Resets: s.opened.Add(time.Minute), Said: now,
			}}
		}
		return made, nil
	}
}

// jobs are n searches that settle after eight seconds.
func (s *service) jobs(n int) []sweep.Job[int] {
	var jobs []sweep.Job[int]
	for i := range n {
		key := fmt.Sprintf("%02d", i+1)
		jobs = append(jobs, sweep.Job[int]{N: i + 1, Operation: "create", Create: s.create(key), Read: func(ctx context.Context, _ search.Created, tell func(int)) (int, error) {
			for range 8 {
				if err := wait(ctx, time.Second); err != nil {
					return 0, err
				}
				tell(i)
			}
			return i, nil
		}})
	}
	return jobs
}

func wait(ctx context.Context, d time.Duration) error { return transport.Wait(ctx, d) }

// heard is what a sweep told.
type heard struct {
	done  []string
	at    map[string]time.Time
	fails map[string]error
	holds []sweep.Hold
}

func run(ctx context.Context, jobs []sweep.Job[int], o sweep.Options[int]) (*heard, error) {
	h := &heard{at: map[string]time.Time{}, fails: map[string]error{}}
	o.Gate = sweep.NewGate(search.Clock{Now: time.Now, Wait: wait})
	if o.Windows == nil {
		o.Windows = func() []quota.Window { return nil }
	}
	if o.Longest == 0 {
		o.Longest = 75 * time.Second
	}
	o.Parallel = 10
	o.Told = func(e sweep.Event[int]) {
		if e.Step == sweep.Done {
			key := fmt.Sprintf("%02d", e.N)
			h.done, h.at[key] = append(h.done, key), time.Now()
			if e.Err != nil {
				h.fails[key] = e.Err
			}
		}
	}
	o.Held = func(hold sweep.Hold) { h.holds = append(h.holds, hold) }
	return h, sweep.Run(ctx, jobs, o)
}

// A month within ten searches a minute takes no longer than the quota itself asks for, and no request
// is refused on the way.
func TestAMonthGoesAsFastAsItsQuota(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, s := time.Now(), &service{perMinute: 10}
		h, err := run(t.Context(), s.jobs(31), sweep.Options[int]{})
		if err != nil || len(h.done) != 31 || len(h.fails) > 0 {
			t.Fatalf("%d of 31 are done, %d failed: %v", len(h.done), len(h.fails), err)
		}
		if s.requests != 31 {
			t.Errorf("%d requests were sent for 31 searches", s.requests)
		}
		for minute := range slices.Chunk(slices.Clone(s.made), 10) { // each goes at once, in any order
			slices.Sort(minute)
			if first := minute[0]; first[1] != '1' || len(minute) == 10 && minute[9] != fmt.Sprintf("%c0", first[0]+1) {
				t.Errorf("the searches were not made in their order: %v", s.made)
			}
		}
		if took := h.at[s.made[9]].Sub(began); took > 15*time.Second {
			t.Errorf("the tenth came after %s", took)
		}
		if took := time.Since(began); took > 195*time.Second {
			t.Errorf("all took %s", took)
		}
		if len(h.holds) != 3 || h.holds[0].Window.Name != "create" {
			t.Errorf("it told of these holds: %+v", h.holds)
		}
	})
}

// Where no quota is told there is none, but the first search goes ahead.
func TestWithoutAQuotaAllGoAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, s := time.Now(), &service{perMinute: 1000, silent: true}
		h, err := run(t.Context(), s.jobs(20), sweep.Options[int]{})
		if err != nil || len(h.done) != 20 {
			t.Fatalf("%d of 20 are done: %v", len(h.done), err)
		}
		if s.at[1].Sub(s.at[0]) == 0 || !s.at[1].Equal(s.at[9]) {
			t.Errorf("the first did not go ahead alone, or the next not together: %v", s.at[:10])
		}
		if took := time.Since(began); took > 17*time.Second {
			t.Errorf("two rounds took %s", took)
		}
	})
}

// A quota that others share is learned by being refused: everyone waits, nothing is made twice, and
// everything is made in the end.
func TestRefusalsHoldEveryoneBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{perMinute: 1000, silent: true, refuse: func(n int) time.Duration {
			if n == 3 || n == 4 || n == 12 {
				return 20 * time.Second
			}
			return 0
		}}
		h, err := run(t.Context(), s.jobs(20), sweep.Options[int]{})
		if err != nil || len(h.done) != 20 || len(h.fails) > 0 {
			t.Fatalf("%d of 20 are done, %v failed: %v", len(h.done), h.fails, err)
		}
		slices.Sort(s.made)
		if len(slices.Compact(slices.Clone(s.made))) != 20 || len(s.made) != 20 {
			t.Errorf("made: %v", s.made)
		}
		if len(h.holds) != 2 {
			t.Errorf("it told of these holds: %+v", h.holds)
		}
	})
}

// A wait that is longer than allowed ends the sweep: what is under way is finished.
func TestALongQuotaEndsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hour := func(left int64) func() []quota.Window {
			now := time.Now()
			return func() []quota.Window {
				return []quota.Window{{Name: "create-hour", Limit: 100, Seconds: 3600, Left: left, Resets: now.Add(40 * time.Minute), Said: now}}
			}
		}
		s := &service{perMinute: 10, silent: true}
		h, err := run(t.Context(), s.jobs(3), sweep.Options[int]{Windows: hour(0)})
		if s.requests != 0 || problem.ClassOf(err) != problem.Wait || len(h.done) != 0 {
			t.Errorf("none was left: %d requests, %v", s.requests, err)
		}
		if got := err.Error(); got != "the searches this hour are used up" {
			t.Errorf("it says: %s", got)
		}
		s = &service{perMinute: 2, refuse: func(n int) time.Duration {
			if n > 2 {
				return time.Hour
			}
			return 0
		}}
		h, err = run(t.Context(), s.jobs(5), sweep.Options[int]{})
		if problem.ClassOf(err) != problem.Wait || len(h.done) != 2 || len(h.fails) != 0 {
			t.Errorf("two were made: %v done, %v", h.done, err)
		}
	})
}

// An interruption ends what is under way, and nothing more is made.
func TestAnInterruptionEndsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Second, cancel)
		s := &service{perMinute: 10}
		h, err := run(ctx, s.jobs(31), sweep.Options[int]{})
		if !errors.Is(err, context.Canceled) || s.requests != 10 || len(h.done) != 10 {
			t.Errorf("%d requests, %d done: %v", s.requests, len(h.done), err)
		}
	})
}

// One search that fails is one; four in a row, or one for which there is no login, end it.
func TestFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := func(err error, which ...int) (*heard, *service, error) {
			s := &service{perMinute: 100}
			jobs := s.jobs(12)
			for _, i := range which {
				jobs[i].Create = func(context.Context) (search.Created, error) { return search.Created{}, err }
			}
			h, err := run(t.Context(), jobs, sweep.Options[int]{})
			return h, s, err
		}
		down := &apiclient.ExchangeError{Kind: apiclient.NotSent, Host: "x", Err: errors.New("no")}
		if h, _, err := broken(down, 5); err != nil || len(h.done) != 12 || len(h.fails) != 1 {
			t.Errorf("one failed: %v of %d, %v", h.fails, len(h.done), err)
		}
		if _, s, err := broken(down, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11); problem.ClassOf(err) != problem.Network || len(s.made) > 0 {
			t.Errorf("all failed: %v", err)
		}
		if h, _, err := broken(problem.Error{Err: problem.Usagef("no")}, 0); problem.ClassOf(err) != problem.Usage || len(h.done) != 1 {
			t.Errorf("the first was a mistake: %v, %v", h.done, err)
		}
	})
}
