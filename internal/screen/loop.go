package screen

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// App is what a screen shows and what becomes of what is typed. Both methods are called by one goroutine,
// one call at a time; they must not wait for anything. What takes time is done by [Screen.Go] and comes
// back by [Screen.Send].
type App interface {
	// Handle is told of one event. It calls [Screen.End] to end.
	Handle(e Event)
	// Frame is what to show, asked once for all that has happened meanwhile.
	Frame(size Size) Frame
}

// What the loop tells itself.
type (
	resized   struct{}
	stop      struct{} // somebody asked for it
	continued struct{} // after a stop
)

// Run shows an app until it calls [Screen.End], a signal asks for the end, ctx ends or the terminal is gone,
// and gives the terminal back. The error is what it was ended with: nil, an [EndedError], a [PanicError],
// the cause of ctx, or a failure of the terminal. Ctrl-C ends it and Ctrl-Z stops the process, even where
// the app does not answer to Ctrl-C; no app is told of either.
func (s *Screen) Run(ctx context.Context, app App) error {
	if s.over() {
		return errors.Join(s.err, s.Close())
	}
	s.reading.Add(1)
	s.Go(func() {
		defer s.reading.Done()
		s.listen()
	})
	s.Go(s.obey)
	s.Go(func() {
		defer close(s.looped)
		s.loop(app)
	})
	s.follow(s)
	select {
	case <-s.ended:
	case <-ctx.Done():
		s.End(context.Cause(ctx))
	}
	err := s.Close()
	late := time.NewTimer(s.grace)
	defer late.Stop()
	select { // what the app holds is not looked at while it is still at work
	case <-s.looped:
	case <-late.C:
	}
	if s.err != nil {
		return s.err
	}
	return err
}

// End ends the screen with an error, nil for a good end. The first end counts. It may be called from
// anywhere.
func (s *Screen) End(err error) {
	s.once.Do(func() {
		s.err = err
		close(s.ended)
	})
}

// Ended is closed when the screen has ended. What an app has under way may stop then.
func (s *Screen) Ended() <-chan struct{} { return s.ended }

// Send has the app told of an event, soon and in order. It never waits, and may be called from anywhere.
func (s *Screen) Send(e Event) {
	s.sending.Lock()
	s.sent = append(s.sent, e)
	s.sending.Unlock()
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// After is Send when a time has passed, unless what it returns is called before.
func (s *Screen) After(d time.Duration, e Event) (cancel func()) {
	timer := time.AfterFunc(d, func() { s.Send(e) })
	return func() { timer.Stop() }
}

// Write gives the terminal a sequence of its own, such as one for its clipboard, before the next frame. It
// may be called by an app alone, and must move no cursor and ask nothing.
func (s *Screen) Write(sequence string) { s.before = append(s.before, sequence...) }

// Redraw makes the next frame whole, for when something else wrote to the terminal. It may be called by an
// app alone.
func (s *Screen) Redraw() {
	s.painter.Forget()
	s.Write(redrawing)
}

// taken is what was sent.
func (s *Screen) taken() []Event {
	s.sending.Lock()
	defer s.sending.Unlock()
	sent := s.sent
	s.sent = nil
	return sent
}

func (s *Screen) loop(app App) {
	s.draw(app)
	for {
		var events []Event
		select {
		case <-s.ended:
			return
		case events = <-s.input:
		case <-s.wake:
		}
		for _, e := range append(events, s.taken()...) { // all that is there makes one frame
			if s.over() {
				return
			}
			s.tell(app, e)
		}
		s.draw(app)
	}
}

func (s *Screen) over() bool {
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}

// tell acts on an event, or has the app do so.
func (s *Screen) tell(app App, e Event) {
	switch e {
	case resized{}:
		if size := s.measure(); size != s.size {
			s.size = size
			app.Handle(size)
		}
		return
	case continued{}: // what was on the terminal meanwhile is not known
		before := s.size
		s.fail(s.enter())
		if s.size != before {
			app.Handle(s.size)
		}
		return
	case Key{Rune: 'z', Mod: Ctrl}:
		if s.mayStop() {
			s.stop()
		}
		return
	case stop{}:
		s.stop()
		return
	}
	app.Handle(e)
}

// stop gives the terminal back and stops the process; it goes on when it is told to continue.
func (s *Screen) stop() {
	s.fail(s.leave())
	s.fail(s.stopProcess())
}

func (s *Screen) draw(app App) {
	if s.away.Load() || s.over() {
		return
	}
	frame := s.painter.Paint(app.Frame(s.size), s.size)
	if len(s.before) > 0 {
		frame = append(s.before, frame...)
		s.before = nil
	}
	if len(frame) > 0 {
		s.fail(s.write(frame))
	}
}

// fail ends the screen when the terminal failed.
func (s *Screen) fail(err error) {
	if err != nil {
		s.End(EndedError{Signal: syscall.SIGHUP, Err: err})
	}
}

// listen turns what is typed into events until the screen ends.
func (s *Screen) listen() {
	var input Input
	buffer := make([]byte, 4<<10)
	for {
		n, err := s.next(s.terminal, buffer, input.Wait())
		var events []Event
		switch {
		case errors.Is(err, errInterrupted):
			return
		case errors.Is(err, errTimeout):
			events = input.Timeout()
		case err != nil:
			s.fail(err)
			return
		default:
			events = input.Feed(buffer[:n])
		}
		if !s.pass(events) {
			return
		}
	}
}

// pass hands events on, and tells whether there may be more. Ctrl-C ends the screen here, so that it does
// even where the app does not answer.
func (s *Screen) pass(events []Event) bool {
	for i, e := range events {
		if (e == Key{Rune: 'c', Mod: Ctrl}) {
			s.End(EndedError{Signal: syscall.SIGINT})
			return false
		}
		events[i] = e
	}
	if len(events) == 0 {
		return true
	}
	select {
	case s.input <- append([]Event(nil), events...): // the slice is the input's
		return true
	case <-s.ended:
		return false
	}
}

// readError is why nothing was read.
type readError string

func (e readError) Error() string { return string(e) }

const (
	errTimeout     readError = "nothing was typed in time"
	errInterrupted readError = "reading was interrupted"
)

// obey acts on signals until the screen ends.
func (s *Screen) obey() {
	for {
		select {
		case <-s.ended:
			return
		case asked := <-s.ending:
			s.endBy(asked)
		case asked := <-s.other:
			// A stopped process that is to end goes on for that alone, and must not take the terminal again, which
			// would stop it. Either signal may be told first.
			if meaning(asked) == (continued{}) && !s.foreground(s.terminal) {
				late := time.NewTimer(s.grace)
				select {
				case <-late.C:
				case <-s.ended:
				case asked := <-s.ending:
					s.endBy(asked)
				}
				late.Stop()
			}
			if len(s.ending) == 0 && !s.over() {
				s.Send(meaning(asked))
			}
		}
	}
}

func (s *Screen) endBy(asked os.Signal) {
	number, _ := asked.(syscall.Signal)
	s.End(EndedError{Signal: number})
}
