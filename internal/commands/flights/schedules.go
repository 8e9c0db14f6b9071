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
	request := &flights.ScheduleRequest{Query: read}
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
		request.From, request.To = args[0], args[1]
		if *on != "" && asked.allSeasons {
			return problem.Usagef("--on shows one day and --all-seasons every one; give one of them")
		}
		if *on != "" && !run.Out().Text() {
			return problem.Usagef("--on filters the rows shown to people; " +
				"JSON is the service's own timetable, so filter it with --jq")
		}
		request.Pages = pages.Pages
		if limit := pages.Limit; run.Out().Text() && !pages.All && limit > 0 { // after filtering here
			request.Pages.All, request.Pages.Limit, asked.limit = true, 0, limit
		}
		answer, err := flights.Schedules(cmd.Context(), run.Desk(), request)
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
	cmd.Flags().BoolVar(&asked.city, "city", false, "Show all airports of the cities, also where an airport was named")
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

// week returns the first of the seven days asked for, or the zero time if it is not a week that was asked for.
func (a timetableAsked) week() time.Time {
	if a.on != "" || a.allSeasons {
		return time.Time{}
	}
	return time.Date(a.today.Year(), a.today.Month(), a.today.Day(), 0, 0, 0, 0, time.UTC)
}

// picked holds the timetable entries that were asked for and counts the others.
type picked struct {
	flights    []flightview.TimetableFlight
	elsewhere  int // entries for other airports of the cities
	otherWeeks int // entries for these airports that do not fly on the days asked for
	beyond     int // entries beyond the limit
}

// pick selects the entries that were asked for, in the service's order.
func (a timetableAsked) pick(r *apiclient.ScheduleResults) picked {
	var p picked
	for _, s := range r.Results {
		if !a.city && (elsewhere(r.Metadata.From, s.DepartureAirportCode) || elsewhere(r.Metadata.To, s.ArrivalAirportCode)) {
			p.elsewhere++
			continue
		}
		f, ok := timetableFlight(s), true
		switch first := a.week(); {
		case a.on != "":
			f, ok = during(f, words.Day(a.on), 1)
		case !first.IsZero():
			f, ok = during(f, first, 7)
		}
		if !ok {
			p.otherWeeks++
			continue
		}
		if a.limit > 0 && len(p.flights) == a.limit {
			p.beyond++
			continue
		}
		p.flights = append(p.flights, f)
	}
	return p
}

// elsewhere reports whether an airport is not the one that was named. A city code covers all its airports.
func elsewhere(end apiclient.ScheduleEndpoint, airport string) bool {
	return end.Requested != end.ResolvedCityCode && airport != end.Requested
}

// timetable lays out a page of the published flights, in the service's order.
func timetable(r *apiclient.ScheduleResults, asked timetableAsked) flightview.Timetable {
	meta, picked := r.Metadata, asked.pick(r)
	v := flightview.Timetable{
		From: meta.From.Requested, To: meta.To.Requested,
		Flights: picked.flights, First: asked.week(),
	}
	if asked.on != "" {
		v.About = append(v.About, words.Day(asked.on).Format("Mon 2 Jan 2006"))
	}
	v.About = append(v.About, timetableCount(meta, picked)+", nonstop")
	if asked.on == "" && picked.beyond == 0 && !meta.HasMore && meta.Page == 1 && meta.Coverage == apiclient.CoverageComplete {
		v.Week, v.Unsaid = weekAhead(picked.flights, asked.today), unpublished(picked.flights)
	}
	v.Notes = timetableNotes(r, picked, asked)
	v.Next = timetableNext(meta, len(v.Flights), asked.on)
	return v
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

// during keeps the operating periods that include one of the given days, counted from first, and reports whether
// the flight may leave on them. It may if no operating days were published.
func during(f flightview.TimetableFlight, first time.Time, days int) (flightview.TimetableFlight, bool) {
	if len(f.Periods) == 0 {
		return f, true
	}
	f.Periods = slices.DeleteFunc(slices.Clone(f.Periods), func(p flightview.OperatingPeriod) bool {
		for i := range days {
			if d := first.AddDate(0, 0, i); p.Flies(d) || len(p.Days) == 0 && p.Covers(d) {
				return false
			}
		}
		return true
	})
	return f, len(f.Periods) > 0
}

// weekAhead counts the flights published for each of the next seven days.
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
			if slices.ContainsFunc(f.Periods, func(p flightview.OperatingPeriod) bool { return p.Flies(d) }) {
				count++
			}
		}
		week = append(week, flightview.DayCount{Day: d, Flights: count})
	}
	return week
}

