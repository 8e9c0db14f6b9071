// Package stagetest drives a stage without a terminal: keys go in, frames come out as text, and time moves when
// something waits.
package stagetest

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// Driver runs a stage over the built-in sandbox and acts as its user. It must be used only from the test's
// goroutine.
type Driver struct {
	Stage   *stage.Stage
	Desk    *desk.Desk
	Size    screen.Size
	Written []string // sequences sent to the terminal, such as for its clipboard
	Redrawn int      // number of requests to redraw the whole screen
	Left    error    // the error the stage ended with
	Over    bool     // the stage has ended

	t     *testing.T
	moved atomic.Int64 // how far the clock has moved, as a time.Duration

	mu     sync.Mutex
	cond   *sync.Cond
	events []screen.Event
	busy   int // running goroutines of the stage
	timers []*timer
	ended  chan struct{}
}

type timer struct {
	at        time.Time
	event     screen.Event
	cancelled bool
}

// Start returns the start time of a driver's clock.
func Start() time.Time { return time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC) }

// New returns a driver with a stage on a terminal of the given size, with Unicode and without color.
func New(t *testing.T, width, height int, first func(*stage.Stage) stage.Place) *Driver {
	t.Helper()
	return open(t, nil, nil, width, height, first)
}

// At is like New with environment variables, such as one that names a service instead of the built-in sandbox.
func At(t *testing.T, env map[string]string, width, height int, first func(*stage.Stage) stage.Place) *Driver {
	t.Helper()
	return open(t, env, nil, width, height, first)
}

// WithFaults is like New with faults in the sandbox, in the syntax of docs/faults.md: "getFlightTrip:2=500".
func WithFaults(t *testing.T, width, height int, faults []string, first func(*stage.Stage) stage.Place) *Driver {
	t.Helper()
	return open(t, nil, faults, width, height, first)
}

func open(t *testing.T, env map[string]string, faults []string, width, height int, first func(*stage.Stage) stage.Place) *Driver {
	t.Helper()
	d := &Driver{t: t, Size: screen.Size{Width: width, Height: height}, ended: make(chan struct{})}
	d.cond = sync.NewCond(&d.mu)
	home := t.TempDir()
	getenv := func(name string) string { return env[name] }
	place := deployment.New(deployment.Options{
		Config: func() (*config.Config, error) {
			return config.Load(config.Input{Getenv: getenv, Home: home, GOOS: "linux"})
		},
		Getenv: getenv, Now: d.Now, Wait: d.wait, Faults: faults,
	})
	t.Cleanup(place.Close)
	t.Cleanup(d.close)
	session := func() (recall.Session, error) { return recall.Session{Owner: recall.Named, Key: "stage"}, nil }
	d.Desk = desk.Open(desk.Options{Deployment: place, Session: session, Now: d.Now, Wait: d.wait})
	term := canvas.Terminal{TTY: true, Unicode: true, Width: width, Height: height}
	d.Stage = stage.New(stage.Options{Screen: d, Desk: d.Desk, Term: term}, first)
	d.Stage.Frame(d.Size)
	return d
}

// Now returns the time of the driver's clock.
func (d *Driver) Now() time.Time { return Start().Add(time.Duration(d.moved.Load())) }

// wait moves the clock; due timers fire at the next Settle.
func (d *Driver) wait(ctx context.Context, by time.Duration) error {
	d.moved.Add(int64(by))
	return ctx.Err()
}

// Move advances the clock and does nothing else. It is for calls from the stage's own goroutine.
func (d *Driver) Move(by time.Duration) { d.moved.Add(int64(by)) }

// Pass advances the clock and runs everything that is due.
func (d *Driver) Pass(by time.Duration) {
	d.t.Helper()
	d.moved.Add(int64(by))
	d.Settle()
}

// Send implements [stage.Screen].
func (d *Driver) Send(e screen.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, e)
	d.cond.Broadcast()
}

// After implements [stage.Screen] with the driver's clock.
func (d *Driver) After(by time.Duration, e screen.Event) func() {
	d.mu.Lock()
	defer d.mu.Unlock()
	t := &timer{at: d.Now().Add(by), event: e}
	d.timers = append(d.timers, t)
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		t.cancelled = true
	}
}

// Go implements [stage.Screen].
func (d *Driver) Go(f func()) {
	d.mu.Lock()
	d.busy++
	d.mu.Unlock()
	go func() {
		defer func() {
			d.mu.Lock()
			d.busy--
			d.cond.Broadcast()
			d.mu.Unlock()
		}()
		f()
	}()
}

// Write implements [stage.Screen].
func (d *Driver) Write(sequence string) { d.Written = append(d.Written, sequence) }

// Redraw implements [stage.Screen].
func (d *Driver) Redraw() { d.Redrawn++ }

// End implements [stage.Screen].
func (d *Driver) End(err error) {
	if !d.Over {
		d.Over, d.Left = true, err
		close(d.ended)
	}
}

// close ends the stage and waits for running work, which may write to the home directory before that is removed.
func (d *Driver) close() {
	d.End(nil)
	const grace = time.Second
	until := time.Now().Add(grace)
	defer time.AfterFunc(grace, d.cond.Broadcast).Stop()
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.busy > 0 && time.Now().Before(until) {
		d.cond.Wait()
	}
}

