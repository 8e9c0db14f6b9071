package render

import "slices"

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
	Notes   []string // lines below, on a terminal only
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
		out = append(out, c.grid(t.grid(c))...)
	}
	for i, note := range t.Notes {
		if i == 0 {
			out = append(out, "")
		}
		out = append(out, c.wrapIndented("", c.spaced(note), Plain)...)
	}
	return out
}

// grid fits the table to the canvas.
func (t Table) grid(c canvas) grid {
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
func (t Table) without(name string) Table {
	at := slices.IndexFunc(t.Columns, func(col Column) bool { return col.Name == name })
	if at < 0 {
		return t
	}
	t.Columns = slices.Delete(slices.Clone(t.Columns), at, at+1)
	for i, row := range t.Rows {
		t.Rows[i] = slices.Delete(slices.Clone(row), at, at+1)
	}
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
