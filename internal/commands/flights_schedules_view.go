package commands

import (
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/flightview"
)

// timetableAsked is what a person asked of a timetable.
type timetableAsked struct {
	on    string // keep the flights of this day, YYYY-MM-DD; "" keeps all
	today time.Time
}

// timetable lays a page of the published flights out for a person, in the
// service's order.
func timetable(r *apiclient.ScheduleResults, asked timetableAsked) flightview.Timetable {
	var v flightview.Timetable
	all := make([]flightview.TimetableFlight, len(r.Results))
	for i, s := range r.Results {
		all[i] = timetableFlight(s)
		f, ok := all[i], true
		if asked.on != "" {
			f, ok = onDay(f, day(asked.on))
		}
		if ok {
			v.Flights = append(v.Flights, f)
		}
	}
	meta := r.Metadata
	v.Route = meta.From.Requested + " → " + meta.To.Requested
	if asked.on != "" {
		v.About = append(v.About, day(asked.on).Format("Mon 2 Jan 2006"))
	}
	v.About = append(v.About, timetableCount(meta)+", nonstop")
	if asked.on == "" && !meta.HasMore && meta.Page == 1 && meta.Coverage == apiclient.CoverageComplete {
		v.Week, v.Unsaid = weekAhead(all, asked.today), unpublished(all)
	}
	v.Notes = timetableNotes(r, v.Flights, asked)
	v.Next = timetableNext(meta, len(v.Flights), asked.on)
	return v
}

func timetableFlight(s apiclient.ScheduledFlight) flightview.TimetableFlight {
	f := flightview.TimetableFlight{
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
		f.Periods = append(f.Periods, flightview.OperatingPeriod{
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
func flies(p flightview.OperatingPeriod, d time.Time) bool {
	return slices.Contains(p.Days, d.Weekday()) && covers(p, d)
}

func covers(p flightview.OperatingPeriod, d time.Time) bool {
	return (p.First.IsZero() || !d.Before(p.First)) && (p.Last.IsZero() || !d.After(p.Last))
}

// onDay keeps a flight's periods that a day falls into, and tells whether the
// flight may leave on it: also when nobody published on which days it does.
func onDay(f flightview.TimetableFlight, d time.Time) (flightview.TimetableFlight, bool) {
	if len(f.Periods) == 0 {
		return f, true
	}
	f.Periods = slices.DeleteFunc(slices.Clone(f.Periods), func(p flightview.OperatingPeriod) bool {
		return !flies(p, d) && (len(p.Days) > 0 || !covers(p, d))
	})
	return f, len(f.Periods) > 0
}

// weekAhead counts the flights that are published for the next seven days.
func weekAhead(flights []flightview.TimetableFlight, today time.Time) []flightview.DayCount {
	if len(flights) == 0 {
		return nil
	}
	first := time.Date(today.Year(), today.Month(), today.Day(), 0, 0, 0, 0, time.UTC)
	var week []flightview.DayCount
	for i := range 7 {
		d := first.AddDate(0, 0, i)
		count := 0
		for _, f := range flights {
			if slices.ContainsFunc(f.Periods, func(p flightview.OperatingPeriod) bool { return flies(p, d) }) {
				count++
			}
		}
		week = append(week, flightview.DayCount{Day: d, Flights: count})
	}
	return week
}

func timetableCount(m apiclient.ScheduleResultsMetadata) string {
	text := plural(m.TotalCandidates, "entry", "entries")
	if m.Coverage == apiclient.CoverageTruncated {
		return "at least " + text
	}
	return text
}
