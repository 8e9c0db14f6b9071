package flightview

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
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
	out := c.Flow("", append([]string{c.Paint(canvas.Strong, t.route(c)), week}, c.Texts(t.About)...), "   ")
	if len(t.Week) > 0 {
		out = append(out, c.Flow(c.Paint(canvas.Faint, "Flights a day")+"   ", t.week(c), " "+c.Glyph.Dot+" ")...)
	}
	if len(t.Flights) > 0 {
		out = append(out, "")
		out = append(out, t.table(c).Lines(c)...)
	}
	return append(out, c.Ending(t.Notes, t.Next)...)
}

// route returns both ends as they were understood.
func (t Timetable) route(c canvas.Canvas) string {
	r := route{codes: [2]string{t.From, t.To}, ends: [2]End{t.FromEnd, t.ToEnd}}
	for _, f := range t.Flights {
		r.airports = append(r.airports, f.From, f.To)
	}
	return r.words(c)
}

func (t Timetable) week(c canvas.Canvas) []string {
	var out []string
	for _, d := range t.Week {
		out = append(out, fmt.Sprintf("%s: %s", c.Day(d.Day), c.Paint(canvas.Strong, strconv.Itoa(d.Flights))))
	}
	if t.Unsaid > 0 {
		out = append(out, fmt.Sprintf("and %d with no published days", t.Unsaid))
	}
	return out
}

// table lists the flights, with the columns for the kind of list.
func (t Timetable) table(c canvas.Canvas) grid.Table {
	if !t.First.IsZero() {
		return t.weekTable(c)
	}
	return t.periodTable(c)
}

// weekTable gives each flight a row, with the days on which it leaves in the week shown.
func (t Timetable) weekTable(c canvas.Canvas) grid.Table {
	table := grid.Table{Choose: grid.ChooseColumns, Columns: append(t.leadColumns(),
		grid.Column{Name: "DAYS", Keep: 9}, grid.Column{Name: t.aircraftHead(c), Keep: 3, Flex: c.Width >= namesBeside})}
	for _, f := range t.Flights {
		table.Rows = append(table.Rows, append(t.lead(f), grid.Cell{Text: weekdays(f.daysFrom(t.First))}, grid.Cell{Text: f.aircraft(c), Tone: canvas.Faint}))
	}
	return table
}

// leadColumns returns the first columns of a flight's rows.
func (t Timetable) leadColumns() []grid.Column {
	return []grid.Column{
		{Name: "FLIGHT", Keep: 9}, {Name: "DEPART", Keep: 9}, {Name: "ARRIVE", Keep: 9}, {Name: "TIME", Align: grid.Right, Keep: 4},
	}
}

// periodTable gives each flight a row for each set of weekdays or, if there is a column for the dates, one for each
// period. Values that repeat the row above are left blank.
func (t Timetable) periodTable(c canvas.Canvas) grid.Table {
	beside := c.Width >= periodsBeside
	table := grid.Table{Choose: grid.ChooseColumns, Columns: append(t.leadColumns(),
		grid.Column{Name: "DAYS", Keep: 9},
		grid.Column{Name: "BETWEEN", Keep: 5, Record: !beside},
		grid.Column{Name: t.aircraftHead(c), Keep: 3, Flex: c.Width >= namesBeside})}
	before := ""
	for _, f := range t.Flights {
		lead := t.lead(f)
		if f.Number == before {
			lead[0].Text = ""
		}
		before = f.Number
		aircraft := grid.Cell{Text: f.aircraft(c), Tone: canvas.Faint}
		for _, run := range f.runs() {
			days := run.days
			periods := run.dates(c)
			if !beside {
				periods = []string{strings.Join(periods, ", ")}
			}
			for _, dates := range periods {
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

func (t Timetable) aircraftHead(c canvas.Canvas) string {
	if c.Width >= namesBeside {
		return "AIRCRAFT"
	}
	return "TYPE"
}

func (f TimetableFlight) aircraft(c canvas.Canvas) string {
	if c.Width >= namesBeside && f.Aircraft != "" {
		return f.Aircraft
	}
	return f.AircraftCode
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
	long := figure.Span(f.Minutes)
	if f.Stops > 0 {
		long += " " + figure.Stops(f.Stops)
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
			r.Rows = append(r.Rows, append(slices.Clone(row), "published", isoWeekdays(p.Days), figure.ISODay(p.First), figure.ISODay(p.Last)))
		}
	}
	return r
}

// run is the periods of a flight that have the same weekdays.
type run struct {
	days    string
	periods []OperatingPeriod
}

// runs groups consecutive periods with the same weekdays.
func (f TimetableFlight) runs() []run {
	if len(f.Periods) == 0 {
		return []run{{days: notPublished}}
	}
	var out []run
	for _, p := range f.Periods {
		days := weekdays(p.Days)
		if n := len(out); n > 0 && out[n-1].days == days {
			out[n-1].periods = append(out[n-1].periods, p)
			continue
		}
		out = append(out, run{days: days, periods: []OperatingPeriod{p}})
	}
	return out
}

// dates returns one text for each of the run's periods; a run without periods still has a row.
func (r run) dates(c canvas.Canvas) []string {
	if len(r.periods) == 0 {
		return []string{""}
	}
	out := make([]string, len(r.periods))
	for i, p := range r.periods {
		out[i] = p.dates(c)
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
