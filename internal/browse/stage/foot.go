package stage

import (
	"cmp"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// foot is the line of keys and the position of each.
type foot struct {
	text  string
	cells int
	keys  []trodden
}

// trodden is a key on the foot line and its range of cells.
type trodden struct {
	from, to int
	*Binding
}

// gap separates the keys of the foot line.
const gap = "  "

// add appends a key if it fits.
func (f *foot) add(c canvas.Canvas, b *Binding, width int) {
	if b.Foot == "" || b.Barred() != "" {
		return
	}
	name, before := keyName(c, b.first()), ""
	if f.cells > 0 {
		before = gap
	}
	from := f.cells + len(before)
	to := from + canvas.Cells(name) + 1 + canvas.Cells(b.Foot)
	if to > width {
		return
	}
	f.text += before + c.Paint(canvas.Strong, name) + " " + c.Paint(canvas.Faint, b.Foot)
	f.cells = to
	f.keys = append(f.keys, trodden{from, to, b})
}

// foot returns the keys that can be used now, the most useful first. The keys for going back and those of every place
// are at the end.
func (s *Stage) foot(c canvas.Canvas) string {
	s.feet = foot{}
	table, own := s.Top().Keys(), s.keys()
	switch {
	case s.finding != nil:
		table, own = s.finding.keys(), nil
	case s.typing(): // letters go into the field
		own = []Binding{{Key: Key{Keys: "ctrl+c", Foot: "leave", Last: true}, Do: s.Leave}}
	}
	front, end := make([]*Binding, 0, len(table)+len(own)), make([]*Binding, 0, len(own))
	for i := range len(table) + len(own) {
		var b *Binding
		if i < len(table) {
			b = &table[i]
		} else if b = &own[i-len(table)]; find(table, b.first()) != nil {
			continue // the place overrides this key
		}
		if b.Last || b.first() == "esc" {
			end = append(end, b)
		} else {
			front = append(front, b)
		}
	}
	var last foot
	for _, b := range end {
		last.add(c, b, c.Width)
	}
	room := c.Width - last.cells
	if last.cells > 0 {
		room -= len(gap)
	}
	for _, b := range front {
		s.feet.add(c, b, room)
	}
	for _, b := range last.keys {
		s.feet.add(c, b.Binding, c.Width)
	}
	return s.feet.text
}

// tread activates the key at a column of the foot line.
func (s *Stage) tread(column int) {
	for _, k := range s.feet.keys {
		if column >= k.from && column < k.to {
			k.Do()
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
