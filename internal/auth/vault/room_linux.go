package vault

import (
	"os"
	"syscall"
)

// allocate has the file system promise a file its space, which takes no time, where it makes promises.
func allocate(f *os.File, size int) error { return syscall.Fallocate(int(f.Fd()), 0, 0, int64(size)) }
