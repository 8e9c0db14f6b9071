package grid

import (
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/render/canvas"
)

// Months draws days in their months, side by side as far as the width allows.
type Months struct {
	First, Last time.Time // limit the months; if both are zero, none are drawn
	WeekStart   time.Weekday
	Cell        int                                  // width of a day, with the space after it
	Head        func(time.Weekday) string            // clean, at most Cell cells
	Day         func(day time.Time) (lines []string) // clean, at most Cell cells each; blank for an empty day
}

// monthGap separates months that are side by side.
const monthGap = 2

func (m Months) width() int { return 7 * m.Cell }

// Fit reports whether a month fits on a canvas.
func (m Months) Fit(c canvas.Canvas) bool { return c.Width >= Margin+m.width() }

// Across returns how many months of a width fit side by side on a canvas, at least one.
func Across(c canvas.Canvas, width int) int {
	return max((c.Width-Margin+monthGap)/(width+monthGap), 1)
}

// Lines draws the months.
func (m Months) Lines(c canvas.Canvas) []string {
	if m.First.IsZero() {
		return nil
	}
	var firsts []time.Time
	first := time.Date(m.First.Year(), m.First.Month(), 1, 0, 0, 0, 0, time.UTC)
	for ; !first.After(m.Last); first = first.AddDate(0, 1, 0) {
		firsts = append(firsts, first)
	}
	var out []string
	for row := range slices.Chunk(firsts, Across(c, m.width())) {
		var blocks [][]string
		tallest := 0
		for _, first := range row {
			block := m.month(c, first)
			tallest = max(tallest, len(block))
			blocks = append(blocks, block)
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		for i := range tallest {
			line := strings.Repeat(" ", Margin)
			for _, block := range blocks {
				cell := canvas.LineAt(block, i)
				line += cell + strings.Repeat(" ", m.width()-canvas.Cells(cell)+monthGap)
			}
			out = append(out, strings.TrimRight(line, " "))
		}
	}
	return out
}

// month draws one month: its name, its weekdays, its weeks.
func (m Months) month(c canvas.Canvas, first time.Time) []string {
	name, heads := first.Format("January 2006"), ""
	for i := range 7 {
		heads += canvas.Pad(m.Head(time.Weekday((int(m.WeekStart)+i)%7)), m.Cell)
	}
	out := []string{
		strings.Repeat(" ", (m.width()-1-len(name))/2) + c.Paint(canvas.Strong, name),
		c.Paint(canvas.Faint, strings.TrimRight(heads, " ")),
	}
	blank := (int(first.Weekday()) - int(m.WeekStart) + 7) % 7
	week := make([][]string, blank, 7)
	for d := first; d.Month() == first.Month(); d = d.AddDate(0, 0, 1) {
		if week = append(week, m.Day(d)); len(week) == 7 {
			out, week = append(out, m.week(week)...), week[:0]
		}
	}
	return append(out, m.week(week)...)
}

// week returns the lines of a week's days, or none if the days are empty.
func (m Months) week(days [][]string) []string {
	var out []string
	tallest := 0
	for _, day := range days {
		tallest = max(tallest, len(day))
	}
	for i := range tallest {
		line := ""
		for _, day := range days {
			line += canvas.Pad(canvas.LineAt(day, i), m.Cell)
		}
		out = append(out, line)
	}
	if strings.TrimSpace(strings.Join(out, "")) == "" {
		return nil
	}
	return out
}
