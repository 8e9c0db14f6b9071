package cli

import (
	"fmt"
	"sync"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render"
)

// live shows what is found so far on stderr while answers come in: a ranked list where the answer
// will be one on this terminal, else one line. It stands still, and writes nothing, where no person
// watches, and beside events: their reader may print on the same terminal.
type live struct {
	env   *Env
	out   *Printer
	draw  Draw
	view  *render.Live
	began time.Time
	quit  chan struct{}
	done  chan struct{}

	mu   sync.Mutex
	last *desk.Snapshot
	hint string // what Ctrl-C does
}

// frame is how often the live view is redrawn.
const frame = 100 * time.Millisecond

// What Ctrl-C does while a list grows, and while a search is made again whose
// list is not the answer.
const (
	keepsHere = "Ctrl-C keeps what is here"
	keepsList = "Ctrl-C keeps your list"
)

func startLive(env *Env, out *Printer, hint string, draw Draw) *live {
	l := &live{env: env, out: out, hint: hint, draw: draw, began: env.Now(), quit: make(chan struct{}), done: make(chan struct{})}
	if !env.ErrTerm.TTY || out.Events() {
		close(l.done)
		return l
	}
	l.view = render.NewLive(env.Stderr, out.term(env.ErrTerm))
	go l.run()
	return l
}

func (l *live) run() {
	defer close(l.done)
	tick := time.NewTicker(frame)
	defer tick.Stop()
	for {
		l.redraw()
		select {
		case <-l.quit:
			l.view.Clear()
			return
		case <-tick.C:
		}
	}
}

func (l *live) redraw() {
	l.mu.Lock()
	last, hint := l.last, l.hint
	l.mu.Unlock()
	now := l.out.term(l.env.ErrTerm)
	l.view.Resize(now.Width, now.Height)
	list, status := l.draw(last)
	status += fmt.Sprintf(" · %.1f s · %s", l.env.Now().Sub(l.began).Seconds(), hint)
	if list == nil || !l.out.LaidOut() {
		l.view.Status(status)
		return
	}
	l.view.List(list, status)
}

// show takes the newest snapshot.
func (l *live) show(s desk.Snapshot) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = &s
}

// watch says that the search has settled and is followed on.
func (l *live) watch() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hint = "Ctrl-C ends"
}

// stop takes the live view off the screen, so that the answer can follow.
func (l *live) stop() {
	if l == nil {
		return
	}
	close(l.quit)
	<-l.done
}
