package render

import "strings"

// ColumnNames are the columns of a view as TSV and CSV head them. A view without
// rows has them too.
func ColumnNames(v View) []string { return v.records().head }

// ColumnNamed finds a column by its name, in any case and with spaces, dashes or
// underscores between its words; it gives -1 for a name that is none.
func ColumnNamed(names []string, wanted string) int {
	fold := func(s string) string {
		return strings.NewReplacer(" ", "_", "-", "_").Replace(fieldName(s))
	}
	for i, name := range names {
		if fold(name) == fold(wanted) {
			return i
		}
	}
	return -1
}

// Columns returns a printer that shows these columns alone, in this order. A
// name that a view does not have is left out.
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

// places are where the chosen columns stand.
func (v chosen) places(head []string) []int {
	var places []int
	for _, name := range v.names {
		if at := ColumnNamed(head, name); at >= 0 {
			places = append(places, at)
		}
	}
	return places
}

func (v chosen) records() records {
	all := v.of.records()
	places := v.places(all.head)
	r := records{head: take(all.head, places)}
	for _, row := range all.rows {
		r.rows = append(r.rows, take(row, places))
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

// lines draws a table of the chosen columns under what the view was about.
func (v chosen) lines(c canvas) []string {
	if t, ok := v.of.(Table); ok {
		return v.table(t).lines(c)
	}
	var out []string
	if headed, ok := v.of.(interface{ head(canvas) []string }); ok {
		out = headed.head(c)
	}
	r := v.records()
	t := Table{}
	for i, name := range r.head { // what was asked for is cut, but never dropped
		column := Column{Name: strings.ToUpper(strings.ReplaceAll(name, "_", " ")), Flex: true, Align: Right}
		for _, row := range r.rows {
			if row[i] != "" && !isNumber(row[i]) {
				column.Align = Left
			}
		}
		t.Columns = append(t.Columns, column)
	}
	for _, row := range r.rows {
		cells := make([]Cell, len(row))
		for i, field := range row {
			cells[i] = Cell{Text: field}
		}
		t.Rows = append(t.Rows, cells)
	}
	return append(out, t.lines(c)...)
}

// table keeps a table's own cells, and shows also what is otherwise for scripts.
func (v chosen) table(t Table) Table {
	places := v.places(t.records().head)
	own := Table{Title: t.Title} // its notes are about all of it
	for _, at := range places {
		column := t.Columns[at]
		column.Record, column.Keep = false, 0 // what was asked for is cut, but never dropped
		own.Columns = append(own.Columns, column)
	}
	for _, row := range t.Rows {
		cells := make([]Cell, len(places))
		for i, at := range places {
			if at < len(row) {
				cells[i] = row[at]
			}
		}
		own.Rows = append(own.Rows, cells)
	}
	return own
}
