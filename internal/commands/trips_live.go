package commands

import (
	"fmt"
	"sync"
	"time"

	"travel.example/travel/internal/render"
	"travel.example/travel/internal/search"
)

// liveTrips redraws the ranked trips on stderr while answers come in. It
// stands still, and writes nothing, where no person watches.
type liveTrips struct {
	app   *app
	read  tripsRead
	view  *render.Live
	began time.Time
	quit  chan struct{}
	done  chan struct{}

	mu   sync.Mutex
	last *search.FlightSnapshot
}

// frame is how often the live view is redrawn.
const frame = 100 * time.Millisecond

func (a *app) startLive(r tripsRead) *liveTrips {
	l := &liveTrips{app: a, read: r, began: a.env.Now(), quit: make(chan struct{}), done: make(chan struct{})}
	if !a.env.ErrTerm.TTY {
		close(l.done)
		return l
	}
	l.view = render.NewLive(a.env.Stderr, a.term(a.env.ErrTerm))
	go l.run()
	return l
}

func (l *liveTrips) run() {
	defer close(l.done)
	tick := time.NewTicker(frame)
	defer tick.Stop()
	for {
		l.draw()
		select {
		case <-l.quit:
			l.view.Clear()
			return
		case <-tick.C:
		}
	}
}

// draw shows the table when the answer will be one on this terminal, and one
// line of progress otherwise.
func (l *liveTrips) draw() {
	l.mu.Lock()
	last := l.last
	l.mu.Unlock()
	elapsed := l.app.env.Now().Sub(l.began).Seconds()
	status := fmt.Sprintf("waiting for the first answers · %.1f s", elapsed)
	if last != nil && last.Results.Metadata.SnapshotTripCount > 0 {
		meta := last.Results.Metadata
		status = fmt.Sprintf("%s · %s so far · %.1f s", counted(meta.SnapshotTripCount, "trip"), counted(meta.SnapshotFareCount, "fare"), elapsed)
	}
	status += " · Ctrl-C keeps what is here"
	table := l.app.env.OutTerm.TTY && l.app.global.format() == render.FormatText
	if !table || last == nil || len(last.Results.Results) == 0 {
		l.view.Status(status)
		return
	}
	l.view.Trips(tripList(*last, l.read, answerFacts{}), status)
}

// show takes the newest snapshot.
func (l *liveTrips) show(s search.FlightSnapshot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = &s
}

// stop takes the live view off the screen, so that the answer can follow.
func (l *liveTrips) stop() {
	close(l.quit)
	<-l.done
}
