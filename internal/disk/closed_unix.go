//go:build unix

package disk

import (
	"io/fs"
	"syscall"
)

// Closed is why the system lets no one write in dir, nil where it does. Nothing is written to find out, so
// that a full disk is not told.
func Closed(dir string) error {
	const toWrite = 2 // W_OK
	if err := syscall.Access(dir, toWrite); Denied(err) {
		return &fs.PathError{Op: "write in", Path: dir, Err: err}
	}
	return nil
}
