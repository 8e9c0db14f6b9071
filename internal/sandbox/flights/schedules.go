package flights

import (
	"cmp"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// SchedulesParams are what a schedules read asks for.
type SchedulesParams struct {
	From, To       string // airport or city codes that CityOf knows; others have no timetable
	Airline        string // marketing carrier to keep, or empty for all
	Page, PageSize int    // both from 1, checked by the caller
	Site           string // market; a timetable does not depend on it
	SiteSource     wire.ValueSource
}

// maxScheduled is how many lines of a route are walked. Where there are more,
// in the order of the list, the read says that it is truncated. The carrier
// filter applies before the walk, so that one carrier's timetable is complete.
const maxScheduled = 400

// CityOf is the code of the city that a code stands for: an airport's
// city, or the city itself.
func (e *Engine) CityOf(code string) (string, bool) {
	if a, ok := e.options.World.Airport(code); ok {
		code = a.CityCode
	}
	_, ok := e.options.World.City(code)
	return code, ok
}

// Schedules is one page of the published timetable between two cities, of all
// their airports and stations: the nonstop flights that searches sell, a line
// for each number that a flight is sold under. Lines come in order of departure.
//
// Times on a line hold on every day of its operating periods. A flight whose
// local times shift, because clocks at its two ends change on different days or
// one never changes, has a line for each pair of times. A line without periods
// has the times of its next departure.
func (e *Engine) Schedules(at time.Time, p SchedulesParams) wire.ScheduleResults {
	from, _ := e.CityOf(p.From)
	to, _ := e.CityOf(p.To)
	lines := e.publisher(at).lines(e.gates(from), e.gates(to), p.Airline)
	coverage := wire.CoverageComplete
	if len(lines) > maxScheduled {
		lines, coverage = lines[:maxScheduled], wire.CoverageTruncated
	}
	begin := min(max(p.Page-1, 0)*p.PageSize, len(lines))
	end := min(begin+p.PageSize, len(lines))
	out := wire.ScheduleResults{
		Results: make([]wire.ScheduledFlight, 0, end-begin),
		Metadata: wire.ScheduleResultsMetadata{
			Page: p.Page, PageSize: p.PageSize, ResultCount: end - begin, TotalCandidates: len(lines),
			HasMore: end < len(lines), Coverage: coverage,
			From:     wire.ScheduleEndpoint{Requested: p.From, ResolvedCityCode: from},
			To:       wire.ScheduleEndpoint{Requested: p.To, ResolvedCityCode: to},
			SiteCode: p.Site, SiteCodeSource: p.SiteSource,
		},
	}
	for _, l := range lines[begin:end] {
		out.Results = append(out.Results, l.wire())
	}
	return out
}

// gates is every airport and station of a city.
func (e *Engine) gates(city string) []*timetable.Place {
	var all []*timetable.Place
	if c, ok := e.options.World.City(city); ok {
		for _, a := range c.Airports {
			if p, ok := e.table.Place(a.Code); ok {
				all = append(all, p)
			}
		}
	}
	return append(all, e.table.Stations(city)...)
}

// line is a flight under one of its numbers, with the local times it keeps on
// the days of its periods.
type line struct {
	flight *timetable.Flight
	sale   timetable.Sale
	times
	periods  []wire.OperatingPeriod
	aircraft bool // the type is reported
}

// How many numbers have no published recurrence or no days of the week, and
// how many main and other sellers report no aircraft.
const (
	withoutRecurrence = 0.04
	withoutWeekdays   = 0.02
	withoutType       = 0.02
	shareWithoutType  = 0.12
)

// lines is every line between two cities, in order of departure.
func (p *publisher) lines(from, to []*timetable.Place, airline string) []line {
	var all []line
	for _, a := range from {
		for _, b := range to {
			flights := p.Table.Route(a, b)
			if len(flights) == 0 {
				continue
			}
			calm := p.calm(a, b)
			for _, f := range flights {
				all = append(all, p.of(f, calm, airline)...)
			}
		}
	}
	sort.Slice(all, func(i, j int) bool { return compareLines(all[i], all[j]) < 0 })
	return all
}

// compareLines is the order of the list. It is total: the number names the
// flight of a route, and a flight leaves only once at the same local times.
func compareLines(a, b line) int {
	return cmp.Or(
		cmp.Compare(a.departs, b.departs),
		strings.Compare(a.sale.Airline.Code, b.sale.Airline.Code), cmp.Compare(a.sale.Number, b.sale.Number),
		strings.Compare(a.flight.From.Code, b.flight.From.Code), strings.Compare(a.flight.To.Code, b.flight.To.Code),
		cmp.Compare(a.days, b.days), cmp.Compare(a.arrives, b.arrives),
	)
}

// of is the lines of one flight, under each number that the carrier filter
// keeps.
func (p *publisher) of(f *timetable.Flight, calm []timetable.Span, airline string) []line {
	var all []line
	var terms []term
	for i, sale := range f.Sold {
		if airline != "" && sale.Airline.Code != airline {
			continue
		}
		if terms == nil {
			terms = p.terms(f, calm)
		}
		d := dice.New(p.seed).Word("published").Word(sale.Airline.Code).With(uint64(sale.Number)).Word(f.From.Code).Word(f.To.Code)
		silent := withoutType
		if i > 0 {
			silent = shareWithoutType
		}
		one := line{flight: f, sale: sale, aircraft: !d.Word("type").Chance(silent)}
		switch kind := recurrenceOf(d); {
		case kind == unpublished:
			one.times = p.next(f)
			all = append(all, one)
		default:
			for _, t := range terms {
				one.times, one.periods = t.times, t.published(kind)
				all = append(all, one)
			}
		}
	}
	return all
}

func recurrenceOf(d dice.Dice) recurrence {
	switch draw := d.Unit(); {
	case draw < withoutRecurrence:
		return unpublished
	case draw < withoutRecurrence+withoutWeekdays:
		return datesOnly
	}
	return published
}

// wire is the line in the contract's words.
func (l line) wire() wire.ScheduledFlight {
	number := strconv.Itoa(l.sale.Number)
	segment := wire.ScheduleSegment{
		DepartureAirportCode: l.flight.From.Code, ArrivalAirportCode: l.flight.To.Code,
		DepartureTime: hourMinute(l.departs), ArrivalTime: hourMinute(l.arrives),
		AirlineCode: l.sale.Airline.Code, AirlineName: &l.sale.Airline.Name,
		DurationMinutes: new(float64(l.flight.Block)), FlightNumber: &number,
	}
	if l.aircraft {
		segment.AircraftCode, segment.AircraftName = &l.flight.Aircraft.Code, &l.flight.Aircraft.Name
	}
	out := wire.ScheduledFlight{
		AirlineCode:          segment.AirlineCode,
		DepartureAirportCode: segment.DepartureAirportCode, ArrivalAirportCode: segment.ArrivalAirportCode,
		DepartureTime: segment.DepartureTime, ArrivalTime: segment.ArrivalTime, ArrivalDayOffset: float64(l.days),
		DurationMinutes: float64(l.flight.Block), FlightNumber: &number, AircraftCode: segment.AircraftCode,
		Segments: []wire.ScheduleSegment{segment}, OperatingPeriods: l.periods,
	}
	if out.OperatingPeriods == nil {
		out.OperatingPeriods = []wire.OperatingPeriod{}
	}
	return out
}

// hourMinute is a minute of the day as HH:MM.
func hourMinute(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }
