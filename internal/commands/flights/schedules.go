package flights

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/words"
)

func newSchedules(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightSchedules")
	var pages cli.PageFlags
	var asked timetableAsked
	cmd.Long = `Show the published timetable of a route: which nonstop flights leave on which days. It has no prices
and no connections, and uses no search.

FROM and TO are airport or city codes, or names. It shows what is published for the next seven days
at the airport you named: LHR is not all of London. --on shows another day, --all-seasons every
published period with its dates, and --city all airports of both cities; pipes, --tsv and --csv
have the same rows, --json the service's whole answer. Times are local to each airport; 06:10+1 is
the next day. TYPE is the aircraft code. A flight whose days are "not published" does not
necessarily leave every day.`
	cmd.Example = `  travel flights schedules DXB LHR
  travel flights schedules London "New York" --on fri --airline BA
  travel flights schedules DXB LHR --city --all-seasons --csv`
	on := cli.AddDay(cmd, read.Days(), "on", "Show only flights published for this day; filtered here (such as "+ask.Forms+")")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *on != "" && asked.allSeasons {
			return problem.Usagef("--on shows one day and --all-seasons every one; give one of them")
		}
		if *on != "" && !run.Out().Text() {
			return problem.Usagef("--on filters the rows shown to people; " +
				"JSON is the service's own timetable, so filter it with --jq")
		}
		wanted := pages.Pages
		if limit := pages.Limit; run.Out().Text() && !pages.All && limit > 0 { // after filtering here
			wanted.All, wanted.Limit, asked.limit = true, 0, limit
		}
		answer, err := flights.Schedules(cmd.Context(), run.Desk(), args[0], args[1], read, wanted)
		if len(answer.Bodies) == 0 {
			return err
		}
		asked.on, asked.today = *on, run.Env.Now()
		view := timetable(answer.Value.ScheduleResults, asked)
		from, to := answer.Value.From, answer.Value.To
		view.FromEnd, view.ToEnd = flightview.End{Name: from.Name, City: from.City}, flightview.End{Name: to.Name, City: to.City}
		for _, command := range view.Next {
			answer.Meta.Follow(problem.Step{Line: command})
		}
		return cmp.Or(run.Out().PrintPages(answer.Bodies, answer.Rows, answer.Meta, view, view.Notes), err)
	}
	cli.AddParams(cmd, read, "from", "to")
	cmd.Flags().BoolVar(&asked.allSeasons, "all-seasons", false, "Show every published period with its dates, not only the coming week")
	cmd.Flags().BoolVar(&asked.city, "city", false, "Show all airports of the cities, even if you named an airport")
	cli.InGroup(cmd.Flags(), cli.GroupFilter, "all-seasons", "city", "airline")
	pages.AddTo(cmd, read.Op())
	run.Columns(cmd, flightview.Timetable{})
	return cmd
}

// timetableAsked is the part of a timetable that was asked for.
type timetableAsked struct {
	on         string    // show flights on this day, YYYY-MM-DD; "" means the coming week
	today      time.Time // the first day of that week
	allSeasons bool      // show flights of every week
	city       bool      // show all airports of the cities
	limit      int       // show at most this many of them; 0 means all
}

// timetable lays out a page of the published flights, in the service's order.
func timetable(r *apiclient.ScheduleResults, asked timetableAsked) flightview.Timetable {
	meta, today := r.Metadata, time.Date(asked.today.Year(), asked.today.Month(), asked.today.Day(), 0, 0, 0, 0, time.UTC)
	v := flightview.Timetable{From: meta.From.Requested, To: meta.To.Requested}
	first, days := time.Time{}, 0 // those asked for; 0 means all
	switch {
	case asked.on != "":
		first, days = words.Day(asked.on), 1
		v.About = append(v.About, first.Format("Mon 2 Jan 2006"))
	case !asked.allSeasons:
		v.First, first, days = today, today, 7
	}
	// A city code covers all its airports.
	another := func(end apiclient.ScheduleEndpoint, airport string) bool {
		return !asked.city && end.Requested != end.ResolvedCityCode && airport != end.Requested
	}
	elsewhere, otherDays, beyond, unsaid := 0, 0, 0, 0 // entries left out, and those without published days
	numbers := map[string]struct{}{}
	for _, s := range r.Results {
		if another(meta.From, s.DepartureAirportCode) || another(meta.To, s.ArrivalAirportCode) {
			elsewhere++
			continue
		}
		f := timetableFlight(s)
		if published := len(f.Periods) > 0; published && days > 0 {
			never := func(p flightview.OperatingPeriod) bool { return !during(p, first, days) }
			f.Periods = slices.DeleteFunc(f.Periods, never)
			if len(f.Periods) == 0 {
				otherDays++
				continue
			}
		}
		if asked.limit > 0 && len(v.Flights) == asked.limit {
			beyond++
			continue
		}
		v.Flights = append(v.Flights, f)
		numbers[f.Number] = struct{}{}
		withoutDays := func(p flightview.OperatingPeriod) bool { return len(p.Days) == 0 }
		if len(f.Periods) == 0 || slices.ContainsFunc(f.Periods, withoutDays) {
			unsaid++
		}
	}
	count := words.Counted(len(numbers), "flight")
	if meta.Coverage == apiclient.CoverageTruncated || meta.HasMore || meta.Page > 1 || beyond > 0 {
		count = "at least " + count
	} else if asked.on == "" && meta.Coverage == apiclient.CoverageComplete {
		v.Week, v.Unsaid = weekAhead(v.Flights, today), unsaid
	}
	v.About = append(v.About, count+", nonstop")
	v.Next = timetableNext(meta, len(v.Flights), asked.on)

	note := func(format string, args ...any) { v.Notes = append(v.Notes, fmt.Sprintf(format, args...)) }
	switch {
	case len(r.Results) == 0 && meta.TotalCandidates > 0:
		last := (meta.TotalCandidates + meta.PageSize - 1) / max(meta.PageSize, 1)
		note("Page %d is past the last page, %d.", meta.Page, last)
	case len(r.Results) == 0:
		note("No timetable is published for this route; that does not mean nothing flies.")
	case len(v.Flights) == 0:
		note("No flights are published for these airports and days; there may still be some.")
	}
	var hidden []string // with the flags that show them
	entries := func(n int) string { return words.Plural(n, "entry", "entries") }
	if elsewhere > 0 {
		var cities []string
		for _, end := range []apiclient.ScheduleEndpoint{meta.From, meta.To} {
			if end.Requested != end.ResolvedCityCode {
				cities = append(cities, end.ResolvedCityCode)
			}
		}
		of := strings.Join(cities, " and ")
		hidden = append(hidden, entries(elsewhere)+" of other airports of "+of+" (--city shows them)")
	}
	if otherDays > 0 && asked.on != "" {
		hidden = append(hidden, entries(otherDays)+" not published for this day")
	} else if otherDays > 0 {
		hidden = append(hidden, entries(otherDays)+" of other weeks (--all-seasons)")
	}
	if beyond > 0 {
		hidden = append(hidden, entries(beyond)+" beyond the limit")
	}
	if len(hidden) > 0 {
		note("Left out: %s.", strings.Join(hidden, "; "))
	}
	if unsaid > 0 {
		note("%s without published days: when they leave is not known, and need not be every day.",
			words.Plural(unsaid, "entry is", "entries are"))
	}
	if meta.Coverage == apiclient.CoverageTruncated {
		note("%s", desk.TruncatedList)
	}
	if meta.HasMore {
		note("%s of %s read; more with --limit or --all.", words.Grouped(meta.ResultCount), entries(meta.TotalCandidates))
	}
	return v
}

// during reports whether a flight may leave on one of the given days, counted from first. It may on any day of a period
// without published weekdays.
func during(p flightview.OperatingPeriod, first time.Time, days int) bool {
	for i := range days {
		if d := first.AddDate(0, 0, i); p.Flies(d) || len(p.Days) == 0 && p.Covers(d) {
			return true
		}
	}
	return false
}

// weekAhead counts the flights published for each of the next seven days.
func weekAhead(flights []flightview.TimetableFlight, today time.Time) (week []flightview.DayCount) {
	if len(flights) == 0 {
		return nil
	}
	for i := range 7 {
		count := flightview.DayCount{Day: today.AddDate(0, 0, i)}
		for _, f := range flights {
			if slices.ContainsFunc(f.Periods, func(p flightview.OperatingPeriod) bool { return p.Flies(count.Day) }) {
				count.Flights++
			}
		}
		week = append(week, count)
	}
	return week
}

func timetableFlight(s apiclient.ScheduledFlight) flightview.TimetableFlight {
	f := flightview.TimetableFlight{
		Number: flightNumber(s),
		From:   s.DepartureAirportCode, To: s.ArrivalAirportCode,
		Departs: s.DepartureTime, Arrives: s.ArrivalTime,
		DayOffset: words.Whole(s.ArrivalDayOffset), Minutes: words.Whole(s.DurationMinutes), Stops: words.Whole(s.StopsCount),
		AircraftCode: words.Stated(s.AircraftCode),
	}
	var names []string
	for _, segment := range s.Segments {
		if name := words.Stated(segment.AircraftName); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	f.Aircraft = strings.Join(names, " + ")
	for _, p := range s.OperatingPeriods {
		var days []time.Weekday // the service's 1 is Monday
		for _, n := range p.Weekdays {
			if n >= 1 && n <= 7 {
				days = append(days, time.Weekday(n%7))
			}
		}
		f.Periods = append(f.Periods, flightview.OperatingPeriod{
			Days: days, First: words.Day(words.Stated(p.StartDate)), Last: words.Day(words.Stated(p.EndDate)),
		})
	}
	return f
}

// flightNumber returns a flight's number, or the numbers of all its segments joined with " + ".
func flightNumber(s apiclient.ScheduledFlight) string {
	if s.FlightNumber != nil || len(s.Segments) == 0 {
		return words.FlightNumber(s.AirlineCode, words.Stated(s.FlightNumber))
	}
	var numbers []string
	for _, segment := range s.Segments {
		numbers = append(numbers, words.FlightNumber(segment.AirlineCode, words.Stated(segment.FlightNumber)))
	}
	return strings.Join(numbers, " + ")
}

// timetableNext returns useful next commands. It reuses only codes that are valid.
func timetableNext(m apiclient.ScheduleResultsMetadata, rows int, on string) []string {
	if !places.IsCode(m.From.Requested) || !places.IsCode(m.To.Requested) {
		return nil
	}
	route := m.From.Requested + " " + m.To.Requested
	switch {
	case on != "":
		return []string{"travel flights search " + route + " " + on}
	case rows == 0:
		return []string{"travel flights search " + route + " +30d"}
	}
	return []string{"travel flights schedules " + route + " --on fri", "travel flights search " + route + " fri"}
}
