package screen

import "golang.org/x/sys/unix"

// drain discards unread input.
func (d *device) drain(t Terminal) error {
	return unix.IoctlSetInt(int(t.In.Fd()), unix.TCFLSH, unix.TCIFLUSH)
}
