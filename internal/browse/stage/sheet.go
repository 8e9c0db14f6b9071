package stage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// Sheet is a scrollable page with items that can be chosen, such as the fares of a trip, or none. It keeps the chosen
// item and the scroll position. The zero value is empty.
type Sheet struct {
	lines []string
	items []Item
	at    int // the chosen item
	top   int // the first visible line
	rows  int // number of lines in the last drawing
	seen  bool

	width   int  // of the layout; 0 if it must be made again
	renewed bool // the next layout chooses the pending item
	pending int

	sought sought
}

// sought holds the position at which a search began and the last line found.
type sought struct{ top, at, line int }

// Item is a range of lines that can be chosen.
type Item struct {
	Lead     int // first line of its heading; From if there is none
	From, To int // its own lines, excluding To; each begins with a blank for the cursor mark
}

// Fill replaces the lines and the items, which are in order. If the chosen item was visible, it stays at its line of
// the screen.
func (s *Sheet) Fill(lines []string, items []Item) {
	row, at := 0, s.At()
	if s.seen {
		row = s.items[s.at].From - s.top
	}
	s.lines, s.items, s.renewed = lines, items, false
	s.choose(at)
	if s.seen && len(items) > 0 {
		s.top = max(items[s.at].From-row, 0)
	}
	s.keep()
}

// Forget discards the layout for a width of the canvas.
func (s *Sheet) Forget() { s.width = 0 }

// Renew is like Forget for when items were added or removed. The next layout chooses an item.
func (s *Sheet) Renew(item int) { s.width, s.renewed, s.pending = 0, true, item }

// Stale reports whether the lines must be laid out for the canvas, and records that they are.
func (s *Sheet) Stale(c canvas.Canvas) bool {
	stale := s.width != c.Width
	s.width = c.Width
	return stale
}

// At returns the index of the chosen item, or of the one that the next layout chooses. It is 0 for a sheet without
// items.
func (s *Sheet) At() int {
	if s.renewed {
		return s.pending
	}
	return s.at
}

// choose chooses an item without scrolling.
func (s *Sheet) choose(item int) {
	s.at = min(max(item, 0), max(len(s.items)-1, 0))
	s.pending = s.at
}

// Choose chooses an item and scrolls it into view.
func (s *Sheet) Choose(item int) {
	s.choose(item)
	s.show()
}

// Reveal scrolls the chosen item into view. It reports whether that was necessary, in which case the key that needs the
// item should do nothing else.
func (s *Sheet) Reveal() bool {
	hidden := len(s.items) > 0 && !s.inSight()
	if hidden {
		s.show()
	}
	return hidden
}

// Move goes to the next (1) or the previous (-1) item. If the chosen item is not visible, it scrolls there first, at
// most one screen at a time so that no line is skipped. At the ends it scrolls line by line.
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

// Scroll scrolls by lines. It chooses another item only if the chosen one would not be visible.
func (s *Sheet) Scroll(by int) {
	s.scroll(by)
	if len(s.items) == 0 || s.inSight() {
		return
	}
	above := s.items[s.at].From < s.top
	for i := range s.items { // the nearest visible item, if any
		if s.visible(s.items[i]) {
			s.at = i
			if above {
				break
			}
		}
	}
}

// Home goes to the first line and the first item.
func (s *Sheet) Home() { s.end(-1) }

// end goes to the first line and the first item, or to the last ones with 1.
func (s *Sheet) end(by int) {
	if s.top, s.at = 0, 0; by > 0 {
		s.top, s.at = s.last(), max(len(s.items)-1, 0)
	}
}

// Below returns the number of lines below the visible ones.
func (s *Sheet) Below() int { return max(len(s.lines)-s.top-s.rows, 0) }

// Draw returns the visible lines, with the chosen item reversed and marked.
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
			shown[i-s.top] = Chosen(line, c.Width)
		}
	}
	s.seen = s.inSight()
	return shown
}

// DrawMore is like Draw, but if there are more lines below, the last one says how many.
func (s *Sheet) DrawMore(c canvas.Canvas) []string {
	lines := s.Draw(c)
	if below := s.Below(); below > 0 && len(lines) > 1 {
		more := c.Glyph.Ellipsis + " " + words.Counted(below+1, "more line")
		lines[len(lines)-1] = c.Paint(canvas.Faint, c.Cut(more, c.Width))
	}
	return lines
}

// View draws lines without items.
func (s *Sheet) View(c canvas.Canvas, lines []string) []string {
	s.Fill(lines, nil)
	return s.DrawMore(c)
}

