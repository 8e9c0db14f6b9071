// Package planner finds the ways to travel one leg on one day: rides that connect,
// and under whose numbers they are sold. It knows no prices.
package planner

import (
	"time"

	"travel.example/travel/internal/sandbox/flights/timetable"
)

// Ride is a flight on one day.
type Ride struct {
	*timetable.Flight
	Day   timetable.Day // it leaves on, local
	Leave int64         // minutes since 1970, UTC
	Land  int64
}

// Minutes is the time from gate to gate.
func (r Ride) Minutes() int { return int(r.Land - r.Leave) }

// Clocks converts local times to UTC for one search. It remembers the offset of
// each place and day, because a search asks for the same few thousands of
// times.
type Clocks struct {
	Table   *timetable.Timetable
	offsets map[placeDay]Offset
}

type placeDay struct {
	place *timetable.Place
	day   timetable.Day
}

// An Offset is how far local times are from UTC on a day.
type Offset struct {
	Minutes int64 // ahead of UTC
	Changes bool  // the clocks are changed on this day
}

// NewClocks knows the zones of the places of a timetable.
func NewClocks(table *timetable.Timetable) *Clocks {
	return &Clocks{Table: table, offsets: map[placeDay]Offset{}}
}

// UTC is the minutes since 1970 of a local minute of a day.
func (c *Clocks) UTC(p *timetable.Place, day timetable.Day, minute int) int64 {
	if o := c.Offset(p, day); !o.Changes {
		return int64(day)*1440 + int64(minute) - o.Minutes
	}
	return c.exact(p, day, minute)
}

// Offset is how local times of a day at a place become UTC.
func (c *Clocks) Offset(p *timetable.Place, day timetable.Day) Offset {
	key := placeDay{p, day}
	o, ok := c.offsets[key]
	if !ok {
		begin, end := c.exact(p, day, 0), c.exact(p, day, 1439)
		o = Offset{Minutes: int64(day)*1440 - begin, Changes: end-begin != 1439}
		c.offsets[key] = o
	}
	return o
}

func (c *Clocks) exact(p *timetable.Place, day timetable.Day, minute int) int64 {
	date := day.Date()
	local := time.Date(date.Year(), date.Month(), date.Day(), 0, minute, 0, 0, c.Table.Zone(p))
	return local.Unix() / 60
}

// Local is the time at a place, from minutes since 1970.
func (c *Clocks) Local(p *timetable.Place, utc int64) time.Time {
	return time.Unix(utc*60, 0).In(c.Table.Zone(p))
}

// dayOf is the local day of a time at a place.
func (c *Clocks) dayOf(p *timetable.Place, utc int64) timetable.Day {
	return timetable.DayOf(c.Local(p, utc))
}

// Rides is what departs from one place to another on a local day, in order.
func (c *Clocks) Rides(from, to *timetable.Place, day timetable.Day) []Ride {
	var found []Ride
	for _, f := range c.Table.Route(from, to) {
		if f.Runs(day) {
			leave := c.UTC(from, day, f.Departs)
			found = append(found, Ride{Flight: f, Day: day, Leave: leave, Land: leave + int64(f.Block)})
		}
	}
	return found
}
