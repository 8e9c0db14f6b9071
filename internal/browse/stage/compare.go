package stage

import (
	"fmt"
	"slices"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// CompareOptions says what a [Compare] shows side by side.
type CompareOptions struct {
	Noun  string      // singular name of an item: "trip"
	Kind  string      // its commands: "flights"
	Route []string    // from where to where, if that is part of the heading
	Again Binding     // describes the key that reads the items again
	Rows  []string    // row numbers or ids of the items
	Picks []desk.Pick // the items, if they are known before they are read

	Read func(p *Compare) *Job // starts a job that reads the items and calls [Compare.Show]
	// Open returns the page of an item. Step moves the cursor of the comparison by -1 or 1 and returns the item there.
	Open func(item desk.Pick, step func(by int) (desk.Pick, bool)) Place
}

// Compare is a place that shows items side by side, with a cursor.
type Compare struct {
	Sheet
	CompareOptions
	stage *Stage
	find  *Finder
	job   *Job

	view  grid.Comparison
	spots []grid.Spot
	at    int // the item under the cursor
	moved bool
}

// NewCompare returns a comparison and starts reading its items.
func NewCompare(s *Stage, o CompareOptions) *Compare {
	p := &Compare{stage: s, CompareOptions: o}
	p.find = NewFinder(s, p.Look)
	p.job = p.Read(p)
	return p
}

// Head returns the number of items and the route.
func (p *Compare) Head(c canvas.Canvas) string {
	return c.Dots(words.Counted(len(p.Rows), p.Noun)+" side by side", c.Join(p.Route, " "+c.Glyph.Arrow+" "))
}

// Command returns the command line that compares the items.
func (p *Compare) Command() string {
	command := "travel " + p.Kind + " compare"
	for i, row := range p.Rows {
		if i < len(p.Picks) {
			row = p.Picks[i].Ref()
		}
		command += " " + words.Shell(row)
	}
	return command
}

// Keys returns the key bindings.
func (p *Compare) Keys() []Binding {
	p.Again.Keys, p.Again.Bars = "R", func() string { return p.job.Renewing() }
	p.Again.Do = func() {
		p.job.Cancel()
		p.job = p.Read(p)
	}
	return Table(words.UpperFirst(p.Noun)+"s side by side", []Binding{
		{Keys: "enter", Foot: "open", Does: "Open the " + p.Noun + " under the cursor", Do: p.open, Bars: p.unread},
		{Keys: "right l tab ]", Foot: "next", Does: "To the " + p.Noun + " at the right", Do: func() { p.step(1) }, Bars: p.unread},
		{Keys: "left h shift+tab [", Foot: "previous", Does: "To the " + p.Noun + " at the left", Do: func() { p.step(-1) }, Bars: func() string {
			if p.at == 0 {
				return "This is the first " + p.Noun + "; esc goes back."
			}
			return p.unread()
		}},
		{Keys: "1 2 3 4 5 6 7 8 9", Does: "To the " + p.Noun + " of that number"},
		p.Again,
	}, p.SearchKeys(p.find))
}

// Show shows the items as they were read.
func (p *Compare) Show(view grid.Comparison, picks []desk.Pick) {
	p.view, p.Picks = view, picks
	p.Forget()
}

// unread says why actions that need the items are unavailable.
func (p *Compare) unread() string {
	if len(p.Picks) == 0 {
		return "The " + p.Noun + "s were not read yet."
	}
	return ""
}

// step moves the cursor by items and returns the item there, or false at an end.
func (p *Compare) step(by int) (desk.Pick, bool) {
	at := p.at + by
	if at < 0 || at >= len(p.Picks) {
		return desk.Pick{}, false
	}
	p.choose(at)
	return p.Picks[at], true
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
	if at := slices.IndexFunc(p.Picks, func(pick desk.Pick) bool { return pick.N == n }); at >= 0 {
		p.choose(at)
	} else if p.unread() == "" {
		p.stage.Say(fmt.Sprintf("%s %d is not among these.", words.UpperFirst(p.Noun), n))
	}
	return true
}

func (p *Compare) open() { p.stage.Push(p.Open(p.Picks[p.at], p.step)) }

// Draw draws the comparison with a mark at the heading of the item under the cursor.
func (p *Compare) Draw(c canvas.Canvas) []string {
	switch {
	case len(p.view.Heads) == 0 && p.job.Over():
		return []string{"The " + p.Noun + "s were not read. R tries again."}
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
