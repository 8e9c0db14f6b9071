// Package landmap draws places on maps: on a terminal as marks with labels over land as a halftone of braille dots, and
// on a page as a picture with the ways between them. Without Unicode the dots are periods. Nothing relies on color.
package landmap

import (
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// Map is a map to draw.
type Map struct {
	Places []Place // most important first, which has the first choice of room
	Ways   []Way   // only on a chart
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

// Lines draws the places in at most the given number of columns and rows, within the width of the canvas. It returns
// nothing if there is no place.
func (m Map) Lines(c canvas.Canvas, columns, rows int) []string {
	columns, rows = min(columns, c.Width, mostCells), min(rows, mostCells)
	places, _, inFrame := m.known()
	if len(places) == 0 || columns < 1 || rows < 1 {
		return nil
	}
	f := framed(inFrame, columns*dotsWide, rows*dotsHigh)
	s := newSheet(f)
	land := landIn(f, land())
	for i := range s.cells {
		if sign := land.sign(i%s.columns*dotsWide, i/s.columns*dotsHigh, c.Unicode); sign != " " {
			s.cells[i] = inked{text: sign, tone: canvas.Faint}
		}
	}
	s.put(c, f, places)
	return s.lines(c)
}

// known returns the places on Earth, the positions along the ways between such places, and the positions of both.
func (m Map) known() (places []Place, ways [][]Position, all []Position) {
	for _, p := range m.Places {
		var ok bool
		if p.Position, ok = p.Position.known(); ok {
			places, all = append(places, p), append(all, p.Position)
		}
	}
	for _, way := range m.Ways {
		from, ok := way.From.known()
		to, alike := way.To.known()
		if ok && alike {
			way := arc(from, to)
			ways, all = append(ways, way), append(all, way...)
		}
	}
	return places, ways, all
}

// Legend explains the marks on the map. texts gives the meaning of each; a mark without a text is omitted.
func (m Map) Legend(c canvas.Canvas, texts map[Mark]string) []string {
	var items []string
	for _, mark := range []Mark{Start, Best, Known, Unknown} {
		if slices.ContainsFunc(m.Places, func(p Place) bool { return p.Mark == mark }) && texts[mark] != "" {
			items = append(items, markSigns(c)[mark]+" "+c.Text(texts[mark]))
		}
	}
	return items
}

// markSigns returns the marks that the canvas can show.
func markSigns(c canvas.Canvas) [4]string {
	if c.Unicode {
		return [4]string{"●", "◆", "★", "○"}
	}
	return [4]string{"o", "@", "*", "?"}
}

var markTones = [4]canvas.Tone{canvas.Strong, canvas.Strong, canvas.Good, canvas.Plain}

// A sheet is the grid of cells of a map.
type sheet struct {
	columns, rows int
	cells         []inked
}

// inked is the content of a cell.
type inked struct {
	text  string // "" if a wide character extends into it from the left
	tone  canvas.Tone
	taken bool // by a mark or a label
}

func newSheet(f frame) *sheet {
	s := &sheet{columns: (f.width + dotsWide - 1) / dotsWide, rows: (f.height + dotsHigh - 1) / dotsHigh}
	s.cells = make([]inked, s.columns*s.rows)
	for i := range s.cells {
		s.cells[i].text = " "
	}
	return s
}

// lines returns the rows of cells, painted in runs of equal tone.
func (s *sheet) lines(c canvas.Canvas) []string {
	out := make([]string, s.rows)
	for y := range out {
		row := s.cells[y*s.columns : (y+1)*s.columns]
		var line, run strings.Builder
		for x, cell := range row {
			run.WriteString(cell.text)
			if x+1 == len(row) || row[x+1].tone != cell.tone {
				line.WriteString(c.Paint(cell.tone, run.String()))
				run.Reset()
			}
		}
		out[y] = strings.TrimRight(line.String(), " ")
	}
	return out
}

// The dots in a cell.
const (
	dotsWide = 2
	dotsHigh = 4
)

// dotBits are the bits of a braille character by row and column (Unicode 16.0, section 21.1).
var dotBits = [dotsHigh][dotsWide]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// sign returns the character for a cell by the dots in it that are on: every second dot in braille, so that anything
// drawn over it stands out, or a period if at least half of them are on.
func (r raster) sign(x, y int, unicode bool) string {
	bits, on := rune(0), 0
	for dy, row := range dotBits {
		for dx, bit := range row {
			if x+dx >= r.width || y+dy >= r.height || !r.on[(y+dy)*r.width+x+dx] {
				continue
			}
			if on++; (x+dx+y+dy)%2 == 0 {
				bits |= bit
			}
		}
	}
	switch {
	case unicode && bits != 0:
		return string(0x2800 + bits)
	case !unicode && on >= dotsWide*dotsHigh/2:
		return "."
	}
	return " "
}

// A spot is a cell.
type spot struct{ column, row int }

// put places marks and labels. All marks come before all labels and all labels before all details, so that nothing
// hides something more useful. The first place has the first choice.
func (s *sheet) put(c canvas.Canvas, f frame, places []Place) {
	spots := make([]spot, len(places))
	for i, p := range places {
		x, y := f.dot(p.Position)
		spots[i] = spot{within(x, dotsWide, s.columns), within(y, dotsHigh, s.rows)}
		if at := s.at(spots[i]); !at.taken {
			mark := min(p.Mark, Unknown)
			*at = inked{text: markSigns(c)[mark], tone: markTones[mark], taken: true}
		}
	}
	type label struct {
		spot
		width int // 0 if there is no room
		left  bool
	}
	labels := make([]label, len(places))
	for i, p := range places {
		text := c.Cut(c.Text(p.Label), mostLabel)
		mark, width := spots[i], canvas.Cells(text)
		sides := []spot{{mark.column + 1, mark.row}, {mark.column - width, mark.row}, {mark.column - (width-1)/2, mark.row - 1}}
		for n, at := range sides {
			if s.write(at, width, mark, text, canvas.Plain) {
				labels[i] = label{at, width, n == 1}
				break
			}
		}
	}
	for i, p := range places {
		text, l := c.Text(p.Detail), labels[i]
		width := canvas.Cells(text) + 1
		switch {
		case width == 1 || width > mostLabel || l.width == 0: // part of a price would be a different price
		case l.left:
			s.write(spot{l.column - width, l.row}, width, l.spot, text+" ", canvas.Faint)
		default:
			end := l.column + l.width
			s.write(spot{end, l.row}, width, spot{end - 1, l.row}, " "+text, canvas.Faint)
		}
	}
}

// within returns the cell of a dot, for cells of the given size; a dot on the edge belongs inside.
func within(at float64, dots, cells int) int { return max(min(int(at)/dots, cells-1), 0) }

func (s *sheet) at(p spot) *inked { return &s.cells[p.row*s.columns+p.column] }

// write writes a text of a width if there is room: it must not cover a mark or another text, and may touch only what is
// beside it.
func (s *sheet) write(at spot, width int, beside spot, text string, tone canvas.Tone) bool {
	end := at.column + width
	if width < 1 || at.row < 0 || at.column < 0 || end > s.columns {
		return false
	}
	for x := max(at.column-1, 0); x <= min(end, s.columns-1); x++ {
		if p := (spot{x, at.row}); p != beside && s.at(p).taken {
			return false
		}
	}
	for x := at.column; x < end; x++ {
		*s.at(spot{x, at.row}) = inked{tone: tone, taken: true}
	}
	s.at(at).text = text
	return true
}

// A raster is a grid of dots that are on or off, row by row.
type raster struct {
	width, height int
	on            []bool
}

// landIn returns the dots of a frame whose center is on land.
func landIn(f frame, rings [][]vertex) raster {
	r := raster{f.width, f.height, make([]bool, f.width*f.height)}
	rows := make([][]float64, f.height) // where outlines cross the middle of each row, in degrees
	for _, ring := range rings {
		before := ring[len(ring)-1]
		for _, v := range ring {
			f.cross(rows, before, v)
			before = v
		}
		for y, crossings := range rows {
			slices.Sort(crossings)
			for i := 0; i+1 < len(crossings); i += 2 {
				f.flip(r, y, crossings[i], crossings[i+1])
			}
			rows[y] = crossings[:0]
		}
	}
	return r
}

// cross records where an edge crosses the middle of rows.
func (f frame) cross(rows [][]float64, a, b vertex) {
	if a.lat == b.lat {
		return
	}
	if a.lat < b.lat {
		a, b = b, a // from north to south
	}
	north, south := float64(a.lat)*unit, float64(b.lat)*unit
	row := func(lat float64) float64 { return float64(f.height)/2 - (lat-f.middle.Lat)*f.perLat - 0.5 }
	first := max(int(math.Ceil(max(row(north), 0))), 0)
	for y := first; y < f.height && float64(y) < row(south); y++ {
		lat := f.middle.Lat + (float64(f.height)/2-float64(y)-0.5)/f.perLat
		along := (north - lat) / (north - south)
		rows[y] = append(rows[y], (float64(a.lon)+along*float64(b.lon-a.lon))*unit)
	}
}

// flip inverts the dots of a row between two longitudes, in every copy of the world in the frame.
func (f frame) flip(r raster, y int, west, east float64) {
	for turn := -3.0; turn <= 3; turn++ {
		x := func(lon float64) float64 {
			return float64(f.width)/2 + (lon+360*turn-f.middle.Lon)*f.perLon - 0.5
		}
		from, to := max(math.Ceil(x(west)), 0), min(math.Ceil(x(east)), float64(r.width))
		for i := int(from); i < int(to); i++ {
			r.on[y*r.width+i] = !r.on[y*r.width+i]
		}
	}
}
