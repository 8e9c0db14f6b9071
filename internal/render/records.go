package render

import (
	"encoding/csv"
	"fmt"
	"strings"
)

// records is an answer as rows and columns for scripts.
type records struct {
	head []string
	rows [][]string
}

// writeRecords writes CSV, or tab-separated lines, which have a header only when asked for.
func (p *Printer) writeRecords(r records) error {
	if p.format == FormatCSV {
		return p.writeCSV(r)
	}
	var b strings.Builder
	if p.format == FormatTSV && len(r.head) > 0 {
		writeTSVLine(&b, r.head)
	}
	for _, row := range r.rows {
		if p.format == FormatTSV {
			row = guardAll(row)
		}
		writeTSVLine(&b, row)
	}
	if b.Len() == 0 {
		return nil
	}
	return p.write(b.String())
}

// writeTSVLine needs no quoting: Clean leaves neither tabs nor line breaks in a field.
func writeTSVLine(b *strings.Builder, fields []string) {
	for i, field := range fields {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(Clean(field))
	}
	b.WriteByte('\n')
}

func (p *Printer) writeCSV(r records) error {
	w := csv.NewWriter(p.out)
	if len(r.head) > 0 {
		r.rows = append([][]string{r.head}, r.rows...)
	}
	for _, row := range r.rows {
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
		out[i] = guard(Clean(field))
	}
	return out
}

// guard keeps a spreadsheet from taking text for a formula: it puts a quote in front. Numbers stay
// numbers, so -12.5 is not touched. Tabs, line breaks and NUL cannot lead a cleaned field.
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

// isNumber reports plain decimal text, the only numbers the records hold.
func isNumber(s string) bool {
	whole, fraction, dotted := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return isDigits(whole) && (!dotted || isDigits(fraction))
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
