package screen

import (
	"context"
	"errors"
	"os"
	"slices"
	"syscall"
	"time"
)

// App draws frames and handles events. One goroutine calls both methods, one call at a time, so they must not block.
// Run slow work with [Screen.Go] and deliver its result with [Screen.Send].
type App interface {
	// Handle handles one event. It calls [Screen.End] to end the screen.
	Handle(e Event)
	// Frame returns the frame to show. It is called once for a batch of events.
	Frame(size Size) Frame
}

// Events that are internal to the loop.
type (
	resized   struct{}
	stop      struct{} // a request to stop the process
	continued struct{} // after a stop
)

// Run shows an app until it calls [Screen.End], a signal asks for the end, ctx ends or the terminal is gone, and then
// restores the terminal. The error is nil, an [EndedError], a [problem.Mistake], the cause of ctx, or a failure of the
// terminal. Ctrl-C ends the screen even if the app hangs, and Ctrl-Z stops the process. The app receives neither key.
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
	select { // the caller must not read the app's data while the app is still running
	case <-s.looped:
	case <-late.C:
	}
	if s.err != nil {
		return s.err
	}
	return err
}

// End ends the screen with an error, or nil for a normal end. Only the first call counts. It may be called from any
// goroutine.
func (s *Screen) End(err error) {
	s.once.Do(func() {
		s.err = err
		close(s.ended)
	})
}

// Ended returns a channel that is closed when the screen has ended. The app may then stop its pending work.
func (s *Screen) Ended() <-chan struct{} { return s.ended }

// Send queues an event for the app, in order. It never blocks and may be called from any goroutine.
func (s *Screen) Send(e Event) {
	s.sending.Lock()
	s.sent = append(s.sent, e)
	s.sending.Unlock()
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// After sends an event after a delay, unless cancel is called first.
func (s *Screen) After(d time.Duration, e Event) (cancel func()) {
	timer := time.AfterFunc(d, func() { s.Send(e) })
	return func() { timer.Stop() }
}

// Write sends the terminal a raw sequence, such as one for the clipboard, before the next frame. Only the app may
// call it. The sequence must not move the cursor or request a reply.
func (s *Screen) Write(sequence string) { s.before = append(s.before, sequence...) }

// Redraw repaints the whole screen with the next frame, for when something else wrote to the terminal. Only the app
// may call it.
func (s *Screen) Redraw() {
	s.painter.Forget()
	s.Write(redrawing)
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
		s.sending.Lock()
		events = append(events, s.sent...)
		s.sent = nil
		s.sending.Unlock()
		for _, e := range events { // one frame for all pending events
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

// tell handles an internal event or passes the event to the app.
func (s *Screen) tell(app App, e Event) {
	switch e {
	case resized{}:
		if size := s.measure(); size != s.size {
			s.size = size
			app.Handle(size)
		}
		return
	case continued{}: // the contents of the terminal are unknown after a stop
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

// stop restores the terminal and stops the process until it receives SIGCONT.
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

// fail ends the screen if err is not nil.
func (s *Screen) fail(err error) {
	if err != nil {
		s.End(EndedError{Signal: syscall.SIGHUP, Err: err})
	}
}

// listen parses input into events until the screen ends.
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
		if slices.Contains(events, Event(Key{Rune: 'c', Mod: Ctrl})) { // here, so that it works even if the app hangs
			s.End(EndedError{Signal: syscall.SIGINT})
			return
		}
		if len(events) == 0 {
			continue
		}
		select {
		case s.input <- slices.Clone(events): // the slice belongs to the input
		case <-s.ended:
			return
		}
	}
}

// readError is the reason that a read returned no input.
type readError string

func (e readError) Error() string { return string(e) }

const (
	errTimeout     readError = "nothing was typed in time"
	errInterrupted readError = "reading was interrupted"
)

// obey handles signals until the screen ends.
func (s *Screen) obey() {
	for {
		select {
		case <-s.ended:
			return
		case asked := <-s.ending:
			s.endBy(asked)
		case asked := <-s.other:
			// A stopped process that is told to end is resumed only for that. It must not take the terminal again,
			// because that would stop it again. The two signals may arrive in either order.
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
