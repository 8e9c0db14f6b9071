// Package landmap draws places on a small map of dots: land as a half-tone of braille dots, places as
// marks with labels where there is room for them, and ways between places. Without Unicode the dots
// are full stops. Nothing on it hangs on colour.
package landmap

import "travel.example/travel/internal/render/canvas"

// Map is what is drawn.
type Map struct {
	Places []Place // the most important first: it has the first choice of room
	Ways   []Way
}

// Place is a mark on the map. Its texts may be foreign. One that is not on Earth is left out.
type Place struct {
	Position
	Label  string // stays away where it has no room
	Detail string // behind the label, where there is room for all of it as well
	Mark   Mark
}

// Mark is what a place is to the reader; each has a sign of its own.
type Mark uint8

// The marks.
const (
	Known   Mark = iota // something was found there
	Start               // where one sets out
	Best                // what the eye looks for first
	Unknown             // nothing is known of it, or not yet
)

// Way is drawn as the shortest way between two places.
type Way struct{ From, To Position }

// The most cells that a map has on a side, and that a label and a detail take.
const (
	mostCells = 500
	mostLabel = 16
)

// Lines draws the map in at most so many cells and lines, within the width of the canvas. There is no
// map without a place.
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

// known are the places on Earth, and the positions along the ways between those.
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

// Legend explains the marks that are on the map, besides those of land and ways; texts say what each
// means here, and one without a text is left out.
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

// signs are what a map is drawn with.
type signs struct {
	marks     [4]string
	land, way shade
}

// signsOf are those that the canvas shows.
func signsOf(c canvas.Canvas) signs {
	if c.Unicode {
		return signs{marks: [4]string{"●", "◆", "★", "○"}, land: halfTone, way: fullDots}
	}
	return signs{marks: [4]string{"o", "@", "*", "?"}, land: stop, way: dash}
}

var markTones = [4]canvas.Tone{canvas.Strong, canvas.Strong, canvas.Good, canvas.Plain}
