package render

import "strings"

// drawing is a timeline whose parts have their places.
type drawing struct {
	canvas
	leg         ViewLeg
	parts       []part
	first, last string // codes of both ends
}

// times are the local times over the ends of each segment.
func (d drawing) times() string {
	var s strip
	for i, p := range d.parts {
		if p.segment == nil {
			continue
		}
		departs, arrives := d.leg.times(*p.segment)
		at, end := p.at, p.at+p.width
		if i == 0 {
			at = gridGap
		}
		if i == len(d.parts)-1 {
			end += 1 + cells(d.last)
		}
		s.put(at, departs)
		s.put(end-len(arrives), arrives)
	}
	return s.text
}

// bar is the line to scale: segments by their mode of travel, waits with their airport.
func (d drawing) bar() string {
	var s strip
	s.put(gridGap, d.paint(Strong, d.first))
	for _, p := range d.parts {
		if p.segment == nil {
			fill := p.width - cells(p.code)
			text := strings.Repeat(d.glyph.layover, fill/2) + p.code + strings.Repeat(d.glyph.layover, fill-fill/2)
			s.put(p.at, d.paint(Faint, text))
			continue
		}
		s.put(p.at, d.glyph.tick+strings.Repeat(d.glyph.bar(p.segment.Mode), p.width-2)+d.glyph.tick)
	}
	s.put(0, " "+d.paint(Strong, d.last))
	return s.text
}

// labels name the segments and the waits under the bar. What finds no place under its own segment
// is told in lines of its own, so that nothing is lost.
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
			below.put(p.at+max(p.width-len(text), 0)/2, d.paint(Faint, text))
			continue
		}
		if !fits {
			rest = append(rest, d.story(*p.segment)...)
			below.put(p.at, d.shortNumber(*p.segment, p.width-1))
			continue
		}
		below.put(p.at, d.ride(*p.segment))
		carriers.put(p.at, d.carrier(*p.segment))
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
			room = min(d.width, maxTimeline) - p.at
		}
		if p.segment != nil && max(cells(d.ride(*p.segment)), cells(d.carrier(*p.segment))) > room {
			return false
		}
	}
	return true
}

// shortNumber leaves the mode away if there is no room for it; the bar shows it too.
func (d drawing) shortNumber(s Segment, room int) string {
	if number := d.number(s); cells(number) <= room {
		return number
	}
	return d.cut(d.text(s.Number), room)
}

// story tells all of a segment in a line of its own.
func (d drawing) story(s Segment) []string {
	return d.wrapIndented("  ", d.dots(d.ride(s), d.carrier(s)), Faint)
}

// ladder draws a leg downwards, for canvases on which it does not fit across.
func (c canvas) ladder(leg ViewLeg) []string {
	var out []string
	for i, s := range leg.Segments {
		departs, arrives := leg.times(s)
		if i > 0 {
			before := leg.Segments[i-1]
			out = append(out, c.rung("", c.glyph.gap, wait(elapsed(before.Arrive, s.Depart)))...)
		}
		out = append(out, c.rung(departs, c.glyph.tick, c.station(s.From))...)
		out = append(out, c.rung("", c.glyph.stem, c.dots(c.ride(s), c.carrier(s)))...)
		out = append(out, c.rung(arrives, c.glyph.tick, c.station(s.To))...)
	}
	return out
}

// rung is one line of a ladder; long text goes on under itself.
func (c canvas) rung(time, sign, text string) []string {
	lead := "  " + time + strings.Repeat(" ", max(len("00:00+1")-len(time), 0)) + "  " + sign + " "
	return c.wrapIndented(lead, text, Plain)
}

func (c canvas) station(s Station) string {
	return strings.TrimSpace(c.text(s.Code) + "  " + c.text(s.Name))
}

// ride says what carries the traveler: number, how long, and which vehicle.
func (c canvas) ride(s Segment) string {
	length := ""
	if s.length() > 0 {
		length = span(s.length())
	}
	return c.dots(c.number(s), length, c.text(s.Vehicle))
}

// wait says how long, if it is known.
func wait(minutes int) string {
	if minutes == 0 {
		return ""
	}
	return "wait " + span(minutes)
}

// number is the number a segment is sold under, led by its mode if that is no flight.
func (c canvas) number(s Segment) string {
	number := c.text(s.Number)
	if s.Mode != modeFlight && s.Mode != "" {
		number = strings.TrimSpace(c.text(modeWord(s.Mode)) + " " + number)
	}
	return number
}

// carrier says who sells the segment, who runs it if somebody else does, and the cabin.
func (c canvas) carrier(s Segment) string {
	text := c.text(s.Carrier)
	if operator := c.text(s.Operator); operator != "" && operator != text {
		text = strings.TrimPrefix(text+", flown by "+operator, ", ")
		if s.Mode != modeFlight && s.Mode != "" {
			text = strings.Replace(text, "flown by", "run by", 1)
		}
	}
	return c.dots(text, c.text(s.Cabin))
}

// dots joins what is there with dots.
func (c canvas) dots(texts ...string) string {
	return c.list(texts, " "+c.glyph.dot+" ")
}
