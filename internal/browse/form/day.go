package form

import (
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/field"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// day is a field for a day, with a calendar below it.
type day struct {
	common
	text  field.Text
	last  func(now time.Time) string // the last day there is, YYYY-MM-DD; nil: there is none
	after *day                       // the day that this one counts from; nil: today
	least int                        // days it is behind that one at least
	usual int                        // days it is behind that one where a calendar begins
	spare bool                       // it may be left out

	open bool      // the calendar has the keys
	at   time.Time // the day under its cursor
	top  time.Time // the first day of the first month in sight
	was  string    // what was typed before the calendar was used

	read struct { // what was read last, and from what
		text, from, today string
		found             []ask.Reading
	}
}

// What the words for a day may be like, in a few cells.
const (
	dayForms  = "25 dec, fri, +30d"
	stayForms = "28 dec, +3d, 3 nights"
)

func (e *day) enter() { e.text.Mark() }

// leave refuses what is not a day as soon as the field is left.
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

func (e *day) keys() stage.Table[*form] {
	switch {
	case e.open:
		return calendarKeys()
	case e.after != nil:
		return lastDayKeys()
	}
	return dayKeys()
}

// base is the day that the words for this one count from, as the contract writes it; "" is today.
func (e *day) base() string {
	if e.after == nil {
		return ""
	}
	return e.after.sure()
}

// waits tells whether the day that this one counts from may be one of several.
func (e *day) waits() bool {
	return e.after != nil && e.after.sure() == "" && len(e.after.readings()) > 0
}

// readings are what the words may mean; none while that is not known.
func (e *day) readings() []ask.Reading {
	if e.waits() {
		return nil
	}
	text, from, today := e.text.Value(), e.base(), e.form.days.Today().Format(ask.ISO)
	if e.read.text != text || e.read.from != from || e.read.today != today {
		e.form.days.From = from
		e.read.text, e.read.from, e.read.today = text, from, today
		e.read.found = e.form.days.Read(text)
	}
	return e.read.found
}

// sure is the day that the words mean, as the contract writes it; "" where they mean none or several.
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

// hint is the day that the words mean, or what may be typed.
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
		if r.First != "" && r.First != e.base() { // the two would change places
			days[i] = words.Day(r.First)
		}
		if days[i].Year() != days[0].Year() {
			now = time.Time{} // all with their years
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

// Type takes the words of a day, and the keys of its calendar while that is open.
func (e *day) Type(event screen.Event) bool {
	k, isKey := event.(screen.Key)
	if e.open && isKey {
		return e.typeInCalendar(k)
	}
	switch name := k.String(); {
	case isKey && name == "down":
		e.openCalendar()
		return true
	case isKey && name == ":":
		return false
	}
	e.open = false
	return e.text.Type(event)
}

// typeInCalendar moves the day under the cursor, which stands in the field at once. Whatever may begin a
// day in words goes back to the field.
func (e *day) typeInCalendar(k screen.Key) bool {
	switch name := k.String(); name {
	case "left", "h":
		e.put(e.at.AddDate(0, 0, -1))
	case "right", "l":
		e.put(e.at.AddDate(0, 0, 1))
	case "up", "k":
		if up := e.at.AddDate(0, 0, -7); e.span().takes(up) {
			e.put(up)
		} else {
			e.open = false // and the field has the keys again
			e.text.Mark()
		}
	case "down", "j":
		e.put(e.at.AddDate(0, 0, 7))
	case "pgup":
		e.put(monthsFrom(e.at, -1))
	case "pgdn":
		e.put(monthsFrom(e.at, 1))
	case "home":
		e.put(e.at.AddDate(0, 0, 1-e.at.Day()))
	case "end":
		e.put(e.at.AddDate(0, 1, -e.at.Day()))
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
