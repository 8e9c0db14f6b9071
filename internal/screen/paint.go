package screen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Frame is the complete contents of the screen. A caller does not need to know the previous frame.
type Frame struct {
	// Lines holds one line per row from the top. They may contain only SGR sequences and hyperlinks, must end with no
	// style in force, and must be clean. Anything beyond the right or bottom edge is cut off.
	Lines []string
	// Cursor is the position of the cursor; nil hides it.
	Cursor *Place
	// Mouse turns on mouse reporting. Without it the terminal uses the mouse to select text.
	Mouse bool
}

// Place is a cell. Both coordinates count from 0.
type Place struct{ Row, Column int }

// Painter computes the bytes to write to get from one frame to the next.
type Painter struct {
	size   Size
	shown  []string // the contents of each row; nil if unknown
	cursor *Place   // the cursor's position; nil if hidden
	mouse  bool
	out    []byte
	body   []byte
}

// Forget makes the next frame repaint everything, because the contents of the screen are unknown. It assumes a hidden
// cursor and no mouse reporting, as right after opening.
func (p *Painter) Forget() { p.shown, p.cursor, p.mouse = nil, nil, false }

const (
	mouseOn  = ansi.SetModeMouseNormal + ansi.SetModeMouseExtSgr
	mouseOff = ansi.ResetModeMouseExtSgr + ansi.ResetModeMouseNormal
)

// Paint returns the bytes that make a screen of that size show the frame. They cover only the differences from the
// last frame; the result is empty if there are none. It is valid until the next call.
func (p *Painter) Paint(f Frame, size Size) []byte {
	if size != p.size {
		p.size, p.shown = size, nil
	}
	p.body = p.body[:0]
	lines := make([]string, max(size.Height, 0))
	copy(lines, f.Lines)
	p.lines(lines)
	if f.Mouse != p.mouse {
		mode := mouseOff
		if f.Mouse {
			mode = mouseOn
		}
		p.body = append(p.body, mode...)
		p.mouse = f.Mouse
	}
	p.point(f.Cursor)
	if len(p.body) == 0 {
		return nil
	}
	// A terminal that does not know this mode ignores it; one that does shows the frame at once.
	p.out = append(p.out[:0], ansi.SetModeSynchronizedOutput...)
	p.out = append(p.out, p.body...)
	p.out = append(p.out, ansi.ResetModeSynchronizedOutput...)
	return p.out
}

// lines writes the differences from the current rows, after a move of rows if that leaves less to write.
func (p *Painter) lines(lines []string) {
	best := p.rows(nil, p.shown, lines)
	if m := likely(p.shown, lines); m.by != 0 {
		if moved := p.rows(m.sequence(), m.apply(p.shown), lines); len(moved) < len(best) {
			best = moved
		}
	}
	p.body = append(p.body, best...)
	p.shown = lines
}

// rows writes the lines that differ from shown, which is nil if unknown.
func (p *Painter) rows(out []byte, shown, lines []string) []byte {
	for row, line := range lines {
		from := 0
		if shown != nil {
			if line == shown[row] {
				continue
			}
			from = sameStart(shown[row], line)
		}
		// What follows is erased first, so that nothing stale remains if a terminal disagrees about widths.
		if from < p.size.Width {
			out = append(out, goTo(row, from)+ansi.EraseLineRight+p.clip(line)[from:]...)
		}
	}
	return out
}

// sameStart returns how many cells at the start of two lines show the same printable ASCII characters. A combining
// character may follow the last one, so that is counted only if more ASCII follows.
func sameStart(old, line string) int {
	plain := func(text string, at int) bool { return at >= len(text) || text[at] >= ' ' && text[at] < del }
	n := 0
	for n < min(len(old), len(line)) && old[n] == line[n] && plain(line, n) && plain(line, n+1) && plain(old, n+1) {
		n++
	}
	return n
}

const (
	resetMargins = "\x1b[r"
	resetStyle   = "\x1b[m"
)

