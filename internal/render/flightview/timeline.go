package flightview

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
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

// timeline draws a leg to scale by elapsed time if the canvas is wide enough and the length of every segment is known,
// else as a ladder: the local times above the ends of each segment, a bar, and below it the segments and waits.
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
	untimed := slices.ContainsFunc(leg.Segments, func(s offer.Segment) bool { return length(s) == 0 })
	if untimed || !allot(parts, start, room) {
		return ladder(c, leg)
	}
	fits := labelsFit(c, parts)
	var clocks, bar, below, carriers strip
	var rest []string
	bar.put(grid.Gap, c.Paint(canvas.Strong, first))
	for i, p := range parts {
		if p.segment == nil {
			fill := p.width - canvas.Cells(p.code)
			text := strings.Repeat(c.Glyph.Layover, fill/2) + p.code + strings.Repeat(c.Glyph.Layover, fill-fill/2)
			bar.put(p.at, c.Paint(canvas.Faint, text))
			text = wait(p.minutes)
			if len(text)+2 > p.width {
				text = strings.TrimPrefix(text, "wait ")
			}
			below.put(p.at+max(p.width-len(text), 0)/2, c.Paint(canvas.Faint, text))
			continue
		}
		departs, arrives := times(leg, *p.segment)
		at, end := p.at, p.at+p.width
		if i == 0 {
			at = grid.Gap
		}
		if i == len(parts)-1 {
			end += 1 + canvas.Cells(last)
		}
		clocks.put(at, departs)
		clocks.put(end-len(arrives), arrives)
		modes := map[string]string{modeFlight: c.Glyph.Air, "": c.Glyph.Air, modeTrain: c.Glyph.Rail, modeBus: c.Glyph.Road}
		fill := cmp.Or(modes[p.segment.Mode], c.Glyph.Other)
		bar.put(p.at, c.Glyph.Tick+strings.Repeat(fill, p.width-2)+c.Glyph.Tick)
		if fits {
			below.put(p.at, ride(c, *p.segment))
			carriers.put(p.at, carrier(c, *p.segment))
			continue
		}
		// Labels that do not fit below their segments get lines of their own, so that nothing is lost.
		rest = append(rest, c.Wrap("  ", c.Dots(ride(c, *p.segment), carrier(c, *p.segment)), canvas.Faint)...)
		short := number(c, *p.segment)
		if canvas.Cells(short) > p.width-1 {
			short = c.Cut(c.Text(p.segment.Number), p.width-1) // without the mode, which the bar shows too
		}
		below.put(p.at, short)
	}
	bar.put(0, " "+c.Paint(canvas.Strong, last))
	out := []string{clocks.text, bar.text, strings.TrimRight(below.text, " ")}
	if line := strings.TrimRight(carriers.text, " "); line != "" {
		out = append(out, line)
	}
	return append(out, rest...)
}

// labelsFit reports whether the facts of every segment fit below it.
func labelsFit(c canvas.Canvas, parts []part) bool {
	for i, p := range parts {
		room := p.width - 1
		if i == len(parts)-1 {
			room = min(c.Width, maxTimeline) - p.at
		}
		if p.segment != nil && max(canvas.Cells(ride(c, *p.segment)), canvas.Cells(carrier(c, *p.segment))) > room {
			return false
		}
	}
	return true
}

// parts splits a leg into segments and the waits between them.
func parts(c canvas.Canvas, leg offer.Leg) []part {
	var out []part
	for i := range leg.Segments {
		s := &leg.Segments[i]
		if i > 0 {
			before := leg.Segments[i-1]
			code := c.Text(before.To)
			if from := c.Text(s.From); from != code && from != "" { // the next segment leaves from another airport
				code += "/" + from
			}
			out = append(out, part{code: code, minutes: weight(before.Arrives.Until(s.Departs)), least: canvas.Cells(code) + 2})
		}
		departs, arrives := times(leg, *s)
		out = append(out, part{segment: s, minutes: weight(length(*s)), least: max(len(departs)+len(arrives)+1, len("o---o"))})
	}
	return out
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
	passed, used := 0, 0
	for i := range parts {
		p := &parts[i]
		p.at = start
		if p.width == 0 {
			passed += p.minutes
			end := passed * scaled / minutes // no cell is lost to rounding
			p.width, used = end-used, end
		}
		start += p.width
	}
	return true
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
		long = words.Span(minutes)
	}
	return c.Dots(number(c, s), long, c.Text(s.Vehicle))
}

// wait returns the duration of a wait, if known.
func wait(minutes int) string {
	if minutes == 0 {
		return ""
	}
	return "wait " + words.Span(minutes)
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
