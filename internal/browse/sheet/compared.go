package sheet

import (
	"slices"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/screen"
)

// Compared shows items side by side, with a cursor. The zero value is empty.
type Compared struct {
	Sheet

	view  grid.Comparison
	spots []grid.Spot
	at    int // the item under the cursor
	width int // the width of the layout; 0 forces a new one
	moved bool
}

// Compare sets the items.
func (s *Compared) Compare(view grid.Comparison) { s.view, s.width = view, 0 }

// Chosen returns the index of the item under the cursor.
func (s *Compared) Chosen() int { return s.at }

// Choose moves the cursor to an item.
func (s *Compared) Choose(at int) { s.at, s.width, s.moved = at, 0, true }

// Draw draws the comparison with a mark at the heading of the item under the cursor.
func (s *Compared) Draw(c canvas.Canvas) []string {
	if s.width != c.Width && len(s.view.Heads) > 0 {
		view := s.view
		view.Heads = slices.Clone(view.Heads)
		view.Heads[s.at] = "> " + view.Heads[s.at]
		lines, spots := view.Placed(c)
		s.Fill(lines, nil)
		s.spots, s.width = spots, c.Width
	}
	lines := s.Sheet.Draw(c)
	if s.moved && s.at < len(s.spots) { // the item may be below the visible lines
		s.moved = false
		at := s.spots[s.at]
		s.top = min(max(s.top, at.Bottom-max(s.rows-1, 1)), at.Top, s.last())
		lines = s.Sheet.Draw(c)
	}
	if below := s.Below(); below > 0 && len(lines) > 1 {
		lines[len(lines)-1] = stage.More(c, below+1)
	}
	return lines
}

// Point handles the mouse: the wheel scrolls and a click chooses. It reports whether the clicked item was already
// chosen, which opens it.
func (s *Compared) Point(m screen.Mouse) (open bool) {
	s.Sheet.Point(m)
	if m.Button != screen.LeftButton || m.Released {
		return false
	}
	line := s.top + m.Row
	at := slices.IndexFunc(s.spots, func(c grid.Spot) bool {
		return line >= c.Top && line < c.Bottom && m.Column >= c.Left && m.Column < c.Right
	})
	if at < 0 || at == s.at {
		return at >= 0
	}
	s.Choose(at)
	return false
}
