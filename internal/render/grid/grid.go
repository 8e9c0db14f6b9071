// Package grid lays out rows and columns: tables that fit a width, labels with values, checks, comparisons, and
// their cells.
package grid

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// The spacing of a grid, in cells.
const (
	Gap    = 2 // between two columns
	Margin = 1 // before the first column
)

// Align is the alignment of a column's text.
type Align uint8

// The alignments. Numbers and money are aligned right.
const (
	Left Align = iota
	Right
)

// Column describes one column of a Table.
type Column struct {
	Name  string // the header; TSV and CSV have it in lower case with underscores
	Align Align
	// Keep ranks the column when the terminal is too narrow: the lowest is dropped first. Columns with the highest Keep
	// of a table are never dropped.
	Keep int
	// Flex says the column shrinks before any column is dropped, down to Least cells. A Least of 0 leaves enough for a
	// name.
	Flex  bool
	Least int
	// Record says the column is for scripts: it appears in TSV and CSV but never in a layout.
	Record bool
}

// Sheet is rows and columns whose texts are ready for one canvas: clean and in its characters. A Table makes one; a
// view that pads its cells makes its own.
type Sheet struct {
	columns []Column
	rows    [][]Cell
	natural []int // width of each column if nothing is cut
}

// NewSheet returns a sheet of rows with as many cells as there are columns.
func NewSheet(columns []Column, rows [][]Cell) Sheet {
	s := Sheet{columns: columns, rows: rows, natural: make([]int, len(columns))}
	for i, column := range columns {
		s.natural[i] = canvas.Cells(column.Name)
		for _, row := range rows {
			s.natural[i] = max(s.natural[i], canvas.Cells(row[i].Text)+canvas.Cells(row[i].Tail))
		}
	}
	return s
}

// Widest returns the width of a column if nothing is cut.
func (s Sheet) Widest(column int) int { return s.natural[column] }

// Width returns the width of the sheet if nothing is cut.
func (s Sheet) Width() int { return lineWidth(s.natural) }

// Fits reports whether a canvas shows every column whole, except the flexible one, which needs at least the given
// width.
func (s Sheet) Fits(c canvas.Canvas, flexible, least int) bool {
	needs := s.natural[flexible]
	return s.Width()-needs+min(needs, least) <= c.Width
}

// Fit chooses the columns that fit on the canvas, and their widths.
func (s Sheet) Fit(c canvas.Canvas) Grid {
	slots := fitColumns(s.columns, s.natural, c.Width-Margin)
	g := Grid{canvas: c}
	for _, slot := range slots {
		g.columns, g.widths = append(g.columns, s.columns[slot.column]), append(g.widths, slot.width)
	}
	for i, column := range s.columns {
		if column.Name != "" && !slices.ContainsFunc(slots, func(s slot) bool { return s.column == i }) {
			g.left = append(g.left, column.Name)
		}
	}
	if len(slots) == 0 {
		return g
	}
	if len(slots) == len(s.columns) { // they keep their order
		g.rows = s.rows
		return g
	}
	for _, row := range s.rows {
		fitted := make([]Cell, len(slots))
		for i, slot := range slots {
			fitted[i] = row[slot.column]
		}
		g.rows = append(g.rows, fitted)
	}
	return g
}

// lineWidth returns the width of columns on a line, with the margin and the gaps.
func lineWidth(widths []int) int {
	sum := Margin + Gap*max(len(widths)-1, 0)
	for _, width := range widths {
		sum += width
	}
	return sum
}

// Grid is a sheet with the columns and widths that fit on its canvas.
type Grid struct {
	canvas  canvas.Canvas
	columns []Column
	widths  []int
	rows    [][]Cell
	left    []string // names of the columns that do not fit
}

// Width returns the width of the grid.
func (g Grid) Width() int { return lineWidth(g.widths) }

// Start returns the cell at which a column begins.
func (g Grid) Start(column int) int {
	start := Margin
	for _, width := range g.widths[:min(column, len(g.widths))] {
		start += width + Gap
	}
	return start
}

