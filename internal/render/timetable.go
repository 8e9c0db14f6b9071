package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Timetable is the published flights of a route, which have no prices.
type Timetable struct {
	Route   string     // such as "DXB → LHR"
	About   []string   // what the list is, such as "67 entries, nonstop"
	Week    []DayCount // how many of them leave on each coming day; none if that is not known
	Unsaid  int        // how many more have no published days
	Flights []TimetableFlight
	Notes   []string
	Next    []string // commands that may follow
}

// DayCount is how many flights leave on a day.
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
	Aircraft         string // name of the type, "" if not known
	AircraftCode     string
	Periods          []OperatingPeriod // none if the recurrence was not published, which is not every day
}

// OperatingPeriod says on which weekdays between two dates a flight leaves.
type OperatingPeriod struct {
	Days        []time.Weekday // none if no weekdays were published
	First, Last time.Time      // both counted; zero if not published
}

// notPublished stands where a timetable says nothing.
const notPublished = "not published"

const (
	// periodsBeside is the width from which the dates have a column of their own.
	periodsBeside = 74
	// namesBeside is the width from which aircraft have their names rather than their codes.
	namesBeside = 106
)

func (t Timetable) lines(c canvas) []string {
	head := []string{c.paint(Strong, c.text(t.Route))}
	for _, item := range t.About {
		head = append(head, c.text(item))
	}
	out := c.flow("", head, "   ")
	if len(t.Week) > 0 {
		out = append(out, c.flow(c.paint(Faint, "Flights a day")+"   ", t.week(c), " "+c.glyph.dot+" ")...)
	}
	if len(t.Flights) > 0 {
		out = append(out, "")
		out = append(out, t.table(c).lines(c)...)
	}
	return append(out, c.ending(t.Notes, t.Next)...)
}

func (t Timetable) week(c canvas) []string {
	var out []string
	for _, d := range t.Week {
		out = append(out, fmt.Sprintf("%s: %s", day(d.Day), c.paint(Strong, strconv.Itoa(d.Flights))))
	}
	if t.Unsaid > 0 {
		out = append(out, fmt.Sprintf("and %d with no published days", t.Unsaid))
	}
	return out
}

// table gives each flight a row for each set of weekdays and, where the dates stand beside them,
// one for each period. What repeats from the row above is left out.
func (t Timetable) table(c canvas) Table {
	beside := c.width >= periodsBeside
	table := Table{Columns: []Column{
		{Name: "FLIGHT", Keep: 9},
		{Name: "DEPART", Keep: 9},
		{Name: "ARRIVE", Keep: 9},
		{Name: "TIME", Align: Right, Keep: 1},
		{Name: "DAYS", Keep: 9},
		{Name: "BETWEEN", Keep: 5, Record: !beside},
		{Name: t.aircraftHead(c), Keep: 3, Flex: c.width >= namesBeside},
	}}
	before := ""
	for _, f := range t.Flights {
		lead := f.lead()
		if f.Number == before {
			lead[0].Text = ""
		}
		before = f.Number
		aircraft := Cell{Text: f.aircraft(c), Tone: Faint}
		for _, run := range f.runs() {
			days := run.days
			periods := run.dates(c)
			if !beside {
				periods = []string{strings.Join(periods, ", ")}
			}
			for _, dates := range periods {
				table.Rows = append(table.Rows, append(slices.Clone(lead), Cell{Text: days}, Cell{Text: dates}, aircraft))
				lead, days, aircraft = make([]Cell, len(lead)), "", Cell{}
				if !beside {
					table.Below = append(table.Below, dates)
				}
			}
		}
	}
	return table
}

func (t Timetable) aircraftHead(c canvas) string {
	if c.width >= namesBeside {
		return "AIRCRAFT"
	}
	return "TYPE"
}

func (f TimetableFlight) aircraft(c canvas) string {
	if c.width >= namesBeside && f.Aircraft != "" {
		return f.Aircraft
	}
	return f.AircraftCode
}

// lead is what a flight's rows begin with.
func (f TimetableFlight) lead() []Cell {
	arrives := f.Arrives
	if f.DayOffset != 0 {
		arrives += fmt.Sprintf("%+d", f.DayOffset)
	}
	long := span(f.Minutes)
	if f.Stops > 0 {
		long += " " + stops(f.Stops)
	}
	return []Cell{
		{Text: f.Number, Tone: Strong},
		{Text: f.Departs + " " + f.From},
		{Text: arrives + " " + f.To},
		{Text: long},
	}
}

func (t Timetable) records() records {
	r := records{head: []string{
		"flight", "from", "departs", "to", "arrives", "day_offset", "minutes", "stops", "aircraft", "aircraft_code",
		"recurrence", "weekdays", "first_day", "last_day",
	}}
	for _, f := range t.Flights {
		row := []string{
			f.Number, f.From, f.Departs, f.To, f.Arrives, strconv.Itoa(f.DayOffset), strconv.Itoa(f.Minutes), strconv.Itoa(f.Stops), f.Aircraft, f.AircraftCode,
		}
		if len(f.Periods) == 0 {
			r.rows = append(r.rows, append(row, notPublished, "", "", ""))
		}
		for _, p := range f.Periods {
			r.rows = append(r.rows, append(slices.Clone(row), "published", isoWeekdays(p.Days), isoDay(p.First), isoDay(p.Last)))
		}
	}
	return r
}
