package flights

import (
	"time"

	"travel.example/travel/internal/sandbox/data"
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
	add := func(code string) {
		if p, ok := e.table.Place(code); ok {
			all = append(all, p)
		}
	}
	if c, ok := e.options.World.City(city); ok {
		for _, a := range c.Airports {
			add(a.Code)
		}
	}
	for _, s := range data.Stations() {
		if s.CityCode == city {
			add(s.Code)
		}
	}
	return all
}
