//go:build unix

package screen

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// meaning returns the event that the loop handles for a signal.
func meaning(s os.Signal) Event {
	switch s {
	case syscall.SIGTSTP:
		return stop{}
	case syscall.SIGCONT:
		return continued{}
	}
	return resized{}
}

// device waits for terminal input and, through a pipe, for the end of the screen at the same time. The terminal stays
// in blocking mode because other processes may share it.
type device struct {
	ear, mouth *os.File
	own        term.State // the mode set by raw
}

func (d *device) open(t Terminal) (err error) {
	if d.ear, d.mouth, err = os.Pipe(); err != nil {
		return err
	}
	if fd := max(t.In.Fd(), d.ear.Fd()); fd >= unix.FD_SETSIZE {
		return errors.Join(fmt.Errorf("too many files are open: %d", fd), d.close())
	}
	return nil
}

// notify subscribes to the signals for window size and job control.
func (d *device) notify(to chan<- os.Signal) {
	signal.Notify(to, syscall.SIGWINCH, syscall.SIGTSTP, syscall.SIGCONT)
}

func (d *device) close() error { return errors.Join(d.ear.Close(), d.mouth.Close()) }

// interrupt makes the current and every later call of next return.
func (d *device) interrupt() error {
	_, err := d.mouth.Write([]byte{0})
	return err
}

// next reads terminal input. It waits at most wait, or forever if wait is 0.
func (d *device) next(t Terminal, buffer []byte, wait time.Duration) (int, error) {
	in, ear := int(t.In.Fd()), int(d.ear.Fd())
	until := time.Now().Add(wait)
	for {
		var fds unix.FdSet
		fds.Set(in)
		fds.Set(ear)
		var limit *unix.Timeval
		if wait > 0 {
			left := unix.NsecToTimeval(max(time.Until(until), 0).Nanoseconds())
			limit = &left
		}
		n, err := unix.Select(max(in, ear)+1, &fds, nil, nil, limit)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, errTimeout
		case fds.IsSet(ear):
			return 0, errInterrupted
		}
		n, err = unix.Read(in, buffer)
		switch {
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

// raw puts the terminal into raw mode and returns the previous mode.
func (d *device) raw(t Terminal) (*term.State, error) {
	mode, err := term.MakeRaw(int(t.In.Fd()))
	if err != nil {
		return nil, err
	}
	own, err := term.GetState(int(t.In.Fd()))
	if err != nil {
		return nil, err
	}
	d.own = *own
	return mode, nil
}

// restore discards unread input and restores the previous mode. If this process was stopped from outside, a shell
// owns the terminal: its input is left alone, and so is any mode that the shell has set.
func (d *device) restore(t Terminal, mode *term.State) error {
	signal.Ignore(syscall.SIGTTOU) // SIGTTOU would stop a background process
	defer signal.Reset(syscall.SIGTTOU)
	if d.foreground(t) {
		return errors.Join(d.drain(t), term.Restore(int(t.In.Fd()), mode))
	}
	if now, err := term.GetState(int(t.In.Fd())); err != nil || *now != d.own {
		return err
	}
	return term.Restore(int(t.In.Fd()), mode)
}

// foreground reports whether this process is in the terminal's foreground group. If that cannot be determined, it is.
func (d *device) foreground(t Terminal) bool {
	group, err := unix.IoctlGetInt(int(t.In.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// mayStop reports whether there is a shell that could resume this process.
func (d *device) mayStop() bool {
	leader, err := unix.Getsid(0)
	return err == nil && leader != os.Getpid()
}

// stopProcess stops this process and the rest of its process group. SIGTSTP would not work because the Go runtime has
// caught it.
func (d *device) stopProcess() error { return unix.Kill(0, unix.SIGSTOP) }

// follow does nothing: SIGWINCH reports a new size.
func (d *device) follow(*Screen) {}
