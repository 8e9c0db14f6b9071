package screen

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/need"
)

// tmux is a real terminal with a shell that has job control.
type tmux struct {
	t       *testing.T
	program string
	socket  string
}

func startTmux(t *testing.T) tmux {
	t.Helper()
	program := need.Tmux(t)
	dir, err := os.MkdirTemp("", "tmux") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	s := tmux{t, program, filepath.Join(dir, "s")}
	t.Cleanup(func() {
		_ = exec.Command(program, "-S", s.socket, "kill-server").Run()
		_ = os.RemoveAll(dir)
	})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s.do("-f", os.DevNull, "new-session", "-d", "-x", "80", "-y", "24", "env", "-i", "PATH="+os.Getenv("PATH"), "TERM=screen",
		"GORACE=atexit_sleep_ms=0", "PS1=$ ", "SELF="+self, "sh")
	s.sees("$")
	s.types("echo before; SCREEN_TEST=desk $SELF", "Enter")
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

// types sends keys by their tmux names.
func (s tmux) types(keys ...string) {
	s.t.Helper()
	s.do(append([]string{"send-keys"}, keys...)...)
}

// sees waits until the screen shows all of the texts.
func (s tmux) sees(texts ...string) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; {
		shown := s.do("capture-pane", "-p")
		if !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(shown, text) }) {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the screen does not show %q:\n%s", texts, shown)
		}
	}
}

// prompts makes the shell print prompts until a text appears: it reports a job at the first prompt after its end.
func (s tmux) prompts(text string) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(s.do("capture-pane", "-p"), text); {
		if time.Now().After(deadline) {
			s.sees(text) // fails
		}
		s.types("Enter")
	}
}

// rows returns the visible rows of the list with their surroundings.
func rows(from, to int) (out []string) {
	for i := from; i <= to; i++ {
		out = append(out, fmt.Sprintf("%5d  QF", i))
	}
	return append(out, "Dubai to London", "? help")
}

func TestInTmux(t *testing.T) {
	s := startTmux(t)
	s.sees(append(rows(991, 1010), "1001 of 5000")...)
	for range 12 {
		s.types("Down")
	}
	s.sees(append(rows(994, 1013), "1013 of 5000")...) // the list has scrolled
	s.do("resize-window", "-x", "60", "-y", "20")
	s.types("j")
	s.sees("1014 of 5000", " 1014  QF")
	s.types("C-z")
	s.sees("before", "Stopped")
	s.types("fg", "Enter")
	s.sees("1014 of 5000", "Dubai to London")
	s.types("q")
	s.sees("before", "Stopped", "ended: <nil>\n$")
	s.types("echo typed", "Enter")
	s.sees("$ echo typed\ntyped\n$") // nothing else was typed
}

// TestAStoppedProcessEnds: a stopped process that is told to end while a shell has the terminal leaves it alone, and
// does not stop again for lack of permission to change it.
func TestAStoppedProcessEnds(t *testing.T) {
	t.Run("by its key", func(t *testing.T) {
		s := startTmux(t)
		s.sees("1001 of 5000")
		s.types("C-z")
		s.sees("before", "Stopped")
		s.types("kill %1; kill -CONT %1", "Enter")
		s.sees("ended: terminated")
		s.types("echo typed", "Enter")
		s.sees("echo typed\ntyped\n")
		s.prompts("Done(143)")
	})
	t.Run("from outside", func(t *testing.T) {
		s := startTmux(t)
		s.sees("1001 of 5000")
		shell := strings.TrimSpace(s.do("display-message", "-p", "#{pane_pid}"))
		text, err := os.ReadFile(fmt.Sprintf("/proc/%s/task/%s/children", shell, shell))
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		s.sees("Stopped")
		for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGCONT} {
			if err := syscall.Kill(pid, signal); err != nil {
				t.Fatal(err)
			}
		}
		s.sees("before", "ended: terminated")
		s.types("echo typed", "Enter")
		s.sees("echo typed\ntyped\n")
		s.prompts("Done(143)")
	})
}
