package grid

import (
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
)

// Table is rows under columns.
type Table struct {
	Title   string // a line above, only on a terminal
	Columns []Column
	Rows    [][]Cell
	Shown   [][]Cell // the rows of a layout, if it has others than the records; nil means Rows
	// Above and Below hold, for the shown row of the same index, a heading over it and a remark under it, only on a
	// terminal. They may have fewer elements than there are rows; "" adds no line.
	Above, Below []string
	Notes        []string // lines under the table, on a terminal only
	// Choose is the flag that shows columns that do not fit; "" if there is none.
	Choose string
}

// Each returns a value of each item of a list.
func Each[T, V any](list []T, value func(T) V) []V {
	out := make([]V, len(list))
	for i, item := range list {
		out[i] = value(item)
	}
	return out
}

// Add adds a column to the table, with a cell in each row.
func (t *Table) Add(column Column, cell func(row int) Cell) {
	t.Columns = append(t.Columns, column)
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], cell(i))
	}
}

// Lines returns the layout for a person.
func (t Table) Lines(c canvas.Canvas) []string {
	var out []string
	if title := c.Spaced(t.Title); title != "" {
		out = append(out, c.Wrap("", title, canvas.Strong)...)
		out = append(out, "")
	}
	if t.Shown != nil {
		t.Rows = t.Shown
	}
	if len(t.Rows) == 0 { // no header without rows
		return append(out, c.Ending(t.Notes, nil)...)
	}
	g := t.Sheet(c).Fit(c)
	head, rows := g.Lines()
	out = append(out, head...)
	indent := strings.Repeat(" ", Margin) // remarks begin below the second column if there is one
	if len(g.columns) > 1 {
		indent = strings.Repeat(" ", g.Start(1))
	}
	for i, line := range rows {
		if above := c.Spaced(canvas.LineAt(t.Above, i)); above != "" {
			out = append(out, c.Wrap("", above, canvas.Strong)...)
		}
		out = append(out, line)
		if below := c.Spaced(canvas.LineAt(t.Below, i)); below != "" {
			out = append(out, c.Wrap(indent, below, canvas.Plain)...)
		}
	}
	out = append(out, LeftOut(c, g.left, t.Choose)...)
	return append(out, c.Ending(t.Notes, nil)...)
}

// Parts draws the header of the table and a line for each row, and returns the columns that do not fit.
func (t Table) Parts(c canvas.Canvas) (head, rows, left []string) {
	g := t.Sheet(c).Fit(c)
	head, rows = g.Lines()
	return head, rows, g.left
}

// ChooseColumns is the flag that selects columns.
const ChooseColumns = "--columns"

// LeftOut names the columns that do not fit, if any, and how to show them: a wider window and, if there is one, a
// flag.
func LeftOut(c canvas.Canvas, names []string, choose string) []string {
	if len(names) == 0 {
		return nil
	}
	way := "a wider window"
	if choose = c.Text(choose); choose != "" {
		way = choose + " or " + way
	}
	object := "it"
	if len(names) > 1 {
		object = "them"
	}
	text := "Left out for width: " + strings.Join(names, ", ") + " " + c.Glyph.Dot + " " + way + " shows " + object
	return c.Wrap("", text, canvas.Faint)
}

// Sheet prepares the table for a canvas, without the columns for scripts.
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

// Records returns every row with every column, including those for scripts.
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

// Stack puts a list's rows below its heading and column names, followed by an empty line. A list without rows is
// only its heading.
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

// FieldName converts a label to a field name: lower case, words joined by underscores.
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

// Cell is one field of a row.
type Cell struct {
	Text string
	Tone canvas.Tone
	// Tail follows Text and is kept when Text is cut; TSV and CSV omit it.
	Tail string
	// Data replaces Text in TSV and CSV, such as a bare amount; "" means Text.
	Data string
}

// Answer is the answer to a yes-or-no question, if known.
type Answer uint8

// The answers. A missing answer is Unknown, never No.
const (
	Unknown Answer = iota
	Yes
	No
)

