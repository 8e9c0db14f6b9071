package render

import (
	"slices"
	"strings"
)

// maxWeight is the longest a part of a timeline counts for, in minutes: ten weeks.
const maxWeight = 100_000

// part is a stretch of a timeline: a segment, or the wait after it.
type part struct {
	segment *Segment // nil for a wait
	code    string   // where one waits
	minutes int      // at most maxWeight
	least   int      // the fewest cells it can be drawn in
	at      int      // its first cell
	width   int
}

// timeline draws a leg to scale by elapsed time if the canvas is wide enough, else as a ladder.
func (c canvas) timeline(leg ViewLeg) []string {
	if len(leg.Segments) == 0 {
		leg.Segments = []Segment{{
			From: Station{Code: leg.From}, To: Station{Code: leg.To},
			Depart: leg.Depart, Arrive: leg.Arrive, Minutes: leg.Minutes,
		}}
	}
	parts := c.parts(leg)
	first, last := c.text(leg.Segments[0].From.Code), c.text(leg.Segments[len(leg.Segments)-1].To.Code)
	start := gridGap + cells(first) + 1
	room := min(c.width, maxTimeline) - start - 1 - cells(last)
	if !timed(leg) || !allot(parts, start, room) {
		return c.ladder(leg)
	}
	t := drawing{canvas: c, leg: leg, parts: parts, first: first, last: last}
	return append([]string{t.times(), t.bar()}, t.labels()...)
}

// timed reports whether the length of every segment is known, so that a scale means something.
func timed(leg ViewLeg) bool {
	return !slices.ContainsFunc(leg.Segments, func(s Segment) bool { return s.length() == 0 })
}

// parts takes a leg apart into segments and the waits between them.
func (c canvas) parts(leg ViewLeg) []part {
	var out []part
	for i := range leg.Segments {
		s := &leg.Segments[i]
		if i > 0 {
			before := leg.Segments[i-1]
			code := c.change(before.To, s.From)
			out = append(out, part{code: code, minutes: weight(elapsed(before.Arrive, s.Depart)), least: cells(code) + 2})
		}
		departs, arrives := leg.times(*s)
		out = append(out, part{segment: s, minutes: weight(s.length()), least: max(len(departs)+len(arrives)+1, len("o---o"))})
	}
	return out
}

// change is where one waits; two codes if the next segment leaves from elsewhere.
func (c canvas) change(from, to Station) string {
	a, b := c.text(from.Code), c.text(to.Code)
	if a == b || b == "" {
		return a
	}
	return a + "/" + b
}

// weight keeps absurd lengths of time from spoiling a scale.
func weight(minutes int) int { return min(max(minutes, 0), maxWeight) }

// length is a segment's minutes as the service states them, else by its times.
func (s Segment) length() int {
	if s.Minutes > 0 {
		return s.Minutes
	}
	return elapsed(s.Depart, s.Arrive)
}

// times are a segment's local times, with the days since the leg began.
func (l ViewLeg) times(s Segment) (departs, arrives string) {
	return clock(s.Depart, daysBetween(l.Depart, s.Depart)), clock(s.Arrive, daysBetween(l.Depart, s.Arrive))
}

// allot shares the cells of a line among the parts by their minutes. A part that would become
// narrower than it can be drawn gets what it needs, and the rest is shared by scale again. It
// reports false if the parts do not fit.
func allot(parts []part, start, room int) bool {
	minutes, scaled := 0, room
	for i := range parts {
		parts[i].width = 0
		minutes += parts[i].minutes
	}
	for pinned := true; pinned; {
		pinned = false
		for i := range parts {
			p := &parts[i]
			if p.width == 0 && (minutes == 0 || p.minutes*scaled < p.least*minutes) {
				p.width, pinned = p.least, true
				scaled -= p.least
				minutes -= p.minutes
			}
		}
	}
	if scaled < 0 {
		return false
	}
	share(parts, start, scaled, minutes)
	return true
}

// share gives the parts that are drawn to scale their cells, without losing any to rounding, and
// puts all parts next to each other.
func share(parts []part, start, scaled, minutes int) {
	passed, used := 0, 0
	for i := range parts {
		p := &parts[i]
		p.at = start
		if p.width == 0 {
			passed += p.minutes
			end := passed * scaled / minutes
			p.width, used = end-used, end
		}
		start += p.width
	}
}

// strip is a line on which texts are put at given cells, from left to right.
type strip struct {
	text string
	used int
}

// put sets text at a cell, or right behind what is there already.
func (s *strip) put(at int, painted string) {
	if pad := at - s.used; pad > 0 {
		s.text += strings.Repeat(" ", pad)
		s.used += pad
	}
	s.text += painted
	s.used += cells(painted)
}
