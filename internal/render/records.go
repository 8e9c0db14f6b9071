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
		rows := r.Rows
		if len(r.Head) > 0 {
			rows = append([][]string{r.Head}, rows...)
		}
		for i, row := range rows {
			rows[i] = guardAll(row)
		}
		if err := csv.NewWriter(p.out).WriteAll(rows); err != nil {
			return fmt.Errorf("write the answer: %w", err)
		}
		return nil
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

// guardAll cleans fields, and keeps a spreadsheet from reading a text as a formula by putting a quote in front. Numbers
// stay numbers, so -12.5 is unchanged. A cleaned field cannot begin with a tab, line break or NUL.
func guardAll(row []string) []string {
	out := make([]string, len(row))
	for i, field := range row {
		out[i] = clean.Line(field)
		if strings.IndexAny(out[i], "=+-@＝＋－＠") == 0 && !isNumber(out[i]) {
			out[i] = "'" + out[i]
		}
	}
	return out
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
	r := grid.Records{Head: pick(all.Head, places)}
	for _, row := range all.Rows {
		r.Rows = append(r.Rows, pick(row, places))
	}
	return r
}

// pick returns the items at some places; one that is missing is the zero value.
func pick[T any](items []T, places []int) []T {
	picked := make([]T, len(places))
	for i, at := range places {
		if at < len(items) {
			picked[i] = items[at]
		}
	}
	return picked
}

// Lines draws a table of the chosen columns below the heading of the view. A table keeps its own cells, and also shows
// the columns for scripts.
func (v chosen) Lines(c canvas.Canvas) []string {
	if t, ok := v.of.(grid.Table); ok {
		places := v.places(t.Records().Head)
		own := grid.Table{Title: t.Title, Columns: pick(t.Columns, places)} // its notes are about the whole table
		for i := range own.Columns {
			own.Columns[i].Record, own.Columns[i].Keep = false, 0 // chosen columns are cut but never dropped
		}
		for _, row := range t.Rows {
			own.Rows = append(own.Rows, pick(row, places))
		}
		return own.Lines(c)
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
