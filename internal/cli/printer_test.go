package cli

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/render"
)

// While a full screen is open, nothing else may reach its terminal. A stream that is not a terminal gets all output
// at once.
func TestWhatIsSaidBesideAFullScreen(t *testing.T) {
	for _, tty := range []bool{true, false} {
		var stderr bytes.Buffer
		run := New(&Env{Stderr: &stderr, Getenv: func(string) string { return "" }, ErrTerm: render.Terminal{TTY: tty, Width: 80, Color: tty, Unicode: true}})
		var said []string
		back := run.out.Divert(func(line string) { said = append(said, line) })
		run.out.Notice("lists are not kept: %s", "the disk is full")
		_ = run.out.Stderr().Warning("row 2 is gone")
		_, _ = run.out.notices().Write([]byte("open the page\nand type the code\n"))
		log := debugLog{run.out}
		_, _ = log.Write([]byte("> GET /v1\n"))
		if want := []string{"lists are not kept: the disk is full", "warning: row 2 is gone", "open the page", "and type the code"}; !slices.Equal(said, want) {
			t.Errorf("said %q, want %q", said, want)
		}
		if at := stderr.String(); tty && at != "" || !tty && at != "> GET /v1\n" {
			t.Errorf("a terminal %t: stderr has %q", tty, at)
		}
		back()
		run.out.Notice("behind it")
		if got, want := stderr.String(), "> GET /v1\nbehind it\n"; got != want {
			t.Errorf("a terminal %t: stderr has %q in the end, want %q", tty, got, want)
		}
	}
}

func TestADebugLogIsHeldUpToABound(t *testing.T) {
	var stderr bytes.Buffer
	run := New(&Env{Stderr: &stderr, Getenv: func(string) string { return "" }, ErrTerm: render.Terminal{TTY: true, Width: 80}})
	back := run.out.Divert(func(string) {})
	line := []byte(strings.Repeat("x", 1023) + "\n")
	for range mostDebug/len(line) + 10 {
		_, _ = debugLog{run.out}.Write(line)
	}
	back()
	if n := stderr.Len(); n > mostDebug+200 || !strings.HasSuffix(stderr.String(), "--debug=FILE keeps all of it\n") {
		t.Errorf("%d bytes were held, which end %q", n, stderr.String()[max(0, n-100):])
	}
}

// stalled is a terminal that accepts no output: every write to it would block.
type stalled struct{ t *testing.T }

func (s stalled) Write([]byte) (int, error) {
	s.t.Error("it writes")
	return 0, nil
}

func TestNothingIsWrittenWhereNothingWasHeld(t *testing.T) {
	run := New(&Env{Stderr: stalled{t}, Getenv: func(string) string { return "" }, ErrTerm: render.Terminal{TTY: true, Width: 80}})
	run.out.Divert(func(string) {})()
}

// A pipe that no one reads is like a terminal after Ctrl-S or a suspended ssh: messages during the screen must not
// block, and the end of the process may be delayed only for a moment.
func TestWhatTakesNoBytesKeepsNoOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		unread, stderr := io.Pipe()
		run := New(&Env{Stderr: stderr, Getenv: func(string) string { return "" }, ErrTerm: render.Terminal{TTY: true, Width: 80}})
		said := 0
		back := run.out.Divert(func(string) { said++ })
		began := time.Now()
		for range 2 * mostDebug / 1024 {
			_, _ = debugLog{run.out}.Write([]byte(strings.Repeat("x", 1023) + "\n"))
		}
		run.out.Notice("lists are not kept")
		_ = run.out.Stderr().Warning("row 2 is gone")
		if took := time.Since(began); took > 0 || said != 2 {
			t.Errorf("%d lines were said after %s", said, took)
		}
		back()
		if took := time.Since(began); took != mostStalled {
			t.Errorf("it ended after %s", took)
		}
		_ = unread.Close() // ends the write
	})
}
