package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// browser is a terminal in which travel browse can be run, by a shell that has job control.
type browser struct {
	tmux
	tr     *traveler
	before string // what stood on the screen, where its size has stayed the same
	// fails has the program fail in the next place that asks for the time.
	fails *atomic.Bool
}

func startBrowser(t *testing.T, width, height int) browser {
	t.Helper()
	tr := newTraveler(t)
	fails := new(atomic.Bool)
	clock := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fails.Load() {
			return // which the program's clock of this test takes for a mistake
		}
		tr.stage.ServeHTTP(w, r)
	}))
	t.Cleanup(clock.Close)
	b := browser{startTmux(t, tr, strconv.Itoa(width), clock.URL), tr, "before\n", fails}
	b.do("resize-window", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height))
	return b
}

// opens starts travel browse. When it has ended, the shell says with which code, and whether the mode of the
// terminal is what it was.
func (b browser) opens(args string) {
	b.t.Helper()
	b.types("-R")
	b.types(`clear; echo before; stty -g >~/mode; travel browse `+args+`; echo "ended $?"; stty -g | cmp - ~/mode && echo as before`, "Enter")
}

// pid is that of the program, the only child of the shell.
func (b browser) pid() int {
	b.t.Helper()
	shell := strings.TrimSpace(b.do("display-message", "-p", "#{pane_pid}"))
	text, err := os.ReadFile(fmt.Sprintf("/proc/%s/task/%s/children", shell, shell))
	if err != nil {
		b.t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		b.t.Fatal(err)
	}
	return pid
}

func (b browser) signals(s syscall.Signal) {
	b.t.Helper()
	if err := syscall.Kill(b.pid(), s); err != nil {
		b.t.Fatal(err)
	}
}

// isGivenBack fails unless the screen is the one from before, with its cursor and without the mouse, a
// pasted text comes as it is, and nothing else was typed for the shell.
func (b browser) isGivenBack() {
	b.t.Helper()
	modes := "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag} #{wrap_flag} #{keypad_cursor_flag} #{scroll_region_upper}"
	if got, want := strings.TrimSpace(b.do("display-message", "-p", modes)), "0 1 0 0 1 0 0"; got != want {
		b.t.Errorf("alternate screen, cursor, mouse, its coding, wrap, arrows, region: %s, want %s", got, want)
	}
	b.do("set-buffer", "echo past''ed")
	b.do("paste-buffer", "-p")
	b.types("Enter")
	b.untilMatch(regexp.MustCompile(`(?s)^` + b.before + `.*\n\$ echo past''ed\npasted\n\$\s*$`))
}

func TestEveryEndOfBrowseGivesTheTerminalBack(t *testing.T) {
	tests := map[string]struct {
		end  func(b browser)
		code int
	}{
		"q":       {func(b browser) { b.types("q") }, 0},
		"Ctrl-C":  {func(b browser) { b.types("C-c") }, 130},
		"SIGTERM": {func(b browser) { b.signals(syscall.SIGTERM) }, 143},
		"SIGHUP":  {func(b browser) { b.signals(syscall.SIGHUP) }, 129},
		"SIGQUIT": {func(b browser) { b.signals(syscall.SIGQUIT) }, 131},
		"mistake": {func(b browser) { b.fails.Store(true); b.do("resize-window", "-x", "81", "-y", "24") }, 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := startBrowser(t, 80, 24)
			b.opens("flights DXB LHR 2026-12-12")
			b.until(listed)
			test.end(b)
			b.until(fmt.Sprintf("ended %d\nas before\n", test.code))
			b.isGivenBack()
		})
	}
}

func TestBrowseStopsAndGoesOn(t *testing.T) {
	for name, stop := range map[string]func(b browser){
		"Ctrl-Z":  func(b browser) { b.types("C-z") },
		"SIGTSTP": func(b browser) { b.signals(syscall.SIGTSTP) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := startBrowser(t, 80, 24)
			b.opens("flights DXB LHR 2026-12-12")
			b.until(listed)
			stop(b)
			b.untilMatch(regexp.MustCompile(`(?s)Stopped.*\n\$\s*$`)) // the prompt, too: what comes before it is in the way
			b.isGivenBack()
			b.do("resize-window", "-x", "60", "-y", "20")
			b.before = ""
			b.types("fg; echo over $?", "Enter")
			b.until("held still")
			b.types("q")
			b.until("over 0\n$")
			b.isGivenBack()
		})
	}
}

// TestBrowseEndsWithItsTerminal: also where the signal that says so is ignored, as under nohup.
func TestBrowseEndsWithItsTerminal(t *testing.T) {
	tr := newTraveler(t)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	for line, want := range map[string]int{"exec travel browse": 129, "trap '' HUP; exec travel browse": 129} {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
		cmd.Env = append(tr.environ(clock.URL), "TERM=xterm", "SCRIPT_PTY=1", "LC_ALL=C.UTF-8")
		cmd.Stderr = io.Discard
		terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
		if err != nil {
			t.Fatal(err)
		}
		var shown []byte
		for buffer := make([]byte, 1<<16); !bytes.Contains(shown, []byte("quit")); {
			n, err := terminal.Read(buffer)
			if err != nil {
				t.Fatalf("%v: %q", err, shown)
			}
			shown = append(shown, buffer[:n]...)
		}
		if err := terminal.Close(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("%s: ended with %d, want %d", line, got, want)
		}
	}
}

// TestWhatIsNoScreenIsToldThePlainCommand and gets no byte that a terminal would obey.
func TestWhatIsNoScreenIsToldThePlainCommand(t *testing.T) {
	b := startBrowser(t, 80, 24)
	for _, how := range []string{
		"TERM=dumb travel browse flights DXB LHR 2026-12-12", "TERM= travel browse flights DXB LHR 2026-12-12",
		"travel browse flights DXB LHR 2026-12-12 | cat", "travel browse flights DXB LHR 2026-12-12 </dev/null",
	} {
		b.runs("(" + how + "; echo code $? >~/code) >~/said 2>&1; cat ~/code ~/said")
		screen := b.until("ended 0")
		if !strings.Contains(screen, "travel flights search DXB LHR 2026-12-12") || !strings.Contains(screen, "code 2") && !strings.HasSuffix(how, "cat") {
			t.Errorf("%s:\n%s", how, screen)
		}
		if said, err := os.ReadFile(filepath.Join(b.tr.home, "said")); err != nil || bytes.ContainsAny(said, "\x1b\x9b") {
			t.Errorf("%s: %v, %q", how, err, said)
		}
	}
	if n := len(b.tr.wire.made()); n != 0 {
		t.Errorf("%d searches were made", n)
	}
}

// listed is what a list shows when its search has settled.
const listed = "trips, held still after "
