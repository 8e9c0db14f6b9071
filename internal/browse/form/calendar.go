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

// The measures of a calendar: cells of a day, and lines of a month with its name and its weekdays.
const (
	dayCells   = 4
	monthCells = 7 * dayCells
	monthGap   = 2
	monthLines = 8
)

// span is what a calendar is drawn by: the days that can be chosen, of which the last is zero where there is
// none, the day that is chosen, and the one that it counts from. The last two may be zero.
type span struct{ first, last, marked, base time.Time }

// span is how it is now.
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

// takes tells whether a day can be chosen.
func (s span) takes(t time.Time) bool {
	return !t.Before(s.first) && (s.last.IsZero() || !t.After(s.last))
}

// shows tells whether a day is shown, though it may not be one that can be chosen.
func (s span) shows(t time.Time) bool { return s.takes(t) || t.Equal(s.marked) || t.Equal(s.base) }

// openCalendar gives the calendar the keys, at the day that is typed.
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

// monthsFrom is the same day of another month, or the last one there.
func monthsFrom(t time.Time, by int) time.Time {
	first := t.AddDate(0, by, 1-t.Day())
	if t.AddDate(0, 0, 1-t.Day()) == first {
		return t
	}
	last := first.AddDate(0, 1, -1)
	return first.AddDate(0, 0, min(t.Day(), last.Day())-1)
}

// drop is the calendar: two months side by side where they have room.
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

// scroll brings the month of the chosen day into sight.
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
	if first := s.first.AddDate(0, 0, 1-s.first.Day()); e.top.Before(first) { // what is over need not be in sight
		e.top = first
	}
}

// weekday heads a column; the weekend stands in capitals.
func (e *day) weekday(d time.Weekday) string {
	name := d.String()[:2]
	if slices.Contains(e.form.weekend, d) {
		name = strings.ToUpper(name)
	}
	return " " + name
}

// number is a day of the calendar: in square brackets where it is chosen, in round ones where the way back
// counts from it, nothing where it cannot be chosen.
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

// spots adds what a press on a day of a month does, whose first column is given. Weeks without a day are
// not drawn.
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
