package stage

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// placed is a place as it was last drawn: where on the screen it begins, and how many lines it has.
type placed struct {
	place       Place
	top, height int
}

// Frame is part of a [screen.App].
func (s *Stage) Frame(size screen.Size) screen.Frame {
	s.size = size
	c := s.canvas(size.Height)
	base := s.base()
	spoken := s.spoken(c)
	room := size.Height - 2 - max(len(spoken), 1) // without head and foot
	cover := 0
	if s.typing() { // nothing may move under the cursor: a long message stands over the last lines
		cover = max(len(spoken)-1, 0)
		room += cover
	}
	heights := s.heights(c, base, room)
	s.panels = s.panels[:0]
	lines := make([]string, 0, size.Height+len(spoken))
	lines = append(lines, s.headline(c, s.stack[base]))
	for i, height := range heights {
		if i > 0 {
			lines = append(lines, c.Paint(canvas.Faint, rule(c, s.stack[base+i].Head(c))))
		}
		lines = s.body(lines, s.stack[base+i], height)
	}
	if spoken == nil {
		spoken = []string{s.stands(c)} // as it was drawn now
	}
	cursor := s.cursor(len(lines))
	if cursor != nil && cursor.Row >= len(lines)-cover && cursor.Row < len(lines) {
		spoken, cover = spoken[:1], 0
	}
	lines = append(lines[:max(len(lines)-cover, 1)], spoken...)
	lines = append(lines[:min(len(lines), max(size.Height-1, 0))], s.foot(c))
	if cursor != nil && cursor.Row >= len(lines) {
		cursor = nil
	}
	for i, line := range lines {
		if canvas.Cells(line) > c.Width { // as in a window that no one reads
			lines[i] = ansi.Truncate(line, c.Width, "")
		}
	}
	if cursor != nil && (cursor.Row >= len(lines) || cursor.Column >= size.Width) {
		cursor = nil
	}
	return screen.Frame{Lines: lines, Cursor: cursor, Mouse: !s.freed}
}

// heights are how many lines the base and the panels above it take of so many, their headings not counted.
func (s *Stage) heights(c canvas.Canvas, base, room int) []int {
	heights := make([]int, len(s.stack)-base)
	for i := len(heights) - 1; i > 0; i-- {
		inner := c
		inner.Height = max(room-1, 1)
		heights[i] = max(min(s.stack[base+i].(Panel).Height(inner), inner.Height), 1) // isPanel
		room = max(room-heights[i]-1, 0)
	}
	heights[0] = room
	return heights
}

// base is the position of the place that fills the screen, below the panels.
func (s *Stage) base() int {
	base := len(s.stack) - 1
	for base > 0 && isPanel(s.stack[base]) {
		base--
	}
	return base
}

func isPanel(p Place) bool {
	_, ok := p.(Panel)
	return ok
}

// canvas is what is drawn on, so many lines high.
func (s *Stage) canvas(height int) canvas.Canvas {
	c := s.ink
	c.Pasted = s.Pasted
	c.Width, c.Height = max(s.size.Width, 1), max(height, 1)
	return c
}

// body adds the lines of a place, exactly height of them.
func (s *Stage) body(lines []string, p Place, height int) []string {
	if height <= 0 {
		return lines
	}
	s.panels = append(s.panels, placed{p, len(lines), height})
	drawn := p.Draw(s.canvas(height))
	drawn = drawn[:min(len(drawn), height)]
	lines = append(lines, drawn...)
	for range height - len(drawn) {
		lines = append(lines, "")
	}
	return lines
}

// leastHead is the room that a head has before the mark beside it is cut to its first word.
const leastHead = 48

