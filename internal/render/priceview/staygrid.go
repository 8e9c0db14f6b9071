package priceview

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// grid has a line for each departure date and a column for each stay. Columns that do not fit are drawn below.
func (v Calendar) grid(c canvas.Canvas) []string {
	label := 0
	var days []time.Time
	for _, cell := range v.Cells {
		if len(days) == 0 || !days[len(days)-1].Equal(cell.Day) {
			days = append(days, cell.Day)
			label = max(label, canvas.Cells(v.dayLabel(c, cell.Day)))
		}
	}
	room := v.room(c, 4)
	across := max((c.Width-grid.Margin-label)/(room+1), 1)
	var out []string
	for columns := range slices.Chunk(v.columns(), across) {
		if len(out) > 0 {
			out = append(out, "")
		}
		line := strings.Repeat(" ", grid.Margin+label)
		for _, column := range columns {
			line += " " + right(v.columnHead(column), room)
		}
		out = append(out, c.Cut(c.Paint(canvas.Faint, line), c.Width))
		for _, day := range days {
			if !slices.ContainsFunc(v.Cells, func(cell Cell) bool { return cell.Day.Equal(day) && slices.Contains(columns, v.columnOf(cell)) }) {
				continue // it has none of these returns
			}
			out = append(out, c.Cut(strings.TrimRight(v.gridLine(c, day, columns, label, room), " "), c.Width))
		}
	}
	return out
}

func (v Calendar) gridLine(c canvas.Canvas, day time.Time, columns []column, label, room int) string {
	tone := canvas.Plain
	if day.Equal(v.About) {
		tone = canvas.Strong
	}
	text := v.dayLabel(c, day)
	line := strings.Repeat(" ", grid.Margin) + c.Paint(tone, text) + strings.Repeat(" ", label-canvas.Cells(text))
	for _, column := range columns {
		cell := ""
		if i := slices.IndexFunc(v.Cells, func(cell Cell) bool { return cell.Day.Equal(day) && v.columnOf(cell) == column }); i >= 0 {
			cell = v.Cells[i].text(c, room)
		}
		line += " " + right(cell, room)
	}
	return line
}

// dayLabel returns a departure date with its marks.
func (v Calendar) dayLabel(c canvas.Canvas, d time.Time) string {
	text := c.Day(d)
	if slices.Contains(v.Weekend, d.Weekday()) {
		text = strings.ToUpper(text[:3]) + text[3:]
	}
	if d.Equal(v.About) {
		text = "[" + text + "]"
	}
	return text + v.marks(d)
}

// column is a stay: by its nights, or by its return date.
type column struct {
	nights int
	back   time.Time
}

func (v Calendar) columnOf(cell Cell) column {
	if v.Stays == ByReturns {
		return column{back: cell.Back}
	}
	return column{nights: cell.Nights}
}

// columns returns the stays in order.
func (v Calendar) columns() []column {
	var all []column
	for _, cell := range v.Cells {
		if one := v.columnOf(cell); !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := &all[i], &all[j]
		return a.back.Compare(b.back)+(a.nights-b.nights) < 0
	})
	return all
}

func (v Calendar) columnHead(one column) string {
	if v.Stays == ByReturns {
		return one.back.Format("2 Jan")
	}
	return strconv.Itoa(one.nights) + " n"
}

func right(text string, cells int) string {
	return strings.Repeat(" ", max(cells-canvas.Cells(text), 0)) + text
}
