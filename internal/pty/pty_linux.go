package pty

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Terminal is one that no one sits at: what it shows is read at the master, what is typed is written there.
type Terminal struct {
	Master *os.File
	Slave  *os.File // what a program has as its terminal
}

// Open makes a terminal of so many columns and rows.
func Open(width, height int) (*Terminal, error) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, fmt.Errorf("make a terminal: %w", err)
	}
	t := &Terminal{Master: master}
	number := 0
	err = t.control(func(fd int) (err error) {
		number, err = unix.IoctlGetInt(fd, unix.TIOCGPTN)
		return errors.Join(err, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	})
	if err == nil {
		t.Slave, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err == nil {
		err = t.Resize(width, height)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make a terminal: %w", err), t.Close())
	}
	return t, nil
}

// Close takes the terminal away from who is on it.
func (t *Terminal) Close() error {
	if t.Slave == nil {
		return t.Master.Close()
	}
	return errors.Join(t.Slave.Close(), t.Master.Close())
}

// Session is how a process begins that is to have the terminal, its standard input, for its own.
func Session() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
}

// Resize gives the terminal another size, of which the program on it is told.
func (t *Terminal) Resize(width, height int) error {
	return t.control(func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(height), Col: uint16(width)}) //nolint:gosec // sizes of terminals
	})
}

// Mode is the mode of the terminal: echo, lines, signals.
func (t *Terminal) Mode() (unix.Termios, error) {
	mode, err := unix.IoctlGetTermios(int(t.Slave.Fd()), unix.TCGETS)
	if err != nil {
		return unix.Termios{}, err
	}
	return *mode, nil
}

// Unread is how many bytes were typed and not read.
func (t *Terminal) Unread() (int, error) { return unix.IoctlGetInt(int(t.Slave.Fd()), unix.TIOCINQ) }

// Unshown is how many bytes were written and not read at the master.
func (t *Terminal) Unshown() (n int, err error) {
	err = t.control(func(fd int) (err error) {
		n, err = unix.IoctlGetInt(fd, unix.TIOCINQ)
		return err
	})
	return n, err
}

// control acts on the master and leaves it such that closing it ends a read.
func (t *Terminal) control(act func(fd int) error) error {
	conn, err := t.Master.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = act(int(fd)) }); err != nil {
		return err
	}
	return failed
}
