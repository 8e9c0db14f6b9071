package render

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/lipgloss/table"
)

const (
	gridGap    = 2 // blanks between two columns
	gridMargin = 1 // blanks before the first
)

// gridColumn is a column with its final width; longer cells are cut to it.
type gridColumn struct {
	head  string
	align Align
	width int
}

// grid is fitted rows and columns without borders. Its texts are clean.
type grid struct {
	columns []gridColumn
	rows    [][]Cell
}

// grid draws one line for the header, if any column has one, and one for each row.
func (c canvas) grid(g grid) []string {
	t := table.New().Wrap(false).BorderTop(false).BorderBottom(false).BorderLeft(false).
		BorderRight(false).BorderHeader(false).BorderColumn(false).
		StyleFunc(func(row, col int) lipgloss.Style { return c.cellStyle(g, row, col) })
	heads := make([]string, len(g.columns))
	for i, col := range g.columns {
		heads[i] = c.cut(col.head, col.width)
	}
	if strings.Join(heads, "") != "" {
		t.Headers(heads...)
	}
	for _, row := range g.rows {
		texts := make([]string, len(row))
		for i, cell := range row {
			texts[i] = c.cut(cell.Text, g.columns[i].width)
		}
		t.Row(texts...)
	}
	lines := strings.Split(t.String(), "\n")
	// Rows without any text are lost at the end of the drawing; every row must have its line.
	want := len(g.rows)
	if strings.Join(heads, "") != "" {
		want++
	}
	lines = append(lines, make([]string, max(want-len(lines), 0))...)[:want]
	for i, line := range lines {
		line = strings.TrimRight(strings.Repeat(" ", gridMargin)+line, " ")
		if cells(line) > c.width {
			line = c.cut(line, c.width)
		}
		lines[i] = line
	}
	return lines
}

func (c canvas) cellStyle(g grid, row, col int) lipgloss.Style {
	cell := Cell{Text: g.columns[col].head, Tone: Faint}
	if row != table.HeaderRow {
		cell = g.rows[row][col]
	}
	tone := cell.Tone
	if cell.Text == "" {
		tone = Plain
	}
	style := c.styles[min(tone, tones-1)]
	width := g.columns[col].width
	if col < len(g.columns)-1 {
		style = style.PaddingRight(gridGap)
		width += gridGap
	}
	if g.columns[col].align == Right {
		style = style.Align(lipgloss.Right)
	}
	return style.Width(width)
}
