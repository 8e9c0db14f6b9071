package flights

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// maxScheduled is how many lines of a route are walked. Where there are more,
// in the order of the list, the read says that it is truncated. The carrier
// filter applies before the walk, so that one carrier's timetable is complete.
const maxScheduled = 400

// CityOf is the code of the city that a code stands for: an airport's
// city, or the city itself.
func (e *Engine) CityOf(code string) (string, bool) {
	if a, ok := data.AirportByCode(code); ok {
		code = a.CityCode
	}
	_, ok := data.CityByCode(code)
	return code, ok
}

// Schedules is one page of the published timetable between two cities that CityOf knows, of all
// their airports and stations, as the values of getFlightSchedules ask: the nonstop flights that
// searches sell, a line for each number that a flight is sold under. Lines come in order of departure.
// It is the same in every market.
//
// Times on a line hold on every day of its operating periods. A flight whose
// local times shift, because clocks at its two ends change on different days or
// one never changes, has a line for each pair of times. A line without periods
// has the times of its next departure.
func (e *Engine) Schedules(at time.Time, v rest.Values, site string) wire.ScheduleResults {
	from, _ := e.CityOf(v.Text("from"))
	to, _ := e.CityOf(v.Text("to"))
	// Whole seasons are published, from the one that some place on earth has today to the one in which the
	// last day that can be booked lies.
	today := timetable.DayOf(at.UTC())
	first := today - 366
	for _, next := first.Season(); next < today; _, next = next.Season() {
		first = next
	}
	_, last := (today + horizon).Season()
	var lines []wire.ScheduledFlight
	for _, a := range e.table.City(from) {
		for _, b := range e.table.City(to) {
			for _, f := range e.table.Route(a, b) {
				lines = append(lines, e.linesOf(f, v.Text("airline"), today, first, last)...)
			}
		}
	}
	// The order is total: the number names the flight of a route, and a flight leaves only
	// once at the same local times.
	slices.SortFunc(lines, func(a, b wire.ScheduledFlight) int {
		return cmp.Or(
			strings.Compare(a.DepartureTime, b.DepartureTime), strings.Compare(a.AirlineCode, b.AirlineCode),
			strings.Compare(*a.FlightNumber, *b.FlightNumber), strings.Compare(a.DepartureAirportCode, b.DepartureAirportCode),
			strings.Compare(a.ArrivalAirportCode, b.ArrivalAirportCode), cmp.Compare(a.ArrivalDayOffset, b.ArrivalDayOffset),
			strings.Compare(a.ArrivalTime, b.ArrivalTime),
		)
	})
	coverage := wire.CoverageComplete
	if len(lines) > maxScheduled {
		lines, coverage = lines[:maxScheduled], wire.CoverageTruncated
	}
	page, more := market.Page(lines, v.Int("page"), v.Int("pageSize"))
	return wire.ScheduleResults{
		Results: append([]wire.ScheduledFlight{}, page...),
		Metadata: wire.ScheduleResultsMetadata{
			Page: v.Int("page"), PageSize: v.Int("pageSize"), ResultCount: len(page), TotalCandidates: len(lines),
			HasMore: more, Coverage: coverage,
			From:     wire.ScheduleEndpoint{Requested: v.Text("from"), ResolvedCityCode: from},
			To:       wire.ScheduleEndpoint{Requested: v.Text("to"), ResolvedCityCode: to},
			SiteCode: site, SiteCodeSource: v.Source("siteCode"),
		},
	}
}

// times is when a flight leaves and lands, by the clocks at its ends.
type times struct {
	departs, arrives string
	days             int // from the day of departure to that of landing
}

// timesOn is the local times of a flight on a day, and until which day, at least, no clock that changes
// alters them.
func timesOn(f *timetable.Flight, day timetable.Day) (at times, until timetable.Day) {
	r := onDay(f, day)
	off, on := local(f.From, r.leave), local(f.To, r.land)
	until = day + 2*horizon
	for _, end := range []time.Time{off, on} {
		if _, change := end.ZoneBounds(); !change.IsZero() {
			until = min(until, timetable.DayOf(change)-3)
		}
	}
	return times{departs: off.Format("15:04"), arrives: on.Format("15:04"), days: int(timetable.DayOf(on) - timetable.DayOf(off))}, until
}

// horizon is how many days ahead a search may be for, and one day more for
// places that are ahead of UTC.
const horizon = 366

// linesOf is the lines of one flight, under each number that the carrier filter
// keeps. Of one number in 25 no recurrence is published, of one in 50 no days of the week;
// of one in 20 the aircraft is not reported.
func (e *Engine) linesOf(f *timetable.Flight, airline string, today, first, end timetable.Day) []wire.ScheduledFlight {
	var all []wire.ScheduledFlight
	for _, sale := range f.Sold {
		if airline != "" && sale.Airline.Code != airline {
			continue
		}
		d := dice.New(e.options.Seed).Word("published").Word(sale.Airline.Code).With(uint64(sale.Number)).Word(f.From.Code).Word(f.To.Code)
		draw := d.Unit()
		periods := periodsOf(f, first, end, draw >= 0.06)
		if draw < 0.04 {
			for !f.Runs(today) {
				today++
			}
			at, _ := timesOn(f, today)
			periods = map[times][]wire.OperatingPeriod{at: {}}
		}
		for at, running := range periods {
			segment := wire.ScheduleSegment{
				DepartureAirportCode: f.From.Code, ArrivalAirportCode: f.To.Code, DepartureTime: at.departs, ArrivalTime: at.arrives,
				AirlineCode: sale.Airline.Code, AirlineName: &sale.Airline.Name,
				DurationMinutes: new(float64(f.Block)), FlightNumber: new(strconv.Itoa(sale.Number)),
			}
			if !d.Word("type").Chance(0.05) {
				segment.AircraftCode, segment.AircraftName = &f.Aircraft.Code, &f.Aircraft.Name
			}
			all = append(all, wire.ScheduledFlight{
				AirlineCode:          segment.AirlineCode,
				DepartureAirportCode: segment.DepartureAirportCode, ArrivalAirportCode: segment.ArrivalAirportCode,
				DepartureTime: segment.DepartureTime, ArrivalTime: segment.ArrivalTime, ArrivalDayOffset: float64(at.days),
				DurationMinutes: float64(f.Block), FlightNumber: segment.FlightNumber, AircraftCode: segment.AircraftCode,
				Segments: []wire.ScheduleSegment{segment}, OperatingPeriods: running,
			})
		}
	}
	return all
}

// periodsOf is the local times that a flight has from one day to the one before another, and the periods in which
// it keeps them: each within a season, from its first to its last departure, with the days of the week where they
// are published.
func periodsOf(f *timetable.Flight, day, end timetable.Day, weekdays bool) map[times][]wire.OperatingPeriod {
	all := map[times][]wire.OperatingPeriod{}
	for ; day < end; day++ {
		if !f.Runs(day) {
			continue
		}
		at, until := timesOn(f, day)
		_, next := day.Season()
		one := wire.OperatingPeriod{StartDate: new(day.String())}
		last := day
		for ; day < next; day++ {
			if !f.Runs(day) {
				continue
			}
			if day > until {
				var now times
				if now, until = timesOn(f, day); now != at {
					break
				}
			}
			last = day
			if weekdays {
				one.Weekdays = appendNew(one.Weekdays, day.Weekday())
			}
		}
		day-- // the next period may begin on it
		slices.Sort(one.Weekdays)
		one.EndDate = new(last.String())
		all[at] = append(all[at], one)
	}
	return all
}
