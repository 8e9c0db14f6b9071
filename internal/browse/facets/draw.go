package facets

import (
	"math"
	"strings"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// view is the layout of the last drawing.
type view struct {
	height    int // lines for the rows of the group
	top       int // the first visible line of the group
	first     int // the first visible row
	lines     []int
	groups    int // width of the groups, including the gap
	groupsTop int
	caret     screen.Place
}

// gap is the width of the separator between groups and rows: a blank, a sign, a blank.
const gap = 3

// Draw shows the groups on the left and the open group on the right.
func (p *Panel) Draw(c canvas.Canvas) []string {
	width := min(max(c.Width*2/5, 22), 38)
	if c.Width < 2*width-4 {
		width = 0 // only the open group fits
	}
	p.view.groups = 0
	var left []string
	if width > 0 {
		p.view.groups = width + gap
		left = p.drawGroups(c, width)
	}
	right := p.drawRows(c, c.Width-p.view.groups)
	if width == 0 {
		return right
	}
	up, down := "↑", "↓"
	if !c.Unicode {
		up, down = "^", "v"
	}
	lines := make([]string, c.Height)
	for i := range lines {
		sign := c.Glyph.Stem // or an arrow where more rows follow
		switch {
		case i == c.Height-p.view.height && p.view.top > 0:
			sign = up
		case i == c.Height-1 && p.view.top+p.view.height < p.lineOf(len(p.rows)):
			sign = down
		}
		lines[i] = left[i] + " " + c.Paint(canvas.Faint, sign) + " " + canvas.LineAt(right, i)
	}
	return lines
}

// padded cuts or pads a text to a width.
func padded(c canvas.Canvas, text string, width int) string {
	return canvas.Pad(c.Cut(text, width), width)
}

// drawGroups returns one line per group, then blank lines.
func (p *Panel) drawGroups(c canvas.Canvas, width int) []string {
	p.view.groupsTop = max(min(p.view.groupsTop, p.group), p.group-c.Height+1)
	titles := 0
	for _, g := range p.o.Of.groups {
		titles = max(titles, len(g.Title))
	}
	lines := make([]string, c.Height)
	for i := range lines {
		g := i + p.view.groupsTop
		if g >= len(p.groups) {
			lines[i] = strings.Repeat(" ", width)
			continue
		}
		mark := "  "
		if g == p.group && p.find == "" {
			mark = "> "
		}
		line := padded(c, mark+padded(c, p.o.Of.groups[g].Title, titles)+"  "+p.summary(c, g), width)
		switch {
		case g != p.group || p.find != "":
		case p.among:
			line = stage.Chosen(line, width)
		default:
			line = c.Paint(canvas.Strong, line)
		}
		lines[i] = line
	}
	return lines
}

// summary returns the active filters of a group in a few words.
func (p *Panel) summary(c canvas.Canvas, group int) string {
	said := ""
	for i, one := range p.groups[group] {
		if !one.on {
			continue
		}
		afterLower := false // both ends of a range are set
		if i > 0 && one.end != nil && one.end.side == upper {
			before := p.groups[group][i-1]
			afterLower = before.on && before.end != nil && before.end.side == lower
		}
		switch {
		case said == "":
		case afterLower:
			said += " "
		default:
			said += ", "
		}
		said += c.Text(one.said)
		if one.end != nil {
			said += " " + one.end.show(c, one.end.at)
		}
	}
	return said
}

// lineOf returns the line of a row within the whole group. For a row past the last, it returns the number of lines.
func (p *Panel) lineOf(row int) int {
	line := row
	for i := 0; i <= row && i < len(p.rows); i++ {
		if p.rows[i].head != "" {
			line++
		}
	}
	return line
}

// drawRows returns the lines of the open group or of the search results.
func (p *Panel) drawRows(c canvas.Canvas, width int) []string {
	var lines []string
	if p.find != "" || p.input.what == typingFind {
		const label = "  Find: "
		text := c.Text(p.find)
		if p.input.what == typingFind {
			text = p.input.text.Draw(c, max(width-len(label), 1))
			p.view.caret = screen.Place{Column: p.view.groups + len(label) + p.input.text.Cursor()}
		}
		lines = append(lines, c.Cut(label+text, width))
	}
	p.view.height = max(c.Height-len(lines), 1)
	at := p.lineOf(p.at) // bring the cursor and its heading into view
	above := at
	if r := p.row(); r != nil && r.head != "" {
		above--
	}
	if p.at == 0 {
		above = 0
	}
	p.view.top = min(p.view.top, max(p.lineOf(len(p.rows))-p.view.height, 0))
	p.view.top = max(min(p.view.top, above), at-p.view.height+1, 0)
	p.view.lines = p.view.lines[:0]
	if len(p.rows) == 0 {
		none := "The " + p.o.Of.noun + "s have no words for this yet."
		if p.find != "" {
			none = "No filter has this in its name."
		}
		return append(lines, c.Paint(canvas.Faint, c.Cut("  "+none, width)))
	}
	page := p.measure(c, width)
	for i, line := 0, 0; i < len(p.rows) && len(lines) < c.Height; i++ {
		if p.rows[i].head != "" {
			if line >= p.view.top {
				lines = append(lines, c.Paint(canvas.Faint, c.Cut("  "+c.Text(p.rows[i].head), width)))
			}
			line++
		}
		if line >= p.view.top && len(lines) < c.Height {
			if len(p.view.lines) == 0 {
				p.view.first = i
			}
			p.view.lines = append(p.view.lines, len(lines))
			lines = append(lines, p.drawRow(c, page, i, len(lines)))
		}
		line++
	}
	return lines
}

// page holds the widths of the parts of a row, in cells.
type page struct{ width, code, count, label, value, bar int }

// measure looks at all rows so that nothing shifts while they scroll.
func (p *Panel) measure(c canvas.Canvas, width int) page {
	const most, longest, blanks, widest = 10, 40, 8, 64
	m := page{width: min(width, widest), value: len("06:00 ")}
	for _, r := range p.rows {
		m.count = max(m.count, len(r.count))
		if r.end == nil {
			m.code = max(m.code, min(canvas.Cells(c.Text(r.code)), most))
			continue
		}
		m.label = max(m.label, canvas.Cells(c.Text(r.label)))
		m.value = max(m.value, canvas.Cells(r.end.show(c, r.end.low)), canvas.Cells(r.end.show(c, r.end.high)), canvas.Cells(r.end.show(c, r.end.at)))
	}
	m.bar = min(m.width-m.label-m.value-m.count-blanks, longest)
	return m
}

func (p *Panel) drawRow(c canvas.Canvas, m page, row, line int) string {
	r := p.rows[row]
	here := row == p.at && !p.among
	var text string
	switch {
	case r.end == nil:
		text = drawTurned(c, m, r)
	case here && p.input.what == typingValue:
		text = drawEnd(c, m, r, p.input.text.Draw(c, m.value))
		p.view.caret = screen.Place{Row: line, Column: p.view.groups + 4 + m.label + p.input.text.Cursor()}
	case r.on:
		text = drawEnd(c, m, r, r.end.show(c, r.end.at))
	default:
		text = drawEnd(c, m, r, "any")
	}
	if here {
		return stage.Chosen("> "+text, m.width)
	}
	return c.Cut("  "+text, m.width)
}

// drawTurned draws an item that can be turned on or off.
func drawTurned(c canvas.Canvas, m page, r *item) string {
	box := "[ ] "
	switch {
	case r.on:
		box = "[x] "
	case r.barred != "":
		box = "[-] "
	}
	rest := ""
	if m.code > 0 && r.code+r.count != "" {
		rest = "  " + padded(c, c.Text(r.code), m.code)
	}
	if r.count != "" {
		rest += "  " + strings.Repeat(" ", m.count-len(r.count)) + r.count
	}
	return box + padded(c, c.Text(r.label), m.width-2-len(box)-canvas.Cells(rest)) + rest
}

// drawEnd draws an end of a range: its label, its value, and a bar.
func drawEnd(c canvas.Canvas, m page, r *item, value string) string {
	text := padded(c, c.Text(r.label), m.label) + "  " + value
	text += strings.Repeat(" ", max(m.label+2+m.value-canvas.Cells(text), 0))
	if bar := drawBar(c, r.end, m.bar); bar != "" {
		text += "  " + bar
	}
	if r.count != "" {
		text = padded(c, text, m.width-4-m.count) + "  " + strings.Repeat(" ", m.count-len(r.count)) + r.count
	}
	return text
}

// drawBar draws a scale that is heavier over the values that pass the filter.
func drawBar(c canvas.Canvas, e *end, cells int) string {
	const least = 6
	if cells < least || e.step == 0 {
		return ""
	}
	share := min(max((e.at-e.low)/(e.high-e.low), 0), 1)
	at := int(math.Round(share * float64(cells-1)))
	before, after := c.Glyph.Track, c.Glyph.Air
	if e.side == upper {
		before, after = after, before
	}
	return strings.Repeat(before, at) + c.Glyph.Thumb + strings.Repeat(after, cells-1-at)
}
