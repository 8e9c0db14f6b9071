package render

import (
	"encoding/csv"
	"fmt"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// writeRecords writes CSV, or tab-separated lines, which have a header only when asked for.
func (p *Printer) writeRecords(r grid.Records) error {
	if p.format == FormatCSV {
		return p.writeCSV(r)
	}
	var b strings.Builder
	if p.format == FormatTSV && len(r.Head) > 0 {
		writeTSVLine(&b, r.Head)
	}
	for _, row := range r.Rows {
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

// writeTSVLine needs no quoting: clean.Line leaves neither tabs nor line breaks in a field.
func writeTSVLine(b *strings.Builder, fields []string) {
	for i, field := range fields {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(clean.Line(field))
	}
	b.WriteByte('\n')
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
	return words.IsDigits(whole) && (!dotted || words.IsDigits(fraction))
}
