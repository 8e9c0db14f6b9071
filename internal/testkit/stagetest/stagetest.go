// Package stagetest drives a stage without a terminal: keys go in, frames come out as text, time moves when
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

// Driver is a stage over the built-in sandbox, and who sits at it. It is for one goroutine, that of the test.
type Driver struct {
	Stage   *stage.Stage
	Desk    *desk.Desk
	Size    screen.Size
	Written []string // sequences given to the terminal, as for its clipboard
	Redrawn int      // how often the screen was to be drawn as if nothing were known of it
	Left    error    // what the stage was ended with
	Over    bool     // the stage was ended

	t     *testing.T
	moved atomic.Int64 // what the clock has moved, in time.Durations

	mu     sync.Mutex
	cond   *sync.Cond
	events []screen.Event
	busy   int // goroutines of the stage
	timers []*timer
	ended  chan struct{}
}

type timer struct {
	at        time.Time
	event     screen.Event
	cancelled bool
}

// Start is when the clock of a driver begins.
func Start() time.Time { return time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC) }

// New makes a driver with a terminal of a size, which shows Unicode and no colour, and a stage on it.
func New(t *testing.T, width, height int, first func(*stage.Stage) stage.Place) *Driver {
	t.Helper()
	return open(t, nil, nil, width, height, first)
}

// At is New in an environment, such as one that names a service in place of the built-in sandbox.
func At(t *testing.T, env map[string]string, width, height int, first func(*stage.Stage) stage.Place) *Driver {
	t.Helper()
	return open(t, env, nil, width, height, first)
}

// WithFaults is New with a sandbox in which something goes wrong, as docs/faults.md says it:
// "getFlightTrip:2=500".
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

// Now is the time of the driver's clock.
func (d *Driver) Now() time.Time { return Start().Add(time.Duration(d.moved.Load())) }

// wait moves the clock; timers that are due then fire at the next Settle.
func (d *Driver) wait(ctx context.Context, by time.Duration) error {
	d.moved.Add(int64(by))
	return ctx.Err()
}

// Move lets time go by, and nothing else: for what happens on the stage's own goroutine.
func (d *Driver) Move(by time.Duration) { d.moved.Add(int64(by)) }

// Pass lets time go by, and what waited for it happen.
func (d *Driver) Pass(by time.Duration) {
	d.t.Helper()
	d.moved.Add(int64(by))
	d.Settle()
}

// Send is part of a [stage.Screen].
func (d *Driver) Send(e screen.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, e)
	d.cond.Broadcast()
}

// After is part of a [stage.Screen]. Time is that of the driver's clock.
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

// Go is part of a [stage.Screen].
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

// Write is part of a [stage.Screen].
func (d *Driver) Write(sequence string) { d.Written = append(d.Written, sequence) }

// Redraw is part of a [stage.Screen].
func (d *Driver) Redraw() { d.Redrawn++ }

// End is part of a [stage.Screen].
func (d *Driver) End(err error) {
	if !d.Over {
		d.Over, d.Left = true, err
		close(d.ended)
	}
}

// close ends the stage, and lets what is under way come to its end: it may keep something in the home, which goes.
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

// Ended is part of a [stage.Screen].
func (d *Driver) Ended() <-chan struct{} { return d.ended }

// Timers is how many timers wait: an idle stage has none.
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

// Settle lets happen what is under way, until nothing is but questions that wait for an answer.
func (d *Driver) Settle() {
	d.t.Helper()
	for {
		d.mu.Lock()
		d.fire()
		for len(d.events) == 0 && d.busy > 2*d.Stage.Asking() { // a job is two goroutines
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

// Step lets happen what is due or was sent, and waits for nothing that is under way.
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

// fire sends what is due.
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

// codes are the keys that have a name.
var codes = map[string]screen.Code{
	"esc": screen.Esc, "enter": screen.Enter, "tab": screen.Tab, "backspace": screen.Backspace, "delete": screen.Delete,
	"up": screen.Up, "down": screen.Down, "left": screen.Left, "right": screen.Right, "home": screen.Home, "end": screen.End,
	"pgup": screen.PageUp, "pgdn": screen.PageDown,
}

// Key is the key of a name such as j, enter, space, ctrl+d, shift+tab.
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

// Press presses keys by their names, and lets happen what comes of each.
func (d *Driver) Press(names ...string) {
	d.t.Helper()
	for _, name := range names {
		d.Tap(name)
		d.Settle()
	}
}

// Tap presses a key and waits for nothing.
func (d *Driver) Tap(name string) {
	d.Stage.Handle(Key(name))
	d.Stage.Frame(d.Size)
}

// Click presses the mouse on the first such text of the screen, and waits for nothing.
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

// Together waits until something was sent, and has the stage told of it and of events behind it at once:
// they make one frame.
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

// Type types a text, letter by letter.
func (d *Driver) Type(text string) {
	d.t.Helper()
	for _, r := range text {
		d.Stage.Handle(screen.Key{Rune: r})
	}
	d.Settle()
}

// Resize gives the terminal another size.
func (d *Driver) Resize(width, height int) {
	d.Size = screen.Size{Width: width, Height: height}
	d.Stage.Handle(d.Size)
	d.Settle()
}

// Lines are what the screen shows, without styles and without blanks at the end of a line.
func (d *Driver) Lines() []string {
	frame := d.Stage.Frame(d.Size)
	lines := make([]string, len(frame.Lines))
	for i, line := range frame.Lines {
		lines[i] = strings.TrimRight(ansi.Strip(line), " ")
	}
	return lines
}

// Screen is what the screen shows as one text.
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
