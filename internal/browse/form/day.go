package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// day is a date field with a calendar.
type day struct {
	written
	last  func(now time.Time) string // the latest date, YYYY-MM-DD; nil if there is none
	after *day                       // the day that this one counts from; nil for today
	least int                        // fewest days after that day
	usual int                        // days after that day at which the calendar opens

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

// newDay returns a field with the day of an earlier search, which may be empty. Without need, it may stay empty.
func newDay(f *form, label, wire, need, text string) *day {
	e := &day{written: written{common: common{form: f, page: onDay, label: label, wire: wire, need: need}}}
	e.text.Set(text)
	return e
}

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
	case e.text.Empty() && e.need == "":
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
	days := func(by int) time.Time { return e.at.AddDate(0, 0, by) }
	name := k.String()
	to := map[string]time.Time{
		"left": days(-1), "h": days(-1), "right": days(1), "l": days(1),
		"down": days(7), "j": days(7), "up": days(-7), "k": days(-7),
		"pgup": monthsFrom(e.at, -1), "pgdn": monthsFrom(e.at, 1),
		"home": days(1 - e.at.Day()), "end": e.at.AddDate(0, 1, -e.at.Day()),
	}[name]
	switch {
	case (name == "up" || name == "k") && !e.span().takes(to):
		e.open = false // and the field has the keys again
		e.text.Mark()
	case !to.IsZero():
		e.moveTo(to)
	case name == "x" && e.need == "":
		e.open = false
		e.text.Set("")
	case name == "esc":
		e.open = false
		e.text.Set(e.was)
	case slices.Contains([]string{"q", ":", "x"}, name), k.Mod != 0,
		k.Code != screen.Text && k.Code != screen.Backspace && k.Code != screen.Delete:
		return false
	default:
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
			lines[i] = line{text: text, hits: []hit{{0, c.Width, func(column int) { e.press(s, text, i, column) }}}}
		}
	}
	return lines
}

// press chooses the day at a column of a line of the calendar and moves on.
func (e *day) press(s span, text string, row, column int) {
	month, column := (column-grid.Margin)/(monthCells+monthGap), (column-grid.Margin)%(monthCells+monthGap)
	from := grid.Margin + month*(monthCells+monthGap) + column/dayCells*dayCells
	n, err := strconv.Atoi(strings.Trim(ansi.Strip(ansi.Cut(text, from, from+dayCells)), " []()"))
	if day := e.top.AddDate(0, month, n-1); row > 1 && err == nil && s.takes(day) {
		e.moveTo(day)
		e.form.move(1)
	}
}
