package session

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Find is the session of this process: the POSIX session, by its leader and when that was started.
// A terminal's name is used again by later windows, a session and its start are not.
func Find(func(string) string) Session {
	const noDevice = -1 // NODEV, of a process without a terminal
	own, err := unix.SysctlKinfoProc("kern.proc.pid", os.Getpid())
	if err != nil {
		return Session{}
	}
	leader, err := unix.Getsid(0)
	if err != nil || leader == 0 {
		return Session{}
	}
	start := "?" // the leader has ended
	if process, err := unix.SysctlKinfoProc("kern.proc.pid", leader); err == nil {
		at := process.Proc.P_starttime
		start = strconv.FormatInt(at.Nano(), 10)
	}
	machine, err := unix.Sysctl("kern.uuid") // the host's name changes with its network
	if err != nil {
		machine = computer()
	}
	return Session{
		Key:      words(machine, strconv.Itoa(leader), start, strconv.Itoa(int(own.Eproc.Tdev))),
		Terminal: own.Eproc.Tdev != noDevice,
	}
}
