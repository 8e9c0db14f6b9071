//go:build unix && !linux

package screen

import "golang.org/x/sys/unix"

// readable selects the input queue, like FREAD in sys/fcntl.h.
const readable = 1

// drain discards unread input.
func (d *device) drain(t Terminal) error {
	return unix.IoctlSetPointerInt(int(t.In.Fd()), unix.TIOCFLUSH, readable)
}
