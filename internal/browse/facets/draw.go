package facets

import (
	"math"
	"strings"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// view is how the panel was last drawn.
type view struct {
	height    int // lines of the group
	top       int // the first line of the group that is shown
	first     int // the first row that is shown
	lines     []int
	groups    int // width of the groups, with what parts them
	groupsTop int
	caret     screen.Place
}

// gap is what parts the groups from the rows: a blank, a sign, a blank.
const gap = 3

// Draw shows the groups at the left, and the one that is open at the right.
func (p *Panel) Draw(c canvas.Canvas) []string {
	width := min(max(c.Width*2/5, 22), 38)
	if c.Width < 2*width-4 {
		width = 0 // there is room for the group alone
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
	lines := make([]string, c.Height)
	for i := range lines {
		lines[i] = left[i] + " " + c.Paint(canvas.Faint, p.parting(c, i)) + " " + canvas.LineAt(right, i)
	}
	return lines
}

// parting is the sign between groups and rows; an arrow where more rows are.
func (p *Panel) parting(c canvas.Canvas, line int) string {
	up, down := "↑", "↓"
	if !c.Unicode {
		up, down = "^", "v"
	}
	switch {
	case line == c.Height-p.view.height && p.view.top > 0:
		return up
	case line == c.Height-1 && p.view.top+p.view.height < p.lineOf(len(p.rows)):
		return down
	}
	return c.Glyph.Stem
}

// padded is a line over a width.
func padded(c canvas.Canvas, text string, width int) string {
	text = c.Cut(text, width)
	return text + strings.Repeat(" ", max(width-canvas.Cells(text), 0))
}

// drawGroups gives a line for each group, and blank ones below.
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

// summary is what of a group is on, in few words.
func (p *Panel) summary(c canvas.Canvas, group int) string {
	said := ""
	for i, one := range p.groups[group] {
		if !one.on {
			continue
		}
		switch {
		case said == "":
		case i > 0 && joins(p.groups[group][i-1], one):
			said += " "
		default:
			said += ", "
		}
		said += c.Text(one.said)
		if one.end != nil {
			said += " " + one.end.show(c, one.end.at)
		}
		if len(said) > 4*c.Width {
			break // no more of it is seen
		}
	}
	return said
}

// joins tells whether two items are both ends of one range, and both are set.
func joins(one, next *item) bool {
	return one.on && one.end != nil && one.end.side == lower && next.end != nil && next.end.side == upper
}

// lineOf is on which line of the group a row stands, of all its lines. Beyond the last row it is how many
// lines there are.
func (p *Panel) lineOf(row int) int {
	line := row
	for i := 0; i <= row && i < len(p.rows); i++ {
		if p.rows[i].head != "" {
			line++
		}
	}
	return line
}

// drawRows gives the lines of the open group, or of what was found.
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
	p.scroll()
	p.view.lines = p.view.lines[:0]
	if len(p.rows) == 0 {
		return append(lines, c.Paint(canvas.Faint, c.Cut("  "+p.none(), width)))
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

// none says why no line is listed.
func (p *Panel) none() string {
	if p.find != "" {
		return "No filter has this in its name."
	}
	return "The " + p.o.Of.noun + "s have no words for this yet."
}

// scroll brings the cursor into view, with the heading above it.
func (p *Panel) scroll() {
	at := p.lineOf(p.at)
	above := at
	if r := p.row(); r != nil && r.head != "" {
		above--
	}
	if p.at == 0 {
		above = 0
	}
	p.view.top = min(p.view.top, max(p.lineOf(len(p.rows))-p.view.height, 0))
	p.view.top = max(min(p.view.top, above), at-p.view.height+1, 0)
}

// page is how wide the parts of a row are, in cells.
type page struct{ width, code, count, label, value, bar int }

// measure looks at all rows, so that nothing moves while they scroll.
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

// drawRow draws a row on a line of the panel.
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

// drawTurned is something to turn on or off.
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

// drawEnd is an end of a range: what it is, its value, and where that lies.
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

// drawBar draws a scale of so many cells, heavier where the end keeps rows.
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
