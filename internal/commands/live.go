package commands

import (
	"fmt"
	"sync"
	"time"

	"travel.example/travel/internal/render"
)

// live shows what is found so far on stderr while answers come in: a ranked
// list where the answer will be one on this terminal, else one line. S is a
// snapshot. It stands still, and writes nothing, where no person watches, and
// beside events: their reader may print on the same terminal.
type live[S any] struct {
	app   *app
	draw  func(last *S) (list render.Ranked, status string) // nil before the first snapshot; a nil list has nothing to show
	view  *render.Live
	began time.Time
	quit  chan struct{}
	done  chan struct{}

	mu   sync.Mutex
	last *S
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

func startLive[S any](a *app, hint string, draw func(last *S) (render.Ranked, string)) *live[S] {
	l := &live[S]{app: a, hint: hint, draw: draw, began: a.env.Now(), quit: make(chan struct{}), done: make(chan struct{})}
	if !a.env.ErrTerm.TTY || a.global.events {
		close(l.done)
		return l
	}
	l.view = render.NewLive(a.env.Stderr, a.term(a.env.ErrTerm))
	go l.run()
	return l
}

func (l *live[S]) run() {
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

func (l *live[S]) redraw() {
	l.mu.Lock()
	last, hint := l.last, l.hint
	l.mu.Unlock()
	now := l.app.term(l.app.env.ErrTerm)
	l.view.Resize(now.Width, now.Height)
	list, status := l.draw(last)
	status += fmt.Sprintf(" · %.1f s · %s", l.app.env.Now().Sub(l.began).Seconds(), hint)
	if list == nil || !l.app.laidOut() {
		l.view.Status(status)
		return
	}
	l.view.List(list, status)
}

// show takes the newest snapshot.
func (l *live[S]) show(s S) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = &s
}

// watch says that the search has settled and is followed on.
func (l *live[S]) watch() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hint = "Ctrl-C ends"
}

// stop takes the live view off the screen, so that the answer can follow.
func (l *live[S]) stop() {
	close(l.quit)
	<-l.done
}
