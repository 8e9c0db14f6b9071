package stage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// placed is a place with its position and height in the last drawing.
type placed struct {
	place       Place
	top, height int
}

// Frame implements [screen.App].
func (s *Stage) Frame(size screen.Size) screen.Frame {
	s.size = size
	c := s.canvas(size.Height)
	base := s.base()
	var spoken []string // the search field or the current message
	if s.finding != nil {
		line := "/" + s.finding.text.Draw(c, max(c.Width-1, 1))
		if said := s.finding.said; said != "" {
			line += "  " + c.Paint(canvas.Faint, c.Text(said))
		}
		spoken = []string{c.Cut(line, c.Width)}
	} else if spoken = s.said.lines(c, min(maxSaid, max(c.Height/3, 1))); len(spoken) > 0 {
		s.said.seen = true
	}
	room := size.Height - 2 - max(len(spoken), 1) // without head and foot
	cover := 0
	if s.typing() { // nothing may move under the cursor, so a long message covers the last lines
		cover = max(len(spoken)-1, 0)
		room += cover
	}
	heights := make([]int, len(s.stack)-base) // of the base and the panels above it, which have a heading each
	for i := len(heights) - 1; i > 0; i-- {
		inner := c
		inner.Height = max(room-1, 1)
		heights[i] = max(min(s.stack[base+i].(Panel).Height(inner), inner.Height), 1) // isPanel
		room = max(room-heights[i]-1, 0)
	}
	heights[0] = room
	s.panels = s.panels[:0]
	lines := make([]string, 0, size.Height+len(spoken))
	lines = append(lines, s.headline(c, s.stack[base]))
	for i, height := range heights {
		if i > 0 {
			line := c.Glyph.Other + c.Glyph.Other + " " + c.Cut(s.stack[base+i].Head(c), max(c.Width-6, 0)) + " "
			line += strings.Repeat(c.Glyph.Other, max(c.Width-canvas.Cells(line), 0))
			lines = append(lines, c.Paint(canvas.Faint, c.Cut(line, c.Width)))
		}
		if height <= 0 {
			continue
		}
		s.panels = append(s.panels, placed{s.stack[base+i], len(lines), height})
		drawn := s.stack[base+i].Draw(s.canvas(height))
		lines = append(lines, drawn[:min(len(drawn), height)]...)
		for range height - len(drawn) {
			lines = append(lines, "")
		}
	}
	if len(spoken) == 0 {
		spoken = []string{s.stateLine(c)} // after the place was drawn
	}
	cursor := s.cursor(len(lines))
	if cursor != nil && cursor.Row >= len(lines)-cover && cursor.Row < len(lines) {
		spoken, cover = spoken[:1], 0
	}
	lines = append(lines[:max(len(lines)-cover, 1)], spoken...)
	lines = append(lines[:min(len(lines), max(size.Height-1, 0))], s.foot(c))
	for i, line := range lines {
		if canvas.Cells(line) > c.Width { // can happen in a very narrow window
			lines[i] = ansi.Truncate(line, c.Width, "")
		}
	}
	if cursor != nil && (cursor.Row >= len(lines) || cursor.Column >= size.Width) {
		cursor = nil
	}
	return screen.Frame{Lines: lines, Cursor: cursor, Mouse: !s.freed}
}

// base returns the index of the place that fills the screen below the panels.
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

func (s *Stage) canvas(height int) canvas.Canvas {
	c := s.ink
	c.Pasted = s.Pasted
	c.Width, c.Height = max(s.size.Width, 1), max(height, 1)
	return c
}

// leastHead is the width that the head keeps before the mark beside it is shortened to its first part.
const leastHead = 48

// headline returns the head of a place and the account mark. The head is cut to fit; if space is short, only the part
// of the mark before its comma is shown.
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

