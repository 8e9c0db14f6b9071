package flights

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/words"
)

type schedulesOptions struct {
	desk    *desk.Desk
	out     *cli.Printer
	now     func() time.Time
	request flights.ScheduleRequest
	pages   cli.PageFlags
	on      cli.DayFlag
}

func newSchedules(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightSchedules", "schedules FROM TO", "Read the published timetable of a route: nonstop flights, no prices")
	o := &schedulesOptions{
		desk: run.Desk(), out: run.Out(), now: run.Env.Now,
		request: flights.ScheduleRequest{Query: read}, on: cli.DayFlag{Days: read.Days(), Name: "--on"},
	}
	cmd.Long = `Read the published timetable of a route: which nonstop flights leave on which
days of the week, between which dates. It has no prices and no connections,
and it spends no search.

FROM and TO are airport or city codes, or names. The service reads an
airport's code as its city, so the timetable of LHR is that of all airports of
London. Times are local to each airport; 06:10+1 is the next day. TYPE is the
code of the aircraft. A flight whose days are "not published" does not
necessarily leave every day.

--on keeps the flights published for a day. It filters here, after the service
has answered.`
	cmd.Example = `  travel flights schedules DXB LHR
  travel flights schedules London "New York" --on fri --airline BA
  travel flights schedules DXB SIN --tsv`
	cmd.Aliases = []string{"timetable"}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.request.From, o.request.To = args[0], args[1]
		return runSchedules(cmd.Context(), o)
	}
	cli.AddParams(cmd, read, "from", "to")
	cli.SetGroup(cmd.Flags().VarPF(&o.on, "on", "", "Show only the flights published for this day; filtered here (such as "+params.Forms+")"), cli.GroupFilter)
	cli.SetGroup(cmd.Flags().Lookup("airline"), cli.GroupFilter)
	o.pages.AddTo(cmd, read.Op())
	run.Columns(cmd, flightview.Timetable{})
	return cmd
}

func runSchedules(ctx context.Context, o *schedulesOptions) error {
	if o.on.ISO != "" && !o.out.Text() {
		return problem.UsageError{
			Text: "--on filters the rows shown to people; JSON is the service's own timetable, so filter it with --jq",
			Next: "travel flights schedules --help",
		}
	}
	o.request.Pages = o.pages.Pages
	answer, err := flights.Schedules(ctx, o.desk, &o.request)
	if len(answer.Bodies) == 0 {
		return err
	}
	view := timetable(answer.Value, timetableAsked{on: o.on.ISO, today: o.now()})
	answer.Meta.Follow(view.Next...)
	return cmp.Or(o.out.PrintPages(answer.Bodies, answer.Rows, answer.Meta, view, view.Notes), err)
}

// timetableAsked is what a person asked of a timetable.
type timetableAsked struct {
	on    string // keep the flights of this day, YYYY-MM-DD; "" keeps all
	today time.Time
}

// timetable lays a page of the published flights out for a person, in the service's order.
func timetable(r *apiclient.ScheduleResults, asked timetableAsked) flightview.Timetable {
	var v flightview.Timetable
	all := make([]flightview.TimetableFlight, len(r.Results))
	for i, s := range r.Results {
		all[i] = timetableFlight(s)
		f, ok := all[i], true
		if asked.on != "" {
			f, ok = onDay(f, words.Day(asked.on))
		}
		if ok {
			v.Flights = append(v.Flights, f)
		}
	}
	meta := r.Metadata
	v.Route = meta.From.Requested + " → " + meta.To.Requested
	if asked.on != "" {
		v.About = append(v.About, words.Day(asked.on).Format("Mon 2 Jan 2006"))
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
		f.Periods = append(f.Periods, flightview.OperatingPeriod{
			Days: publishedDays(p.Weekdays), First: words.Day(words.Stated(p.StartDate)), Last: words.Day(words.Stated(p.EndDate)),
		})
	}
	return f
}

// flightNumber is how a flight is called; of several segments, all of them.
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

// publishedDays turns the service's days, 1 for Monday, into weekdays. What is not
// a day is left out.
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
// flight may leave on it: also when no one published on which days it does.
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
	text := words.Plural(m.TotalCandidates, "entry", "entries")
	if m.Coverage == apiclient.CoverageTruncated {
		return "at least " + text
	}
	return text
}

// timetableNotes say what the rows alone do not: why there are none, how the
// codes were read, what was not published and what is missing.
func timetableNotes(r *apiclient.ScheduleResults, shown []flightview.TimetableFlight, asked timetableAsked) []string {
	meta := r.Metadata
	var notes []string
	switch {
	case len(r.Results) == 0 && meta.TotalCandidates > 0:
		notes = append(notes, fmt.Sprintf("Page %d is past the last page, %d.", meta.Page, (meta.TotalCandidates+meta.PageSize-1)/max(meta.PageSize, 1)))
	case len(r.Results) == 0:
		notes = append(notes, "No timetable is published for this route; that does not mean nothing flies.")
	case asked.on != "":
		notes = append(notes, fmt.Sprintf("%d of %s shown, those that are published for this day; filtered here.", len(shown), words.Plural(len(r.Results), "entry", "entries")))
	}
	for _, end := range []apiclient.ScheduleEndpoint{meta.From, meta.To} {
		if end.Requested != end.ResolvedCityCode {
			notes = append(notes, fmt.Sprintf("%s was read as its city, %s, with all its airports.", end.Requested, end.ResolvedCityCode))
		}
	}
	if n := unpublished(shown); n > 0 {
		notes = append(notes, fmt.Sprintf("%s without published days: when they leave is not known, and need not be every day.", words.Plural(n, "entry is", "entries are")))
	}
	if meta.Coverage == apiclient.CoverageTruncated {
		notes = append(notes, desk.TruncatedList)
	}
	if meta.HasMore {
		notes = append(notes, fmt.Sprintf("%d of %d shown; more with --limit or --all.", meta.ResultCount, meta.TotalCandidates))
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

// timetableNext are commands that usually follow; the codes go back only when they are codes.
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
