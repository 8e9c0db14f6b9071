//go:build unix && !linux

package screen

import "golang.org/x/sys/unix"

// readable stands for what is to be read, as FREAD of sys/fcntl.h.
const readable = 1

// drain throws away what was typed and not read.
func (d *device) drain(t Terminal) error {
	return unix.IoctlSetPointerInt(int(t.In.Fd()), unix.TIOCFLUSH, readable)
}