// timetableCount returns the number of flights, as a minimum if only part of the timetable is known.
func timetableCount(m apiclient.ScheduleResultsMetadata, picked picked) string {
	numbers := map[string]struct{}{}
	for _, f := range picked.flights {
		numbers[f.Number] = struct{}{}
	}
	text := words.Counted(len(numbers), "flight")
	if m.Coverage == apiclient.CoverageTruncated || m.HasMore || m.Page > 1 || picked.beyond > 0 {
		return "at least " + text
	}
	return text
}

// timetableNotes explains what the rows alone do not: why there are none, and what was left out, not published or
// is missing.
func timetableNotes(r *apiclient.ScheduleResults, picked picked, asked timetableAsked) []string {
	meta := r.Metadata
	var notes []string
	switch {
	case len(r.Results) == 0 && meta.TotalCandidates > 0:
		notes = append(notes, fmt.Sprintf("Page %d is past the last page, %d.", meta.Page, (meta.TotalCandidates+meta.PageSize-1)/max(meta.PageSize, 1)))
	case len(r.Results) == 0:
		notes = append(notes, "No timetable is published for this route; that does not mean nothing flies.")
	case len(picked.flights) == 0:
		notes = append(notes, "Nothing is published for these airports and days; there may still be flights.")
	}
	var hidden []string // because of their airport or their weeks, with the flags that show them
	if picked.elsewhere > 0 {
		var cities []string
		for _, end := range []apiclient.ScheduleEndpoint{meta.From, meta.To} {
			if end.Requested != end.ResolvedCityCode {
				cities = append(cities, end.ResolvedCityCode)
			}
		}
		hidden = append(hidden, fmt.Sprintf("%s of other airports of %s (--city shows them)", words.Plural(picked.elsewhere, "entry", "entries"), strings.Join(cities, " and ")))
	}
	if n := words.Plural(picked.otherWeeks, "entry", "entries"); picked.otherWeeks > 0 && asked.on != "" {
		hidden = append(hidden, n+" not published for this day")
	} else if picked.otherWeeks > 0 {
		hidden = append(hidden, n+" of other weeks (--all-seasons)")
	}
	if picked.beyond > 0 {
		hidden = append(hidden, words.Plural(picked.beyond, "entry", "entries")+" beyond the limit")
	}
	if len(hidden) > 0 {
		notes = append(notes, "Left out: "+strings.Join(hidden, "; ")+".")
	}
	if n := unpublished(picked.flights); n > 0 {
		notes = append(notes, fmt.Sprintf("%s without published days: when they leave is not known, and need not be every day.", words.Plural(n, "entry is", "entries are")))
	}
	if meta.Coverage == apiclient.CoverageTruncated {
		notes = append(notes, desk.TruncatedList)
	}
	if meta.HasMore {
		notes = append(notes, fmt.Sprintf("%s of %s read; more with --limit or --all.", words.Grouped(meta.ResultCount), words.Plural(meta.TotalCandidates, "entry", "entries")))
	}
	return notes
}

// unpublished counts the flights whose weekdays are not all known.
func unpublished(flights []flightview.TimetableFlight) int {
	n := 0
	for _, f := range flights {
		if len(f.Periods) == 0 || slices.ContainsFunc(f.Periods, func(p flightview.OperatingPeriod) bool { return len(p.Days) == 0 }) {
			n++
		}
	}
	return n
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
