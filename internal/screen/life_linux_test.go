package screen

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/testkit/need"
)

// TestMain runs the program under test if it was started with a screen to show.
func TestMain(m *testing.M) {
	if os.Getenv("SCREEN_TEST") != "" {
		os.Exit(program())
	}
	need.Signals()
	os.Exit(m.Run())
}

// program shows its events until the end, and prints the reason for the end on standard error.
func program() int {
	s, err := Open(Terminal{In: os.Stdin, Out: os.Stdout})
	if err != nil {
		fmt.Fprintln(os.Stderr, "refused:", err)
		return 2
	}
	var app App = &echo{screen: s, mouse: true}
	if os.Getenv("SCREEN_TEST") == "desk" {
		app = &deskApp{screen: s, desk: desk{rows: 5000, at: 1000, top: 990}}
	}
	err = s.Run(context.Background(), app)
	var ended EndedError
	var failed *problem.Mistake
	switch {
	case errors.As(err, &failed):
		fmt.Fprintln(os.Stderr, "ended:", failed.What, strings.Contains(failed.Frames[0], "life_linux_test"))
		return 1
	case errors.As(err, &ended):
		fmt.Fprintln(os.Stderr, "ended:", ended.Signal)
		return 128 + int(ended.Signal)
	}
	fmt.Fprintln(os.Stderr, "ended:", err)
	return 0
}

// echo is an app that shows its events.
type echo struct {
	screen *Screen
	seen   []string
	mouse  bool
	frames int
	holds  chan struct{} // closed at h, where it blocks on hold, which no app should do
	hold   chan struct{}
}

func (a *echo) Handle(e Event) {
	name := fmt.Sprintf("%+v", e)
	if k, ok := e.(Key); ok {
		name = k.String()
	}
	a.seen = append(a.seen, name)
	switch name {
	case "q":
		a.screen.End(nil)
	case "p":
		panic("no good")
	case "P":
		a.screen.Go(func() { panic("no good elsewhere") })
	case "h":
		if a.holds != nil {
			close(a.holds)
		}
		<-a.hold
	case "m":
		a.mouse = !a.mouse
	}
}

func (a *echo) Frame(size Size) Frame {
	a.frames++
	last := ""
	if len(a.seen) > 0 {
		last = a.seen[len(a.seen)-1]
	}
	lines := []string{fmt.Sprintf("%dx%d", size.Width, size.Height), "\x1b[1mlast <" + last + ">\x1b[m"}
	return Frame{Lines: lines, Cursor: &Place{Row: 1}, Mouse: a.mouse}
}

// child is the program on its own terminal, under a shell with the same process group.
type child struct {
	*terminal
	cmd  *exec.Cmd
	said *strings.Builder
}

// leader makes the program itself the session leader.
const leader = "SCREEN_LEADER=1"

// start runs the program; after it, the shell prints how it ended.
func start(t *testing.T, env ...string) child {
	t.Helper()
	p := newPTY(t, Size{80, 24})
	p.looks()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := child{terminal: p, said: &strings.Builder{}}
	c.cmd = exec.CommandContext(t.Context(), "sh", "-c", `trap : HUP TERM INT QUIT; "$0"; exit $?`, self)
	if slices.Contains(env, leader) {
		c.cmd = exec.CommandContext(t.Context(), self)
	}
	c.cmd.Env = append([]string{"SCREEN_TEST=1", "TERM=xterm", "GORACE=atexit_sleep_ms=0", "PATH=" + os.Getenv("PATH")}, env...)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = p.slave, p.slave, c.said
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true} // gives it its own controlling terminal
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// running is like start, but waits for the first frame.
func running(t *testing.T, env ...string) child {
	t.Helper()
	c := start(t, env...)
	c.sees("last <>")
	return c
}

// pid returns the process id of the program itself, the only child of the shell.
func (c child) pid() int {
	c.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", c.cmd.Process.Pid, c.cmd.Process.Pid))
	if err != nil {
		c.t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		c.t.Fatal(err)
	}
	return pid
}

func (c child) signal(s syscall.Signal) {
	c.t.Helper()
	if err := syscall.Kill(c.pid(), s); err != nil {
		c.t.Fatal(err)
	}
}

// ends waits for the end and fails unless it is the expected one and the terminal is as it was.
func (c child) ends(code int, said string) {
	c.t.Helper()
	_ = c.cmd.Wait()
	if got := c.cmd.ProcessState.ExitCode(); got != code || strings.TrimSpace(c.said.String()) != said {
		c.t.Errorf("exit %d, said %q; want %d, %q", got, c.said, code, said)
	}
	c.isGivenBack("in the end")
}

