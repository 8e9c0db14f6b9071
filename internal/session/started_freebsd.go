//go:build freebsd && (amd64 || arm64 || riscv64)

package session

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/sys/unix"
)

// Where struct kinfo_proc of a 64-bit FreeBSD has what is read, from sys/user.h. Its first member is
// its size, which the kernel promises to keep.
const (
	kinfoSize    = 1088
	kinfoPID     = 72
	kinfoStart   = 336 // a struct timeval: seconds and microseconds
	kinfoSeconds = 8
)

// started is when a process was started, "?" when the system does not say.
func started(pid int) string {
	info, err := unix.SysctlRaw("kern.proc.pid", pid)
	if err != nil || len(info) != kinfoSize || binary.NativeEndian.Uint32(info) != kinfoSize ||
		int(binary.NativeEndian.Uint32(info[kinfoPID:])) != pid {
		return "?"
	}
	seconds := binary.NativeEndian.Uint64(info[kinfoStart:])
	micros := binary.NativeEndian.Uint64(info[kinfoStart+kinfoSeconds:])
	return fmt.Sprintf("%d.%06d", seconds, micros)
}
