package render

import "strings"

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
	// Tail stands behind Text and stays when Text is cut; TSV and CSV do not have it.
	Tail string
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
	out = append(out, t.interleave(c)...)
	return append(out, c.ending(t.Notes, nil)...)
}

// interleave draws the table with the headings and remarks of its rows.
func (t Table) interleave(c canvas) []string {
	g := t.Sheet(c).Fit(c)
	out, rows := g.Lines()
	indent := strings.Repeat(" ", g.remarkStart())
	for i, line := range rows {
		if above := c.spaced(at(t.Above, i)); above != "" {
			out = append(out, c.wrapIndented("", above, Strong)...)
		}
		out = append(out, line)
		if below := c.spaced(at(t.Below, i)); below != "" {
			out = append(out, c.wrapIndented(indent, below, Plain)...)
		}
	}
	return out
}

// Blocks draws the table with remarks under each row, flowing between items.
func (t Table) Blocks(c canvas, remarks func(row int) []string) (head []string, blocks [][]string) {
	g := t.Sheet(c).Fit(c)
	head, rows := g.Lines()
	indent := strings.Repeat(" ", g.Start(1))
	for i, line := range rows {
		block := []string{line}
		if items := remarks(i); len(items) > 0 {
			block = append(block, c.flow(indent, items, " "+c.glyph.dot+" ")...)
		}
		blocks = append(blocks, block)
	}
	return head, blocks
}

// at is the text of an index, or none beyond the end.
func at(texts []string, i int) string {
	if i < len(texts) {
		return texts[i]
	}
	return ""
}

// Sheet makes the table ready for a canvas, without the columns that are for scripts.
func (t Table) Sheet(c canvas) Sheet {
	s := Sheet{Rows: make([][]Cell, len(t.Rows))}
	for i, column := range t.Columns {
		if column.Record {
			continue
		}
		column.Name = c.text(column.Name)
		s.Columns = append(s.Columns, column)
		for r, row := range t.Rows {
			cell := Cell{}
			if i < len(row) {
				cell = Cell{Text: c.text(row[i].Text), Tone: row[i].Tone, Tail: c.text(row[i].Tail)}
			}
			s.Rows[r] = append(s.Rows[r], cell)
		}
	}
	return s
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
