// Package countryview shows what is known of countries: their holidays, and where one may travel.
package countryview

import (
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Calendar is the holidays of a window of days: as a list, and marked in its months.
type Calendar struct {
	Title    string
	About    []string // what the window is
	Holidays []HolidayRow
	// First and Last bound the months that are drawn; both zero draws none.
	First, Last time.Time
	WeekStart   time.Weekday
	Weekend     []time.Weekday
	Breaks      []DaySpan // three or more free days in a row, with what a holiday adds to a weekend
	Notes       []string
	Next        []string // commands that may follow
}

// DaySpan is some days in a row, both ends counted.
type DaySpan struct{ From, To time.Time }

// HolidayRow is one holiday of a Calendar.
type HolidayRow struct {
	Name, Key string
	Start     string  // as the service sent it, for TSV and CSV
	End       string  // also as the service sent it
	Days      DaySpan // zero if the dates are not dates
	Break     DaySpan // the free days around it; zero if it makes none
}

// The marks behind a day's number.
const (
	holidayMark = "*"
	breakMark   = "+"
)

const (
	dayWidth = 3 // its number and its mark
	// breaksBeside is the width from which long weekends have a column of their own.
	breaksBeside = 76
)

// Lines gives the layout for a person.
func (v Calendar) Lines(c canvas.Canvas) []string {
	out := c.Flow("", append([]string{c.Paint(canvas.Strong, c.Text(v.Title))}, c.Texts(v.About)...), "   ")
	if len(v.Holidays) > 0 {
		out = append(out, "")
		out = append(out, v.list(c).Lines(c)...)
	}
	if months := v.months(c); !v.First.IsZero() && !v.Last.Before(v.First) && months.Fit(c) {
		out = append(out, "")
		out = append(out, months.Lines(c)...)
		out = append(out, v.legend(c)...)
	}
	return append(out, c.Ending(v.Notes, v.Next)...)
}

func (v Calendar) list(c canvas.Canvas) grid.Table {
	beside := c.Width >= breaksBeside
	t := grid.Table{Columns: []grid.Column{
		{Name: "DATE", Keep: 9}, {Name: "HOLIDAY", Keep: 9, Flex: true}, {Name: "LONG WEEKEND", Keep: 5, Record: !beside},
	}}
	before := DaySpan{}
	for _, h := range v.Holidays {
		date := h.Start + c.Glyph.Dash + h.End
		if h.Days != (DaySpan{}) {
			date = h.Days.words(c)
		}
		free, below := "", ""
		switch {
		case h.Break == (DaySpan{}):
		case h.Break == before:
			free = "the same"
		default:
			free = fmt.Sprintf("%s, %d days", figure.Days(h.Break.From, h.Break.To, c.Today(), c.Glyph.Dash), h.Break.length())
			below = fmt.Sprintf("%d days free, %s", h.Break.length(), figure.Days(h.Break.From, h.Break.To, c.Today(), c.Glyph.Dash))
		}
		before = h.Break
		if !beside {
			t.Below = append(t.Below, below)
		}
		t.Rows = append(t.Rows, []grid.Cell{{Text: date}, {Text: h.Name, Tone: canvas.Strong}, {Text: free, Tone: canvas.Good}})
	}
	return t
}

// words is a span as a traveler writes it: "Wed 2 – Thu 3 Dec 2026".
func (s DaySpan) words(c canvas.Canvas) string {
	if s.From.Equal(s.To) {
		return words.Date(s.To, time.Time{})
	}
	return figure.Days(s.From, s.To, time.Time{}, c.Glyph.Dash)
}

// length is the number of days.
func (s DaySpan) length() int { return offer.DaysBetween(s.From, s.To) + 1 }

func (s DaySpan) holds(d time.Time) bool { return !d.Before(s.From) && !d.After(s.To) }

// months are the days in their months.
func (v Calendar) months(c canvas.Canvas) grid.Months {
	return grid.Months{
		First: v.First, Last: v.Last, WeekStart: v.WeekStart, Cell: dayWidth,
		Head: func(d time.Weekday) string { return d.String()[:2] },
		Day:  func(d time.Time) []string { return []string{v.day(c, d)} },
	}
}

// day is a day in three cells: its number and its mark. A day outside the window was not asked for,
// so it has no number that could pass for a working day.
func (v Calendar) day(c canvas.Canvas, d time.Time) string {
	text := fmt.Sprintf("%2d", d.Day())
	inside := DaySpan{v.First, v.Last}.holds(d)
	free := slices.ContainsFunc(v.Breaks, func(s DaySpan) bool { return s.holds(d) })
	switch {
	case inside && slices.ContainsFunc(v.Holidays, func(h HolidayRow) bool { return h.Days.holds(d) }):
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

func (v Calendar) legend(c canvas.Canvas) []string {
	if len(v.Holidays) == 0 {
		return nil
	}
	text := holidayMark + " holiday"
	if len(v.Breaks) > 0 {
		text += "   " + breakMark + " free together with it"
	}
	return append([]string{""}, c.Wrap("", text, canvas.Faint)...)
}

// Records gives a line for each holiday; dates are as the service sent them.
func (v Calendar) Records() grid.Records {
	r := grid.Records{Head: []string{"start_date", "end_date", "name", "key", "long_weekend_from", "long_weekend_to", "long_weekend_days"}}
	for _, h := range v.Holidays {
		days := ""
		if h.Break != (DaySpan{}) {
			days = figure.Number(h.Break.length())
		}
		r.Rows = append(r.Rows, []string{h.Start, h.End, h.Name, h.Key, figure.ISODay(h.Break.From), figure.ISODay(h.Break.To), days})
	}
	return r
}