// AnswerOf converts an optional boolean; nil is Unknown.
func AnswerOf(b *bool) Answer {
	switch {
	case b == nil:
		return Unknown
	case *b:
		return Yes
	}
	return No
}

// String returns "yes", "no" or "not known".
func (a Answer) String() string {
	switch a {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "not known"
}

// Cell returns the answer as a cell: yes in green, unknown in faint.
func (a Answer) Cell() Cell {
	return Cell{Text: a.String(), Tone: [...]canvas.Tone{Unknown: canvas.Faint, Yes: canvas.Good, No: canvas.Plain}[min(a, No)]}
}

// Stated returns a seller's answer about an offer as a cell.
func (a Answer) Stated() Cell {
	if a == Unknown {
		return Cell{Text: NotStated, Tone: canvas.Faint}
	}
	return a.Cell()
}

// NotStated is shown if a seller does not state something.
const NotStated = "not stated"

// OrNotStated shows text, or that a seller does not state it.
func OrNotStated(text string) Cell {
	if text == "" {
		return Cell{Text: NotStated, Tone: canvas.Faint}
	}
	return Cell{Text: text}
}

// doubtMark marks a price that cannot be right, and DoubtNote explains it.
const (
	doubtMark = " ?"
	DoubtNote = "Prices marked ? are shown as the service sent them; they cannot be right."
)

// Amounts formats a column of amounts in the canvas's characters.
func Amounts(c canvas.Canvas, amounts []offer.Money, locale string) []string {
	return offer.Texts(amounts, locale, !c.Unicode)
}

// PriceCells returns cells for a column of amounts; one that cannot be right is marked.
func PriceCells(c canvas.Canvas, amounts []offer.Money, locale string) []Cell {
	out := make([]Cell, len(amounts))
	marked := slices.ContainsFunc(amounts, offer.Money.Doubtful)
	for i, text := range Amounts(c, amounts, locale) {
		out[i] = Cell{Text: text, Tone: canvas.Strong}
		switch {
		case amounts[i].Doubtful():
			out[i] = Cell{Text: text + doubtMark, Tone: canvas.Warn}
		case marked:
			out[i].Text += strings.Repeat(" ", len(doubtMark))
		}
	}
	return out
}

// Doubts explains the mark for amounts that cannot be right, if there are any.
func Doubts(amounts []offer.Money) []string {
	if slices.ContainsFunc(amounts, offer.Money.Doubtful) {
		return []string{DoubtNote}
	}
	return nil
}

// Amount formats one amount for this canvas.
func Amount(c canvas.Canvas, m offer.Money, locale string) string {
	return Amounts(c, []offer.Money{m}, locale)[0]
}

// barCells is the length of a price's bar.
const barCells = 12

// ShareBar shows the position of a price between the lowest (0) and the highest (1); nil shows nothing.
func ShareBar(c canvas.Canvas, share *float64) Cell {
	if share == nil || math.IsNaN(*share) {
		return Cell{}
	}
	at := int(math.Round(min(max(*share, 0), 1) * (barCells - 1)))
	return Cell{Text: strings.Repeat(c.Glyph.Track, at) + c.Glyph.Thumb + strings.Repeat(c.Glyph.Track, barCells-1-at), Tone: canvas.Faint}
}

// The heights of a line of amounts, lowest first; digits without Unicode.
const (
	heights      = "▁▂▃▄▅▆▇█"
	asciiHeights = "12345678"
)

// Heights draws amounts as heights between the lowest and the highest, one character each. NaN is a space.
func Heights(c canvas.Canvas, amounts []float64) string {
	signs, low, high := []rune(heights), math.Inf(1), math.Inf(-1)
	if !c.Unicode {
		signs = []rune(asciiHeights)
	}
	for _, amount := range amounts {
		if !math.IsNaN(amount) {
			low, high = min(low, amount), max(high, amount)
		}
	}
	var b strings.Builder
	for _, amount := range amounts {
		switch {
		case math.IsNaN(amount):
			b.WriteByte(' ')
		case high == low:
			b.WriteRune(signs[0])
		default:
			b.WriteRune(signs[int(math.Round((amount-low)/(high-low)*float64(len(signs)-1)))])
		}
	}
	return b.String()
}
