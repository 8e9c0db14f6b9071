package stage

import (
	"fmt"
	"slices"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// Items are the things that a [Compare] shows side by side.
type Items interface {
	Head(c canvas.Canvas) string
	Command() string
	// Numbers returns the row number of each item, 0 for none. It is empty while the items are unknown.
	Numbers() []int
	// Read starts a job that reads the items and calls [Compare.Show].
	Read(p *Compare) *Job
	// Open returns the page of an item.
	Open(p *Compare, at int) Place
}

// Compare is a place that shows items side by side, with a cursor.
type Compare struct {
	Sheet
	Items
	stage *Stage
	find  *Finder
	again Binding // describes the key that reads the items again
	noun  string
	job   *Job

	view  grid.Comparison
	spots []grid.Spot
	at    int // the item under the cursor
	moved bool
}

// NewCompare returns a comparison and starts reading its items. Noun is the singular name of an item. Again describes
// the key that reads the items again.
func NewCompare(s *Stage, noun string, again Binding, items Items) *Compare {
	p := &Compare{stage: s, noun: noun, again: again, Items: items}
	p.find = NewFinder(s, p.Look)
	p.job = p.Read(p)
	return p
}

// Keys returns the key bindings.
func (p *Compare) Keys() []Binding {
	p.again.Keys, p.again.Bars = "R", func() string { return p.job.Renewing() }
	p.again.Do = func() {
		p.job.Cancel()
		p.job = p.Read(p)
	}
	return Table(words.UpperFirst(p.noun)+"s side by side", []Binding{
		{Keys: "enter", Foot: "open", Does: "Open the " + p.noun + " under the cursor", Do: p.open, Bars: p.unread},
		{Keys: "right l tab ]", Foot: "next", Does: "To the " + p.noun + " at the right", Do: func() { p.Step(1) }, Bars: p.unread},
		{Keys: "left h shift+tab [", Foot: "before", Does: "To the " + p.noun + " at the left", Do: func() { p.Step(-1) }, Bars: func() string {
			if p.at == 0 {
				return "This is the first " + p.noun + "; esc goes back."
			}
			return p.unread()
		}},
		{Keys: "1 2 3 4 5 6 7 8 9", Does: "To the " + p.noun + " of that number"},
		p.again,
	}, p.SearchKeys(p.find))
}

// ComparePage returns the key bindings of a comparison for the documentation.
func ComparePage(noun string, again Binding) []Binding {
	return (&Compare{noun: noun, again: again}).Keys()
}

// Show shows the items.
func (p *Compare) Show(view grid.Comparison) {
	p.view = view
	p.Forget()
}

// unread says why actions that need the items are unavailable.
func (p *Compare) unread() string {
	if len(p.Numbers()) == 0 {
		return "The " + p.noun + "s were not read yet."
	}
	return ""
}

// Step moves the cursor by items and returns the index of the item under it, or false at an end.
func (p *Compare) Step(by int) (at int, ok bool) {
	at = p.at + by
	if at < 0 || at >= len(p.Numbers()) {
		return p.at, false
	}
	p.choose(at)
	return at, true
}

func (p *Compare) choose(at int) {
	p.at, p.moved = at, true
	p.Forget()
}

// Type handles the number of an item.
func (p *Compare) Type(e screen.Event) bool {
	n := Digit(e)
	if n == 0 {
		return false
	}
	if at := slices.Index(p.Numbers(), n); at >= 0 {
		p.choose(at)
	} else if p.unread() == "" {
		p.stage.Say(fmt.Sprintf("%s %d is not among these.", words.UpperFirst(p.noun), n))
	}
	return true
}

func (p *Compare) open() { p.stage.Push(p.Open(p, p.at)) }

// Draw draws the comparison with a mark at the heading of the item under the cursor.
func (p *Compare) Draw(c canvas.Canvas) []string {
	switch {
	case len(p.view.Heads) == 0 && p.job.Over():
		return []string{"The " + p.noun + "s were not read. R tries again."}
	case len(p.view.Heads) == 0:
		return nil
	case p.Stale(c):
		view := p.view
		view.Heads = slices.Clone(view.Heads)
		view.Heads[p.at] = "> " + view.Heads[p.at]
		lines, spots := view.Placed(c)
		p.Fill(lines, nil)
		p.spots = spots
	}
	lines := p.DrawMore(c)
	if p.moved && p.at < len(p.spots) { // the item may be below the visible lines
		p.moved = false
		at := p.spots[p.at]
		p.top = min(max(p.top, at.Bottom-max(p.rows-1, 1)), at.Top, p.last())
		lines = p.DrawMore(c)
	}
	return lines
}

// Point handles the mouse: the wheel scrolls, a click chooses an item, and a second click opens it.
func (p *Compare) Point(m screen.Mouse) {
	p.Click(m)
	if m.Button != screen.LeftButton || m.Released {
		return
	}
	line := p.top + m.Row
	at := slices.IndexFunc(p.spots, func(s grid.Spot) bool {
		return line >= s.Top && line < s.Bottom && m.Column >= s.Left && m.Column < s.Right
	})
	switch {
	case at == p.at:
		p.open()
	case at >= 0:
		p.choose(at)
	}
}
