package stage

import (
	"slices"
	"strings"

	"travel.example/travel/internal/browse/field"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

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
	s.Push(&help{stage: s, keys: keys, head: top.Head(s.canvas(1))})
}

// help lists the keys of a place.
type help struct {
	Scroll
	stage     *Stage
	head      string
	keys      []Binding
	narrowing bool       // the search field is open
	text      field.Text // shown rows contain it
}

func helpKeys() Table[*help] {
	return Table[*help]{Title: "The help", Rows: append([]Row[*help]{
		{Keys: "/", Foot: "find", Does: "Show only the keys with a text", Do: func(h *help) { h.narrowing = true }},
		{Keys: "esc q h left backspace ?", Foot: "back", Does: "Go back", Do: (*help).back},
	}, ScrollRows(func(h *help) *Scroll { return &h.Scroll })...)}
}

func (h *help) Head(canvas.Canvas) string { return "Keys: " + h.head }
func (h *help) Keys() []Binding {
	if h.narrowing {
		return []Binding{
			{Key: Key{Keys: "enter", Foot: "find"}, Do: func() { h.narrowing = false }},
			{Key: Key{Keys: "esc", Foot: "all keys"}, Do: func() { h.narrowing, h.text = false, field.Text{} }},
		}
	}
	return helpKeys().For(h)
}
func (h *help) Command() string { return "" }

// back clears the search text if there is one, and otherwise closes the help.
func (h *help) back() {
	if !h.text.Empty() {
		h.text = field.Text{}
		return
	}
	h.stage.Drop(h)
}

// Type handles typing in the search field.
func (h *help) Type(e screen.Event) bool {
	switch {
	case !h.narrowing:
		return false
	case e == screen.Key{Code: screen.Esc}, e == screen.Key{Code: screen.Enter}:
		return false
	}
	h.top = 0
	return h.text.Type(e)
}

// Cursor returns the position in the search field, which is the first line.
func (h *help) Cursor() (at screen.Place, shown bool) {
	return screen.Place{Column: 1 + h.text.Cursor()}, h.narrowing
}

func (h *help) Draw(c canvas.Canvas) []string {
	rows := h.rows(c)
	if !h.narrowing && h.text.Empty() {
		return h.View(c, rows)
	}
	line := fieldOf(c, &h.text, "")
	c.Height = max(c.Height-1, 1)
	return append([]string{line}, h.View(c, rows)...)
}

// rows returns the keys under the titles of their tables, with the names in one column.
func (h *help) rows(c canvas.Canvas) []string {
	const maxKeys = 20 // cells
	wanted, column := strings.ToLower(c.Text(h.text.Value())), 0
	var seen []Binding
	for _, b := range h.keys {
		if strings.Contains(strings.ToLower(b.Keys+" "+keyNames(c, b.Keys)+" "+b.Does+" "+b.Foot), wanted) {
			seen = append(seen, b)
			column = max(column, min(canvas.Cells(keyNames(c, b.Keys)), maxKeys, c.Width/3))
		}
	}
	if len(seen) == 0 {
		return c.Wrap("", "No key has "+words.Quote(wanted)+".", canvas.Plain)
	}
	var rows []string
	for i, b := range seen {
		if i == 0 || b.Of != seen[i-1].Of {
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

// line returns the command line of the top place, or of the place below a panel.
func (s *Stage) line() string {
	for _, p := range slices.Backward(s.stack) {
		if text := p.Command(); text != "" || !isPanel(p) {
			return text
		}
	}
	return ""
}

// command shows a command line to read and copy.
type command struct {
	Scroll
	stage *Stage
	text  string
}

func commandKeys() Table[*command] {
	return Table[*command]{Title: "The command line", Rows: append([]Row[*command]{
		{Keys: "y", Foot: "copy", Does: "Ask the terminal to copy it", Do: func(p *command) { p.stage.Copy(p.text) }},
		{Keys: "esc q h left backspace :", Foot: "back", Does: "Go back", Do: func(p *command) { p.stage.Drop(p) }},
	}, ScrollRows(func(p *command) *Scroll { return &p.Scroll })...)}
}

func (p *command) Head(canvas.Canvas) string     { return "The same as a command" }
func (p *command) Keys() []Binding               { return commandKeys().For(p) }
func (p *command) Command() string               { return "" }
func (p *command) Height(c canvas.Canvas) int    { return len(p.lines(c)) }
func (p *command) Draw(c canvas.Canvas) []string { return p.View(c, p.lines(c)) }

func (p *command) lines(c canvas.Canvas) []string { return canvas.Fold(c.Spaced(p.text), c.Width) }