// headline is what the place is, and whose desk it is, for which the head is cut. Where the room is short, the first
// word of that is left.
func (s *Stage) headline(c canvas.Canvas, p Place) string {
	head, mark := c.Spaced(p.Head(c)), c.Text(s.Mark)
	if least := min(canvas.Cells(head), leastHead); least+2+canvas.Cells(mark) > c.Width {
		mark, _, _ = strings.Cut(mark, ",")
		mark = c.Cut(mark, c.Width/2)
	}
	room := c.Width
	if mark != "" {
		room -= canvas.Cells(mark) + 2
	}
	head = c.Cut(head, room)
	line := c.Paint(canvas.Strong, head)
	if gap := c.Width - canvas.Cells(head) - canvas.Cells(mark); mark != "" {
		line += strings.Repeat(" ", gap) + c.Paint(canvas.Faint, mark)
	}
	return line
}

// spoken are the lines above the keys, nil where nothing is said: the field of what is looked for, or what was
// said.
func (s *Stage) spoken(c canvas.Canvas) []string {
	if s.finding != nil {
		text, _ := s.finding.draw(c)
		return []string{text}
	}
	if lines := s.said.lines(c, min(maxSaid, max(c.Height/3, 1))); len(lines) > 0 {
		s.said.seen = true
		return lines
	}
	return nil
}

// stands is how the place on top stands, and what is under way.
func (s *Stage) stands(c canvas.Canvas) string {
	state := ""
	if p, ok := s.Top().(Stated); ok {
		state = p.State(c)
	}
	what := s.waiting()
	if what == "" && len(s.questions) == 0 { // while one waits, so does what asked it
		what = s.underWay()
	}
	if what != "" {
		if what = c.Paint(canvas.Faint, c.Text(what)+c.Glyph.Ellipsis); state != "" {
			what = "  " + what
		}
	}
	return c.Cut(state+what, c.Width)
}

// typing tells whether the place on top shows the terminal's cursor.
func (s *Stage) typing() bool {
	p, ok := s.Top().(Cursored)
	if !ok {
		return false
	}
	_, shown := p.Cursor()
	return shown
}

// rule is a line across the canvas with a heading.
func rule(c canvas.Canvas, head string) string {
	line := c.Glyph.Other + c.Glyph.Other + " " + c.Cut(head, max(c.Width-6, 0)) + " "
	return c.Cut(line+strings.Repeat(c.Glyph.Other, max(c.Width-canvas.Cells(line), 0)), c.Width)
}

// cursor is where one types, nil where that is nowhere. The line above the keys is spoken.
func (s *Stage) cursor(spoken int) *screen.Place {
	if s.finding != nil {
		_, column := s.finding.draw(s.canvas(1))
		return &screen.Place{Row: spoken, Column: column}
	}
	p, ok := s.Top().(Cursored)
	if !ok || len(s.panels) == 0 {
		return nil
	}
	at, shown := p.Cursor()
	last := s.panels[len(s.panels)-1]
	if !shown || last.place != s.Top() || at.Row < 0 || at.Row >= last.height || at.Column < 0 {
		return nil
	}
	at.Row += last.top
	return &at
}

// point lets the place under the mouse have it, or does what a key on the foot line does. Only the top place
// is told, as only it has the keys.
func (s *Stage) point(m screen.Mouse) {
	if s.unseen() {
		return
	}
	if !m.Released {
		s.hush()
	}
	if m.Button == screen.LeftButton && !m.Released && m.Row == s.size.Height-1 {
		s.tread(m.Column)
		return
	}
	p, ok := s.Top().(Pointer)
	if !ok {
		return
	}
	for _, at := range s.panels {
		if at.place == s.Top() && m.Row >= at.top && m.Row < at.top+at.height {
			m.Row -= at.top
			p.Point(m)
			return
		}
	}
}

// Chosen is a line as the chosen one: reversed over a width, without other styles.
func Chosen(line string, width int) string {
	plain := ansi.Truncate(ansi.Strip(line), width, "")
	return "\x1b[7m" + plain + strings.Repeat(" ", max(width-canvas.Cells(plain), 0)) + "\x1b[27m"
}
