package need

import (
	"os"
	"syscall"
)

// Memory moves the temporary files of tests to a memory file system that has room and can execute programs, if there
// is one and TMPDIR is not set. Tests write and delete thousands of small files, which takes half of their time on a
// real disk. It is called by a TestMain.
func Memory() {
	const (
		shared = "/dev/shm"
		room   = 1 << 30
		noExec = 0x8 // ST_NOEXEC of statvfs(3)
	)
	var disk syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(shared, &disk) != nil {
		return
	}
	if disk.Flags&noExec == 0 && disk.Bavail*uint64(disk.Bsize) > room {
		_ = os.Setenv("TMPDIR", shared)
	}
}
