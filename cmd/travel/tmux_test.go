package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/need"
)

// tmux is a real terminal with a shell in it: what is typed passes its line
// discipline, and what is seen is what a person sees.
type tmux struct {
	t       *testing.T
	program string
	socket  string
}

// startTmux opens a terminal of 30 lines in which travel plays with tr, under
// its clock.
func startTmux(t *testing.T, tr *traveler, width, clock string) tmux {
	t.Helper()
	return startShell(t, tr, width, clock, "sh")
}

// startShell is startTmux with another shell than sh.
func startShell(t *testing.T, tr *traveler, width, clock string, shell ...string) tmux {
	t.Helper()
	program := need.Tmux(t)
	dir, err := os.MkdirTemp("", "tmux") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	s := tmux{t, program, filepath.Join(dir, "s")}
	t.Cleanup(func() {
		_ = exec.Command(s.program, "-S", s.socket, "kill-server").Run()
		_ = os.RemoveAll(dir)
	})
	line := []string{
		"-f", os.DevNull, "new-session", "-d", "-x", width, "-y", "30", "env", "-i", "PATH=" + os.Getenv("PATH"), "HOME=" + tr.home,
		"TERM=screen", "LC_ALL=C.UTF-8", "PS1=$ ", "SCRIPT_PTY=1", "SCRIPT_CLOCK=" + clock,
	}
	for name, value := range tr.vars {
		line = append(line, name+"="+value)
	}
	s.do(append(line, shell...)...)
	s.until("$")
	return s
}

func (s tmux) do(args ...string) string {
	s.t.Helper()
	out, err := exec.Command(s.program, append([]string{"-u", "-S", s.socket}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("tmux %s: %v\n%s", args[0], err, out)
	}
	return string(out)
}

// types sends keys, named as tmux does.
func (s tmux) types(keys ...string) {
	s.t.Helper()
	s.do(append([]string{"send-keys"}, keys...)...)
}

// runs runs a command line, which says how it ended. The terminal itself wipes
// the screen before: nothing of the last run is left to be taken for this one.
func (s tmux) runs(line string) {
	s.t.Helper()
	s.types("-R")
	s.types(line+`; echo "ended $?"`, "Enter")
}

// until returns the screen as soon as it shows that text.
func (s tmux) until(text string) string {
	s.t.Helper()
	return s.untilMatch(regexp.MustCompile(regexp.QuoteMeta(text)))
}

// untilMatch is until for a text that differs.
func (s tmux) untilMatch(text *regexp.Regexp) string {
	s.t.Helper()
	screen := ""
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		if screen = s.do("capture-pane", "-p"); text.MatchString(screen) {
			return screen
		}
	}
	s.t.Fatalf("the screen does not show %q:\n%s", text, screen)
	return ""
}