func TestEveryEndGivesTheTerminalBack(t *testing.T) {
	tests := map[string]struct {
		end  func(c child)
		code int
		said string
	}{
		"q":                  {func(c child) { c.types("q") }, 0, "ended: <nil>"},
		"q and more":         {func(c child) { c.types("jjq\x1b[A\x1b[<0;1;1Mls\r") }, 0, "ended: <nil>"},
		"Ctrl-C":             {func(c child) { c.types("\x03") }, 130, "ended: interrupt"},
		"Ctrl-C in a paste":  {func(c child) { c.types("\x1b[200~abc\x03") }, 130, "ended: interrupt"},
		"SIGINT":             {func(c child) { c.signal(syscall.SIGINT) }, 130, "ended: interrupt"},
		"SIGTERM":            {func(c child) { c.signal(syscall.SIGTERM) }, 143, "ended: terminated"},
		"SIGHUP":             {func(c child) { c.signal(syscall.SIGHUP) }, 129, "ended: hangup"},
		"SIGQUIT":            {func(c child) { c.signal(syscall.SIGQUIT) }, 131, "ended: quit"},
		"SIGQUIT when stuck": {func(c child) { c.types("h"); c.signal(syscall.SIGQUIT) }, 131, "ended: quit"},
		"panic":              {func(c child) { c.types("p") }, 1, "ended: a panic of type string true"},
		"panic elsewhere":    {func(c child) { c.types("P") }, 1, "ended: a panic of type string true"},
		"Ctrl-C while stuck": {func(c child) { c.types("h"); c.types("\x03") }, 130, "ended: interrupt"},
		"SIGTERM when stuck": {func(c child) { c.types("h"); c.signal(syscall.SIGTERM) }, 143, "ended: terminated"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := running(t)
			test.end(c)
			c.ends(test.code, test.said)
		})
	}
}

// stopped waits until the shell and the program are stopped and the terminal is as it was.
func (c child) stopped() {
	c.t.Helper()
	var status unix.WaitStatus
	if _, err := unix.Wait4(c.cmd.Process.Pid, &status, unix.WUNTRACED, nil); err != nil || !status.Stopped() {
		c.t.Fatalf("not stopped: %v, %v; %s", err, status, c.said)
	}
	c.isGivenBack("stopped")
}

func TestAStopGivesTheTerminalBackAndGoesOn(t *testing.T) {
	for name, stop := range map[string]func(c child){
		"Ctrl-Z":  func(c child) { c.types("j\x1a") },
		"SIGTSTP": func(c child) { c.signal(syscall.SIGTSTP) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := running(t)
			stop(c)
			c.stopped()
			c.resize(Size{60, 20}) // while it is stopped
			back := c.until(0, "\x1b[?1049l$ ")
			if err := syscall.Kill(-c.cmd.Process.Pid, syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
			c.until(c.until(back, "\x1b[?1049h"), "60x20")
			c.types("k")
			c.sees("last <k>")
			c.types("q")
			c.ends(0, "ended: <nil>")
		})
	}
}

// TestAContinuedProcessDrawsAgain: whoever stopped it, the contents of the terminal are unknown afterwards.
func TestAContinuedProcessDrawsAgain(t *testing.T) {
	c := running(t)
	pid := c.pid()
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetTermios(int(c.slave.Fd()), unix.TCSETS, &c.before); err != nil { // as a shell does
		t.Fatal(err)
	}
	first := c.until(0, "last <>")
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	c.until(first, "last <>")
	c.types("q")
	c.ends(0, "ended: <nil>")
}

func TestATerminalThatIsGoneEndsIt(t *testing.T) {
	c := running(t)
	c.master.Close()
	_ = c.cmd.Wait()
	// The kernel's SIGHUP and the failed read race; both mean the same. The shell cannot print a code.
	if got := strings.TrimSpace(c.said.String()); got != "ended: hangup" {
		t.Errorf("said %q", got)
	}
}

func TestASizeComesAsAnEvent(t *testing.T) {
	c := running(t)
	c.resize(Size{100, 30})
	c.sees("100x30")
	c.sees("last <{Width:100 Height:30}>")
	c.types("q")
	c.ends(0, "ended: <nil>")
}

// TestSequencesMayBePartedAndEscActs writes the parts of an arrow key one after the other, the second after the first
// was read. A bare Esc works by itself.
func TestSequencesMayBePartedAndEscActs(t *testing.T) {
	c := running(t)
	c.types("\x1b[")
	for c.unread() > 0 { // until the first part was read
	}
	c.types("B")
	c.sees("last <down>")
	c.types("\x1bO")
	for c.unread() > 0 { // until the first part was read
	}
	c.types("A")
	c.sees("last <up>")
	typed := time.Now()
	c.types("\x1b")
	c.sees("last <esc>")
	need.Within(t, time.Since(typed), 50*time.Millisecond)
	c.types("\x1b[200~pasted\rtext\x1b[201~")
	c.sees("last <{Text:pasted")
	c.types("\x1b[<64;3;4M")
	c.sees("last <{Button:3 Released:false Row:3 Column:2")
	c.types("m")
	c.until(0, mouseOff)
	c.types("q")
	c.ends(0, "ended: <nil>")
}

// TestATerminalThatTakesNothingIsLeft: nobody reads the output, so that writing blocks forever.
func TestATerminalThatTakesNothingIsLeft(t *testing.T) {
	p := newPTY(t, Size{200, 60})
	s, err := Open(Terminal{In: p.slave, Out: p.slave})
	if err != nil {
		t.Fatal(err)
	}
	s.grace = time.Millisecond
	const much = 1 << 20 // a terminal buffers a few KiB
	s.Write(strings.Repeat("x", much))
	ended := make(chan error)
	go func() { ended <- s.Run(t.Context(), &echo{screen: s}) }()
	for shown := 0; shown < 2*len(entering); {
		if shown, err = unix.IoctlGetInt(int(p.master.Fd()), unix.TIOCINQ); err != nil {
			t.Fatal(err)
		}
	}
	s.End(EndedError{Signal: syscall.SIGTERM})
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if now := p.termios(); now != p.before {
		t.Error("the mode of the terminal is not as it was")
	}
	p.looks() // so that pending writes can finish
}
