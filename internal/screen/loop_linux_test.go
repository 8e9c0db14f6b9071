package screen

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/need"
)

// opened is a screen of this process on its own terminal.
func opened(t *testing.T, size Size) (*terminal, *Screen) {
	t.Helper()
	p := newPTY(t, size)
	p.looks()
	s, err := Open(Terminal{In: p.slave, Out: p.slave})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return p, s
}

// TestABurstMakesOneFrame: however many messages arrive while an app is busy, one frame shows them all.
func TestABurstMakesOneFrame(t *testing.T) {
	p, s := opened(t, Size{80, 24})
	a := &echo{screen: s, holds: make(chan struct{}), hold: make(chan struct{})}
	ended := make(chan error)
	go func() { ended <- s.Run(t.Context(), a) }()
	p.sees("last <>")
	p.types("h") // it blocks until released
	<-a.holds
	for i := range 1000 {
		s.Send(i)
	}
	close(a.hold)
	p.sees("last <999>")
	p.types("q")
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if len(a.seen) != 1002 || a.frames > 3 {
		t.Errorf("%d events, %d frames", len(a.seen), a.frames)
	}
	p.isGivenBack("in the end")
}

// TestWhatIsUnreadIsThrownAway: nothing reads the input, so all of it is pending when the screen is closed.
func TestWhatIsUnreadIsThrownAway(t *testing.T) {
	p, s := opened(t, Size{80, 24})
	p.types("ls\r\x1b[<0;1;1M")
	for p.unread() == 0 { // until it has arrived
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	p.isGivenBack("closed")
}

func TestATimerComesAsAnEventUnlessItIsCanceled(t *testing.T) {
	p, s := opened(t, Size{80, 24})
	a := &echo{screen: s}
	s.After(time.Hour, "never")
	s.After(time.Millisecond, "canceled")()
	s.After(time.Millisecond, "in time")
	ended := make(chan error)
	go func() { ended <- s.Run(t.Context(), a) }()
	p.sees("last <in time>")
	s.End(nil)
	if err := <-ended; err != nil || len(a.seen) != 1 {
		t.Errorf("%v, %q", err, a.seen)
	}
}

func TestAContextEndsIt(t *testing.T) {
	p, s := opened(t, Size{80, 24})
	cause := errors.New("no longer")
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Run(ctx, &echo{screen: s}) }()
	p.sees("last <>")
	cancel(cause)
	if err := <-ended; err != cause {
		t.Errorf("got %v", err)
	}
	p.isGivenBack("in the end")
}

// TestCloseMayComeAtAnyTime: before Run, twice, and from several goroutines.
func TestCloseMayComeAtAnyTime(t *testing.T) {
	p, s := opened(t, Size{80, 24})
	ended := make(chan error)
	for range 4 {
		go func() { ended <- s.Close() }()
	}
	for range 4 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	p.isGivenBack("closed")
	a := &echo{screen: s}
	if err := s.Run(t.Context(), a); err != nil || a.frames > 0 {
		t.Errorf("it runs after it was closed: %v, %d frames", err, a.frames)
	}
	p.slave.Write([]byte("!"))
	p.until(0, "$ !") // nothing was written in between
	p.isAsBefore("in the end")
}

func TestASequenceOfItsOwnIsWrittenOnce(t *testing.T) {
	p, s := opened(t, Size{80, 24})
	s.Write("\x1b]52;c;eA==\a")
	ended := make(chan error)
	go func() { ended <- s.Run(t.Context(), &echo{screen: s}) }()
	p.until(0, "\x1b]52;c;eA==\a\x1b[?2026h")
	p.types("jkq")
	<-ended
	p.isGivenBack("in the end")
	if n := strings.Count(p.written(), "\x1b]52"); n != 1 {
		t.Errorf("it is written %d times", n)
	}
}

// TestALeaderOfASessionDoesNotStop: no shell could resume it.
func TestALeaderOfASessionDoesNotStop(t *testing.T) {
	c := start(t, leader)
	c.sees("last <>")
	c.types("j\x1ak")
	c.sees("last <k>")
	c.types("q")
	c.ends(0, "ended: <nil>")
}

func TestAnEndIsAnInterruption(t *testing.T) {
	err := error(EndedError{Signal: syscall.SIGHUP, Err: os.ErrClosed})
	if !errors.Is(err, context.Canceled) || !errors.Is(err, os.ErrClosed) || !strings.Contains(err.Error(), "the terminal is gone") {
		t.Errorf("got %v", err)
	}
	if err := error(EndedError{Signal: syscall.SIGINT}); !errors.Is(err, context.Canceled) || err.Error() != "interrupted" {
		t.Errorf("got %v", err)
	}
}

// TestEveryGoroutineIsStartedByOneFunction: a panic in any other would leave the terminal in raw mode.
func TestEveryGoroutineIsStartedByOneFunction(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	started := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for node := range ast.Preorder(file) {
			if _, ok := node.(*ast.GoStmt); ok {
				started++
			}
		}
	}
	if started != 1 {
		t.Errorf("there are %d go statements, want that of Go alone", started)
	}
}

// wakeUps returns how often the kernel has woken the threads of a process.
func wakeUps(t *testing.T, pid int) int {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil || len(threads) == 0 {
		t.Fatalf("no threads: %v", err)
	}
	sum := 0
	for _, name := range threads {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		_, rest, _ := strings.Cut(string(text), "voluntary_ctxt_switches:")
		if _, err := fmt.Sscan(rest, &n); err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return sum
}

// TestFigureAScreenThatWaitsDoesNothing watches an idle screen, for 10 s if figures are asked for. The threads of the
// Go runtime take a moment to settle.
func TestFigureAScreenThatWaitsDoesNothing(t *testing.T) {
	c := running(t)
	pid, quiet := c.pid(), need.Count(300, 10_000)
	woken, written := 0, len(c.written())
	for range 20 {
		before := wakeUps(t, pid)
		<-time.After(time.Duration(quiet) * time.Millisecond)
		if woken = wakeUps(t, pid) - before; woken == 0 {
			break
		}
	}
	if more := len(c.written()); more != written {
		t.Errorf("%d bytes are written", more-written)
	}
	c.types("j")
	c.sees("last <j>")
	need.Figure(t, fmt.Sprintf("wake-ups of a screen on which nothing happens, in %d ms", quiet), fmt.Sprint(woken), "0")
	if woken != 0 {
		t.Errorf("%d wake-ups", woken)
	}
	c.types("q")
	c.ends(0, "ended: <nil>")
}
