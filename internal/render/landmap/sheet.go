package landmap

import (
	"strings"

	"travel.example/travel/internal/render/canvas"
)

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

// draw draws dots over the existing content.
func (s *sheet) draw(r raster, tone canvas.Tone, shade shade) {
	for i := range s.cells {
		if sign := shade(r, i%s.columns*dotsWide, i/s.columns*dotsHigh); sign != ' ' {
			s.cells[i] = inked{text: string(sign), tone: tone}
		}
	}
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

// A shade returns the character for a cell by the dots in it that are on, or a space.
type shade func(r raster, x, y int) rune

// The dots in a cell.
const (
	dotsWide = 2
	dotsHigh = 4
)

// dotBits are the bits of a braille character by row and column (Unicode 16.0, section 21.1).
var dotBits = [dotsHigh][dotsWide]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func braille(r raster, x, y int, shown func(x, y int) bool) rune {
	sign := rune(0)
	for dy, bits := range dotBits {
		for dx, bit := range bits {
			if shown(x+dx, y+dy) && r.at(x+dx, y+dy) {
				sign |= bit
			}
		}
	}
	if sign == 0 {
		return ' '
	}
	return 0x2800 + sign
}

// halfTone shows every second dot, so that anything drawn over it stands out.
func halfTone(r raster, x, y int) rune {
	return braille(r, x, y, func(x, y int) bool { return (x+y)%2 == 0 })
}

func fullDots(r raster, x, y int) rune {
	return braille(r, x, y, func(int, int) bool { return true })
}

func stop(r raster, x, y int) rune { return filled(r, x, y, dotsWide*dotsHigh/2, '.') }
func dash(r raster, x, y int) rune { return filled(r, x, y, 1, '-') }

// filled returns sign if at least the given number of dots in a cell are on.
func filled(r raster, x, y, least int, sign rune) rune {
	n := 0
	for dy := range dotsHigh {
		for dx := range dotsWide {
			if r.at(x+dx, y+dy) {
				n++
			}
		}
	}
	if n < least {
		return ' '
	}
	return sign
}