// Click handles the mouse: the wheel scrolls and a click chooses. It reports whether the clicked item was already
// chosen, which opens it.
func (s *Sheet) Click(m screen.Mouse) (open bool) {
	switch by := WheelLines(m); {
	case by != 0:
		s.Scroll(by)
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

// MoveKeys returns keys that move by lines, by half screens, or to an end with -1 or 1.
func MoveKeys(line, half, end func(by int)) []Binding {
	key := func(keys, does string, move func(int), by int) Binding {
		return Binding{Keys: keys, Does: does, Do: func() { move(by) }}
	}
	return []Binding{
		key("j down", "Down", line, 1), key("k up", "Up", line, -1),
		key("ctrl+d", "Half a screen down", half, 1), key("ctrl+u", "Half a screen up", half, -1),
		key("pgdn", "A screen down", half, 2), key("pgup", "A screen up", half, -2),
		key("g home", "To the beginning", end, -1), key("G end", "To the end", end, 1),
	}
}

// Point handles the mouse on a sheet without items.
func (s *Sheet) Point(m screen.Mouse) { s.Click(m) }

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

// MoveKeys returns the keys that move on the sheet.
func (s *Sheet) MoveKeys() []Binding {
	return MoveKeys(s.Move, func(halves int) {
		lines := s.rows / 2
		if halves%2 == 0 {
			lines = s.rows - 1 // one line stays visible
		}
		s.Scroll(max(lines, 1) * cmp.Compare(halves, 0))
	}, s.end)
}

// SearchKeys returns the keys that search the sheet and move on it.
func (s *Sheet) SearchKeys(f *Finder) []Binding {
	keys := f.Keys()
	keys[0].Do = func() {
		s.sought = sought{s.top, s.at, s.top}
		f.Begin()
	}
	return append(keys, s.MoveKeys()...)
}

// Look is the [Look] of a sheet. It chooses the item that contains the line found; if there is none, it scrolls
// that line to the top.
func (s *Sheet) Look(text string, by int) string {
	if by == 0 {
		s.top, s.at, s.sought.line = min(s.sought.top, s.last()), s.sought.at, s.sought.top
	}
	if text == "" {
		return ""
	}
	var has []int
	for i, line := range s.lines {
		if strings.Contains(strings.ToLower(ansi.Strip(line)), strings.ToLower(text)) {
			has = append(has, i)
		}
	}
	if len(has) == 0 {
		return "nothing has it"
	}
	n := 0
	for n < len(has) && has[n] < s.sought.line {
		n++
	}
	switch {
	case by > 0 && n < len(has) && has[n] == s.sought.line:
		n++
	case by < 0:
		n += len(has) - 1
	}
	n %= len(has)
	s.sought.line = has[n]
	inside := func(item Item) bool { return has[n] >= item.From && has[n] < item.To }
	if i := slices.IndexFunc(s.items, inside); i >= 0 {
		s.Choose(i)
	} else {
		s.top = min(has[n], s.last())
	}
	return fmt.Sprintf("%d of %d", n+1, len(has))
}

// show scrolls as little as possible to make the chosen item visible. For the first item it also shows as many of the
// lines above as fit.
func (s *Sheet) show() {
	if len(s.items) == 0 || s.rows == 0 {
		return
	}
	s.top = s.wanted()
	if s.at == 0 {
		s.top = s.least()
	}
}

// keep keeps the chosen item visible, if it was, after the lines or the height have changed.
func (s *Sheet) keep() {
	s.top = min(s.top, s.last())
	if s.seen && len(s.items) > 0 {
		s.top = s.wanted()
	}
}

// wanted returns the first visible line, nearest to the current one, with which the chosen item is visible. Its
// heading is visible too if both fit on the screen.
func (s *Sheet) wanted() int {
	item := s.items[s.at]
	return max(min(s.top, max(item.Lead, item.To-s.rows, 0)), s.least())
}

// least returns the first visible line with which the chosen item is at the bottom.
func (s *Sheet) least() int {
	item := s.items[s.at]
	return max(min(item.To-s.rows, item.From), 0)
}

func (s *Sheet) inSight() bool { return s.at < len(s.items) && s.visible(s.items[s.at]) }

// visible reports whether an item is visible, or the beginning of one that is higher than the screen.
func (s *Sheet) visible(item Item) bool {
	return item.From >= s.top && min(item.To, item.From+s.rows) <= s.top+s.rows
}

func (s *Sheet) scroll(by int) { s.top = min(max(s.top+by, 0), s.last()) }

// last returns the first visible line with which the last line is visible.
func (s *Sheet) last() int { return max(len(s.lines)-max(s.rows, 1), 0) }
