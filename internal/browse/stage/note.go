package stage

import (
	"slices"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// Note is a place that shows lines to read, with a few keys besides those that scroll.
type Note struct {
	Sheet
	Title string // untrusted
	Line  string // the command line that prints the same, or ""
	Of    string // title of its key bindings
	Own   []Binding
	Text  func(c canvas.Canvas) []string
	Gone  func() // called when it was removed; may be nil
}

// Head returns the title.
func (n *Note) Head(c canvas.Canvas) string { return c.Text(n.Title) }

// Keys returns the key bindings.
func (n *Note) Keys() []Binding { return Table(n.Of, n.Own, n.MoveKeys()) }

// Command returns the command line.
func (n *Note) Command() string { return n.Line }

// Draw returns the visible lines.
func (n *Note) Draw(c canvas.Canvas) []string { return n.View(c, n.Text(c)) }

// Left calls Gone.
func (n *Note) Left() {
	if n.Gone != nil {
		n.Gone()
	}
}

// slip is a note that leaves the rest of the screen to the place below it.
type slip struct{ *Note }

func (n slip) Height(c canvas.Canvas) int { return len(n.Text(c)) }

// help lists the keys of the top place.
func (s *Stage) help() {
	top := s.Top()
	var keys []Binding
	for _, b := range append(top.Keys(), s.keys()...) {
		if find(keys, b.first()) == nil { // the keys of the place take precedence
			why := b.Barred() // evaluated now, while that place is on top
			b.Bars = func() string { return why }
			keys = append(keys, b)
		}
	}
	s.Push(&Note{
		Title: "Keys: " + top.Head(s.canvas(1)),
		Text:  func(c canvas.Canvas) []string { return keyLines(c, keys) },
		Of:    "The help",
		Own:   []Binding{{Keys: "esc q h left backspace ?", Foot: "back", Does: "Go back", Do: s.Back}},
	})
}

// keyLines returns keys under the titles of their tables, with the names in one column.
func keyLines(c canvas.Canvas, keys []Binding) []string {
	const maxKeys = 20 // cells
	column := 0
	for _, b := range keys {
		column = max(column, min(canvas.Cells(keyNames(c, b.Keys)), maxKeys, c.Width/3))
	}
	var rows []string
	for i, b := range keys {
		if i == 0 || b.Of != keys[i-1].Of {
			if i > 0 {
				rows = append(rows, "")
			}
			rows = append(rows, c.Paint(canvas.Faint, c.Cut(c.Text(b.Of), c.Width)))
		}
		does, tone := b.Does, canvas.Plain
		if why := b.Barred(); why != "" {
			does, tone = does+" ("+strings.TrimSuffix(why, ".")+")", canvas.Faint
		}
		names := canvas.Fold(keyNames(c, b.Keys), column)
		inner := c
		inner.Width = max(c.Width-column-len(gap), 1)
		text := inner.Wrap("", c.Text(does), tone)
		for i := range max(len(names), len(text)) {
			name := canvas.Pad(c.Paint(canvas.Strong, canvas.LineAt(names, i)), column)
			rows = append(rows, strings.TrimRight(name+gap+canvas.LineAt(text, i), " "))
		}
	}
	return rows
}

// command shows the command line of the top place to read and copy.
func (s *Stage) command() {
	text := s.canvas(1).Commands(s.line())
	s.Push(slip{&Note{
		Title: "The same as a command",
		Text:  func(c canvas.Canvas) []string { return canvas.Fold(c.Spaced(text), c.Width) },
		Of:    "The command line",
		Own: []Binding{
			{Keys: "y", Foot: "copy", Does: "Ask the terminal to copy it", Do: func() { s.Copy(text) }},
			{Keys: "esc q h left backspace :", Foot: "back", Does: "Go back", Do: s.Back},
		},
	}})
}

// line returns the command line of the top place, or of the place below a panel.
func (s *Stage) line() string {
	for _, p := range slices.Backward(s.stack) {
		if text := p.Command(); text != "" || !isPanel(p) {
			return text
		}
	}
	return ""
}
