package form

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// The dimensions of a calendar: cells per day, and lines per month including its name and weekdays.
const (
	dayCells   = 4
	monthCells = 7 * dayCells
	monthGap   = 2
	monthLines = 8
)

// span holds the dates that a calendar shows: the first and last day that can be chosen, the chosen day, and the day
// that it counts from. All but the first may be zero.
type span struct{ first, last, marked, base time.Time }

// span returns the current span.
func (e *day) span() span {
	today := e.form.days.Today()
	s := span{
		first:  time.Date(today.Year(), today.Month(), today.Day(), 0, 0, 0, 0, time.UTC),
		base:   words.Day(e.base()),
		marked: e.at,
	}
	if !e.open {
		s.marked = words.Day(e.sure())
	}
	if !s.base.IsZero() {
		s.first = s.base.AddDate(0, 0, e.least)
	}
	if e.last != nil {
		s.last = words.Day(e.last(today))
	}
	return s
}

// takes reports whether a day can be chosen.
func (s span) takes(t time.Time) bool {
	return !t.Before(s.first) && (s.last.IsZero() || !t.After(s.last))
}

// shows reports whether a day is shown, even if it cannot be chosen.
func (s span) shows(t time.Time) bool { return s.takes(t) || t.Equal(s.marked) || t.Equal(s.base) }

// openCalendar opens the calendar at the typed day and gives it the keys.
func (e *day) openCalendar() {
	e.was = e.text.Value()
	e.open = true
	at := words.Day(e.sure())
	if at.IsZero() {
		at = e.span().first.AddDate(0, 0, max(e.usual-e.least, 0))
	}
	e.put(at)
}

// put moves to a day, or to the nearest one that can be chosen.
func (e *day) put(t time.Time) {
	s := e.span()
	if !s.last.IsZero() && t.After(s.last) {
		t = s.last
	}
	if t.Before(s.first) {
		t = s.first
	}
	e.at = t
	e.text.Set(t.Format(ask.ISO))
	e.wrong = ""
}

// monthsFrom returns the same day of another month, or the last day of that month.
func monthsFrom(t time.Time, by int) time.Time {
	first := t.AddDate(0, by, 1-t.Day())
	if t.AddDate(0, 0, 1-t.Day()) == first {
		return t
	}
	last := first.AddDate(0, 1, -1)
	return first.AddDate(0, 0, min(t.Day(), last.Day())-1)
}

// drop returns the calendar: two months side by side if they fit, otherwise one.
func (e *day) drop(c canvas.Canvas) []line {
	across := 1
	if c.Width >= grid.Margin+2*monthCells+monthGap {
		across = 2
	}
	if c.Width < grid.Margin+monthCells {
		return nil
	}
	s := e.span()
	e.scroll(s, across)
	c.Width = grid.Margin + across*(monthCells+monthGap) - monthGap
	months := grid.Months{
		First: e.top, Last: e.top.AddDate(0, across, -1), WeekStart: e.form.weekStart, Cell: dayCells,
		Head: e.weekday,
		Day:  func(t time.Time) []string { return []string{s.number(c, t)} },
	}
	lines := make([]line, monthLines)
	for i, text := range months.Lines(c) {
		if i < monthLines {
			lines[i].text = text
		}
	}
	for m := range across {
		e.spots(e.top.AddDate(0, m, 0), grid.Margin+m*(monthCells+monthGap), s, lines)
	}
	return lines
}

// scroll brings the month of the chosen day into view.
func (e *day) scroll(s span, across int) {
	at := s.marked
	if at.IsZero() {
		at = s.first
	}
	month := at.AddDate(0, 0, 1-at.Day())
	if month.Before(e.top) || e.top.IsZero() {
		e.top = month
	}
	if least := month.AddDate(0, 1-across, 0); e.top.Before(least) {
		e.top = least
	}
	if first := s.first.AddDate(0, 0, 1-s.first.Day()); e.top.Before(first) { // past months need not be visible
		e.top = first
	}
}

// weekday returns the heading of a column; weekend days are in capitals.
func (e *day) weekday(d time.Weekday) string {
	name := d.String()[:2]
	if slices.Contains(e.form.weekend, d) {
		name = strings.ToUpper(name)
	}
	return " " + name
}

// number returns the text of a day: in square brackets if it is chosen, in round ones if the return counts from it,
// and empty if it cannot be chosen.
func (s span) number(c canvas.Canvas, t time.Time) string {
	switch {
	case t.Equal(s.marked):
		return c.Paint(canvas.Strong, fmt.Sprintf("[%2d]", t.Day()))
	case t.Equal(s.base):
		return fmt.Sprintf("(%2d)", t.Day())
	case !s.takes(t):
		return ""
	}
	return fmt.Sprintf(" %2d ", t.Day())
}

// spots makes the days of a month clickable. column is the left edge of the month. Weeks without visible days are not
// drawn.
func (e *day) spots(month time.Time, column int, s span, lines []line) {
	row, drawn := 2, false
	at := (int(month.Weekday()) - int(e.form.weekStart) + 7) % 7
	for t := month; t.Month() == month.Month(); t = t.AddDate(0, 0, 1) {
		if s.shows(t) {
			drawn = true
			if row < len(lines) && s.takes(t) {
				from := column + at*dayCells
				lines[row].hits = append(lines[row].hits, hit{from, from + dayCells, func() {
					e.put(t)
					e.form.next()
				}})
			}
		}
		if at++; at == 7 {
			at = 0
			if drawn {
				row++
			}
			drawn = false
		}
	}
}
