// Package landmap draws places on a small map of dots: land as a halftone of braille dots, places as marks with
// labels where there is room, and ways between places. Without Unicode the dots are periods. Nothing relies on
// color.
package landmap

import "travel.example/travel/internal/render/canvas"

// Map is a map to draw.
type Map struct {
	Places []Place // most important first, which has the first choice of room
	Ways   []Way
}

// Place is a mark on the map. Its texts may be foreign. A place that is not on Earth is omitted.
type Place struct {
	Position
	Label  string // omitted if there is no room
	Detail string // follows the label if all of it fits
	Mark   Mark
}

// Mark is the meaning of a place; each has its own sign.
type Mark uint8

// The marks.
const (
	Known   Mark = iota // something was found there
	Start               // the origin
	Best                // the most prominent one
	Unknown             // nothing found, or not yet
)

// Way is drawn as the shortest way between two places.
type Way struct{ From, To Position }

// Limits in cells: of a map's width and height, a label and a detail.
const (
	mostCells = 500
	mostLabel = 16
)

// Lines draws the map in at most the given number of columns and rows, within the width of the canvas. It returns
// nothing if there is no place.
func (m Map) Lines(c canvas.Canvas, columns, rows int) []string {
	columns, rows = min(columns, c.Width, mostCells), min(rows, mostCells)
	places, ways := m.known()
	if len(places) == 0 || columns < 1 || rows < 1 {
		return nil
	}
	var inFrame []Position
	for _, p := range places {
		inFrame = append(inFrame, p.Position)
	}
	for _, way := range ways {
		inFrame = append(inFrame, way...)
	}
	f := framed(inFrame, columns*dotsWide, rows*dotsHigh)
	s := newSheet(f)
	s.draw(landIn(f, land()), canvas.Faint, signsOf(c).land)
	line := newRaster(f.width, f.height)
	for _, way := range ways {
		f.way(line, way)
	}
	s.draw(line, canvas.Good, signsOf(c).way)
	s.put(c, f, places)
	return s.lines(c)
}

// known returns the places on Earth, and the positions along the ways between such places.
func (m Map) known() (places []Place, ways [][]Position) {
	for _, p := range m.Places {
		var ok bool
		if p.Position, ok = p.Position.known(); ok {
			places = append(places, p)
		}
	}
	for _, way := range m.Ways {
		from, ok := way.From.known()
		to, alike := way.To.known()
		if ok && alike {
			ways = append(ways, arc(from, to))
		}
	}
	return places, ways
}

// Legend explains the marks on the map except land and ways. texts gives the meaning of each; a mark without a text
// is omitted.
func (m Map) Legend(c canvas.Canvas, texts map[Mark]string) []string {
	var items []string
	for _, mark := range []Mark{Start, Best, Known, Unknown} {
		for _, p := range m.Places {
			if p.Mark == mark && texts[mark] != "" {
				items = append(items, signsOf(c).marks[mark]+" "+c.Text(texts[mark]))
				break
			}
		}
	}
	return items
}

// signs are the characters a map is drawn with.
type signs struct {
	marks     [4]string
	land, way shade
}

// signsOf returns the characters that the canvas can show.
func signsOf(c canvas.Canvas) signs {
	if c.Unicode {
		return signs{marks: [4]string{"●", "◆", "★", "○"}, land: halfTone, way: fullDots}
	}
	return signs{marks: [4]string{"o", "@", "*", "?"}, land: stop, way: dash}
}

var markTones = [4]canvas.Tone{canvas.Strong, canvas.Strong, canvas.Good, canvas.Plain}
