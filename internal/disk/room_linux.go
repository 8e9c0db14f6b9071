package disk

import (
	"os"
	"syscall"
)

// fill gives a new file its space: by a promise of the file system where it makes one, which takes
// no time, or else by writing it.
func fill(f *os.File, size int) error {
	if err := syscall.Fallocate(int(f.Fd()), 0, 0, int64(size)); err == nil || Full(err) {
		return err
	}
	return write(f, size)
}