// Ended implements [stage.Screen].
func (d *Driver) Ended() <-chan struct{} { return d.ended }

// Timers returns the number of pending timers; an idle stage has none.
func (d *Driver) Timers() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, t := range d.timers {
		if !t.cancelled {
			n++
		}
	}
	return n
}

// Settle runs everything in progress until only questions that wait for an answer are left.
func (d *Driver) Settle() {
	d.t.Helper()
	for {
		d.mu.Lock()
		d.fire()
		for len(d.events) == 0 && d.busy > 2*d.Stage.Asking() { // a job has two goroutines
			d.cond.Wait()
			d.fire()
		}
		events := d.events
		d.events = nil
		d.mu.Unlock()
		if len(events) == 0 {
			d.Stage.Frame(d.Size)
			return
		}
		for _, e := range events {
			d.Stage.Handle(e)
			d.Stage.Frame(d.Size)
		}
	}
}

// Step handles what is due or was sent, without waiting for running work.
func (d *Driver) Step() {
	d.mu.Lock()
	d.fire()
	events := d.events
	d.events = nil
	d.mu.Unlock()
	for _, e := range events {
		d.Stage.Handle(e)
		d.Stage.Frame(d.Size)
	}
}

// fire sends the events of due timers.
func (d *Driver) fire() {
	var later []*timer
	for _, t := range d.timers {
		switch {
		case t.cancelled:
		case t.at.After(d.Now()):
			later = append(later, t)
		default:
			d.events = append(d.events, t.event)
		}
	}
	d.timers = later
}

// codes are the named keys.
var codes = map[string]screen.Code{
	"esc": screen.Esc, "enter": screen.Enter, "tab": screen.Tab, "backspace": screen.Backspace, "delete": screen.Delete,
	"up": screen.Up, "down": screen.Down, "left": screen.Left, "right": screen.Right, "home": screen.Home, "end": screen.End,
	"pgup": screen.PageUp, "pgdn": screen.PageDown,
}

// Key returns the key with a name such as j, enter, space, ctrl+d or shift+tab.
func Key(name string) screen.Key {
	var k screen.Key
	for _, m := range []struct {
		name string
		mod  screen.Mod
	}{{"ctrl+", screen.Ctrl}, {"alt+", screen.Alt}, {"shift+", screen.Shift}} {
		if rest, ok := strings.CutPrefix(name, m.name); ok && rest != "" {
			name, k.Mod = rest, k.Mod|m.mod
		}
	}
	if name == "space" {
		name = " "
	}
	if code, ok := codes[name]; ok {
		k.Code = code
		return k
	}
	k.Rune = []rune(name)[0]
	return k
}

// Press presses keys by their names and runs everything that follows from each.
func (d *Driver) Press(names ...string) {
	d.t.Helper()
	for _, name := range names {
		d.Tap(name)
		d.Settle()
	}
}

// Tap presses a key without waiting.
func (d *Driver) Tap(name string) {
	d.Stage.Handle(Key(name))
	d.Stage.Frame(d.Size)
}

// Click clicks the first occurrence of text on the screen without waiting.
func (d *Driver) Click(text string) {
	d.t.Helper()
	for row, line := range d.Lines() {
		if before, _, found := strings.Cut(line, text); found {
			at := screen.Mouse{Row: row, Column: ansi.StringWidth(before)}
			d.Stage.Handle(at)
			at.Released = true
			d.Stage.Handle(at)
			return
		}
	}
	d.t.Fatalf("%q is not on the screen:\n%s", text, d.Screen())
}

// Together waits for an event from the stage, and handles it together with the given events, so that they produce
// one frame.
func (d *Driver) Together(events ...screen.Event) {
	d.mu.Lock()
	for len(d.events) == 0 {
		d.cond.Wait()
	}
	events = append(d.events, events...)
	d.events = nil
	d.mu.Unlock()
	for _, e := range events {
		d.Stage.Handle(e)
	}
	d.Stage.Frame(d.Size)
}

// Type types a text letter by letter.
func (d *Driver) Type(text string) {
	d.t.Helper()
	for _, r := range text {
		d.Stage.Handle(screen.Key{Rune: r})
	}
	d.Settle()
}

// Resize changes the size of the terminal.
func (d *Driver) Resize(width, height int) {
	d.Size = screen.Size{Width: width, Height: height}
	d.Stage.Handle(d.Size)
	d.Settle()
}

// Lines returns the lines of the screen without styles and trailing spaces.
func (d *Driver) Lines() []string {
	frame := d.Stage.Frame(d.Size)
	lines := make([]string, len(frame.Lines))
	for i, line := range frame.Lines {
		lines[i] = strings.TrimRight(ansi.Strip(line), " ")
	}
	return lines
}

// Screen returns the screen as one text.
func (d *Driver) Screen() string { return strings.Join(d.Lines(), "\n") + "\n" }

// Has fails the test unless the screen shows each of the texts.
func (d *Driver) Has(texts ...string) {
	d.t.Helper()
	now := d.Screen()
	for _, text := range texts {
		if !strings.Contains(now, text) {
			d.t.Fatalf("the screen does not show %q:\n%s", text, now)
		}
	}
}
