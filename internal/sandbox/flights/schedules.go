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

// maxScheduled limits the lines of a route. If there are more, the answer has only the first ones in its order
// and says that it is truncated. The carrier filter is applied before the limit, so that one carrier's timetable
// is complete.
const maxScheduled = 400

// CityOf returns the code of the city for the code of a city or of an airport.
func (e *Engine) CityOf(code string) (string, bool) {
	if a, ok := data.AirportByCode(code); ok {
		code = a.CityCode
	}
	_, ok := data.CityByCode(code)
	return code, ok
}

// Schedules returns one page of the timetable between two cities known to CityOf, with all their airports and
// stations, filtered and paged by the values of getFlightSchedules. It has the nonstop flights that searches
// sell, one line for each number that a flight is sold under, in order of departure. It is the same in every
// market.
//
// The times of a line apply on every day of its operating periods. A flight has several lines if its local times
// change, because the clocks at its two ends change on different days or one never changes. A line without
// periods has the times of its next departure.
func (e *Engine) Schedules(at time.Time, v rest.Values, site string) wire.ScheduleResults {
	from, _ := e.CityOf(v.Text("from"))
	to, _ := e.CityOf(v.Text("to"))
	// Publish whole seasons, from the season of today anywhere on Earth to the season of the last bookable day.
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
	// The order is total: a number is unique on a route, and a flight departs only once at the same local times.
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

// times are the local departure and arrival times of a flight.
type times struct {
	departs, arrives string
	days             int // from the day of departure to that of arrival
}

// timesOn returns the local times of a flight on a day, and the last day on which no clock change can have
// altered them.
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

// horizon is the number of days ahead that can be searched, plus one for places that are ahead of UTC.
const horizon = 366

// linesOf returns the lines of one flight, one for each number that the carrier filter keeps. One number in 25
// has no operating periods, one in 50 has no weekdays, and one in 20 has no aircraft.
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

// periodsOf returns the local times of a flight from day until before end, and the periods in which each applies.
// A period lies within one season, from its first to its last departure, with weekdays if they are published.
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
		day-- // the next period may start on this day
		slices.Sort(one.Weekdays)
		one.EndDate = new(last.String())
		all[at] = append(all[at], one)
	}
	return all
}
