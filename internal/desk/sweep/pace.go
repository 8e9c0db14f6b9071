package sweep

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/quota"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

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
	room, hold := p.room(now)
	switch {
	case p.asking < room:
		p.asking++
		return nil, Hold{}
	case p.asking > 0:
		return p.told, Hold{}
	}
	return nil, hold
}

// room is how many turns may be without an answer at once, and what to wait for where there are none.
// While nothing is known, and when a window begins again, one search goes ahead and is told.
func (p *pace) room(now time.Time) (room int, hold Hold) {
	own := slices.DeleteFunc(slices.Clone(p.book.Windows), func(w quota.Window) bool { return !w.Of(p.operation) })
	if len(own) == 0 && p.heard {
		return math.MaxInt, Hold{} // the service has no quotas, or does not tell them
	}
	room = math.MaxInt
	for _, w := range own {
		switch {
		case !w.Running(now):
			room = min(room, 1)
		case w.Left <= 0 && w.Resets.After(hold.Until):
			room, hold = 0, Hold{Until: w.Resets.Add(grace), Window: w}
		default:
			room = min(room, int(min(w.Left, math.MaxInt32)))
		}
	}
	if len(own) == 0 {
		room = 1
	}
	return room, hold
}

// grace is added to the end of a window, which is told in whole seconds.
const grace = time.Second

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
	if until := p.clock.Now().Add(max(refusal.After, grace)); until.After(p.until) {
		p.until, p.refusal = until, refusal
	}
	p.end()
}

func (p *pace) end() {
	p.asking--
	close(p.told)
	p.told = make(chan struct{})
}
