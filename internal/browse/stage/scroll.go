package stage

import (
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// Scroll is the scroll position in lines that do not all fit. The zero value is at the first line.
type Scroll struct {
	top         int
	all, height int // as of the last View
}

// View returns the visible lines, at most c.Height; the last one says how many more there are.
func (s *Scroll) View(c canvas.Canvas, lines []string) []string {
	s.all, s.height = len(lines), max(c.Height, 1)
	s.clamp()
	if s.all <= s.height {
		return lines
	}
	seen := lines[s.top:min(s.top+s.height, s.all)]
	below := s.all - s.top - s.height
	if below <= 0 || s.height < 2 {
		return seen
	}
	seen = append(make([]string, 0, s.height), seen[:s.height-1]...)
	return append(seen, More(c, below+1))
}

// More returns the line that says how many more lines there are.
func More(c canvas.Canvas, lines int) string {
	return c.Paint(canvas.Faint, c.Cut(c.Glyph.Ellipsis+" "+words.Counted(lines, "more line"), c.Width))
}

// Move scrolls by lines, down if by is positive.
func (s *Scroll) Move(by int) {
	s.top += by
	s.clamp()
}

// Point handles the mouse wheel.
func (s *Scroll) Point(m screen.Mouse) { s.Move(WheelLines(m)) }

func (s *Scroll) clamp() { s.top = max(min(s.top, s.all-s.height), 0) }

// WheelLines returns how many lines a wheel event scrolls down, negative for up, and 0 for any other event.
func WheelLines(m screen.Mouse) int {
	const step = 3
	switch m.Button {
	case screen.WheelUp:
		return -step
	case screen.WheelDown:
		return step
	}
	return 0
}

// ScrollRows returns the keys that scroll a place of type P.
func ScrollRows[P any](of func(P) *Scroll) []Row[P] {
	half := func(p P) int { return max(of(p).height/2, 1) }
	page := func(p P) int { return max(of(p).height-2, 1) } // one line stays visible
	return []Row[P]{
		{Keys: "j down", Does: "Down", Do: func(p P) { of(p).Move(1) }},
		{Keys: "k up", Does: "Up", Do: func(p P) { of(p).Move(-1) }},
		{Keys: "ctrl+d", Does: "Half a screen down", Do: func(p P) { of(p).Move(half(p)) }},
		{Keys: "ctrl+u", Does: "Half a screen up", Do: func(p P) { of(p).Move(-half(p)) }},
		{Keys: "pgdn", Does: "A screen down", Do: func(p P) { of(p).Move(page(p)) }},
		{Keys: "pgup", Does: "A screen up", Do: func(p P) { of(p).Move(-page(p)) }},
		{Keys: "g home", Does: "To the beginning", Do: func(p P) { of(p).top = 0 }},
		{Keys: "G end", Does: "To the end", Do: func(p P) { of(p).Move(of(p).all) }},
	}
}
