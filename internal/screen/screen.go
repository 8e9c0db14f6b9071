// Package screen is a terminal that a program has to itself: what is typed comes as events, what is to be
// seen goes as frames, and the terminal is given back as it was, whatever ends it. It knows nothing of what
// is shown.
//
// It asks the terminal nothing, so that one that does not answer makes no one wait and no answer comes too
// late. It wakes for what is typed, for what is sent to it and for the timers it was asked for; on Windows
// also to look at the size of the window.
package screen

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"
)

// Terminal is what a screen is made on.
type Terminal struct {
	In, Out *os.File // both the terminal; they stay open
	Name    string   // TERM
}

// UnfitError says that there is no terminal that a screen can be made on. Nothing was written to it.
type UnfitError struct{ Text string }

func (e UnfitError) Error() string { return e.Text }

// Class is that of a mistake in how the program was called.
func (e UnfitError) Class() string { return "usage" }

// Advice is for the caller to give, who knows what works without a screen.
func (e UnfitError) Advice() string { return "" }

// EndedError says that a signal ended the screen, or Ctrl-C, which counts as SIGINT, or that the terminal
// is gone, which counts as SIGHUP. The exit code of a process that ends so is 128 and the number.
type EndedError struct {
	Signal syscall.Signal
	Err    error // how the terminal was found to be gone, nil otherwise
}

func (e EndedError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("the terminal is gone: %v", e.Err)
	}
	return "interrupted"
}

// EndedBy is the signal.
func (e EndedError) EndedBy() syscall.Signal { return e.Signal }

// Unwrap makes it an interruption, as the end of a context by a signal is one.
func (e EndedError) Unwrap() error { return errors.Join(context.Canceled, e.Err) }

// PanicError is a panic of a goroutine of the screen.
type PanicError struct {
	Value any
	Stack []byte // to be printed once the terminal is given back
}

func (e PanicError) Error() string { return fmt.Sprintf("the program failed: %v", e.Value) }

// Screen is a terminal between [Open] and [Screen.Close].
type Screen struct {
	terminal Terminal
	device   // what differs between systems

	ending, other chan os.Signal

	once  sync.Once
	ended chan struct{} // closed when something has ended it
	err   error         // what, known once ended is closed

	input   chan []Event   // what was typed
	reading sync.WaitGroup // who reads it
	looped  chan struct{}  // closed when the app is not called any more

	sending sync.Mutex
	sent    []Event       // by Send
	wake    chan struct{} // holds something while sent does

	life   sync.Mutex // of taking the terminal and giving it back
	mode   *term.State
	closed bool
	away   atomic.Bool   // the terminal is given back, for now or for good
	turn   chan struct{} // held by who writes to the terminal
	grace  time.Duration

	painter Painter // this and the following are the loop's alone
	size    Size
	before  []byte // written before the next frame
}

// grace is how long is waited for what does not answer: a terminal that takes no bytes, or an [App].
const grace = 500 * time.Millisecond

// signals is how many are held until they are looked at; one that finds no room is lost.
const signals = 64

// Open takes the terminal: raw mode, the alternate screen, no cursor, pastes that are told from typing. It
// refuses with an [UnfitError] what is not a terminal or obeys no sequences, before it writes anything.
// From then on signals are held until [Screen.Run].
func Open(t Terminal) (*Screen, error) {
	switch {
	case !term.IsTerminal(int(t.In.Fd())):
		return nil, UnfitError{"standard input is not a terminal"}
	case !term.IsTerminal(int(t.Out.Fd())):
		return nil, UnfitError{"standard output is not a terminal"}
	case t.Name == "dumb", t.Name == "" && runtime.GOOS != "windows":
		return nil, UnfitError{fmt.Sprintf("TERM is %q: the terminal does not say that it can show a screen", t.Name)}
	}
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
		if !signal.Ignored(asked) { // as under nohup, and it stays so
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
	// A line that is wider than the terminal thinks must not go on in the next row.
	entering  = ansi.SetModeAltScreenSaveCursor + redrawing
	redrawing = ansi.SetModeBracketedPaste + ansi.ResetModeAutoWrap + ansi.HideCursor + resetStyle + resetMargins
	// Where there is no alternate screen, the shell goes on below the last row.
	leaving = ansi.ResetModeSynchronizedOutput + resetStyle + resetMargins + mouseOff + ansi.ResetModeBracketedPaste +
		ansi.SetModeAutoWrap + "\x1b[999H" + ansi.ShowCursor + ansi.ResetModeAltScreenSaveCursor
)

// enter takes the terminal, again after it was given back or another program may have changed it.
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

// leave gives the terminal back for now, with nothing left to be read on it.
func (s *Screen) leave() error {
	s.life.Lock()
	defer s.life.Unlock()
	return s.giveBack()
}

func (s *Screen) giveBack() error {
	if s.away.Swap(true) {
		return nil
	}
	err := s.within(leaving) // first, so that no mouse speaks after what is unread was thrown away
	return errors.Join(err, s.restore(s.terminal, s.mode))
}

// within writes to the terminal and waits for a bounded time: one that takes no bytes must not keep its mode.
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

// write writes a frame, unless the terminal is given back.
func (s *Screen) write(frame []byte) error {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	if s.away.Load() {
		return nil
	}
	_, err := s.terminal.Out.Write(frame)
	return err
}

// Close gives the terminal back: its mode, screen, cursor, mouse and pastes, with nothing left to be read on
// it. It may be called again, and from any goroutine that no [App] waits for.
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

// Go starts a goroutine whose panic ends the screen with a [PanicError]. A panic in a goroutine that was
// started otherwise leaves the terminal as it is.
func (s *Screen) Go(f func()) { go s.guard(f) }

func (s *Screen) guard(f func()) {
	defer func() {
		if v := recover(); v != nil {
			s.End(PanicError{Value: v, Stack: debug.Stack()})
		}
	}()
	f()
}

// measure is the size of the terminal, or that of the first terminals where it does not say.
func (s *Screen) measure() Size {
	width, height, err := term.GetSize(int(s.terminal.Out.Fd()))
	if err != nil || width < 1 || height < 1 {
		return Size{80, 24}
	}
	return Size{width, height}
}
