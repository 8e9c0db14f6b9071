package flightview

import (
	"slices"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// maxTimeline is the maximum width of a timeline; wider ones are hard to follow.
const maxTimeline = 110

// maxWeight is the maximum weight of a part of a timeline, in minutes: ten weeks.
const maxWeight = 100_000

// part is a stretch of a timeline: a segment, or the wait after it.
type part struct {
	segment *offer.Segment // nil for a wait
	code    string         // airport of the wait
	minutes int            // at most maxWeight
	least   int            // minimum width in cells
	at      int            // its first cell
	width   int
}

// timeline draws a leg to scale by elapsed time if the canvas is wide enough, else as a ladder.
func timeline(c canvas.Canvas, leg offer.Leg) []string {
	if len(leg.Segments) == 0 {
		leg.Segments = []offer.Segment{{
			From: leg.From, To: leg.To,
			Departs: leg.Departs, Arrives: leg.Arrives, Minutes: leg.Minutes,
		}}
	}
	parts := parts(c, leg)
	first, last := c.Text(leg.Segments[0].From), c.Text(leg.Segments[len(leg.Segments)-1].To)
	start := grid.Gap + canvas.Cells(first) + 1
	room := min(c.Width, maxTimeline) - start - 1 - canvas.Cells(last)
	if !timed(leg) || !allot(parts, start, room) {
		return ladder(c, leg)
	}
	t := drawing{Canvas: c, leg: leg, parts: parts, first: first, last: last}
	return append([]string{t.times(), t.bar()}, t.labels()...)
}

// timed reports whether the length of every segment is known, so that a scale is meaningful.
func timed(leg offer.Leg) bool {
	return !slices.ContainsFunc(leg.Segments, func(s offer.Segment) bool { return length(s) == 0 })
}

// parts splits a leg into segments and the waits between them.
func parts(c canvas.Canvas, leg offer.Leg) []part {
	var out []part
	for i := range leg.Segments {
		s := &leg.Segments[i]
		if i > 0 {
			before := leg.Segments[i-1]
			code := change(c, before.To, s.From)
			out = append(out, part{code: code, minutes: weight(before.Arrives.Until(s.Departs)), least: canvas.Cells(code) + 2})
		}
		departs, arrives := times(leg, *s)
		out = append(out, part{segment: s, minutes: weight(length(*s)), least: max(len(departs)+len(arrives)+1, len("o---o"))})
	}
	return out
}

// change returns the airport of a wait, or two codes if the next segment leaves from another one.
func change(c canvas.Canvas, from, to string) string {
	a, b := c.Text(from), c.Text(to)
	if a == b || b == "" {
		return a
	}
	return a + "/" + b
}

// weight keeps absurd durations from spoiling a scale.
func weight(minutes int) int { return min(max(minutes, 0), maxWeight) }

// length returns a segment's minutes as the service states them, otherwise from its times.
func length(s offer.Segment) int {
	if s.Minutes > 0 {
		return s.Minutes
	}
	if !s.Departs.Zoned() {
		return 0
	}
	return s.Departs.Until(s.Arrives)
}

// times returns a segment's local times, with the days since the leg began.
func times(l offer.Leg, s offer.Segment) (departs, arrives string) {
	return s.Departs.Since(l.Departs).Clock(), s.Arrives.Since(l.Departs).Clock()
}

// allot divides the cells of a line among the parts by their minutes. A part that would be too narrow gets its
// minimum, and the rest is divided by scale again. It returns false if the parts do not fit.
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

// share gives the parts that are drawn to scale their cells, without rounding losses, and places all parts next to
// each other.
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

// strip is a line to which texts are added at given cells, from left to right.
type strip struct {
	text string
	used int
}

// put places text at a cell, or right after the existing text.
func (s *strip) put(at int, painted string) {
	if pad := at - s.used; pad > 0 {
		s.text += strings.Repeat(" ", pad)
		s.used += pad
	}
	s.text += painted
	s.used += canvas.Cells(painted)
}

// drawing is a timeline whose parts are placed.
type drawing struct {
	canvas.Canvas
	leg         offer.Leg
	parts       []part
	first, last string // codes of both ends
}

// times returns the line of local times above the ends of each segment.
func (d drawing) times() string {
	var s strip
	for i, p := range d.parts {
		if p.segment == nil {
			continue
		}
		departs, arrives := times(d.leg, *p.segment)
		at, end := p.at, p.at+p.width
		if i == 0 {
			at = grid.Gap
		}
		if i == len(d.parts)-1 {
			end += 1 + canvas.Cells(d.last)
		}
		s.put(at, departs)
		s.put(end-len(arrives), arrives)
	}
	return s.text
}

// bar returns the line to scale: segments by mode of travel, waits with their airport.
func (d drawing) bar() string {
	var s strip
	s.put(grid.Gap, d.Paint(canvas.Strong, d.first))
	for _, p := range d.parts {
		if p.segment == nil {
			fill := p.width - canvas.Cells(p.code)
			text := strings.Repeat(d.Glyph.Layover, fill/2) + p.code + strings.Repeat(d.Glyph.Layover, fill-fill/2)
			s.put(p.at, d.Paint(canvas.Faint, text))
			continue
		}
		s.put(p.at, d.Glyph.Tick+strings.Repeat(modeBar(d.Glyph, p.segment.Mode), p.width-2)+d.Glyph.Tick)
	}
	s.put(0, " "+d.Paint(canvas.Strong, d.last))
	return s.text
}

// labels returns the names of the segments and waits below the bar. A label that does not fit below its segment gets
// lines of its own, so that nothing is lost.
func (d drawing) labels() []string {
	var below, carriers strip
	var rest []string
	fits := d.allFit()
	for _, p := range d.parts {
		if p.segment == nil {
			text := wait(p.minutes)
			if len(text)+2 > p.width {
				text = strings.TrimPrefix(text, "wait ")
			}
			below.put(p.at+max(p.width-len(text), 0)/2, d.Paint(canvas.Faint, text))
			continue
		}
		if !fits {
			rest = append(rest, d.story(*p.segment)...)
			below.put(p.at, d.shortNumber(*p.segment, p.width-1))
			continue
		}
		below.put(p.at, ride(d.Canvas, *p.segment))
		carriers.put(p.at, carrier(d.Canvas, *p.segment))
	}
	out := []string{strings.TrimRight(below.text, " ")}
	if line := strings.TrimRight(carriers.text, " "); line != "" {
		out = append(out, line)
	}
	return append(out, rest...)
}

// allFit reports whether every segment's facts fit under it.
func (d drawing) allFit() bool {
	for i, p := range d.parts {
		room := p.width - 1
		if i == len(d.parts)-1 {
			room = min(d.Width, maxTimeline) - p.at
		}
		if p.segment != nil && max(canvas.Cells(ride(d.Canvas, *p.segment)), canvas.Cells(carrier(d.Canvas, *p.segment))) > room {
			return false
		}
	}
	return true
}

// shortNumber omits the mode if there is no room for it; the bar shows it too.
func (d drawing) shortNumber(s offer.Segment, room int) string {
	if number := number(d.Canvas, s); canvas.Cells(number) <= room {
		return number
	}
	return d.Cut(d.Text(s.Number), room)
}

// story returns everything about a segment on a line of its own.
func (d drawing) story(s offer.Segment) []string {
	return d.Wrap("  ", d.Dots(ride(d.Canvas, s), carrier(d.Canvas, s)), canvas.Faint)
}

// ladder draws a leg vertically, for canvases on which it does not fit horizontally.
func ladder(c canvas.Canvas, leg offer.Leg) []string {
	var out []string
	for i, s := range leg.Segments {
		departs, arrives := times(leg, s)
		if i > 0 {
			before := leg.Segments[i-1]
			out = append(out, rung(c, "", c.Glyph.Gap, wait(before.Arrives.Until(s.Departs)))...)
		}
		out = append(out, rung(c, departs, c.Glyph.Tick, station(c, s.From, s.FromName))...)
		out = append(out, rung(c, "", c.Glyph.Stem, c.Dots(ride(c, s), carrier(c, s)))...)
		out = append(out, rung(c, arrives, c.Glyph.Tick, station(c, s.To, s.ToName))...)
	}
	return out
}

// rung returns one line of a ladder; long text wraps below itself.
func rung(c canvas.Canvas, time, sign, text string) []string {
	lead := "  " + time + strings.Repeat(" ", max(len("00:00+1")-len(time), 0)) + "  " + sign + " "
	return c.Wrap(lead, text, canvas.Plain)
}

func station(c canvas.Canvas, code, name string) string {
	return strings.TrimSpace(c.Text(code) + "  " + c.Text(name))
}

// ride returns the number, duration and vehicle of a segment.
func ride(c canvas.Canvas, s offer.Segment) string {
	long := ""
	if minutes := length(s); minutes > 0 {
		long = figure.Span(minutes)
	}
	return c.Dots(number(c, s), long, c.Text(s.Vehicle))
}

// wait returns the duration of a wait, if known.
func wait(minutes int) string {
	if minutes == 0 {
		return ""
	}
	return "wait " + figure.Span(minutes)
}

// number returns the number a segment is sold under, preceded by its mode if that is not a flight.
func number(c canvas.Canvas, s offer.Segment) string {
	number := c.Text(s.Number)
	if s.Mode != modeFlight && s.Mode != "" {
		number = strings.TrimSpace(c.Text(modeWord(s.Mode)) + " " + number)
	}
	return number
}

// carrier returns the seller of the segment, the operator if that is another company, and the cabin.
func carrier(c canvas.Canvas, s offer.Segment) string {
	text := c.Text(s.Carrier)
	if operator := c.Text(s.Operator); operator != "" && operator != text {
		text = strings.TrimPrefix(text+", flown by "+operator, ", ")
		if s.Mode != modeFlight && s.Mode != "" {
			text = strings.Replace(text, "flown by", "run by", 1)
		}
	}
	return c.Dots(text, c.Text(s.Cabin))
}

// The modes of travel as the service writes them.
const (
	modeFlight = "FLIGHT"
	modeTrain  = "TRAIN"
	modeBus    = "BUS"
)

// modeWord returns a mode in a traveler's words. A mode that this client does not know is unchanged.
func modeWord(mode string) string {
	if mode == "OTHER" {
		return "ground"
	}
	return strings.ToLower(mode)
}

// modeBar returns the character that a segment's bar is made of.
func modeBar(g *canvas.Glyphs, mode string) string {
	switch mode {
	case modeFlight, "":
		return g.Air
	case modeTrain:
		return g.Rail
	case modeBus:
		return g.Road
	}
	return g.Other
}