// clip returns a line without characters that would move the cursor, cut to the width.
func (p *Painter) clip(line string) string {
	if strings.IndexFunc(line, moves) >= 0 {
		line = strings.Map(func(r rune) rune {
			if moves(r) {
				return -1
			}
			return r
		}, line)
	}
	if len(line) <= p.size.Width { // no cluster takes more cells than bytes
		return line
	}
	return ansi.Truncate(line, p.size.Width, "")
}

// moves reports whether r is a control character other than those of sequences: ESC, and BEL, which ends a hyperlink.
func moves(r rune) bool { return r < ' ' && r != esc && r != '\a' || r >= del && r < 0xa0 }

// goTo returns the sequence that moves the cursor to a cell.
func goTo(row, column int) string {
	if column == 0 {
		return "\x1b[" + strconv.Itoa(row+1) + "H"
	}
	return ansi.CursorPosition(column+1, row+1)
}

// point shows the cursor at its position. The output so far has moved it.
func (p *Painter) point(to *Place) {
	if to != nil {
		to = &Place{min(max(to.Row, 0), max(p.size.Height-1, 0)), min(max(to.Column, 0), max(p.size.Width-1, 0))}
	}
	was := p.cursor
	p.cursor = to
	switch {
	case to == nil && was != nil:
		p.body = append(p.body, ansi.HideCursor...)
	case to != nil && (was == nil || *was != *to || len(p.body) > 0):
		p.body = append(p.body, goTo(to.Row, to.Column)...)
		if was == nil {
			p.body = append(p.body, ansi.ShowCursor...)
		}
	}
}

// move shifts the rows from to to, both inclusive, up by that many rows, or down if by is negative.
type move struct{ from, to, by int }

// moveCost is the approximate cost of a move in bytes.
const moveCost = 24

// likely returns the move that is likely to save the most bytes, or one by 0 rows if none is. Old is nil if the
// contents of the screen are unknown.
func likely(old, lines []string) (best move) {
	changed := 0
	for row := range old {
		if lines[row] != old[row] {
			changed++
		}
	}
	if changed <= 2 { // too little for a move to save anything
		return move{}
	}
	spared := 0
	for by := 1; by < len(lines); by++ {
		for _, by := range []int{by, -by} {
			m := moveBy(old, lines, by)
			if s := m.spares(old, lines); s > spared {
				best, spared = m, s
			}
		}
	}
	return best
}

// sequence returns the bytes that make the terminal do the move. It deletes and inserts lines because every terminal
// can; the Linux console does not support SU and SD.
func (m move) sequence() []byte {
	lines := ansi.DeleteLine(m.by)
	if m.by < 0 {
		lines = ansi.InsertLine(-m.by)
	}
	return []byte(ansi.SetTopBottomMargins(m.from+1, m.to+1) + goTo(m.from, 0) + lines + resetMargins)
}

// moveBy returns the smallest move by that many rows that puts every row that has moved in its place.
func moveBy(old, lines []string, by int) move {
	m := move{from: len(lines), to: -1, by: by}
	for row, line := range lines {
		was := row + by
		if was < 0 || was >= len(lines) || line == "" || line != old[was] || line == old[row] {
			continue
		}
		m.from, m.to = min(m.from, row, was), max(m.to, row, was)
	}
	return m
}

// spares returns how many bytes of text a move saves, minus its own cost.
func (m move) spares(old, lines []string) int {
	if m.to < m.from {
		return 0
	}
	spared := -moveCost
	for row := m.from; row <= m.to; row++ {
		after, line := m.after(old, row), lines[row]
		switch before := old[row]; {
		case line == after && line != before:
			spared += len(line) + len("\x1b[22H")
		case line != after && line == before:
			spared -= len(line) + len("\x1b[22H")
		}
	}
	return spared
}

// after returns the text of a row within the move after the move.
func (m move) after(old []string, row int) string {
	if was := row + m.by; was >= m.from && was <= m.to {
		return old[was]
	}
	return ""
}

// apply returns the text of all rows after the move.
func (m move) apply(old []string) []string {
	out := slices.Clone(old)
	for row := m.from; row <= m.to; row++ {
		out[row] = m.after(old, row)
	}
	return out
}
