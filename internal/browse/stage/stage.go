// Package stage is the frame of the full-screen desk: a stack of places, one of which fills the screen,
// with a line for what it is, a line for what is said, and a line of keys. It carries calls of the desk to
// goroutines and their answers back, puts the desk's questions to the person there, and makes dispatch,
// foot line and help from one table of keys a place.
//
// Everything but the work of a [Job] happens on one goroutine, the screen's own: places need no locks, and
// nothing that they do may wait.
package stage

import (
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// Screen is what a stage stands on: a *screen.Screen, or a test.
type Screen interface {
	Send(e screen.Event)
	After(d time.Duration, e screen.Event) (cancel func())
	Go(f func())
	Write(sequence string)
	Redraw()
	End(err error)
	Ended() <-chan struct{}
}

// Options are what a stage is made of.
type Options struct {
	Screen Screen
	Desk   *desk.Desk
	Term   canvas.Terminal // what the terminal shows; its size comes with each frame
	Host   Host
	Pasted func(text string) string // gives the commands in a text the flags that they need; nil: none
	Mark   string                   // whose desk it is, beside the head: "SANDBOX, made-up prices"; may be empty
}

// Host is what the computer around the terminal can do. The zero value can do nothing.
type Host struct {
	Browser   func(address string) error // opens an address that passed the desk's gate; nil: none can be opened
	NoBrowser string                     // why not
	// Pages gives a page that is inside this program an address that a browser of this computer opens while
	// the screen is there; nil: none can be had.
	Pages     func(address string) (string, error)
	Clipboard func(text string) error // puts a text on the system's clipboard; nil: there is none
}

// Stage is the full-screen desk while it is open.
type Stage struct {
	Options
	stack     []Place
	size      screen.Size
	ink       canvas.Canvas
	said      message
	told      int    // times that something was said
	fade      func() // keeps what is said from going by itself
	warned    []string
	working   []*Job // under way, in their order
	jobs      sync.WaitGroup
	cut       cut
	questions []*pending
	asking    atomic.Int32 // how many of them wait
	pause     pause
	unpause   func()  // has waits told elsewhere again
	finding   *Finder // whose field is open
	freed     bool    // the mouse is the terminal's own
	panels    []placed
	feet      foot // as it was last drawn
}

// New makes a stage with a first place on it, which stays until the end.
func New(o Options, first func(*Stage) Place) *Stage {
	s := &Stage{Options: o, fade: func() {}}
	s.Term.Now = o.Desk.Now
	s.ink = canvas.New(io.Discard, s.Term)
	s.unpause = o.Desk.Deployment.OnPause(func(wait time.Duration, why string) {
		s.Post(func() { s.Waits(wait, why) })
	})
	s.Push(first(s))
	return s
}

// A Place is what can fill the screen: a list, a trip, a form.
type Place interface {
	// Head is what the place is, in clean text in the letters of the canvas, as "DXB → LHR, 25 Dec".
	Head(c canvas.Canvas) string
	// Draw gives the lines of the place: at most c.Height, each at most c.Width cells. Lines are clean, with
	// SGR and OSC 8 alone.
	Draw(c canvas.Canvas) []string
	// Keys are the keys of the place, the most useful first, from one [Table].
	Keys() []Binding
	// Command is the command line that gives what is on the screen, "" where there is none.
	Command() string
}

// What a place may be beside.
type (
	// Typist takes keys and pastes before the table does, while one of its fields is in use.
	Typist interface {
		// Type tells whether the event was taken.
		Type(e screen.Event) bool
	}
	// Pointer takes presses and turns of the mouse, with Row and Column counted within what it drew.
	Pointer interface{ Point(m screen.Mouse) }
	// Cursored shows the terminal's cursor, such as that of a field, counted within what the place drew.
	Cursored interface {
		Cursor() (at screen.Place, shown bool)
	}
	// Stated says how the place stands on the line above the keys, while nothing else is said there.
	Stated interface {
		State(c canvas.Canvas) string
	}
	// Visited is told that the place is on top of the stack now, or not any more.
	Visited interface {
		Shown()
		Hidden()
	}
	// Leaver is told that the place was taken away, and will not come back by itself.
	Leaver interface{ Left() }
	// Refusable is told why the place that it went on with came to nothing.
	Refusable interface{ Refused(err error) }
	// Panel is a place that takes some lines at the bottom and leaves the rest to the place below it.
	Panel interface {
		// Height is how many lines it takes of so many, without its heading.
		Height(c canvas.Canvas) int
	}
)

// Push puts a place on top.
func (s *Stage) Push(p Place) {
	s.hide()
	s.stack = append(s.stack, p)
	s.show()
}

// Back takes the top place away, but never the first.
func (s *Stage) Back() {
	if len(s.stack) > 1 {
		s.Drop(s.Top())
	}
}

// BackTo takes away everything that is above a place, or above the first where that is not there.
func (s *Stage) BackTo(p Place) {
	above := slices.Clone(s.stack[max(slices.Index(s.stack, p), 0)+1:])
	for _, one := range slices.Backward(above) {
		s.Drop(one)
	}
}

// Drop takes a place away, wherever it stands, except the first. One that is not there stays where it is.
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

// Refuse takes a place away that came to nothing, and has the one below it say why, where it does that, or says
// it above the keys; false for the first, which stays.
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

// Replace puts a place where the top one stood, also the first.
func (s *Stage) Replace(p Place) {
	s.hide()
	was := s.Top()
	s.stack[len(s.stack)-1] = p
	s.show()
	s.left(was)
}

// left ends what a place had under way that is for it alone.
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

// Top is the place that keys go to.
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

// Warned are the warnings of the desk that were said, each once, for who has left.
func (s *Stage) Warned() []string { return s.warned }

// Leave ends the full screen.
func (s *Stage) Leave() { s.Screen.End(nil) }

// Post has the stage do something on its own goroutine, soon. It may be called from anywhere.
func (s *Stage) Post(f func()) { s.Screen.Send(f) }

// Later has the stage do something on its own goroutine when a time has passed, unless what it returns is
// called before. Nothing else wakes an idle stage.
func (s *Stage) Later(d time.Duration, f func()) (cancel func()) { return s.Screen.After(d, f) }

// Handle is part of a [screen.App].
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

// typed lets a field have what is typed, and tells whether it took it. What was said stays meanwhile.
func (s *Stage) typed(e screen.Event) bool {
	if s.finding != nil {
		s.finding.handle(e)
		return true
	}
	t, ok := s.Top().(Typist)
	return ok && t.Type(e)
}

// press lets the place have a key: its field first, then its table, then the table of the stage.
func (s *Stage) press(k screen.Key) {
	if s.unseen() {
		return
	}
	told := s.told
	if s.typed(k) {
		if k.Code != screen.Text && s.told == told {
			s.hush()
		}
		return
	}
	s.hush()
	name := k.String()
	for _, table := range [][]Binding{s.Top().Keys(), s.keys()} {
		b := find(table, name)
		if b == nil {
			continue
		}
		if why := b.Barred(); why != "" {
			s.Say(why)
		} else {
			b.Do()
		}
		return
	}
}

// unseen tells whether a question is on top that was not on the screen yet: the key was not meant for it.
func (s *Stage) unseen() bool {
	if len(s.questions) == 0 || s.questions[0].shown != s.Top() {
		return false
	}
	return !slices.ContainsFunc(s.panels, func(p placed) bool { return p.place == s.Top() })
}
