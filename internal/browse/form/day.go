package form

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/field"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// day is a date field with a calendar.
type day struct {
	common
	text  field.Text
	last  func(now time.Time) string // the latest date, YYYY-MM-DD; nil if there is none
	after *day                       // the day that this one counts from; nil for today
	least int                        // fewest days after that day
	usual int                        // days after that day at which the calendar opens
	spare bool                       // the field may be empty

	open bool      // the calendar is open and has the keys
	at   time.Time // the day under the calendar's cursor
	top  time.Time // the first day of the first visible month
	was  string    // the text before the calendar was opened
}

// Short examples of dates that can be typed.
const (
	dayForms  = "25 dec, fri, +30d"
	stayForms = "28 dec, +3d, 3 nights"
)

func (e *day) enter() { e.text.Mark() }

// leave shows an error if the text is not a date.
func (e *day) leave() {
	e.text.Unmark()
	e.open = false
	if e.text.Empty() {
		return
	}
	if found := e.readings(); len(found) == 0 && !e.waits() {
		e.form.days.From = e.base()
		_, err := e.form.days.One(e.label, e.text.Value())
		e.wrong, _ = problem.AtField(err)
	}
}

func (e *day) keys() table {
	switch {
	case e.open:
		return tables().calendar
	case e.after != nil:
		return tables().lastDay
	}
	return tables().day
}

// base returns the day that this one counts from, in the format of the API; "" means today.
func (e *day) base() string {
	if e.after == nil {
		return ""
	}
	return e.after.sure()
}

// waits reports whether the day that this one counts from is still ambiguous.
func (e *day) waits() bool {
	return e.after != nil && e.after.sure() == "" && len(e.after.readings()) > 0
}

// readings returns the possible meanings of the text, or none while the base is ambiguous.
func (e *day) readings() []ask.Reading {
	if e.waits() {
		return nil
	}
	e.form.days.From = e.base()
	return e.form.days.Read(e.text.Value())
}

// sure returns the date that the text means, in the format of the API, or "" if it is invalid or ambiguous.
func (e *day) sure() string {
	r, _ := ask.Certain(e.readings())
	return r.Value
}

func (e *day) draw(c canvas.Canvas, cells int) (string, int) {
	text := e.text.Draw(c, cells)
	if e.open {
		return text, -1
	}
	return text, e.text.Cursor()
}

// hint returns the date that the text means, or what can be typed.
func (e *day) hint(canvas.Canvas) string {
	found := e.readings()
	switch {
	case e.text.Empty() && e.spare:
		return "empty is one way; +7d, fri"
	case e.waits():
		return "counts from the day above"
	case len(found) == 0 && e.after != nil:
		return stayForms
	case len(found) == 0:
		return dayForms
	}
	days, now := make([]time.Time, len(found)), e.form.days.Today()
	for i, r := range found {
		days[i] = words.Day(r.Value)
		if r.First != "" && r.First != e.base() { // the two dates would be swapped
			days[i] = words.Day(r.First)
		}
		if days[i].Year() != days[0].Year() {
			now = time.Time{} // show the year of every date
		}
	}
	texts := make([]string, len(days))
	for i, day := range days {
		texts[i] = words.Date(day, now)
	}
	if _, certain := ask.Certain(found); !certain {
		return words.Or(texts) + "?"
	}
	if base := words.Day(e.base()); !base.IsZero() {
		if n := offer.DaysBetween(base, words.Day(found[0].Value)); n > 0 {
			texts[0] += ", " + words.Counted(n, "night")
		}
	}
	return texts[0]
}

// Type handles text, and the calendar's keys while it is open.
func (e *day) Type(event screen.Event) bool {
	k, isKey := event.(screen.Key)
	if e.open && isKey {
		return e.typeInCalendar(k)
	}
	switch name := k.String(); {
	case isKey && name == "down": // open the calendar at the typed day
		e.was, e.open = e.text.Value(), true
		at := words.Day(e.sure())
		if at.IsZero() {
			at = e.span().first.AddDate(0, 0, max(e.usual-e.least, 0))
		}
		e.moveTo(at)
		return true
	case isKey && name == ":":
		return false
	}
	e.open = false
	return e.text.Type(event)
}

