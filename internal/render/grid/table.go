package grid

import (
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/canvas"
)

// Table is rows under columns.
type Table struct {
	Title   string // a line above, on a terminal only
	Columns []Column
	Rows    [][]Cell
	// Above and Below hold, for the row of the same index, a heading over it and a remark under
	// it, on a terminal only. They may be shorter than Rows; "" adds no line.
	Above, Below []string
	Notes        []string // lines under the table, on a terminal only
}

// Lines gives the layout for a person.
func (t Table) Lines(c canvas.Canvas) []string {
	var out []string
	if title := c.Spaced(t.Title); title != "" {
		out = append(out, c.Wrap("", title, canvas.Strong)...)
		out = append(out, "")
	}
	out = append(out, t.interleave(c)...)
	return append(out, c.Ending(t.Notes, nil)...)
}

// interleave draws the table with the headings and remarks of its rows.
func (t Table) interleave(c canvas.Canvas) []string {
	g := t.Sheet(c).Fit(c)
	out, rows := g.Lines()
	indent := strings.Repeat(" ", g.remarkStart())
	for i, line := range rows {
		if above := c.Spaced(canvas.LineAt(t.Above, i)); above != "" {
			out = append(out, c.Wrap("", above, canvas.Strong)...)
		}
		out = append(out, line)
		if below := c.Spaced(canvas.LineAt(t.Below, i)); below != "" {
			out = append(out, c.Wrap(indent, below, canvas.Plain)...)
		}
	}
	return out
}

// Blocks draws the table with remarks under each row, flowing between items.
func (t Table) Blocks(c canvas.Canvas, remarks func(row int) []string) (head []string, blocks [][]string) {
	g := t.Sheet(c).Fit(c)
	head, rows := g.Lines()
	indent := strings.Repeat(" ", g.Start(1))
	for i, line := range rows {
		block := []string{line}
		if items := remarks(i); len(items) > 0 {
			block = append(block, c.Flow(indent, items, " "+c.Glyph.Dot+" ")...)
		}
		blocks = append(blocks, block)
	}
	return head, blocks
}

// Sheet makes the table ready for a canvas, without the columns that are for scripts.
func (t Table) Sheet(c canvas.Canvas) Sheet {
	var columns []Column
	rows := make([][]Cell, len(t.Rows))
	for i, column := range t.Columns {
		if column.Record {
			continue
		}
		column.Name = c.Text(column.Name)
		columns = append(columns, column)
		for r, row := range t.Rows {
			cell := Cell{}
			if i < len(row) {
				cell = Cell{Text: c.Text(row[i].Text), Tone: row[i].Tone, Tail: c.Text(row[i].Tail)}
			}
			rows[r] = append(rows[r], cell)
		}
	}
	return NewSheet(columns, rows)
}

// Records gives every row with every column, also those that are for scripts.
func (t Table) Records() Records {
	r := Records{}
	for _, col := range t.Columns {
		r.Head = append(r.Head, FieldName(col.Name))
	}
	for _, row := range t.Rows {
		fields := make([]string, len(t.Columns))
		for i := range min(len(row), len(fields)) {
			fields[i] = row[i].Text
			if row[i].Data != "" {
				fields[i] = row[i].Data
			}
		}
		r.Rows = append(r.Rows, fields)
	}
	return r
}

// Stack sets a list's rows under its head and the names of its columns, and an empty line behind
// them; a list without rows is its head alone.
func Stack(head, names []string, blocks [][]string) []string {
	if len(blocks) == 0 {
		return head
	}
	out := append(head, names...)
	for _, block := range blocks {
		out = append(out, block...)
	}
	return append(out, "")
}

// FieldName turns a label into the name of a field: lower case, words joined by underscores.
func FieldName(label string) string {
	if label == "#" {
		return "number"
	}
	return strings.ReplaceAll(strings.ToLower(clean.Line(label)), " ", "_")
}

// Records is an answer as rows and columns for scripts.
type Records struct {
	Head []string
	Rows [][]string
}
