package flightview

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Timetable shows the published flights of a route, which have no prices.
type Timetable struct {
	About   []string   // description of the list, such as "67 entries, nonstop"
	Week    []DayCount // departures on each coming day; none if unknown
	Unsaid  int        // number of further flights without published days
	Flights []TimetableFlight
	// First is the first of the seven days that the list covers: one line per flight, with the days on which it leaves
	// in that week. If zero, every published period is listed.
	First time.Time
	// From and To are the codes of the route; a flight from or to another airport says so next to its time.
	From, To       string
	FromEnd, ToEnd End // how they were understood
	Notes          []string
	Next           []string // suggested commands
}

// DayCount is the number of flights that leave on a day.
type DayCount struct {
	Day     time.Time
	Flights int
}

// TimetableFlight is one flight of a Timetable. Times are local to each airport.
type TimetableFlight struct {
	Number           string // such as "EK 105"
	From, To         string // airport codes
	Departs, Arrives string // as published, HH:MM
	DayOffset        int    // calendar days from departure to arrival
	Minutes          int
	Stops            int
	Aircraft         string // name of the type, "" if unknown
	AircraftCode     string
	Periods          []OperatingPeriod // none if the recurrence was not published, which does not mean every day
}

// OperatingPeriod says on which weekdays between two dates a flight leaves.
type OperatingPeriod struct {
	Days        []time.Weekday // none if no weekdays were published
	First, Last time.Time      // both included; zero if not published
}

// notPublished is shown for unpublished values.
const notPublished = "not published"

const (
	// periodsBeside is the width from which the dates have a column of their own.
	periodsBeside = 74
	// namesBeside is the width from which aircraft are shown by name instead of by code.
	namesBeside = 106
)

// Lines returns the layout for a person.
func (t Timetable) Lines(c canvas.Canvas) []string {
	week := ""
	if !t.First.IsZero() {
		week = c.Days(t.First, t.First.AddDate(0, 0, 6), " "+c.Glyph.Dash+" ")
	}
	var airports, days []string
	for _, f := range t.Flights {
		airports = append(airports, f.From, f.To)
	}
	route := route(c, [2]string{t.From, t.To}, [2]End{t.FromEnd, t.ToEnd}, airports)
	out := c.Flow("", append([]string{c.Paint(canvas.Strong, route), week}, c.Texts(t.About)...), "   ")
	for _, d := range t.Week {
		days = append(days, c.Day(d.Day)+": "+c.Paint(canvas.Strong, strconv.Itoa(d.Flights)))
	}
	if len(days) > 0 {
		if t.Unsaid > 0 {
			days = append(days, fmt.Sprintf("and %d with no published days", t.Unsaid))
		}
		out = append(out, c.Flow(c.Paint(canvas.Faint, "Flights a day")+"   ", days, " "+c.Glyph.Dot+" ")...)
	}
	if len(t.Flights) > 0 {
		out = append(out, "")
		out = append(out, t.table(c).Lines(c)...)
	}
	return append(out, c.Ending(t.Notes, t.Next)...)
}

// table gives each flight a row for each set of weekdays or, if there is a column for the dates, one for each period.
// Values that repeat the row above are left blank. In the list of a week, a flight has one row, with the days on which
// it leaves in that week.
func (t Timetable) table(c canvas.Canvas) grid.Table {
	week, beside, named := !t.First.IsZero(), c.Width >= periodsBeside, c.Width >= namesBeside
	table := grid.Table{Choose: grid.ChooseColumns, Columns: []grid.Column{
		{Name: "FLIGHT", Keep: 9}, {Name: "DEPART", Keep: 9}, {Name: "ARRIVE", Keep: 9}, {Name: "TIME", Align: grid.Right, Keep: 4},
		{Name: "DAYS", Keep: 9}, {Name: "BETWEEN", Keep: 5, Record: week || !beside}, {Name: "TYPE", Keep: 3},
	}}
	if named {
		table.Columns[6] = grid.Column{Name: "AIRCRAFT", Keep: 3, Flex: true}
	}
	before := ""
	for _, f := range t.Flights {
		lead, aircraft := t.lead(f), grid.Cell{Text: f.AircraftCode, Tone: canvas.Faint}
		if named && f.Aircraft != "" {
			aircraft.Text = f.Aircraft
		}
		if week {
			days := grid.Cell{Text: weekdays(f.daysFrom(t.First))}
			table.Rows = append(table.Rows, append(lead, days, grid.Cell{}, aircraft))
			continue
		}
		if f.Number == before {
			lead[0].Text = ""
		}
		before = f.Number
		for _, run := range f.runs(c) {
			days := run.days
			if !beside {
				run.dates = []string{strings.Join(run.dates, ", ")}
			}
			for _, dates := range run.dates {
				table.Rows = append(table.Rows, append(slices.Clone(lead), grid.Cell{Text: days}, grid.Cell{Text: dates}, aircraft))
				lead, days, aircraft = make([]grid.Cell, len(lead)), "", grid.Cell{}
				if !beside {
					table.Below = append(table.Below, dates)
				}
			}
		}
	}
	return table
}

