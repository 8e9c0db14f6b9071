package screen

import (
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/windows"
	"golang.org/x/term"
)

func meaning(os.Signal) Event { return resized{} }

// device reads the console in a separate goroutine because nothing can interrupt a console read. The goroutine lives
// until the process ends and swallows any input typed by then.
type device struct {
	out   uint32 // the previous output mode
	typed chan typed
	done  chan struct{}
}

type typed struct {
	text []byte
	err  error
}

func (d *device) open(Terminal) error {
	d.typed, d.done = make(chan typed), make(chan struct{})
	return nil
}

// notify does nothing: a console sends no such signals.
func (d *device) notify(chan<- os.Signal) {}

func (d *device) close() error { return nil }

func (d *device) interrupt() error {
	close(d.done)
	return nil
}

// next reads console input. It waits at most wait, or forever if wait is 0.
func (d *device) next(_ Terminal, buffer []byte, wait time.Duration) (int, error) {
	var late <-chan time.Time
	if wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-d.done:
		return 0, errInterrupted
	case <-late:
		return 0, errTimeout
	case t := <-d.typed:
		return copy(buffer, t.text), t.err
	}
}

func (d *device) raw(t Terminal) (*term.State, error) {
	out := windows.Handle(t.Out.Fd())
	var mode uint32
	if err := windows.GetConsoleMode(out, &mode); err != nil {
		return nil, err
	}
	const obeys = windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING | windows.ENABLE_PROCESSED_OUTPUT | windows.DISABLE_NEWLINE_AUTO_RETURN
	if err := windows.SetConsoleMode(out, mode|obeys); err != nil {
		return nil, err
	}
	d.out = mode
	return term.MakeRaw(int(t.In.Fd()))
}

// foreground always returns true: on Windows nothing takes the terminal away from a process.
func (d *device) foreground(Terminal) bool { return true }

// restore discards unread input and restores the previous modes.
func (d *device) restore(t Terminal, mode *term.State) error {
	in, out := windows.Handle(t.In.Fd()), windows.Handle(t.Out.Fd())
	return errors.Join(windows.FlushConsoleInputBuffer(in), term.Restore(int(in), mode), windows.SetConsoleMode(out, d.out))
}

// mayStop always returns false: Windows has no job control.
func (d *device) mayStop() bool { return false }

func (d *device) stopProcess() error { return nil }

// sizeEvery is how often to poll the window size, because Windows sends no signal for it.
const sizeEvery = 250 * time.Millisecond

// follow starts reading the console and polling its size.
func (d *device) follow(s *Screen) {
	s.Go(func() {
		for {
			buffer := make([]byte, 4<<10)
			n, err := s.terminal.In.Read(buffer)
			if err == nil && n == 0 {
				err = io.EOF
			}
			select {
			case d.typed <- typed{buffer[:n], err}:
			case <-d.done:
				return
			}
			if err != nil {
				return
			}
		}
	})
	s.Go(func() {
		for known := s.measure(); ; {
			select {
			case <-d.done:
				return
			case <-time.After(sizeEvery):
			}
			if size := s.measure(); size != known {
				known = size
				s.Send(resized{})
			}
		}
	})
}
