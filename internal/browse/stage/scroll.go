package stage

import (
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// Scroll is which part is seen of lines that do not all fit. The zero value begins at the first.
type Scroll struct {
	top         int
	all, height int // as last seen
}

// View is the lines that are seen, at most c.Height of them; the last one says how many are below.
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

// More is the last line of those that are seen, where there are more.
func More(c canvas.Canvas, lines int) string {
	return c.Paint(canvas.Faint, c.Cut(c.Glyph.Ellipsis+" "+words.Counted(lines, "more line"), c.Width))
}

// Top is the first line that is seen, counted from 0.
func (s *Scroll) Top() int { return s.top }

// Move moves the lines by so many, down where by is above 0.
func (s *Scroll) Move(by int) {
	s.top += by
	s.clamp()
}

// Half moves by half of what is seen, so many times.
func (s *Scroll) Half(times int) { s.Move(times * max(s.height/2, 1)) }

// Page moves by what is seen, so many times; a line of it stays in sight.
func (s *Scroll) Page(times int) { s.Move(times * max(s.height-2, 1)) }

// Home goes to the first line.
func (s *Scroll) Home() { s.top = 0 }

// End goes to the last line.
func (s *Scroll) End() { s.Move(s.all) }

// Show moves as little as it takes for the lines from first to last to be seen; the first goes before
// the last where they do not all fit.
func (s *Scroll) Show(first, last int) {
	room := s.height
	if s.all > s.height {
		room = max(room-1, 1) // the line that says how many are below
	}
	s.top = min(max(s.top, last-room+1), first)
	s.clamp()
}

// Wheel moves by a turn of the wheel, and tells whether it was one.
func (s *Scroll) Wheel(m screen.Mouse) bool {
	by := WheelLines(m)
	s.Move(by)
	return by != 0
}

func (s *Scroll) clamp() { s.top = max(min(s.top, s.all-s.height), 0) }

// wheelLines is how far a turn of the wheel goes.
const wheelLines = 3

// WheelLines is how many lines a turn of the wheel goes down, below 0 for up; 0 where it is no turn of it.
func WheelLines(m screen.Mouse) int {
	switch m.Button {
	case screen.WheelUp:
		return -wheelLines
	case screen.WheelDown:
		return wheelLines
	}
	return 0
}

// ScrollRows are the keys that move what a place of the type P scrolls.
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