// lead returns the first cells of a flight's rows.
func (t Timetable) lead(f TimetableFlight) []grid.Cell {
	departs, arrives := offer.Published(f.Departs, 0), offer.Published(f.Arrives, f.DayOffset)
	if slices.ContainsFunc(t.Flights, func(f TimetableFlight) bool { return f.From != t.From }) {
		departs += " " + f.From
	}
	if slices.ContainsFunc(t.Flights, func(f TimetableFlight) bool { return f.To != t.To }) {
		arrives += " " + f.To
	}
	long := words.Span(f.Minutes)
	if f.Stops > 0 {
		long += " " + words.Stops(f.Stops)
	}
	return []grid.Cell{{Text: f.Number, Tone: canvas.Strong}, {Text: departs}, {Text: arrives}, {Text: long}}
}

// Covers reports whether a day is between the dates of a period. A missing date does not limit it.
func (p OperatingPeriod) Covers(d time.Time) bool {
	return (p.First.IsZero() || !d.Before(p.First)) && (p.Last.IsZero() || !d.After(p.Last))
}

// Flies reports whether a period is published for a day: its weekday is listed and its dates cover it.
func (p OperatingPeriod) Flies(d time.Time) bool {
	return slices.Contains(p.Days, d.Weekday()) && p.Covers(d)
}

// daysFrom returns the weekdays on which the flight is published to leave in the seven days from first.
func (f TimetableFlight) daysFrom(first time.Time) []time.Weekday {
	var days []time.Weekday
	for i := range 7 {
		d := first.AddDate(0, 0, i)
		if slices.ContainsFunc(f.Periods, func(p OperatingPeriod) bool { return p.Flies(d) }) {
			days = append(days, d.Weekday())
		}
	}
	return days
}

// Records returns a row for each period of each flight, and one for a flight without periods.
func (t Timetable) Records() grid.Records {
	r := grid.Records{Head: []string{
		"flight", "from", "departs", "to", "arrives", "day_offset", "minutes", "stops", "aircraft", "aircraft_code",
		"recurrence", "weekdays", "first_day", "last_day",
	}}
	for _, f := range t.Flights {
		row := []string{
			f.Number, f.From, f.Departs, f.To, f.Arrives, strconv.Itoa(f.DayOffset), strconv.Itoa(f.Minutes), strconv.Itoa(f.Stops), f.Aircraft, f.AircraftCode,
		}
		if len(f.Periods) == 0 {
			r.Rows = append(r.Rows, append(row, notPublished, "", "", ""))
		}
		for _, p := range f.Periods {
			r.Rows = append(r.Rows, append(slices.Clone(row), "published", isoWeekdays(p.Days), words.ISODay(p.First), words.ISODay(p.Last)))
		}
	}
	return r
}

// run is the dates of a flight's consecutive periods that have the same weekdays.
type run struct {
	days  string
	dates []string
}

// runs groups the periods of a flight. A flight without periods has a run too.
func (f TimetableFlight) runs(c canvas.Canvas) []run {
	if len(f.Periods) == 0 {
		return []run{{days: notPublished, dates: []string{""}}}
	}
	var out []run
	for _, p := range f.Periods {
		days := weekdays(p.Days)
		if n := len(out); n == 0 || out[n-1].days != days {
			out = append(out, run{days: days})
		}
		last := &out[len(out)-1]
		last.dates = append(last.dates, p.dates(c))
	}
	return out
}

// dates returns the first and last day of a period, without a year that is not needed.
func (p OperatingPeriod) dates(c canvas.Canvas) string {
	const short = "2 Jan 06"
	switch {
	case p.First.IsZero() && p.Last.IsZero():
		return "dates " + notPublished
	case p.Last.IsZero():
		return "from " + p.First.Format(short)
	case p.First.IsZero():
		return "until " + p.Last.Format(short)
	case p.First.Equal(p.Last):
		return "on " + p.First.Format(short)
	}
	return p.First.Format(short) + c.Glyph.Dash + p.Last.Format(short)
}

// weekdays formats the days of a week, Monday first: "Mo Tu .. Th", with dots for the others.
func weekdays(days []time.Weekday) string {
	if len(days) == 0 {
		return notPublished
	}
	marks := make([]string, 7)
	for i := range marks {
		marks[i] = ".."
		if d := time.Weekday((i + 1) % 7); slices.Contains(days, d) {
			marks[i] = d.String()[:2]
		}
	}
	return strings.Join(marks, " ")
}

// isoWeekdays formats weekdays by ISO 8601, 1 for Monday: "12345".
func isoWeekdays(days []time.Weekday) string {
	var b strings.Builder
	for i := range 7 {
		if slices.Contains(days, time.Weekday((i+1)%7)) {
			b.WriteString(strconv.Itoa(i + 1))
		}
	}
	return b.String()
}
