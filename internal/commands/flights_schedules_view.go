package commands

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render"
)

// timetableAsked is what a person asked of a timetable.
type timetableAsked struct {
	on    string // keep the flights of this day, YYYY-MM-DD; "" keeps all
	today time.Time
}

// timetable lays a page of the published flights out for a person, in the
// service's order.
func timetable(r *apiclient.ScheduleResults, asked timetableAsked) render.Timetable {
	var v render.Timetable
	all := make([]render.TimetableFlight, len(r.Results))
	for i, s := range r.Results {
		all[i] = timetableFlight(s)
		if asked.on == "" || maybeFlies(all[i], day(asked.on)) {
			v.Flights = append(v.Flights, all[i])
		}
	}
	meta := r.Metadata
	v.Title = fmt.Sprintf("%s → %s   %s, nonstop", endWords(meta.From), endWords(meta.To), timetableCount(meta))
	if asked.on != "" {
		v.Title += "   " + day(asked.on).Format("Mon 2 Jan 2006")
	}
	if asked.on == "" && !meta.HasMore && meta.Page == 1 && meta.Coverage == apiclient.CoverageComplete {
		v.Week = weekAhead(all, asked.today)
	}
	v.Notes = timetableNotes(r, v.Flights, asked)
	v.Next = timetableNext(meta, len(r.Results))
	return v
}

func timetableFlight(s apiclient.ScheduledFlight) render.TimetableFlight {
	f := render.TimetableFlight{
		Number: flightNumber(s),
		From:   s.DepartureAirportCode, To: s.ArrivalAirportCode,
		Departs: s.DepartureTime, Arrives: s.ArrivalTime,
		DayOffset: whole(s.ArrivalDayOffset), Minutes: whole(s.DurationMinutes), Stops: whole(s.StopsCount),
		AircraftCode: stated(s.AircraftCode),
	}
	var names []string
	for _, segment := range s.Segments {
		if name := stated(segment.AircraftName); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	f.Aircraft = strings.Join(names, " + ")
	for _, p := range s.OperatingPeriods {
		f.Periods = append(f.Periods, render.OperatingPeriod{
			Days: publishedDays(p.Weekdays), First: day(stated(p.StartDate)), Last: day(stated(p.EndDate)),
		})
	}
	return f
}

// flightNumber is how a flight is called; of several segments, all of them.
func flightNumber(s apiclient.ScheduledFlight) string {
	if s.FlightNumber != nil || len(s.Segments) == 0 {
		return strings.TrimSpace(s.AirlineCode + " " + stated(s.FlightNumber))
	}
	var numbers []string
	for _, segment := range s.Segments {
		numbers = append(numbers, strings.TrimSpace(segment.AirlineCode+" "+stated(segment.FlightNumber)))
	}
	return strings.Join(numbers, " + ")
}

// publishedDays turns the service's days, 1 for Monday, into weekdays. What is
// no day is left out.
func publishedDays(numbers []int) []time.Weekday {
	var days []time.Weekday
	for _, n := range numbers {
		if n >= 1 && n <= 7 {
			days = append(days, time.Weekday(n%7))
		}
	}
	return days
}

// flies tells whether a period is published for a day: its weekday is named and
// the day lies between the dates, where there are dates.
func flies(p render.OperatingPeriod, d time.Time) bool {
	return slices.Contains(p.Days, d.Weekday()) && covers(p, d)
}

func covers(p render.OperatingPeriod, d time.Time) bool {
	return (p.First.IsZero() || !d.Before(p.First)) && (p.Last.IsZero() || !d.After(p.Last))
}

// maybeFlies keeps also what nobody published: it may fly on that day.
func maybeFlies(f render.TimetableFlight, d time.Time) bool {
	return len(f.Periods) == 0 || slices.ContainsFunc(f.Periods, func(p render.OperatingPeriod) bool {
		return flies(p, d) || len(p.Days) == 0 && covers(p, d)
	})
}

// weekAhead counts the flights of the next seven days. There is no count when
// not all days are published: it would be too low.
func weekAhead(flights []render.TimetableFlight, today time.Time) []render.DayCount {
	if len(flights) == 0 {
		return nil
	}
	first := time.Date(today.Year(), today.Month(), today.Day(), 0, 0, 0, 0, time.UTC)
	var week []render.DayCount
	for i := range 7 {
		d := first.AddDate(0, 0, i)
		count := 0
		for _, f := range flights {
			if slices.ContainsFunc(f.Periods, func(p render.OperatingPeriod) bool { return flies(p, d) }) {
				count++
			}
		}
		week = append(week, render.DayCount{Day: d, Flights: count})
	}
	return week
}

// endWords is an end of the route as it was asked for and as it was understood.
func endWords(e apiclient.ScheduleEndpoint) string {
	if e.Requested == e.ResolvedCityCode {
		return e.Requested
	}
	return fmt.Sprintf("%s (city %s)", e.Requested, e.ResolvedCityCode)
}

func timetableCount(m apiclient.ScheduleResultsMetadata) string {
	text := counted(m.TotalCandidates, "scheduled flight")
	if m.Coverage == apiclient.CoverageTruncated {
		return "at least " + text
	}
	return text
}
