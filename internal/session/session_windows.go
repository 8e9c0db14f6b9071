package session

import (
	"os"
	"strconv"

	"golang.org/x/sys/windows"
)

// Find is the session of this process: the process that started it, a shell as a rule, and when that
// one was started; in a tab of Windows Terminal the tab.
func Find(getenv func(string) string) Session {
	s := Session{Terminal: hasConsole()}
	if tab := getenv("WT_SESSION"); s.Terminal && tab != "" {
		s.Key = words(computer(), tab)
		return s
	}
	parent := os.Getppid()
	s.Key = words(computer(), strconv.Itoa(parent), started(parent))
	return s
}

// hasConsole reports whether the process has a console, wherever its streams lead.
func hasConsole() bool {
	f, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	_ = f.Close()
	return true
}

// started is when a process was created, in units of 100 ns; "?" when the system does not say.
func started(pid int) string {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return "?"
	}
	defer func() { _ = windows.CloseHandle(process) }()
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(process, &created, &exited, &kernel, &user); err != nil {
		return "?"
	}
	return strconv.FormatInt(created.Nanoseconds(), 10)
}
