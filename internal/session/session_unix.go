//go:build unix && !linux && !darwin

package session

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Find is the session of this process: the POSIX session, by its leader.
func Find(func(string) string) Session {
	leader, err := unix.Getsid(0)
	if err != nil || leader == 0 {
		return Session{}
	}
	return Session{
		Key:      words(computer(), strconv.Itoa(leader)),
		Terminal: hasTerminal(),
	}
}

// hasTerminal reports whether the process has a controlling terminal: only then does the name that
// stands for it open.
func hasTerminal() bool {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	_ = f.Close()
	return true
}
