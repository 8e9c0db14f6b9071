package listing

import (
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// layout is how the columns of a list lie. They do not move while the list scrolls: the rows that made a
// column wider are laid out with all others, as rulers.
type layout struct {
	canvas canvas.Canvas // of the rows, without the gutter
	number int           // of laying out; pages know by it what they were laid out for
	digits int           // of the highest row number
	made   bool
	head   []string // of the table, none where rows are not a table
	rulers []Row
	usual  int // lines of a usual row: some have more, such as for a label
}

// gutter is how many cells stand before a row, for the cursor. A row begins with a blank, where marks stand.
const gutter = 1

// mostRulers is how many rulers are kept before those are looked for that others stand for.
const mostRulers = 16

// fit lays out anew where the width or the length of the row numbers is another.
func (l *List) fit(c canvas.Canvas) {
	c.Width = max(c.Width-gutter, 1)
	digits := len(strconv.Itoa(l.rows.count))
	if c.Width != l.layout.canvas.Width || digits != l.layout.digits {
		l.layout = layout{number: l.layout.number + 1, digits: digits, usual: l.layout.usual}
	}
	l.layout.canvas = c
}

// blocks are the lines of each row of a page that was read. They are made once for a layout.
func (l *List) blocks(n int) [][]string {
	p, lay := l.rows.pages[n], &l.layout
	if p.laid == lay.number {
		return p.blocks
	}
	p.wake()
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

// measure lays out rows beside the rulers, and a row with the highest number.
func (l *List) measure(rows []Row) (head []string, blocks [][]string) {
	all := make([]Row, 0, len(rows)+len(l.layout.rulers)+1)
	if len(rows) > 0 {
		last := rows[0]
		last.N = l.rows.count
		all = append(all, last)
	}
	return l.feed.Blocks(l.layout.canvas, l.list, append(append(all, l.layout.rulers...), rows...))
}

// rule makes rulers of those rows that the columns have to be wider for, and tells whether there are any.
func (l *List) rule(rows []Row) bool {
	lay := &l.layout
	head, found := []string(nil), false
	if len(lay.rulers) > 0 {
		head, _ = l.measure(lay.rulers[:1])
	}
	for i := range rows {
		if wider, _ := l.measure(rows[i : i+1]); !slices.Equal(wider, head) {
			lay.rulers = append(lay.rulers, rows[i])
			head, found = wider, true
		}
	}
	if len(lay.rulers) > mostRulers {
		lay.prune(func(rulers []Row) []string {
			lay.rulers = rulers
			head, _ := l.measure(rulers[:1])
			return head
		}, head)
	}
	return found
}

// prune leaves out rulers that others stand for.
func (lay *layout) prune(measure func([]Row) []string, head []string) {
	kept := slices.Clone(lay.rulers)
	for i := 0; i < len(kept) && len(kept) > 1; {
		without := slices.Delete(slices.Clone(kept), i, i+1)
		if slices.Equal(measure(without), head) {
			kept = without
			continue
		}
		i++
	}
	lay.rulers = kept
}

// heightOf is how many lines the row at a position takes. One that was not read takes those of a usual row, so
// that nothing moves when it arrives.
func (l *List) heightOf(i int) int {
	if _, ok := l.rows.bare(i); ok && l.layout.canvas.Width > 0 {
		return len(l.blocks(i/l.rows.size + 1)[i%l.rows.size])
	}
	return max(l.layout.usual, 1)
}

// lines are those of the row at a position, without the gutter.
func (l *List) lines(c canvas.Canvas, i int) []string {
	if _, ok := l.rows.bare(i); ok {
		return l.blocks(i/l.rows.size + 1)[i%l.rows.size]
	}
	lines := make([]string, max(l.layout.usual, 1))
	number := strconv.Itoa(i + 1)
	lines[0] = " " + strings.Repeat(" ", max(l.layout.digits-len(number), 0)) + number + "  " + c.Paint(canvas.Faint, "loading"+c.Glyph.Ellipsis)
	return lines
}