// Lines draws one line for the header, unless no column has a name, and one for each row.
func (g Grid) Lines() (head, rows []string) {
	names := make([]Cell, len(g.columns))
	for i, column := range g.columns {
		names[i] = Cell{Text: column.Name, Tone: canvas.Faint}
		if column.Name != "" {
			head = []string{""}
		}
	}
	if head != nil {
		head[0] = g.line(names)
	}
	rows = make([]string, len(g.rows))
	for i, row := range g.rows {
		rows[i] = g.line(row)
	}
	return head, rows
}

func (g Grid) line(row []Cell) string {
	var drawn strings.Builder
	drawn.Grow(2 * g.Width()) // colors and characters beyond ASCII take more bytes than cells
	drawn.WriteString(strings.Repeat(" ", Margin))
	for i, cell := range row {
		width, tail := g.widths[i], canvas.Cells(cell.Tail)
		text := cell.Text + cell.Tail
		switch {
		case canvas.Cells(text) <= width:
		case tail > width:
			text = g.canvas.Cut(text, width)
		default:
			text = g.canvas.Cut(cell.Text, width-tail) + cell.Tail
		}
		pad := strings.Repeat(" ", max(width-canvas.Cells(text), 0))
		text = g.canvas.Paint(cell.Tone, text)
		if g.columns[i].Align == Right {
			text, pad = pad, text
		}
		drawn.WriteString(text)
		drawn.WriteString(pad)
		drawn.WriteString(strings.Repeat(" ", Gap))
	}
	line := strings.TrimRight(drawn.String(), " ")
	if g.Width() > g.canvas.Width {
		line = g.canvas.Cut(line, g.canvas.Width)
	}
	return line
}

// Narrowest is the minimum width of a column.
const Narrowest = 3

// flexFloor is the width down to which a flexible column shrinks before columns are dropped, unless the column sets
// its own.
const flexFloor = 20

// slot is a visible column and its width.
type slot struct{ column, width int }

// fitColumns chooses which columns are shown in a width, and their widths. Flexible columns shrink first; then the
// column with the lowest Keep is dropped (of several, the last); then the columns that cannot be dropped shrink.
func fitColumns(columns []Column, natural []int, width int) []slot {
	shown := make([]slot, len(columns))
	for i := range columns {
		shown[i] = slot{column: i, width: min(natural[i], max(width, Narrowest))}
	}
	for {
		fitted := slices.Clone(shown)
		shrink(fitted, width, func(s slot) int {
			return flexLimit(columns[s.column], cmp.Or(columns[s.column].Least, flexFloor), s.width)
		})
		if total(fitted) <= width {
			return fitted
		}
		weakest, ok := leastKept(columns, shown)
		if ok {
			shown = slices.Delete(shown, weakest, weakest+1)
			continue
		}
		shrink(fitted, width, func(s slot) int { return flexLimit(columns[s.column], Narrowest, s.width) })
		shrink(fitted, width, func(slot) int { return Narrowest })
		return fitted
	}
}

// flexLimit returns how narrow a column may get: floor if it is flexible, otherwise its full width.
func flexLimit(col Column, floor, width int) int {
	if col.Flex {
		return floor
	}
	return width
}

// leastKept returns the column to drop, if one may be dropped.
func leastKept(columns []Column, shown []slot) (int, bool) {
	if len(shown) < 2 {
		return 0, false
	}
	keep := func(a, b slot) int { return cmp.Compare(columns[a.column].Keep, columns[b.column].Keep) }
	lowest, highest := slices.MinFunc(shown, keep), slices.MaxFunc(shown, keep)
	if keep(lowest, highest) == 0 {
		return 0, false
	}
	for i, s := range slices.Backward(shown) {
		if keep(s, lowest) == 0 {
			return i, true
		}
	}
	return 0, false
}

// shrink takes cells from the widest slot above its limit until all fit or none can shrink further.
func shrink(slots []slot, width int, limit func(slot) int) {
	for over := total(slots) - width; over > 0; over-- {
		widest := -1
		for i, s := range slots {
			if s.width > limit(s) && (widest < 0 || s.width > slots[widest].width) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		slots[widest].width--
	}
}

// total returns the width of all slots with the gaps between them.
func total(slots []slot) int {
	sum := Gap * max(len(slots)-1, 0)
	for _, s := range slots {
		sum += s.width
	}
	return sum
}
