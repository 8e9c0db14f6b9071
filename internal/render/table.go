package render

import (
	"slices"
	"strings"
)

// Align says where a column's text stands.
type Align uint8

// The alignments. Numbers and money stand right.
const (
	Left Align = iota
	Right
)

// Column describes one column of a Table.
type Column struct {
	Name  string // the header; TSV and CSV have it in lower case with underscores
	Align Align
	// Keep ranks the column when the terminal is too narrow: the lowest goes first. Columns
	// with the highest Keep of a table are never dropped.
	Keep int
	// Flex says the column gives up width, down to a few letters, before any column is dropped.
	Flex bool
	// Record says the column is for scripts: TSV and CSV have it, a layout never does.
	Record bool
}

// Cell is one field of a row.
type Cell struct {
	Text string
	Tone Tone
	// Data is what TSV and CSV hold instead of Text, such as a bare amount; "" means Text.
	Data string
}

// Table is rows under columns.
type Table struct {
	Title   string // a line above, on a terminal only
	Columns []Column
	Rows    [][]Cell
	// Above and Below hold, for the row of the same index, a heading over it and a remark under
	// it, on a terminal only. They may be shorter than Rows; "" is no line.
	Above, Below []string
	Notes        []string // lines under the table, on a terminal only
}

// Answer is what is known of a yes-or-no question.
type Answer uint8

// The answers. What nobody stated is Unknown and never No.
const (
	Unknown Answer = iota
	Yes
	No
)

// AnswerOf reads an optional boolean; nil is Unknown.
func AnswerOf(b *bool) Answer {
	switch {
	case b == nil:
		return Unknown
	case *b:
		return Yes
	}
	return No
}

// String gives "yes", "no" or "not known".
func (a Answer) String() string {
	switch a {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "not known"
}

// Cell shows the answer: a yes in green, an unknown faint.
func (a Answer) Cell() Cell {
	return Cell{Text: a.String(), Tone: [...]Tone{Unknown: Faint, Yes: Good, No: Plain}[min(a, No)]}
}

func (t Table) lines(c canvas) []string {
	var out []string
	if title := c.spaced(t.Title); title != "" {
		out = append(out, c.wrapIndented("", title, Strong)...)
		out = append(out, "")
	}
	if len(t.Columns) > 0 {
		out = append(out, t.interleave(c)...)
	}
	return append(out, c.ending(t.Notes, nil)...)
}

// interleave draws the grid with the headings and remarks of its rows.
func (t Table) interleave(c canvas) []string {
	g := t.grid(c)
	if len(g.columns) == 0 {
		return nil
	}
	lines := c.grid(g)
	head := len(lines) - len(g.rows)
	out := lines[:head:head]
	indent := gridMargin
	if len(g.columns) > 1 {
		indent += g.columns[0].width + gridGap
	}
	for i, line := range lines[head:] {
		if above := c.spaced(at(t.Above, i)); above != "" {
			out = append(out, c.wrapIndented("", above, Strong)...)
		}
		out = append(out, line)
		if below := c.spaced(at(t.Below, i)); below != "" {
			out = append(out, c.wrapIndented(strings.Repeat(" ", indent), below, Plain)...)
		}
	}
	return out
}

// at is the text of an index, or none beyond the end.
func at(texts []string, i int) string {
	if i < len(texts) {
		return texts[i]
	}
	return ""
}

// shown leaves out the columns that are for scripts.
func (t Table) shown() Table {
	for i, column := range slices.Backward(t.Columns) {
		if column.Record {
			t = t.without(i)
		}
	}
	return t
}

// grid fits the table to the canvas.
func (t Table) grid(c canvas) grid {
	t = t.shown()
	rows := make([][]Cell, len(t.Rows))
	natural := make([]int, len(t.Columns))
	heads := make([]string, len(t.Columns))
	for i, col := range t.Columns {
		heads[i] = c.text(col.Name)
		natural[i] = cells(heads[i])
	}
	for r, row := range t.Rows {
		rows[r] = make([]Cell, len(t.Columns))
		for i := range min(len(row), len(t.Columns)) {
			rows[r][i] = Cell{Text: c.text(row[i].Text), Tone: row[i].Tone}
			natural[i] = max(natural[i], cells(rows[r][i].Text))
		}
	}
	var g grid
	slots := fitColumns(t.Columns, natural, c.width-gridMargin)
	for _, s := range slots {
		g.columns = append(g.columns, gridColumn{head: heads[s.column], align: t.Columns[s.column].Align, width: s.width})
	}
	for _, row := range rows {
		fitted := make([]Cell, len(slots))
		for i, s := range slots {
			fitted[i] = row[s.column]
		}
		g.rows = append(g.rows, fitted)
	}
	return g
}

// without leaves a column out.
func (t Table) without(column int) Table {
	t.Columns = slices.Delete(slices.Clone(t.Columns), column, column+1)
	rows := make([][]Cell, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = row
		if column < len(row) {
			rows[i] = slices.Delete(slices.Clone(row), column, column+1)
		}
	}
	t.Rows = rows
	return t
}

func (t Table) records() records {
	r := records{}
	for _, col := range t.Columns {
		r.head = append(r.head, fieldName(col.Name))
	}
	for _, row := range t.Rows {
		fields := make([]string, len(t.Columns))
		for i := range min(len(row), len(fields)) {
			fields[i] = row[i].Text
			if row[i].Data != "" {
				fields[i] = row[i].Data
			}
		}
		r.rows = append(r.rows, fields)
	}
	return r
}
