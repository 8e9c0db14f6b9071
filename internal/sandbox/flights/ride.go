package flights

import (
	"time"

	"travel.example/travel/internal/sandbox/flights/timetable"
)

// ride is a flight on one day.
type ride struct {
	*timetable.Flight
	day   timetable.Day // it leaves on, local
	leave int64         // minutes since 1970, UTC
	land  int64
}

// minutes is the time from gate to gate.
func (r ride) minutes() int { return int(r.land - r.leave) }

// clocks converts local times to UTC for one search. It remembers the offset of
// each place and day, because a search asks for the same few thousands of
// times.
type clocks struct {
	table   *timetable.Timetable
	offsets map[placeDay]offset
}

type placeDay struct {
	place *timetable.Place
	day   timetable.Day
}

type offset struct {
	minutes int64 // ahead of UTC
	changes bool  // the clocks are changed on this day
}

func newClocks(table *timetable.Timetable) *clocks {
	return &clocks{table: table, offsets: map[placeDay]offset{}}
}

// utc is the minutes since 1970 of a local minute of a day.
func (c *clocks) utc(p *timetable.Place, day timetable.Day, minute int) int64 {
	key := placeDay{p, day}
	o, ok := c.offsets[key]
	if !ok {
		begin, end := c.exact(p, day, 0), c.exact(p, day, 1439)
		o = offset{minutes: int64(day)*1440 - begin, changes: end-begin != 1439}
		c.offsets[key] = o
	}
	if o.changes {
		return c.exact(p, day, minute)
	}
	return int64(day)*1440 + int64(minute) - o.minutes
}

func (c *clocks) exact(p *timetable.Place, day timetable.Day, minute int) int64 {
	date := day.Date()
	local := time.Date(date.Year(), date.Month(), date.Day(), 0, minute, 0, 0, c.table.Zone(p))
	return local.Unix() / 60
}

// local is the time at a place, from minutes since 1970.
func (c *clocks) local(p *timetable.Place, utc int64) time.Time {
	return time.Unix(utc*60, 0).In(c.table.Zone(p))
}

// dayOf is the local day of a time at a place.
func (c *clocks) dayOf(p *timetable.Place, utc int64) timetable.Day {
	return timetable.DayOf(c.local(p, utc))
}

// rides is what departs from one place to another on a local day, in order.
func (c *clocks) rides(from, to *timetable.Place, day timetable.Day) []ride {
	var found []ride
	for _, f := range c.table.Route(from, to) {
		if f.Runs(day) {
			leave := c.utc(from, day, f.Departs)
			found = append(found, ride{Flight: f, day: day, leave: leave, land: leave + int64(f.Block)})
		}
	}
	return found
}
