// Package countryview shows data about countries: their holidays and entry rules for travelers.
package countryview

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Calendar shows the holidays in a range of days, as a list and marked in its months.
type Calendar struct {
	grid.Frame
	Holidays []HolidayRow
	// First and Last limit the months that are drawn; if both are zero, none are.
	First, Last time.Time
	WeekStart   time.Weekday
	Weekend     []time.Weekday
	Breaks      []words.Days // three or more free days in a row, including those that a holiday adds to a weekend
}

// HolidayRow is one holiday of a Calendar.
type HolidayRow struct {
	Name, Key string
	Start     string     // as the service sent it, for TSV and CSV
	End       string     // also as the service sent it
	Days      words.Days // zero if the dates cannot be parsed
	Break     words.Days // the free days around it; zero if there are none
}

// The marks after a day's number.
const (
	holidayMark = "*"
	breakMark   = "+"
)

// Lines returns the layout for a person.
func (v Calendar) Lines(c canvas.Canvas) []string {
	out := v.list(c).Lines(c)
	months := grid.Months{
		First: v.First, Last: v.Last, WeekStart: v.WeekStart, Cell: len("25*"),
		Head: func(d time.Weekday) string { return d.String()[:2] },
		Day:  func(d time.Time) []string { return []string{v.day(c, d)} },
	}
	if !v.First.IsZero() && !v.Last.Before(v.First) && months.Fit(c) {
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, months.Lines(c)...)
		if len(v.Holidays) > 0 {
			legend := holidayMark + " holiday"
			if len(v.Breaks) > 0 {
				legend += "   " + breakMark + " free together with it"
			}
			out = append(append(out, ""), c.Wrap("", legend, canvas.Faint)...)
		}
	}
	return v.Around(c, out)
}

func (v Calendar) list(c canvas.Canvas) grid.Table {
	beside := c.Width >= 76 // long weekends have their own column
	t := grid.Table{Columns: []grid.Column{
		{Name: "DATE", Keep: 9}, {Name: "HOLIDAY", Keep: 9, Flex: true}, {Name: "LONG WEEKEND", Keep: 5, Record: !beside},
	}}
	before := words.Days{}
	for _, h := range v.Holidays {
		date := h.Start + c.Glyph.Dash + h.End
		if h.Days != (words.Days{}) {
			date = words.Date(h.Days.To, time.Time{})
			if !h.Days.From.Equal(h.Days.To) {
				date = words.ShortDates(h.Days.From, h.Days.To, time.Time{}, c.Glyph.Dash)
			}
		}
		free, below := "", ""
		switch {
		case h.Break == (words.Days{}):
		case h.Break == before:
			free = "the same"
		default:
			days := words.ShortDates(h.Break.From, h.Break.To, c.Today(), c.Glyph.Dash)
			free = fmt.Sprintf("%s, %d days", days, h.Break.Length())
			below = fmt.Sprintf("%d days free, %s", h.Break.Length(), days)
		}
		before = h.Break
		if !beside {
			t.Below = append(t.Below, below)
		}
		t.Rows = append(t.Rows, []grid.Cell{{Text: date}, {Text: h.Name, Tone: canvas.Strong}, {Text: free, Tone: canvas.Good}})
	}
	return t
}

// day returns a day in three cells: its number and its mark. A day outside the range has no number, so that it does
// not look like a working day.
func (v Calendar) day(c canvas.Canvas, d time.Time) string {
	text := fmt.Sprintf("%2d", d.Day())
	inside := words.Days{From: v.First, To: v.Last}.Holds(d)
	free := slices.ContainsFunc(v.Breaks, func(s words.Days) bool { return s.Holds(d) })
	switch {
	case inside && slices.ContainsFunc(v.Holidays, func(h HolidayRow) bool { return h.Days.Holds(d) }):
		return c.Paint(canvas.Good, text+holidayMark)
	case free:
		return c.Paint(canvas.Good, text) + c.Paint(canvas.Faint, breakMark)
	case !inside:
		return "   "
	case slices.Contains(v.Weekend, d.Weekday()):
		return c.Paint(canvas.Faint, text) + " "
	}
	return text + " "
}

// Records returns a row for each holiday; dates are as the service sent them.
func (v Calendar) Records() grid.Records {
	r := grid.Records{Head: []string{"start_date", "end_date", "name", "key", "long_weekend_from", "long_weekend_to", "long_weekend_days"}}
	for _, h := range v.Holidays {
		days := ""
		if h.Break != (words.Days{}) {
			days = strconv.Itoa(h.Break.Length())
		}
		r.Rows = append(r.Rows, []string{h.Start, h.End, h.Name, h.Key, words.ISODay(h.Break.From), words.ISODay(h.Break.To), days})
	}
	return r
}
