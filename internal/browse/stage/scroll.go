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

// Top returns the index of the first visible line.
func (s *Scroll) Top() int { return s.top }

// Move scrolls by lines, down if by is positive.
func (s *Scroll) Move(by int) {
	s.top += by
	s.clamp()
}

// Half scrolls by half screens.
func (s *Scroll) Half(times int) { s.Move(times * max(s.height/2, 1)) }

// Page scrolls by screens; one line stays visible.
func (s *Scroll) Page(times int) { s.Move(times * max(s.height-2, 1)) }

// Home goes to the first line.
func (s *Scroll) Home() { s.top = 0 }

// End goes to the last line.
func (s *Scroll) End() { s.Move(s.all) }

// Show scrolls as little as possible to make the lines from first to last visible. If they do not all fit, the first
// one is visible.
func (s *Scroll) Show(first, last int) {
	room := s.height
	if s.all > s.height {
		room = max(room-1, 1) // a line is used to say how many more there are
	}
	s.top = min(max(s.top, last-room+1), first)
	s.clamp()
}

// Wheel scrolls on a wheel event and reports whether it was one.
func (s *Scroll) Wheel(m screen.Mouse) bool {
	by := WheelLines(m)
	s.Move(by)
	return by != 0
}

func (s *Scroll) clamp() { s.top = max(min(s.top, s.all-s.height), 0) }

// wheelLines is how many lines a wheel step scrolls.
const wheelLines = 3

// WheelLines returns how many lines a wheel event scrolls down, negative for up, and 0 for any other event.
func WheelLines(m screen.Mouse) int {
	switch m.Button {
	case screen.WheelUp:
		return -wheelLines
	case screen.WheelDown:
		return wheelLines
	}
	return 0
}

// ScrollRows returns the keys that scroll a place of type P.
func ScrollRows[P any](of func(P) *Scroll) []Row[P] {
	return []Row[P]{
		{Keys: "j down", Does: "Down", Do: func(p P) { of(p).Move(1) }},
		{Keys: "k up", Does: "Up", Do: func(p P) { of(p).Move(-1) }},
		{Keys: "ctrl+d", Does: "Half a screen down", Do: func(p P) { of(p).Half(1) }},
		{Keys: "ctrl+u", Does: "Half a screen up", Do: func(p P) { of(p).Half(-1) }},
		{Keys: "pgdn", Does: "A screen down", Do: func(p P) { of(p).Page(1) }},
		{Keys: "pgup", Does: "A screen up", Do: func(p P) { of(p).Page(-1) }},
		{Keys: "g home", Does: "To the beginning", Do: func(p P) { of(p).Home() }},
		{Keys: "G end", Does: "To the end", Do: func(p P) { of(p).End() }},
	}
}
