package timetable

import (
	"slices"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// slots is the local departure times of a service's n departures in one
// direction, in minutes of the day and in order. Departures leave the base with
// its banks and come home in time for the next one, and no end is left or
// reached in the middle of the night where that can be avoided.
func (t *Timetable) slots(l link, way direction, n int) []int {
	d := t.dice.Word("slot").With(l.base.key, l.place.key, uint64(way))
	trial := l.equip(d)
	shift := t.winterOffset(l.place) - t.winterOffset(l.base.place)
	out, home := blockMinutes(l.base.place, l.place, trial), blockMinutes(l.place, l.base.place, trial)
	banks := l.base.banks(n)
	choices := make([]slot, len(banks))
	for i, bank := range banks {
		leave, land := clock(bank), clock(bank+out+shift)
		bad := l.night(l.base.place, leave) + l.night(l.place, land)
		if way == homeward {
			land = clock(bank - 80)
			leave = clock(land - home + shift)
			bad = l.night(l.base.place, land) + l.night(l.place, leave)
			bad += wasted(leave, home, -shift)
		} else {
			bad += wasted(leave, out, shift)
		}
		choices[i] = slot{leave, bad + d.Word("bank").With(uint64(i)).Between(0, 0.7)}
	}
	return take(choices, n, d)
}

// slot is a time to leave, in local minutes, and how unpopular it is.
type slot struct {
	leave int
	bad   float64
}

// take picks n slots, the most popular first; a slot taken again is less popular
// and lies a little later.
func take(choices []slot, n int, d dice.Dice) []int {
	taken := make([]int, 0, n)
	used := make([]int, len(choices))
	for i := range n {
		best := 0
		for c := range choices {
			if choices[c].bad+0.6*float64(used[c]) < choices[best].bad+0.6*float64(used[best]) {
				best = c
			}
		}
		jitter := int(d.With(uint64(i)).Between(-6, 7))*5 + 65*used[best]
		used[best]++
		taken = append(taken, clock(choices[best].leave+jitter))
	}
	slices.Sort(taken)
	return taken
}

// banks is when the base's departures leave, in local minutes.
func (b *base) banks(n int) []int {
	switch {
	case n > 7:
		return spreadOut(330, 1320, n)
	case b.sleepless():
		return []int{140, 245, 480, 600, 865, 1000, 1320}
	case b.airline.Kind == data.LowCost, b.airline.Kind == data.Leisure, b.airline.Kind == data.Regional:
		return []int{370, 500, 640, 780, 920, 1070, 1210}
	default:
		return []int{420, 550, 650, 775, 905, 1055, 1250, 1320}
	}
}

// sleepless tells whether a hub works through the night, as those between
// continents do.
func (b *base) sleepless() bool {
	switch b.place.Country {
	case "AE", "QA", "BH", "OM", "ET", "TR", "SA", "KW":
		return b.airline.Kind == data.FullService && b.weight >= 5
	}
	return false
}

func spreadOut(first, last, n int) []int {
	times := make([]int, n)
	for i := range times {
		times[i] = first + (last-first)*i/max(1, n-1)
	}
	return times
}

// night is how unpleasant a local time is to leave or land at a place. Where
// nights are hot or the way to other continents is long, airports work late.
func (l link) night(p *Place, minute int) float64 {
	if p == l.base.place && l.base.sleepless() {
		return 0
	}
	late := 2.0
	switch p.land.region {
	case "MEA", "SAS", "SEA", "AFR", "SAM", "CIS":
		if l.distance > 2500 {
			late = 0.5
		}
	}
	switch {
	case minute < 150:
		return late
	case minute < 285:
		return 2
	case minute < 345:
		return 0.5
	case minute > 1410:
		return late / 3
	}
	return 0
}

// wasted is what is lost by a long flight to the east in daylight: it could be
// slept through, and the day it lands on would not be lost.
func wasted(leave, block, shift int) float64 {
	if block >= 330 && shift >= 240 && leave >= 330 && leave < 960 {
		return 0.9
	}
	return 0
}

// clock brings minutes into the day, on a five-minute grid.
func clock(minute int) int {
	minute = ((minute % 1440) + 1440) % 1440
	return minute / 5 * 5
}

// winterOffset is the minutes a place is ahead of UTC in mid-January. Banks
// are laid out with it, so that a timetable keeps its local times all year.
func (t *Timetable) winterOffset(p *Place) int {
	_, seconds := time.Date(2025, time.January, 15, 12, 0, 0, 0, t.Zone(p)).Zone()
	return seconds / 60
}
