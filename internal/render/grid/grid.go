// Package grid lays out rows and columns: tables that fit a width, labels with values, checks, comparisons, and
// their cells.
package grid

import (
	"cmp"
	"math"
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
	g := Grid{canvas: c, rows: make([][]Cell, len(s.rows))}
	for i, width := range fitColumns(s.columns, s.natural, c.Width-Margin) {
		if width == dropped {
			if name := s.columns[i].Name; name != "" {
				g.left = append(g.left, name)
			}
			continue
		}
		g.columns, g.widths = append(g.columns, s.columns[i]), append(g.widths, width)
		for r, row := range s.rows {
			g.rows[r] = append(g.rows[r], row[i])
		}
	}
	if len(g.columns) == 0 {
		g.rows = nil
	}
	return g
}

// lineWidth returns the width of columns on a line, with the margin and the gaps.
func lineWidth(widths []int) int {
	sum := Margin - Gap
	for _, width := range widths {
		if width != dropped {
			sum += Gap + width
		}
	}
	return max(sum, Margin)
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

// dropped is the width of a column that is not shown.
const dropped = -1

// fitColumns returns the widths of the columns in a total width, or dropped. Flexible columns shrink first; then the
// column with the lowest Keep is dropped (of several, the last); then the columns that cannot be dropped shrink.
func fitColumns(columns []Column, natural []int, width int) []int {
	shown := make([]int, len(columns))
	for i := range columns {
		shown[i] = min(natural[i], max(width, Narrowest))
	}
	// flexible returns how narrow a column may get if only flexible ones shrink.
	flexible := func(floor func(Column) int) func(i int) int {
		return func(i int) int {
			if columns[i].Flex {
				return floor(columns[i])
			}
			return shown[i]
		}
	}
	for {
		widths := slices.Clone(shown)
		if shrink(widths, width, flexible(func(c Column) int { return cmp.Or(c.Least, flexFloor) })) {
			return widths
		}
		weakest, highest := -1, math.MinInt
		for i, column := range columns {
			if shown[i] == dropped {
				continue
			}
			highest = max(highest, column.Keep)
			if weakest < 0 || column.Keep <= columns[weakest].Keep {
				weakest = i
			}
		}
		if weakest < 0 || columns[weakest].Keep == highest {
			_ = shrink(widths, width, flexible(func(Column) int { return Narrowest })) ||
				shrink(widths, width, func(int) int { return Narrowest })
			return widths
		}
		shown[weakest] = dropped
	}
}

// shrink takes cells from the widest column above its limit until all fit or none can shrink further, and reports
// whether they fit.
func shrink(widths []int, width int, limit func(column int) int) bool {
	for over := lineWidth(widths) - Margin - width; over > 0; over-- {
		widest := -1
		for i, w := range widths {
			if w != dropped && w > limit(i) && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return false
		}
		widths[widest]--
	}
	return true
}

// Downwards arranges texts of one width in columns that are read downwards.
func Downwards(texts []string, across, gap int) []string {
	lines := make([]string, (len(texts)+across-1)/across)
	for i, text := range texts {
		lead := gap
		if i < len(lines) {
			lead = Margin
		}
		lines[i%len(lines)] += strings.Repeat(" ", lead) + text
	}
	return Each(lines, func(line string) string { return strings.TrimRight(line, " ") })
}
