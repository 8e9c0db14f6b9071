package render

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// run is the periods of a flight that have the same weekdays.
type run struct {
	days    string
	periods []OperatingPeriod
}

// runs groups the periods that follow one another with the same weekdays.
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

// dates are the run's periods, a text for each; a run without any has a row all the same.
func (r run) dates(c canvas) []string {
	if len(r.periods) == 0 {
		return []string{""}
	}
	out := make([]string, len(r.periods))
	for i, p := range r.periods {
		out[i] = p.dates(c)
	}
	return out
}

// dates are the first and the last day of a period, as short as they can be told apart by year.
func (p OperatingPeriod) dates(c canvas) string {
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
	return p.First.Format(short) + c.glyph.dash + p.Last.Format(short)
}

// weekdays marks the days of a week, Monday first: "Mo Tu .. Th", with dots for the others.
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

// isoWeekdays writes weekdays as ISO 8601 counts them, 1 for Monday: "12345".
func isoWeekdays(days []time.Weekday) string {
	var b strings.Builder
	for i := range 7 {
		if slices.Contains(days, time.Weekday((i+1)%7)) {
			b.WriteString(strconv.Itoa(i + 1))
		}
	}
	return b.String()
}

func isoDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
