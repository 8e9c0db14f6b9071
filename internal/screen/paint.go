package screen

import (
	"math"
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
	differ differ
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
	p.lines(fitted(f.Lines, size.Height))
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

// fitted returns exactly as many lines as there are rows.
func fitted(lines []string, rows int) []string {
	out := make([]string, max(rows, 0))
	copy(out, lines)
	return out
}

// lines writes the differences from the current rows, after the move of rows that leaves the least to write, if any.
func (p *Painter) lines(lines []string) {
	var best []byte
	least := math.MaxInt
	if p.shown != nil {
		for _, m := range likely(p.shown, lines) {
			if moved := p.rows(m.sequence(), m.apply(p.shown), lines, least); len(moved) < least {
				best, least = moved, len(moved)
			}
		}
	}
	if still := p.rows(nil, p.shown, lines, least); len(still) < least {
		best = still
	}
	p.body = append(p.body, best...)
	p.shown = lines
}

// rows writes the lines that differ from shown, which is nil if unknown. It stops once the output is longer than
// least.
func (p *Painter) rows(out []byte, shown, lines []string, least int) []byte {
	above := -2 // the row written last
	for row, line := range lines {
		var old *string
		switch {
		case len(out) > least:
			return out
		case shown != nil && line == shown[row]:
			continue
		case shown != nil:
			was := p.clip(shown[row])
			old = &was
		}
		from, written := p.differ.rewrite(old, p.clip(line), p.size.Width)
		if len(written) == 0 {
			continue
		}
		if row == above+1 {
			out = append(append(out, "\r\n"...), forward(from)...)
		} else {
			out = append(out, goTo(row, from)...)
		}
		out, above = append(out, written...), row
	}
	return out
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
