package render

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// writeRecords writes CSV, or tab-separated lines, which have a header only if requested.
func (p *Printer) writeRecords(r grid.Records) error {
	if p.format == FormatCSV {
		return p.writeCSV(r)
	}
	w := bufio.NewWriter(p.out)
	if p.format == FormatTSV && len(r.Head) > 0 {
		writeTSVLine(w, r.Head)
	}
	for _, row := range r.Rows {
		if p.format == FormatTSV {
			row = guardAll(row)
		}
		writeTSVLine(w, row)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

// writeTSVLine needs no quoting: clean.Line leaves neither tabs nor line breaks in a field. An error of w is kept
// until it is flushed.
func writeTSVLine(w *bufio.Writer, fields []string) {
	for i, field := range fields {
		if i > 0 {
			_ = w.WriteByte('\t')
		}
		_, _ = w.WriteString(clean.Line(field))
	}
	_ = w.WriteByte('\n')
}

func (p *Printer) writeCSV(r grid.Records) error {
	w := csv.NewWriter(p.out)
	if len(r.Head) > 0 {
		r.Rows = append([][]string{r.Head}, r.Rows...)
	}
	for _, row := range r.Rows {
		if err := w.Write(guardAll(row)); err != nil {
			return fmt.Errorf("write the answer: %w", err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

func guardAll(row []string) []string {
	out := make([]string, len(row))
	for i, field := range row {
		out[i] = guard(clean.Line(field))
	}
	return out
}

// guard keeps a spreadsheet from reading text as a formula by putting a quote in front. Numbers stay numbers, so
// -12.5 is unchanged. A cleaned field cannot begin with a tab, line break or NUL.
func guard(field string) string {
	if field == "" || isNumber(field) {
		return field
	}
	if strings.ContainsAny(field[:1], "=+-@") || strings.HasPrefix(field, "＝") ||
		strings.HasPrefix(field, "＋") || strings.HasPrefix(field, "－") || strings.HasPrefix(field, "＠") {
		return "'" + field
	}
	return field
}

// isNumber reports whether s is plain decimal text, the only form of numbers in records.
func isNumber(s string) bool {
	whole, fraction, dotted := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return words.IsDigits(whole) && (!dotted || words.IsDigits(fraction))
}

// ColumnNames returns the column names of a view in TSV and CSV. A view without rows has them too.
func ColumnNames(v View) []string { return v.Records().Head }

// ColumnNamed returns the index of a column by its name, ignoring case and treating spaces, dashes and underscores
// alike, or -1 if there is none.
func ColumnNamed(names []string, wanted string) int {
	fold := func(s string) string {
		return strings.NewReplacer(" ", "_", "-", "_").Replace(grid.FieldName(s))
	}
	for i, name := range names {
		if fold(name) == fold(wanted) {
			return i
		}
	}
	return -1
}

// Columns returns a printer that shows only these columns, in this order. A name that a view does not have is
// ignored.
func (p *Printer) Columns(names []string) *Printer {
	own := *p
	own.columns = names
	return &own
}

// chosen is a view reduced to columns of its records.
type chosen struct {
	of    View
	names []string
}

// places returns the indexes of the chosen columns.
func (v chosen) places(head []string) []int {
	var places []int
	for _, name := range v.names {
		if at := ColumnNamed(head, name); at >= 0 {
			places = append(places, at)
		}
	}
	return places
}

func (v chosen) Records() grid.Records {
	all := v.of.Records()
	places := v.places(all.Head)
	r := grid.Records{Head: take(all.Head, places)}
	for _, row := range all.Rows {
		r.Rows = append(r.Rows, take(row, places))
	}
	return r
}

func take(fields []string, places []int) []string {
	taken := make([]string, len(places))
	for i, at := range places {
		if at < len(fields) {
			taken[i] = fields[at]
		}
	}
	return taken
}

// Lines draws a table of the chosen columns below the heading of the view.
func (v chosen) Lines(c canvas.Canvas) []string {
	if t, ok := v.of.(grid.Table); ok {
		return v.table(t).Lines(c)
	}
	var out []string
	if headed, ok := v.of.(headed); ok {
		out = headed.Head(c)
	}
	r := v.Records()
	t := grid.Table{}
	for i, name := range r.Head { // chosen columns are cut but never dropped
		column := grid.Column{Name: strings.ToUpper(strings.ReplaceAll(name, "_", " ")), Flex: true, Align: grid.Right}
		for _, row := range r.Rows {
			if row[i] != "" && !isNumber(row[i]) {
				column.Align = grid.Left
			}
		}
		t.Columns = append(t.Columns, column)
	}
	for _, row := range r.Rows {
		cells := make([]grid.Cell, len(row))
		for i, field := range row {
			cells[i] = grid.Cell{Text: field}
		}
		t.Rows = append(t.Rows, cells)
	}
	return append(out, t.Lines(c)...)
}

// table keeps a table's own cells, and also shows the columns for scripts.
func (v chosen) table(t grid.Table) grid.Table {
	places := v.places(t.Records().Head)
	own := grid.Table{Title: t.Title} // its notes are about the whole table
	for _, at := range places {
		column := t.Columns[at]
		column.Record, column.Keep = false, 0 // chosen columns are cut but never dropped
		own.Columns = append(own.Columns, column)
	}
	for _, row := range t.Rows {
		cells := make([]grid.Cell, len(places))
		for i, at := range places {
			if at < len(row) {
				cells[i] = row[at]
			}
		}
		own.Rows = append(own.Rows, cells)
	}
	return own
}
