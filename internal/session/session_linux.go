package session

import (
	"os"
	"strconv"
	"strings"
)

// Find is the session of this process: the POSIX session, by its leader and when that was started.
// A terminal's name is used again by later windows, a session and its start are not.
func Find(func(string) string) Session { return find("/proc") }

// find reads below the directory of the proc file system.
func find(proc string) Session {
	own, ok := readStat(proc + "/self/stat")
	if !ok {
		return Session{}
	}
	leader := own.session
	if leader == "0" {
		// The leader is outside this container. Use the oldest ancestor without a session in here instead, so that a
		// shell and a script below it lead to the same process.
		entered := own
		for range 1000 { // more is not a chain of starts
			parent, ok := readStat(proc + "/" + entered.parent + "/stat")
			if !ok || parent.session != "0" {
				break
			}
			entered = parent
		}
		leader = entered.pid
	}
	start := "?" // the leader has ended; no process gets its number while the session lasts
	if stat, ok := readStat(proc + "/" + leader + "/stat"); ok {
		start = stat.start
	}
	boot, err := os.ReadFile(proc + "/sys/kernel/random/boot_id")
	if err != nil {
		boot = []byte(computer())
	}
	numbers, _ := os.Readlink(proc + "/self/ns/pid") // a container counts its own processes
	return Session{
		Key:      words(strings.TrimSpace(string(boot)), numbers, leader, start, own.tty),
		Terminal: own.tty != "0",
	}
}

// stat is what proc_pid_stat(5) says of a process, in decimal digits.
type stat struct{ pid, parent, session, tty, start string }

func readStat(path string) (stat, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return stat{}, false
	}
	return parseStat(string(text))
}

// parseStat reads the fields behind the command's name, which may itself hold brackets and spaces.
func parseStat(text string) (stat, bool) {
	const first, parent, session, tty, start = 3, 4, 6, 7, 22 // as the manual numbers them
	pid, _, _ := strings.Cut(text, " ")
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) <= start-first {
		return stat{}, false
	}
	s := stat{pid: pid, parent: fields[parent-first], session: fields[session-first], tty: fields[tty-first], start: fields[start-first]}
	for _, number := range []string{s.pid, s.parent, s.session, s.tty, s.start} {
		if _, err := strconv.ParseInt(number, 10, 64); err != nil {
			return stat{}, false
		}
	}
	return s, true
}
