package stage

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// MenuOptions configures a menu. The texts may be untrusted.
type MenuOptions struct {
	Title string
	Rows  [][]string // the choices, each with its cells, which are aligned in columns
	At    int        // initial cursor position
	Slow  bool       // it opened by itself: only enter takes a row, since other keys may be meant for the place below
	Take  func(int)  // called with the chosen index after the menu is gone
	None  func()     // called if nothing was chosen; may be nil
}

// NewMenu returns a panel from which one row is chosen. It removes itself.
func NewMenu(s *Stage, o MenuOptions) Place {
	m := &menu{MenuOptions: o, stage: s}
	m.Renew(o.At)
	return m
}

type menu struct {
	MenuOptions
	Sheet
	stage *Stage
	over  bool
}

func (m *menu) Keys() []Binding {
	take := func() { m.choose(m.Sheet.At()) }
	return Table("A menu", []Binding{
		{Keys: "enter", Foot: "take", Does: "Accept the row under the cursor", Do: take},
		{Keys: "l right space", Does: "The same, where the menu was asked for by a key", Do: func() {
			if !m.Slow { // otherwise the key may be meant for the place below
				take()
			}
		}},
		{Keys: "1 2 3 4 5 6 7 8 9", Does: "Accept the row with that number, or go to it if the menu opened automatically"},
		{Keys: "esc h left backspace q", Foot: "none", Does: "Take none", Do: func() { m.stage.Drop(m) }},
	}, m.MoveKeys())
}

func (m *menu) Head(c canvas.Canvas) string { return c.Text(m.Title) }
func (m *menu) Command() string             { return "" }

// Height leaves a third of the room to the place below.
func (m *menu) Height(c canvas.Canvas) int { return min(len(m.Rows), max(c.Height*2/3, 1)) }

func (m *menu) choose(i int) {
	if m.over || i < 0 || i >= len(m.Rows) {
		return
	}
	m.over = true
	m.stage.Drop(m)
	m.Take(i)
}

// Left reports that nothing was chosen if the menu is removed.
func (m *menu) Left() {
	if !m.over && m.None != nil {
		m.over = true
		m.None()
	}
}

// Type handles the number of a row.
func (m *menu) Type(e screen.Event) bool {
	n := Digit(e)
	switch {
	case n > 0 && !m.Slow:
		m.choose(n - 1)
	case n > 0 && n <= len(m.Rows):
		m.Choose(n - 1)
	}
	return n > 0
}

// Point handles the mouse: a click takes a row.
func (m *menu) Point(at screen.Mouse) {
	if m.Click(at); at.Button == screen.LeftButton && !at.Released {
		m.choose(m.top + at.Row)
	}
}

func (m *menu) Draw(c canvas.Canvas) []string {
	if m.Stale(c) {
		digits := len(strconv.Itoa(len(m.Rows)))
		lines, items := m.aligned(c), make([]Item, len(m.Rows))
		for i, row := range lines {
			lines[i] = c.Cut(fmt.Sprintf("  %*d  %s", digits, i+1, row), c.Width)
			items[i] = Item{Lead: i, From: i, To: i + 1}
		}
		m.Fill(lines, items)
	}
	if m.rows == 0 && c.Height > 0 { // the first drawing
		m.rows = c.Height
		m.show()
	}
	return m.Sheet.Draw(c)
}

// aligned returns the rows with their cells aligned in columns.
func (m *menu) aligned(c canvas.Canvas) []string {
	widest := c.Width / 2
	var widths []int
	for _, row := range m.Rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(canvas.Cells(c.Text(cell)), widest))
		}
	}
	out := make([]string, len(m.Rows))
	for r, row := range m.Rows {
		var line strings.Builder
		for i, cell := range row {
			if text := c.Text(cell); i+1 < len(row) {
				line.WriteString(canvas.Pad(c.Cut(text, widths[i]), widths[i]+2))
			} else {
				line.WriteString(text)
			}
		}
		out[r] = strings.TrimRight(line.String(), " ")
	}
	return out
}

// State shows the position if not all rows are visible.
func (m *menu) State(c canvas.Canvas) string {
	if m.rows <= 0 || len(m.Rows) <= m.rows {
		return ""
	}
	return c.Paint(canvas.Faint, words.Grouped(m.Sheet.At()+1)+" of "+words.Grouped(len(m.Rows)))
}