// typeInCalendar moves the calendar's cursor and updates the field with it. A key that could start a typed date goes
// back to the field.
func (e *day) typeInCalendar(k screen.Key) bool {
	switch name := k.String(); name {
	case "left", "h":
		e.moveTo(e.at.AddDate(0, 0, -1))
	case "right", "l":
		e.moveTo(e.at.AddDate(0, 0, 1))
	case "up", "k":
		if up := e.at.AddDate(0, 0, -7); e.span().takes(up) {
			e.moveTo(up)
		} else {
			e.open = false // and the field has the keys again
			e.text.Mark()
		}
	case "down", "j":
		e.moveTo(e.at.AddDate(0, 0, 7))
	case "pgup":
		e.moveTo(monthsFrom(e.at, -1))
	case "pgdn":
		e.moveTo(monthsFrom(e.at, 1))
	case "home":
		e.moveTo(e.at.AddDate(0, 0, 1-e.at.Day()))
	case "end":
		e.moveTo(e.at.AddDate(0, 1, -e.at.Day()))
	case "x":
		if !e.spare {
			return false
		}
		e.open = false
		e.text.Set("")
	case "esc":
		e.open = false
		e.text.Set(e.was)
	case "q", ":", "enter", "tab":
		return false
	default:
		if k.Code != screen.Text && k.Code != screen.Backspace && k.Code != screen.Delete || k.Mod != 0 {
			return false
		}
		e.open = false
		e.text.Mark()
		return e.text.Type(k)
	}
	return true
}

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

// moveTo moves to a day, or to the nearest one that can be chosen.
func (e *day) moveTo(t time.Time) {
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

// drop returns the calendar: two months side by side if they fit, otherwise one. Weekend days are in capitals. The
// chosen day is in square brackets, the one that the return counts from in round ones, and those that cannot be chosen
// are empty.
func (e *day) drop(c canvas.Canvas) []line {
	across := 1
	if c.Width >= grid.Margin+2*monthCells+monthGap {
		across = 2
	}
	if c.Width < grid.Margin+monthCells {
		return nil
	}
	s := e.span()
	at := s.marked // bring its month into view
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
	c.Width = grid.Margin + across*(monthCells+monthGap) - monthGap
	months := grid.Months{
		First: e.top, Last: e.top.AddDate(0, across, -1), WeekStart: e.form.weekStart, Cell: dayCells,
		Head: func(d time.Weekday) string {
			name := d.String()[:2]
			if slices.Contains(e.form.weekend, d) {
				name = strings.ToUpper(name)
			}
			return " " + name
		},
		Day: func(t time.Time) []string {
			switch {
			case t.Equal(s.marked):
				return []string{c.Paint(canvas.Strong, fmt.Sprintf("[%2d]", t.Day()))}
			case t.Equal(s.base):
				return []string{fmt.Sprintf("(%2d)", t.Day())}
			case !s.takes(t):
				return []string{""}
			}
			return []string{fmt.Sprintf(" %2d ", t.Day())}
		},
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

// spots makes the days of a month clickable. column is the left edge of the month. Weeks without visible days are not
// drawn.
func (e *day) spots(month time.Time, column int, s span, lines []line) {
	row, drawn := 2, false
	at := (int(month.Weekday()) - int(e.form.weekStart) + 7) % 7
	for t := month; t.Month() == month.Month(); t = t.AddDate(0, 0, 1) {
		if s.takes(t) || t.Equal(s.marked) || t.Equal(s.base) {
			drawn = true
			if row < len(lines) && s.takes(t) {
				from := column + at*dayCells
				lines[row].hits = append(lines[row].hits, hit{from, from + dayCells, func() {
					e.moveTo(t)
					e.form.move(1)
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
