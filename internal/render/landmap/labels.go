package landmap

import "travel.example/travel/internal/render/canvas"

// A spot is a cell.
type spot struct{ column, row int }

// A span is a row of adjacent cells.
type span struct {
	spot
	width int
}

// A side is the position of a label relative to its mark.
type side uint8

// The sides, in the order in which they are tried.
const (
	right side = iota
	left
	above
	nowhere
)

// put places marks and labels. All marks come before all labels and all labels before all details, so that nothing
// hides something more useful. The first place has the first choice.
func (s *sheet) put(c canvas.Canvas, f frame, places []Place) {
	spots := make([]spot, len(places))
	for i, p := range places {
		x, y, _ := f.dot(p.Position)
		spots[i] = spot{within(x, dotsWide, s.columns), within(y, dotsHigh, s.rows)}
		if at := s.at(spots[i]); !at.taken {
			mark := min(p.Mark, Unknown)
			*at = inked{text: signsOf(c).marks[mark], tone: markTones[mark], taken: true}
		}
	}
	sides, labels := make([]side, len(places)), make([]span, len(places))
	for i, p := range places {
		text := c.Cut(c.Text(p.Label), mostLabel)
		for sides[i] = right; sides[i] < nowhere; sides[i]++ {
			if labels[i] = sides[i].span(spots[i], canvas.Cells(text)); s.write(labels[i], spots[i], text, canvas.Plain) {
				break
			}
		}
	}
	for i, p := range places {
		text := c.Text(p.Detail)
		label, width := labels[i], canvas.Cells(text)+1
		switch {
		case width == 1 || width > mostLabel || sides[i] == nowhere: // part of a price would be a different price
		case sides[i] == left:
			s.write(span{spot{label.column - width, label.row}, width}, label.spot, text+" ", canvas.Faint)
		default:
			end := spot{label.column + label.width, label.row}
			s.write(span{end, width}, spot{end.column - 1, end.row}, " "+text, canvas.Faint)
		}
	}
}

// within returns the cell of a dot, for cells of the given size; a dot on the edge belongs inside.
func within(at float64, dots, cells int) int { return max(min(int(at)/dots, cells-1), 0) }

// span returns the cells of a label of the given width.
func (s side) span(mark spot, width int) span {
	switch s {
	case right:
		return span{spot{mark.column + 1, mark.row}, width}
	case left:
		return span{spot{mark.column - width, mark.row}, width}
	}
	return span{spot{mark.column - (width-1)/2, mark.row - 1}, width}
}

func (s *sheet) at(p spot) *inked { return &s.cells[p.row*s.columns+p.column] }

// write writes a text if there is room: it must not cover a mark or another text, and may touch only the mark it
// belongs to.
func (s *sheet) write(at span, beside spot, text string, tone canvas.Tone) bool {
	end := at.column + at.width
	if at.width < 1 || at.row < 0 || at.column < 0 || end > s.columns {
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
	s.at(at.spot).text = text
	return true
}
