// Package screen gives a program exclusive use of a terminal: it delivers input as events, shows frames, and always
// restores the terminal at the end. It knows nothing about what is shown.
//
// It sends no queries to the terminal, so a terminal that does not answer causes no delay and no late replies. It
// wakes up only for input, sent events and timers, and on Windows also to poll the window size.
package screen

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"travel.example/travel/internal/problem"
)

// Terminal is the terminal that a screen uses.
type Terminal struct {
	In, Out *os.File // both refer to the terminal; never closed here
}

// EndedError reports that the screen was ended by a signal, by Ctrl-C, which counts as SIGINT, or because the
// terminal is gone, which counts as SIGHUP. The exit code of the process is then 128 plus the signal number.
type EndedError struct {
	Signal syscall.Signal
	Err    error // the error that showed that the terminal is gone, or nil
}

func (e EndedError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("the terminal is gone: %v", e.Err)
	}
	return "interrupted"
}

// EndedBy returns the signal.
func (e EndedError) EndedBy() syscall.Signal { return e.Signal }

// Unwrap includes context.Canceled, as when a signal cancels a context.
func (e EndedError) Unwrap() error { return errors.Join(context.Canceled, e.Err) }

// Screen is an open terminal, from [Open] to [Screen.Close].
type Screen struct {
	terminal Terminal
	device   // the parts that depend on the operating system

	ending, other chan os.Signal

	once  sync.Once
	ended chan struct{} // closed when the screen has ended
	err   error         // why it ended; valid once ended is closed

	input   chan []Event   // parsed input
	reading sync.WaitGroup // waits for the goroutine that reads input
	looped  chan struct{}  // closed after the last call of the app

	sending sync.Mutex
	sent    []Event       // events queued by Send
	wake    chan struct{} // holds a value while sent is not empty

	life   sync.Mutex // guards taking and restoring the terminal
	mode   *term.State
	closed bool
	away   atomic.Bool   // the terminal is restored, for now or for good
	turn   chan struct{} // held while writing to the terminal
	grace  time.Duration

	painter Painter // this and the fields below are used only by the loop
	size    Size
	before  []byte // raw sequences to write before the next frame
}

// grace is how long to wait for a terminal that accepts no bytes or an [App] that does not return.
const grace = 500 * time.Millisecond

// Open takes over the terminal: raw mode, the alternate screen, no cursor and bracketed paste. The terminal must
// support these sequences. Signals are then held until [Screen.Run].
func Open(t Terminal) (*Screen, error) {
	const signals = 64 // can be pending; further ones are lost
	s := &Screen{
		terminal: t, ended: make(chan struct{}), input: make(chan []Event), wake: make(chan struct{}, 1),
		looped: make(chan struct{}), turn: make(chan struct{}, 1), grace: grace,
		ending: make(chan os.Signal, signals), other: make(chan os.Signal, signals),
	}
	s.away.Store(true)
	if err := s.device.open(t); err != nil {
		return nil, fmt.Errorf("open the terminal: %w", err)
	}
	for _, asked := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(asked) { // a signal ignored from the start, as under nohup, stays ignored
			signal.Notify(s.ending, asked)
		}
	}
	s.device.notify(s.other)
	if err := s.enter(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

const (
	// A line that is wider than the program assumes must not wrap to the next row.
	entering  = ansi.SetModeAltScreenSaveCursor + redrawing
	redrawing = ansi.SetModeBracketedPaste + ansi.ResetModeAutoWrap + ansi.HideCursor + resetStyle + resetMargins
	// On a terminal without an alternate screen, the shell continues below the last row.
	leaving = ansi.ResetModeSynchronizedOutput + resetStyle + resetMargins + mouseOff + ansi.ResetModeBracketedPaste +
		ansi.SetModeAutoWrap + "\x1b[999H" + ansi.ShowCursor + ansi.ResetModeAltScreenSaveCursor
)

// enter takes over the terminal, or takes it over again after it was restored or another program may have changed it.
func (s *Screen) enter() error {
	s.life.Lock()
	defer s.life.Unlock()
	if s.closed {
		return nil
	}
	mode, err := s.raw(s.terminal)
	if err != nil {
		return fmt.Errorf("put the terminal into raw mode: %w", err)
	}
	if s.away.Load() { // otherwise this is our own mode
		s.mode = mode
	}
	s.away.Store(false)
	s.painter.Forget()
	s.size = s.measure()
	return s.within(entering)
}

// leave restores the terminal for now and discards unread input.
func (s *Screen) leave() error {
	s.life.Lock()
	defer s.life.Unlock()
	return s.giveBack()
}

func (s *Screen) giveBack() error {
	if s.away.Swap(true) {
		return nil
	}
	err := s.within(leaving) // first, so that no mouse report arrives after unread input is discarded
	return errors.Join(err, s.restore(s.terminal, s.mode))
}

// within writes to the terminal with a time limit, so that the mode can be restored even if it accepts no bytes.
func (s *Screen) within(text string) error {
	written := make(chan error, 1)
	s.Go(func() {
		s.turn <- struct{}{}
		defer func() { <-s.turn }()
		_, err := s.terminal.Out.WriteString(text)
		written <- err
	})
	late := time.NewTimer(s.grace)
	defer late.Stop()
	select {
	case err := <-written:
		return err
	case <-late.C:
		return errors.New("the terminal takes no bytes")
	}
}

// write writes a frame, unless the terminal has been restored.
func (s *Screen) write(frame []byte) error {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	if s.away.Load() {
		return nil
	}
	_, err := s.terminal.Out.Write(frame)
	return err
}

// Close restores the terminal (mode, screen, cursor, mouse and paste) and discards unread input. It may be called
// more than once, and from any goroutine that the [App] does not wait for.
func (s *Screen) Close() error {
	s.End(nil)
	s.life.Lock()
	defer s.life.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	err := s.interrupt()
	s.reading.Wait()
	err = errors.Join(err, s.giveBack(), s.device.close())
	signal.Stop(s.ending)
	signal.Stop(s.other)
	return err
}

// Go starts a goroutine whose panic ends the screen with a [problem.Mistake]. A panic in any other goroutine leaves the
// terminal as it is.
func (s *Screen) Go(f func()) { go s.guard(f) }

func (s *Screen) guard(f func()) {
	defer func() {
		if v := recover(); v != nil {
			s.End(problem.Caught(v))
		}
	}()
	f()
}

// measure returns the size of the terminal, or 80 by 24 if it is unknown.
func (s *Screen) measure() Size {
	width, height, err := term.GetSize(int(s.terminal.Out.Fd()))
	if err != nil || width < 1 || height < 1 {
		return Size{80, 24}
	}
	return Size{width, height}
}
