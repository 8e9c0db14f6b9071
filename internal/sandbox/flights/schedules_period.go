package flights

import (
	"slices"
	"time"

	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// times is when a flight leaves and lands, in minutes of the local day.
type times struct {
	departs, arrives int
	days             int // from the day of departure to that of landing
}

// recurrence is how much is published of the days a flight runs on.
type recurrence uint8

const (
	published recurrence = iota
	datesOnly            // from when until when, but not on which days of the week
	unpublished
)

// publisher works out when flights run and by which local clocks.
type publisher struct {
	*planner.Clocks
	seed        uint64
	today       timetable.Day
	first, last timetable.Day // published, both included
}

// horizon is how many days ahead a search may be for, and one day more for
// places that are ahead of UTC.
const horizon = 366

// publisher publishes whole seasons: from the one that some place on earth has
// today to the one in which the last day that can be booked lies.
func (e *Engine) publisher(at time.Time) *publisher {
	p := &publisher{Clocks: planner.NewClocks(e.table), seed: e.options.Seed, today: timetable.DayOf(at.UTC())}
	p.first, _ = seasonOf(p.today - 1)
	_, p.last = seasonOf(p.today + horizon)
	return p
}

// seasonOf is the first and the last day of the season that a day lies in.
func seasonOf(day timetable.Day) (first, last timetable.Day) {
	season := timetable.Winter
	if timetable.Summer.Has(day) {
		season = timetable.Summer
	}
	const longest = 220 // days; a span that reaches a day is whole within this
	for _, s := range season.Spans(day-longest, day+longest) {
		if s.First <= day && day <= s.Last {
			return s.First, s.Last
		}
	}
	return day, day
}

// calm splits the published days into stretches on each of which every
// departure between two places keeps its local times: the days around a change
// of clocks stand alone.
func (p *publisher) calm(from, to *timetable.Place) []timetable.Span {
	var spans []timetable.Span
	var last stretch
	for day := p.first; day <= p.last; day++ {
		next := p.stretch(from, to, day)
		if next.still && next == last {
			spans[len(spans)-1].Last = day
		} else {
			spans = append(spans, timetable.Span{First: day, Last: day})
		}
		last = next
	}
	return spans
}

// stretch is what days with the same local times have in common: how many
// minutes two places are ahead of UTC, and that no clock is changed.
type stretch struct {
	from, to int64
	still    bool
}

// stretch looks from the day before to the second day after, within which
// every flight of the day leaves and lands.
func (p *publisher) stretch(from, to *timetable.Place, day timetable.Day) stretch {
	leave, land := p.Offset(from, day), p.Offset(to, day)
	s := stretch{from: leave.Minutes, to: land.Minutes, still: !leave.Changes && !land.Changes}
	for near := day - 1; near <= day+2; near++ {
		s.still = s.still && p.Offset(to, near) == land
	}
	return s
}

// term is the local times of a flight and the stretches of days it keeps them.
type term struct {
	times
	flight *timetable.Flight
	spans  []timetable.Span
}

// terms is the local times that a flight has in the published days, each once,
// first come first.
func (p *publisher) terms(f *timetable.Flight, calm []timetable.Span) []term {
	var all []term
	for _, season := range f.Season.Spans(p.first, p.last) {
		for _, span := range calm {
			span = timetable.Span{First: max(span.First, season.First), Last: min(span.Last, season.Last)}
			if !runsIn(f, span) {
				continue
			}
			at := p.times(f, span.First)
			i := slices.IndexFunc(all, func(t term) bool { return t.times == at })
			if i < 0 {
				i = len(all)
				all = append(all, term{times: at, flight: f})
			}
			all[i].extend(span, season.First)
		}
	}
	return all
}

// extend adds a stretch of a season. It lengthens the last one when the flight
// does not run in between.
func (t *term) extend(span timetable.Span, season timetable.Day) {
	n := len(t.spans)
	if n == 0 || t.spans[n-1].Last < season || runsIn(t.flight, timetable.Span{First: t.spans[n-1].Last + 1, Last: span.First - 1}) {
		t.spans = append(t.spans, span)
		return
	}
	t.spans[n-1].Last = span.Last
}

func runsIn(f *timetable.Flight, span timetable.Span) bool {
	for day := span.First; day <= min(span.Last, span.First+6); day++ {
		if f.Runs(day) {
			return true
		}
	}
	return false
}

// times is by which local clocks a flight runs on a day.
func (p *publisher) times(f *timetable.Flight, day timetable.Day) times {
	leave := p.UTC(f.From, day, f.Departs)
	off, on := p.Local(f.From, leave), p.Local(f.To, leave+int64(f.Block))
	return times{
		departs: off.Hour()*60 + off.Minute(), arrives: on.Hour()*60 + on.Minute(),
		days: int(timetable.DayOf(on) - timetable.DayOf(off)),
	}
}

// next is the local times of a flight's next departure.
func (p *publisher) next(f *timetable.Flight) times {
	for day := p.today; day <= p.last; day++ {
		if f.Runs(day) {
			return p.times(f, day)
		}
	}
	return p.times(f, p.today)
}

// published is the operating periods of a term: each from its first to its
// last departure, with the days of the week it departs on.
func (t term) published(kind recurrence) []wire.OperatingPeriod {
	periods := make([]wire.OperatingPeriod, 0, len(t.spans))
	for _, span := range t.spans {
		first, last := span.First, span.Last
		for !t.flight.Runs(first) {
			first++
		}
		for !t.flight.Runs(last) {
			last--
		}
		one := wire.OperatingPeriod{StartDate: new(first.String()), EndDate: new(last.String())}
		if kind == published {
			for day := first; day <= min(last, first+6); day++ {
				if t.flight.Runs(day) {
					one.Weekdays = append(one.Weekdays, day.Weekday())
				}
			}
			slices.Sort(one.Weekdays)
		}
		periods = append(periods, one)
	}
	return periods
}
