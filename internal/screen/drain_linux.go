package screen

import "golang.org/x/sys/unix"

// drain throws away what was typed and not read.
func (d *device) drain(t Terminal) error {
	return unix.IoctlSetInt(int(t.In.Fd()), unix.TCFLSH, unix.TCIFLUSH)
}
