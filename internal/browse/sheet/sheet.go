// Package sheet is a page that may be longer than the screen, with things on it that can be chosen: the
// fares of a trip, the options of a fare, the rates of a hotel. It keeps what is chosen and what is in sight.
package sheet

import (
	"slices"
	"strings"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// Sheet is lines with a cursor. The zero value is an empty one.
type Sheet struct {
	lines []string
	items []Item
	at    int // the item that is chosen
	top   int // the line that is drawn first
	rows  int // that were drawn last
	seen  bool

	sought sought
}

// Item is something that can be chosen, as lines of the sheet.
type Item struct {
	Lead     int // the line that its heading begins at, From where it has none
	From, To int // its own lines, which begin with a blank for the mark of the chosen one; To is the one behind them
}

// Fill gives the sheet other lines, of which some are items, in order. The same number stays chosen and
// the same line first; what was chosen in sight stays in sight.
func (s *Sheet) Fill(lines []string, items []Item) {
	s.lines, s.items = lines, items
	s.at = min(s.at, max(len(items)-1, 0))
	s.keep()
}

// Refill is Fill where things have come in or gone: what was chosen is number at now, and stays on its line
// of the screen if it was in sight.
func (s *Sheet) Refill(lines []string, items []Item, at int) {
	row := 0
	if s.seen {
		row = s.items[s.at].From - s.top
	}
	s.lines, s.items = lines, items
	s.Put(at)
	if s.seen && len(items) > 0 {
		s.top = max(items[s.at].From-row, 0)
	}
	s.keep()
}

// At is the item that is chosen, counted from 0; also of a sheet without items.
func (s *Sheet) At() int { return s.at }

// Put chooses an item without scrolling.
func (s *Sheet) Put(item int) { s.at = min(max(item, 0), max(len(s.items)-1, 0)) }

// Choose chooses an item and scrolls it into sight.
func (s *Sheet) Choose(item int) {
	s.Put(item)
	s.show()
}

// Move goes to the next item (1) or the one before (-1). Where the chosen one is out of sight it scrolls
// there first, at most a screen, so that no line is passed over; at the ends it scrolls on line by line.
func (s *Sheet) Move(by int) {
	switch next := s.at + by; {
	case len(s.items) == 0, s.inSight() && (next < 0 || next >= len(s.items)):
		s.scroll(by)
	case s.inSight():
		s.at = next
		s.show()
	case (s.items[s.at].From >= s.top) != (by > 0):
		s.scroll(by)
	case by > 0:
		s.top = min(s.wanted(), s.top+max(s.rows-1, 1))
	default:
		s.top = max(s.wanted(), s.top-max(s.rows-1, 1))
	}
}

// Scroll moves the lines. What is chosen goes along as far as it has to.
func (s *Sheet) Scroll(by int) {
	s.scroll(by)
	if len(s.items) == 0 || s.inSight() {
		return
	}
	above := s.items[s.at].From < s.top
	for i := range s.items { // the nearest in sight, if there is one
		if s.visible(s.items[i]) {
			s.at = i
			if above {
				break
			}
		}
	}
}

// Home goes to the first line and the first item, End to the last.
func (s *Sheet) Home() { s.top, s.at = 0, 0 }

// End goes to the last line and the last item.
func (s *Sheet) End() { s.top, s.at = s.last(), max(len(s.items)-1, 0) }

// Below is how many lines there are below those that were drawn last.
func (s *Sheet) Below() int { return max(len(s.lines)-s.top-s.rows, 0) }

// Draw gives the lines in sight, the chosen ones reversed and marked.
func (s *Sheet) Draw(c canvas.Canvas) []string {
	if c.Height != s.rows {
		s.rows = c.Height
		s.keep()
	}
	shown := slices.Clone(s.lines[s.top:min(s.top+s.rows, len(s.lines))])
	if s.at < len(s.items) {
		item := s.items[s.at]
		for i := max(item.From, s.top); i < min(item.To, s.top+len(shown)); i++ {
			line := shown[i-s.top]
			if i == item.From && strings.HasPrefix(line, " ") {
				line = ">" + line[1:]
			}
			shown[i-s.top] = stage.Chosen(line, c.Width)
		}
	}
	s.seen = s.inSight()
	return shown
}

// Point scrolls with the wheel and chooses by a click. It tells whether the item that was chosen already was
// clicked, which opens it.
func (s *Sheet) Point(m screen.Mouse) (open bool) {
	const turn = 3
	switch {
	case m.Button == screen.WheelDown:
		s.Scroll(turn)
	case m.Button == screen.WheelUp:
		s.Scroll(-turn)
	case m.Button == screen.LeftButton && !m.Released:
		for i, item := range s.items {
			if line := s.top + m.Row; line >= item.From && line < item.To {
				open = i == s.at
				s.at = i
				break
			}
		}
	}
	return open
}

// Rows are the keys that move on the sheet of a place.
func Rows[P any](of func(P) *Sheet) []stage.Row[P] {
	half := func(p P) int { return max(of(p).rows/2, 1) }
	return []stage.Row[P]{
		{Keys: "j down", Does: "Down", Do: func(p P) { of(p).Move(1) }},
		{Keys: "k up", Does: "Up", Do: func(p P) { of(p).Move(-1) }},
		{Keys: "ctrl+d", Does: "Half a screen down", Do: func(p P) { of(p).Scroll(half(p)) }},
		{Keys: "ctrl+u", Does: "Half a screen up", Do: func(p P) { of(p).Scroll(-half(p)) }},
		{Keys: "pgdn", Does: "A screen down", Do: func(p P) { of(p).Scroll(max(of(p).rows-1, 1)) }},
		{Keys: "pgup", Does: "A screen up", Do: func(p P) { of(p).Scroll(-max(of(p).rows-1, 1)) }},
		{Keys: "g home", Does: "To the beginning", Do: func(p P) { of(p).Home() }},
		{Keys: "G end", Does: "To the end", Do: func(p P) { of(p).End() }},
	}
}

// show scrolls what is chosen into sight, as little as it takes. The first item shows as much as fits of
// what stands above it.
func (s *Sheet) show() {
	if len(s.items) == 0 || s.rows == 0 {
		return
	}
	s.top = s.wanted()
	if s.at == 0 {
		s.top = s.least()
	}
}

// keep keeps what was chosen in sight there, where lines or their number are others now.
func (s *Sheet) keep() {
	s.top = min(s.top, s.last())
	if s.seen && len(s.items) > 0 {
		s.top = s.wanted()
	}
}

// wanted is the line to begin at for what is chosen to be in sight, the nearest to where it begins now.
func (s *Sheet) wanted() int { return max(min(s.top, s.lead(s.items[s.at])), s.least()) }

// least is the line to begin at for what is chosen to be in sight at the bottom.
func (s *Sheet) least() int {
	item := s.items[s.at]
	return max(min(item.To-s.rows, item.From), 0)
}

// lead is the line that an item is led by, as far as both go on the screen.
func (s *Sheet) lead(item Item) int { return max(item.Lead, item.To-s.rows, 0) }

func (s *Sheet) inSight() bool { return s.at < len(s.items) && s.visible(s.items[s.at]) }

// visible tells whether an item is in sight, or the beginning of one that no screen holds.
func (s *Sheet) visible(item Item) bool {
	return item.From >= s.top && min(item.To, item.From+s.rows) <= s.top+s.rows
}

func (s *Sheet) scroll(by int) { s.top = min(max(s.top+by, 0), s.last()) }

// last is the line to begin at for the last one to be in sight.
func (s *Sheet) last() int { return max(len(s.lines)-max(s.rows, 1), 0) }
