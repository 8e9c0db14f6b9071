package form

import (
	"slices"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// line is a line of the form and its clickable areas.
type line struct {
	text  string
	spare bool // dropped if space is short
	used  bool // belongs to the current entry
	hits  []hit
}

// hit is a clickable range of cells.
type hit struct {
	from, to int
	do       func(column int)
}

// The widths of the parts of a line, in cells: the mark of the current entry, the label, the value and the hint.
const (
	markCells  = 2
	labelCells = 11
	indent     = markCells + labelCells
	leastValue = 18
	mostValue  = 26
	hintCells  = 27
)

func (f *form) Draw(c canvas.Canvas) []string {
	f.cursor = nil
	f.shown = fitted(f.lines(c), c.Height)
	texts := make([]string, len(f.shown))
	for i := range f.shown {
		texts[i] = c.Cut(f.shown[i].text, c.Width)
	}
	// The row of the cursor is the first visible line of the current entry.
	row := slices.IndexFunc(f.shown, func(l line) bool { return l.used })
	if f.cursor != nil && row >= 0 {
		f.cursor.Row = row
	} else {
		f.cursor = nil
	}
	return texts
}

func (f *form) lines(c canvas.Canvas) []line {
	var lines []line
	rows := f.rows()
	for i, row := range rows {
		if i == 1 || i == len(rows)-1 {
			lines = append(lines, line{spare: true})
		}
		lines = append(lines, f.row(c, row)...)
		for _, e := range row {
			if wrong := e.own().wrong; wrong != "" {
				for _, text := range c.Wrap(strings.Repeat(" ", indent)+"! ", c.Text(wrong), canvas.Warn) {
					lines = append(lines, line{text: text, used: e == f.current()})
				}
			}
			if e == f.current() {
				for _, l := range e.drop(c) {
					l.used = true
					lines = append(lines, l)
				}
			}
		}
	}
	return lines
}

// row returns the lines of one row: a single entry with its hint, or several entries side by side.
func (f *form) row(c canvas.Canvas, row []entry) []line {
	if len(row) == 1 {
		return f.single(c, row[0])
	}
	var l line
	for i, e := range row {
		head := f.mark(e) + e.own().label + " "
		if i == 0 {
			head = f.mark(e) + canvas.Pad(e.own().label, labelCells)
		}
		value, _ := e.draw(c, 2)
		from := canvas.Cells(l.text)
		l.text += head + canvas.Pad(value, 2) + "  "
		l.used = l.used || e == f.current()
		l.hits = append(l.hits, hit{from, canvas.Cells(l.text), func(int) { f.useEntry(e) }})
	}
	return []line{l}
}

// single returns the lines of an entry that has a row to itself.
func (f *form) single(c canvas.Canvas, e entry) []line {
	used := e == f.current()
	head := f.mark(e) + canvas.Pad(e.own().label, labelCells)
	if e, ok := e.(*pick); ok {
		text, _ := e.draw(c, c.Width-indent)
		l := line{text: head + text, used: used}
		for i, span := range e.spans {
			l.hits = append(l.hits, hit{indent + span[0], indent + span[1], func(int) {
				f.useEntry(e) // first, because the other kind has fewer entries
				e.choose(i)
			}})
		}
		return []line{l}
	}
	if _, ok := e.(*finish); ok {
		var lines []line
		for _, text := range c.Wrap(head, c.Text(e.hint(c)), canvas.Plain) {
			lines = append(lines, line{text: text, used: used, hits: []hit{{0, c.Width, func(int) { f.run() }}}})
		}
		return lines
	}
	room := min(max(c.Width-indent-2-hintCells, leastValue), mostValue)
	value, at := e.draw(c, room)
	if used && at >= 0 {
		f.cursor = &screen.Place{Column: indent + at}
	}
	text := head + canvas.Pad(value, room+2) + c.Paint(canvas.Faint, c.Cut(e.hint(c), c.Width-indent-room-2))
	return []line{{text: text, used: used, hits: []hit{{0, c.Width, func(int) { f.useEntry(e) }}}}}
}

// mark returns the prefix of an entry, which marks the current one.
func (f *form) mark(e entry) string {
	if e == f.current() {
		return "> "
	}
	return "  "
}

// fitted returns as many lines as fit, including those of the current entry.
func fitted(lines []line, height int) []line {
	if len(lines) <= height {
		return lines
	}
	kept := slices.DeleteFunc(lines, func(l line) bool { return l.spare })
	if len(kept) <= height {
		return kept
	}
	first, last := -1, 0
	for i := range kept {
		if kept[i].used {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	top := min(max(last-height+1, 0), max(first, 0))
	return kept[top : top+height]
}
