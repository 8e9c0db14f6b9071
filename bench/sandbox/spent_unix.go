//go:build unix

package main

import (
	"syscall"
	"time"
)

// spent is the processor's time of this process so far, 0 where the system does not tell.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
