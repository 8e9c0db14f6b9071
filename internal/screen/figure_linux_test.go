package screen

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/testkit/need"
)

// deskApp is an app that shows a desk.
type deskApp struct {
	desk
	screen *Screen
	size   Size
}

func (a *deskApp) Handle(e Event) {
	switch e {
	case Key{Rune: 'j'}, Key{Code: Down}:
		a.go1(1, a.size)
	case Key{Rune: 'q'}:
		a.screen.End(nil)
	}
}

func (a *deskApp) Frame(size Size) Frame {
	a.size = size
	a.show(size)
	return a.frame(size)
}

// TestFigureAKey scrolls down 5,000 rows, one key per frame. fzf writes up to 5,172 bytes for a key. Timings count only when figures are asked for.
func TestFigureAKey(t *testing.T) {
	began := time.Now()
	c := start(t, "SCREEN_TEST=desk")
	at := c.until(0, ansi.ResetModeSynchronizedOutput)
	first := time.Since(began)
	c.resize(Size{120, 40})
	at = c.until(at, ansi.ResetModeSynchronizedOutput)
	keys := need.Count(100, 2000)
	before, begin := cpu(t, c.pid()), at
	var took []time.Duration
	for range keys {
		typed := time.Now()
		c.types("j")
		at = c.until(at, ansi.ResetModeSynchronizedOutput)
		took = append(took, time.Since(typed))
	}
	each := (cpu(t, c.pid()) - before) / time.Duration(keys)
	slices.Sort(took)
	p50, p99 := took[keys/2], took[keys*99/100]
	need.Figure(t, fmt.Sprintf("%d keys through 5,000 rows: CPU a key, bytes a key, p50, p99", keys),
		fmt.Sprint(each, (at-begin)/keys, p50, p99), "at most 1ms 4096 1ms 5ms on an idle machine")
	need.Figure(t, "first frame of the program of the test, with a shell before it", first.String(), "at most 20ms on an idle machine")
	need.Within(t, each, time.Millisecond)
	if bytes := (at - begin) / keys; bytes > 4096 {
		t.Errorf("%d bytes a key", bytes)
	}
	c.types("q")
	c.ends(0, "ended: <nil>")
}

// cpu returns the processor time used by a process.
func cpu(t *testing.T, pid int) time.Duration {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(tasks) == 0 {
		t.Skip("the kernel does not count it")
	}
	var sum time.Duration
	for _, name := range tasks {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var ns time.Duration
		if _, err := fmt.Sscan(string(text), &ns); err != nil {
			t.Fatal(err)
		}
		sum += ns
	}
	return sum
}
