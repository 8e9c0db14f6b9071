// Package weekendview shows long weekends.
package weekendview

import (
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// List shows the long weekends of a market.
type List struct {
	Title string
	About []string // the market and the dates
	Rows  []Row
	Notes []string
	Next  []string // suggested commands
}

// Row is a long weekend.
type Row struct {
	From, To time.Time
	Off      []time.Time // the days to take off, in order
	Gained   int         // holidays on working days
	Holidays []Holiday
}

// Holiday is a public holiday of a Row. Its name is foreign text.
type Holiday struct {
	Name     string
	From, To time.Time
}

// beside is the width from which the drawing of the days and the holidays have columns of their own.
const beside = 76

// days returns the number of days.
func (r Row) days() int { return offer.DaysBetween(r.From, r.To) + 1 }

// Lines returns the layout for a person.
func (v List) Lines(c canvas.Canvas) []string {
	out := v.head(c)
	if len(v.Rows) > 0 {
		out = append(out, "")
		out = append(out, v.table(c).Lines(c)...)
		out = append(out, "")
		out = append(out, marksOf(c).legend(c)...)
	}
	return append(out, c.Ending(v.Notes, v.Next)...)
}

func (v List) head(c canvas.Canvas) []string {
	return c.Flow("", append([]string{c.Paint(canvas.Strong, c.Text(v.Title))}, c.Texts(v.About)...), "   ")
}

func (v List) table(c canvas.Canvas) grid.Table {
	wide, marks := c.Width >= beside, marksOf(c)
	t := grid.Table{Columns: []grid.Column{
		{Name: "#", Align: grid.Right, Keep: 9}, {Name: "FREE", Keep: 9}, {Name: "DAYS", Align: grid.Right, Keep: 8},
		{Name: "TAKE OFF", Keep: 9}, {Name: "ROW", Keep: 9, Record: !wide}, {Name: "HOLIDAYS", Keep: 7, Flex: true, Least: 10, Record: !wide},
	}}
	for i, r := range v.Rows {
		names := r.names()
		if !wide {
			t.Below = append(t.Below, r.drawn(marks)+"  "+names)
		}
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: strconv.Itoa(i + 1)}, {Text: figure.Days(r.From, r.To, c.Today(), c.Glyph.Dash), Tone: canvas.Strong},
			{Text: strconv.Itoa(r.days())}, r.offCell(c), {Text: r.drawn(marks)}, {Text: names},
		})
	}
	return t
}

// names returns the distinct names of the holidays.
func (r Row) names() string {
	var names []string
	seen := map[string]bool{}
	for _, h := range r.Holidays {
		if !seen[h.Name] {
			names = append(names, h.Name)
		}
		seen[h.Name] = true
	}
	return strings.Join(names, ", ")
}

// offCell returns the days to take off: "1: Fri 4", "4: Mon 22–Thu 25".
func (r Row) offCell(c canvas.Canvas) grid.Cell {
	if len(r.Off) == 0 {
		return grid.Cell{Text: "none", Tone: canvas.Good}
	}
	var parts []string
	for i := 0; i < len(r.Off); {
		last := i
		for last+1 < len(r.Off) && offer.DaysBetween(r.Off[last], r.Off[last+1]) == 1 {
			last++
		}
		text := r.Off[i].Format("Mon 2")
		if last > i {
			text += c.Glyph.Dash + r.Off[last].Format("Mon 2")
		}
		parts, i = append(parts, text), last+1
	}
	return grid.Cell{Text: strconv.Itoa(len(r.Off)) + ": " + strings.Join(parts, ", ")}
}

// marks are the characters for the days of a row. They differ in shape, so that they can be told apart without
// color.
type marks struct{ holiday, weekend, off string }

func marksOf(c canvas.Canvas) marks {
	if c.Unicode {
		return marks{"●", "○", "×"}
	}
	return marks{"*", "o", "x"}
}

// drawn returns the row as one mark per day.
func (r Row) drawn(m marks) string {
	var b strings.Builder
	for d := r.From; !d.After(r.To); d = d.AddDate(0, 0, 1) {
		switch {
		case r.isHoliday(d):
			b.WriteString(m.holiday)
		case r.isOff(d):
			b.WriteString(m.off)
		default:
			b.WriteString(m.weekend)
		}
	}
	return b.String()
}

func (r Row) isHoliday(d time.Time) bool {
	for _, h := range r.Holidays {
		if !d.Before(h.From) && !d.After(h.To) {
			return true
		}
	}
	return false
}

func (r Row) isOff(d time.Time) bool {
	for _, off := range r.Off {
		if off.Equal(d) {
			return true
		}
	}
	return false
}

func (m marks) legend(c canvas.Canvas) []string {
	return c.Wrap("", m.holiday+" holiday   "+m.weekend+" weekend   "+m.off+" day off", canvas.Faint)
}

// Records returns a row for each long weekend.
func (v List) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "from", "to", "days", "days_off", "take_off", "days_gained", "holidays", "holiday_dates", "eve",
	}}
	for i, row := range v.Rows {
		var off, dates []string
		for _, day := range row.Off {
			off = append(off, figure.ISODay(day))
		}
		for _, h := range row.Holidays {
			date := figure.ISODay(h.From)
			if !h.To.Equal(h.From) {
				date += ".." + figure.ISODay(h.To)
			}
			dates = append(dates, date)
		}
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(i + 1), figure.ISODay(row.From), figure.ISODay(row.To), strconv.Itoa(row.days()), strconv.Itoa(len(row.Off)),
			strings.Join(off, " "), strconv.Itoa(row.Gained), row.names(), strings.Join(dates, " "), figure.ISODay(row.From.AddDate(0, 0, -1)),
		})
	}
	return r
}
