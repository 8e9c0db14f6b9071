package ics

import (
	"fmt"
	"slices"
	"time"
)

// A Moment is a time of day at a place, as someone there reads it from a clock.
type Moment struct {
	At time.Time // its clock and, unless Floating, its offset
	// Floating says that the offset is not known: a calendar shows the clock as it stands, wherever its
	// reader is (§3.3.5).
	Floating bool
}

// offset is how far the moment's clock is ahead of UTC, in seconds.
func (m Moment) offset() int {
	_, offset := m.At.Zone()
	return offset
}

// offsets are those of the calendar's moments, each once, from west to east.
func (c Calendar) offsets() []int {
	var all []int
	for _, e := range c.Events {
		for _, m := range []Moment{e.Start, e.End} {
			if !m.At.IsZero() && !m.Floating {
				all = append(all, m.offset())
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// zone writes a zone of one offset that never changes: which zone a place is in, and when its summer time
// begins, no one has said, and is not guessed.
func (w *writer) zone(offset int) {
	w.line("BEGIN", "VTIMEZONE")
	w.line("TZID", zoneID(offset))
	w.line("BEGIN", "STANDARD")
	w.line("DTSTART", "19700101T000000")
	w.line("TZOFFSETFROM", offsetText(offset))
	w.line("TZOFFSETTO", offsetText(offset))
	w.line("TZNAME", zoneID(offset))
	w.line("END", "STANDARD")
	w.line("END", "VTIMEZONE")
}

// moment writes a property whose value is a moment, in the zone of its offset.
func (w *writer) moment(name string, m Moment) {
	if !m.Floating {
		name += ";TZID=" + zoneID(m.offset())
	}
	w.line(name, m.At.Format(day+"T150405"))
}

// zoneID names the zone of an offset: "UTC+0530".
func zoneID(offset int) string { return "UTC" + offsetText(offset) }

// offsetText is an offset as §3.3.14 has it: "+0530", with seconds only where there are any.
func offsetText(offset int) string {
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	text := fmt.Sprintf("%c%02d%02d", sign, offset/3600, offset/60%60)
	if seconds := offset % 60; seconds > 0 {
		text += fmt.Sprintf("%02d", seconds)
	}
	return text
}
