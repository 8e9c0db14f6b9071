package listing

import (
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// layout is the column layout of a list. Columns do not move while the list scrolls: rows that made a column wider
// become rulers, which are laid out together with all other rows.
type layout struct {
	canvas canvas.Canvas // for rows, without the gutter
	number int           // version of the layout; pages compare it with the one they were laid out for
	digits int           // digits of the highest row number
	made   bool
	head   []string // table header; empty if the rows are not a table
	rulers []Row
	usual  int // lines of a usual row; some have more, such as a label
}

// gutter is the width of the cursor column before a row. A row begins with a blank, which is replaced by a mark.
const gutter = 1

// fit starts a new layout if the width or the number of digits has changed.
func (l *List) fit(c canvas.Canvas) {
	c.Width = max(c.Width-gutter, 1)
	digits := len(strconv.Itoa(l.rows.count))
	if c.Width != l.layout.canvas.Width || digits != l.layout.digits {
		l.layout = layout{number: l.layout.number + 1, digits: digits, usual: l.layout.usual}
	}
	l.layout.canvas = c
}

// blocks returns the lines of each row of a page that was read. It caches them per layout.
func (l *List) blocks(n int) [][]string {
	p, lay := l.rows.pages[n], &l.layout
	if p.laid == lay.number {
		return p.blocks
	}
	head, blocks := l.measure(p.rows)
	if (!lay.made || !slices.Equal(head, lay.head)) && (l.rule(p.rows) || !lay.made) {
		lay.number++
		head, blocks = l.measure(p.rows)
		lay.head, lay.made = head, true
	}
	p.blocks, p.laid = blocks[len(blocks)-len(p.rows):], lay.number
	for i, block := range p.blocks {
		if i == 0 || len(block) < lay.usual {
			lay.usual = len(block)
		}
	}
	return p.blocks
}

// measure lays out rows together with the rulers and a row with the highest number.
func (l *List) measure(rows []Row) (head []string, blocks [][]string) {
	all := make([]Row, 0, len(rows)+len(l.layout.rulers)+1)
	if len(rows) > 0 {
		last := rows[0]
		last.N = l.rows.count
		all = append(all, last)
	}
	return l.feed.Blocks(l.layout.canvas, l.list, append(append(all, l.layout.rulers...), rows...))
}

// rule makes rulers of the rows that need wider columns, and reports whether there are any.
func (l *List) rule(rows []Row) bool {
	lay := &l.layout
	var head []string
	found := false
	if len(lay.rulers) > 0 {
		head, _ = l.measure(lay.rulers[:1])
	}
	for i := range rows {
		if wider, _ := l.measure(rows[i : i+1]); !slices.Equal(wider, head) {
			lay.rulers = append(lay.rulers, rows[i])
			head, found = wider, true
		}
	}
	return found
}

// heightOf returns the number of lines of a row. A row that was not read counts as a usual row, so that nothing moves
// when it arrives.
func (l *List) heightOf(i int) int {
	if _, ok := l.rows.row(i); ok && l.layout.canvas.Width > 0 {
		return len(l.blocks(i/l.rows.size + 1)[i%l.rows.size])
	}
	return max(l.layout.usual, 1)
}

// lines returns the lines of a row, without the gutter.
func (l *List) lines(c canvas.Canvas, i int) []string {
	if _, ok := l.rows.row(i); ok {
		return l.blocks(i/l.rows.size + 1)[i%l.rows.size]
	}
	lines := make([]string, max(l.layout.usual, 1))
	number := strconv.Itoa(i + 1)
	lines[0] = " " + strings.Repeat(" ", max(l.layout.digits-len(number), 0)) + number + "  " + c.Paint(canvas.Faint, "loading"+c.Glyph.Ellipsis)
	return lines
}