// stateLine returns the state of the top place and the work in progress.
func (s *Stage) stateLine(c canvas.Canvas) string {
	state := ""
	if p, ok := s.Top().(Stated); ok {
		state = p.State(c)
	}
	what := ""
	if left := s.pause.until.Sub(s.Desk.Now()); !s.pause.until.IsZero() && len(s.working) > 0 && left > 0 {
		what = "waiting " + words.Wait(left) + ": " + s.pause.why
	} else if len(s.questions) == 0 { // a job that waits for an answer is not in progress
		seen := s.stack[s.base():]
		for _, j := range s.working { // the last one that has a text and belongs to what is on the screen
			if j.What != "" && (j.Of == nil || slices.Contains(seen, j.Of)) {
				what = j.What
			}
		}
	}
	if what != "" {
		if what = c.Paint(canvas.Faint, c.Text(what)+c.Glyph.Ellipsis); state != "" {
			what = "  " + what
		}
	}
	return c.Cut(state+what, c.Width)
}

// typing reports whether the top place shows the terminal's cursor.
func (s *Stage) typing() bool {
	p, ok := s.Top().(Cursored)
	if !ok {
		return false
	}
	_, shown := p.Cursor()
	return shown
}

// cursor returns the position of the cursor, or nil. spoken is the row of the line above the keys.
func (s *Stage) cursor(spoken int) *screen.Place {
	if s.finding != nil {
		return &screen.Place{Row: spoken, Column: 1 + s.finding.text.Cursor()}
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

// point passes a mouse event to the place under the mouse, or activates a key of the foot line. Only the top place
// receives it, because only that place has the keys.
func (s *Stage) point(m screen.Mouse) {
	if s.unseen() {
		return
	}
	if !m.Released {
		s.Hush()
	}
	if m.Button == screen.LeftButton && !m.Released && m.Row == s.size.Height-1 {
		s.pressFoot(m.Column)
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

// Chosen returns a highlighted line: reversed over a width, without other styles.
func Chosen(line string, width int) string {
	plain := ansi.Truncate(ansi.Strip(line), width, "")
	return "\x1b[7m" + plain + strings.Repeat(" ", max(width-canvas.Cells(plain), 0)) + "\x1b[27m"
}

// footKey is a key on the foot line and its range of cells.
type footKey struct {
	from, to int
	*Binding
}

// gap separates the keys of the foot line.
const gap = "  "

// foot returns the keys that can be used now, the most useful first. The keys for going back and those of every place
// are at the end, and have their room first.
func (s *Stage) foot(c canvas.Canvas) string {
	keys, own := s.Top().Keys(), s.keys()
	switch {
	case s.finding != nil:
		keys, own = s.finding.keys(), nil
	case s.typing(): // letters go into the field
		own = []Binding{{Keys: "ctrl+c", Foot: "quit", Last: true, Do: s.Leave}}
	}
	table := keys
	for _, b := range own {
		if find(table, b.first()) == nil { // otherwise the place overrides this key
			keys = append(keys, b)
		}
	}
	room := c.Width + len(gap)
	var shown [2][]footKey
	for _, at := range []int{1, 0} { // the end first
		for i := range keys {
			b := &keys[i]
			cells := canvas.Cells(keyName(c, b.first())) + 1 + canvas.Cells(b.Foot)
			if (b.Last || b.first() == "esc") == (at == 1) && b.Foot != "" && b.Barred() == "" && cells+len(gap) <= room {
				room -= cells + len(gap)
				shown[at] = append(shown[at], footKey{to: cells, Binding: b})
			}
		}
	}
	s.feet = slices.Concat(shown[0], shown[1])
	text, column := "", 0
	for i := range s.feet {
		k := &s.feet[i]
		if i > 0 {
			text += gap
			column += len(gap)
		}
		text += c.Paint(canvas.Strong, keyName(c, k.first())) + " " + c.Paint(canvas.Faint, k.Foot)
		k.from, k.to = column, column+k.to
		column = k.to
	}
	return text
}

// pressFoot activates the key at a column of the foot line.
func (s *Stage) pressFoot(column int) {
	for _, k := range s.feet {
		if column >= k.from && column < k.to {
			if k.Do != nil {
				k.Do()
			}
			return
		}
	}
}

func keyName(c canvas.Canvas, name string) string {
	arrows := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→"}
	if c.Unicode {
		return cmp.Or(arrows[name], name)
	}
	return name
}

// keyNames returns several key names, separated by blanks.
func keyNames(c canvas.Canvas, keys string) string {
	names := strings.Fields(strings.Replace(keys, "1 2 3 4 5 6 7 8 9", "1..9", 1))
	for i, name := range names {
		names[i] = keyName(c, name)
	}
	return strings.Join(names, " ")
}
