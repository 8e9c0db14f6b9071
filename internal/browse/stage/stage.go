// Package stage is the frame of the full-screen interface: a stack of places, one of which fills the screen, with a
// line for its heading, a line for messages, and a line of keys. It runs calls of the desk on goroutines and delivers
// their results, shows the desk's questions to the user, and derives dispatch, foot line and help from one key table
// per place.
//
// Everything except the work of a [Job] runs on one goroutine, that of the screen. Places therefore need no locks,
// and must not block.
package stage

import (
	"io"
	"slices"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// Screen is the screen of a stage: a *screen.Screen, or a fake in tests.
type Screen interface {
	Send(e screen.Event)
	After(d time.Duration, e screen.Event) (cancel func())
	Go(f func())
	Write(sequence string)
	Redraw()
	End(err error)
	Ended() <-chan struct{}
}

// Options configures a stage.
type Options struct {
	Screen Screen
	Desk   *desk.Desk
	Term   canvas.Terminal // capabilities of the terminal; its size comes with each frame
	Host   Host
	Pasted func(text string) string // adds the required flags to pasted commands; may be nil
	Mark   string                   // label of the account beside the heading: "SANDBOX, made-up prices"; may be empty
}

// Host lists the capabilities of the computer. The zero value has none.
type Host struct {
	Browser   func(address string) error // opens an address that passed the desk's check; may be nil
	NoBrowser string                     // why Browser is nil
	// Pages returns an address for a page that is part of this program. A browser on this computer can open it while
	// the screen is open. It may be nil.
	Pages     func(address string) (string, error)
	Clipboard func(text string) error // copies to the system's clipboard; nil if there is none
}

// Stage is the open full-screen interface.
type Stage struct {
	Options
	stack     []Place
	size      screen.Size
	ink       canvas.Canvas
	said      message
	messages  int   // number of messages so far
	fade      Timer // removes the message
	warned    []string
	working   []*Job // running jobs, oldest first
	jobs      sync.WaitGroup
	cutting   sync.Mutex
	cut       []error // of jobs that were interrupted by the end of the screen
	questions []*pending
	pause     pause
	unpause   func()  // stops showing waits here
	finding   *Finder // the finder whose field is open
	freed     bool    // the terminal has the mouse
	panels    []placed
	feet      []footKey // the foot line as last drawn
}

// New returns a stage with a first place, which stays until the end.
func New(o Options, first func(*Stage) Place) *Stage {
	s := &Stage{Options: o}
	s.Term.Now = o.Desk.Now
	s.ink = canvas.New(io.Discard, s.Term)
	s.unpause = o.Desk.Deployment.OnPause(func(wait time.Duration, why string) {
		s.Post(func() { s.Waits(wait, why) })
	})
	s.Push(first(s))
	return s
}

// A Place is something that can fill the screen: a list, a trip, a form.
type Place interface {
	// Head returns the heading as clean text in the canvas's character set, such as "DXB → LHR, 25 Dec".
	Head(c canvas.Canvas) string
	// Draw returns the lines of the place: at most c.Height, each at most c.Width cells wide. The lines must be
	// clean, with no sequences but SGR and OSC 8.
	Draw(c canvas.Canvas) []string
	// Keys returns the key bindings, from a [Table], the most useful first.
	Keys() []Binding
	// Command returns the command line for what is on the screen, or "" if there is none.
	Command() string
}

// Optional interfaces of a place.
type (
	// Typist handles keys and pastes before the key table does, while one of its fields is in use.
	Typist interface {
		// Type reports whether it handled the event.
		Type(e screen.Event) bool
	}
	// Pointer handles mouse buttons and the wheel. Row and Column are relative to what it drew.
	Pointer interface{ Point(m screen.Mouse) }
	// Cursored shows the terminal's cursor, such as in a field. The position is relative to what it drew.
	Cursored interface {
		Cursor() (at screen.Place, shown bool)
	}
	// Stated describes the state of the place on the line above the keys, while no message is shown.
	Stated interface {
		State(c canvas.Canvas) string
	}
	// Visited is notified when the place becomes the top of the stack and when it no longer is.
	Visited interface {
		Shown()
		Hidden()
	}
	// Leaver is notified when the place was removed. It will not come back by itself.
	Leaver interface{ Left() }
	// Refusable is told why the place that it opened failed.
	Refusable interface{ Refused(err error) }
	// Panel is a place that takes some lines at the bottom and leaves the rest to the place below it.
	Panel interface {
		// Height returns how many of the c.Height lines it takes, without its heading.
		Height(c canvas.Canvas) int
	}
)

// Push puts a place on top.
func (s *Stage) Push(p Place) {
	s.hide()
	s.stack = append(s.stack, p)
	s.show()
}

// Back removes the top place, but never the first one.
func (s *Stage) Back() {
	if len(s.stack) > 1 {
		s.Drop(s.Top())
	}
}

// Drop removes a place from any position except the first. It does nothing if the place is not on the stack.
func (s *Stage) Drop(p Place) {
	for i := len(s.stack) - 1; i > 0; i-- {
		if s.stack[i] != p {
			continue
		}
		top := i == len(s.stack)-1
		if top {
			s.hide()
		}
		s.stack = append(s.stack[:i], s.stack[i+1:]...)
		if top {
			s.show()
		}
		s.left(p)
		return
	}
}

// Refuse removes a place that failed. The place below shows the error if it can; otherwise the stage does. It returns
// false for the first place, which stays.
func (s *Stage) Refuse(p Place, err error) bool {
	i := slices.Index(s.stack, p)
	if i < 1 {
		return false
	}
	below := s.stack[i-1]
	s.Drop(p)
	if r, ok := below.(Refusable); ok {
		r.Refused(err)
	} else {
		s.Failed(err)
	}
	return true
}

// Replace replaces the top place, even the first.
func (s *Stage) Replace(p Place) {
	s.hide()
	was := s.Top()
	s.stack[len(s.stack)-1] = p
	s.show()
	s.left(was)
}

// left cancels the jobs of a removed place and notifies it.
func (s *Stage) left(p Place) {
	for _, j := range slices.Clone(s.working) {
		if j.Of == p {
			j.Cancel()
		}
	}
	if l, ok := p.(Leaver); ok {
		l.Left()
	}
}

// Top returns the place that receives keys.
func (s *Stage) Top() Place {
	if len(s.stack) == 0 {
		return nil
	}
	return s.stack[len(s.stack)-1]
}

func (s *Stage) hide() {
	s.finding = nil
	if v, ok := s.Top().(Visited); ok {
		v.Hidden()
	}
}

func (s *Stage) show() {
	if v, ok := s.Top().(Visited); ok {
		v.Shown()
	}
}

// Leave ends the full screen.
func (s *Stage) Leave() { s.Screen.End(nil) }

// Copy asks the terminal to copy a text to the clipboard with OSC 52, which also works over SSH. There is no way to
// know whether the terminal does it.
func (s *Stage) Copy(text string) {
	s.Screen.Write(ansi.SetSystemClipboard(text))
	s.Say("The terminal was asked to copy it; not every terminal does.")
}

// Post runs f on the stage's goroutine soon. It may be called from any goroutine.
func (s *Stage) Post(f func()) { s.Screen.Send(f) }

// Timer runs a function of a place after a delay. The zero value is stopped.
type Timer struct {
	cancel func()
	starts int
}

// Start runs f on the stage's goroutine after a delay, unless the timer is started again or stopped before.
func (t *Timer) Start(s *Stage, d time.Duration, f func()) {
	t.Stop()
	t.starts++
	start := t.starts
	t.cancel = s.Screen.After(d, func() {
		if t.starts == start && t.Running() {
			t.cancel = nil
			f()
		}
	})
}

// EachMinute redraws the screen whenever another minute has passed since a time, until a duration has passed since
// then. Nothing else wakes the stage.
func (t *Timer) EachMinute(s *Stage, since time.Time, until time.Duration) {
	t.Stop()
	if age := s.Age(since); !since.IsZero() && age < until {
		t.Start(s, min(time.Minute-age%time.Minute, until-age), func() { t.EachMinute(s, since, until) })
	}
}

// Age returns how long ago a time was, or 0 if it is unknown.
func (s *Stage) Age(since time.Time) time.Duration {
	if since.IsZero() {
		return 0
	}
	return max(s.Desk.Now().Sub(since), 0)
}

// Stop stops the timer.
func (t *Timer) Stop() {
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// Running reports whether the function has yet to run.
func (t *Timer) Running() bool { return t.cancel != nil }

// Handle implements [screen.App].
func (s *Stage) Handle(e screen.Event) {
	switch e := e.(type) {
	case func():
		e()
	case screen.Size:
		s.size = e
	case screen.Mouse:
		s.point(e)
	case screen.Paste:
		s.typed(e)
	case screen.Key:
		s.press(e)
	}
}

// typed offers an event to a field and reports whether it was handled. The message stays while the user types.
func (s *Stage) typed(e screen.Event) bool {
	if s.finding != nil {
		s.finding.handle(e)
		return true
	}
	t, ok := s.Top().(Typist)
	return ok && t.Type(e)
}

// press handles a key: by the place's field first, then by its key table, then by the stage's.
func (s *Stage) press(k screen.Key) {
	if s.unseen() {
		return
	}
	before := s.messages
	if s.typed(k) {
		if k.Code != screen.Text && s.messages == before {
			s.Hush()
		}
		return
	}
	s.Hush()
	name := k.String()
	for _, table := range [][]Binding{s.Top().Keys(), s.keys()} {
		b := find(table, name)
		if b == nil {
			continue
		}
		if why := b.Barred(); why != "" {
			s.Say(why)
		} else if b.Do != nil {
			b.Do()
		}
		return
	}
}

// unseen reports whether a question on top has not been on the screen yet, so that the key cannot be meant for it.
func (s *Stage) unseen() bool {
	if len(s.questions) == 0 || s.questions[0].shown != s.Top() {
		return false
	}
	return !slices.ContainsFunc(s.panels, func(p placed) bool { return p.place == s.Top() })
}
