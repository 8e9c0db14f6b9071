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

// meaning is what a signal tells the loop.
func meaning(s os.Signal) Event {
	switch s {
	case syscall.SIGTSTP:
		return stop{}
	case syscall.SIGCONT:
		return continued{}
	}
	return resized{}
}

// device waits for the terminal and for the end at once, by a pipe beside it. The terminal itself may be
// shared with others and is not made to answer at once.
type device struct {
	ear, mouth *os.File
	own        term.State // the mode that was set
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

// notify asks for the signals that a terminal and a shell send besides.
func (d *device) notify(to chan<- os.Signal) {
	signal.Notify(to, syscall.SIGWINCH, syscall.SIGTSTP, syscall.SIGCONT)
}

func (d *device) close() error { return errors.Join(d.ear.Close(), d.mouth.Close()) }

// interrupt ends next, now and later.
func (d *device) interrupt() error {
	_, err := d.mouth.Write([]byte{0})
	return err
}

// next reads what was typed. It waits so long at most, and for ever where wait is 0.
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

// raw sets raw mode and returns the one before.
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

// restore throws away what was typed and not read, and sets the mode from before. Where this process was
// stopped from outside, a shell has the terminal: it reads, and it may have set a mode of its own, which stays.
func (d *device) restore(t Terminal, mode *term.State) error {
	signal.Ignore(syscall.SIGTTOU) // which would stop a process that has not the terminal
	defer signal.Reset(syscall.SIGTTOU)
	if d.foreground(t) {
		return errors.Join(d.drain(t), term.Restore(int(t.In.Fd()), mode))
	}
	if now, err := term.GetState(int(t.In.Fd())); err != nil || *now != d.own {
		return err
	}
	return term.Restore(int(t.In.Fd()), mode)
}

// foreground tells whether this process has the terminal. One that controls no one has no foreground.
func (d *device) foreground(t Terminal) bool {
	group, err := unix.IoctlGetInt(int(t.In.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// mayStop tells whether there is a shell that could have this process go on.
func (d *device) mayStop() bool {
	leader, err := unix.Getsid(0)
	return err == nil && leader != os.Getpid()
}

// stopProcess stops this process and those it was started with, as a shell knows them. SIGTSTP would not:
// the runtime has taken it.
func (d *device) stopProcess() error { return unix.Kill(0, unix.SIGSTOP) }

// follow has nothing to do: a signal tells of another size.
func (d *device) follow(*Screen) {}
