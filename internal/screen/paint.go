package screen

import (
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
}

// Forget makes the next frame repaint everything, because the contents of the screen are unknown. It assumes a hidden
// cursor and no mouse reporting, as right after opening.
func (p *Painter) Forget() { p.shown, p.cursor, p.mouse = nil, nil, false }

const (
	mouseOn  = ansi.SetModeMouseNormal + ansi.SetModeMouseExtSgr
	mouseOff = ansi.ResetModeMouseExtSgr + ansi.ResetModeMouseNormal
)

// Paint returns the bytes that make a screen of that size show the frame: the rows that differ from the last frame,
// whole. The result is empty if nothing differs, and valid until the next call.
func (p *Painter) Paint(f Frame, size Size) []byte {
	if size != p.size {
		p.size, p.shown = size, nil
	}
	lines := make([]string, max(size.Height, 0))
	copy(lines, f.Lines)
	// A terminal that does not know this mode ignores it; one that does shows the frame at once.
	p.out = append(p.out[:0], ansi.SetModeSynchronizedOutput...)
	begun := len(p.out)
	for row, line := range lines {
		if p.shown == nil || line != p.shown[row] {
			// Erased first, so that nothing stale remains if a terminal disagrees about widths.
			p.out = append(p.out, ansi.CursorPosition(1, row+1)+ansi.EraseLineRight+p.clip(line)...)
		}
	}
	p.shown = lines
	if f.Mouse != p.mouse {
		mode := mouseOff
		if f.Mouse {
			mode = mouseOn
		}
		p.out = append(p.out, mode...)
		p.mouse = f.Mouse
	}
	p.point(f.Cursor, len(p.out) > begun)
	if len(p.out) == begun {
		return nil
	}
	p.out = append(p.out, ansi.ResetModeSynchronizedOutput...)
	return p.out
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

// point shows the cursor at its position. moved says that the output so far has moved it.
func (p *Painter) point(to *Place, moved bool) {
	if to != nil {
		to = &Place{min(max(to.Row, 0), max(p.size.Height-1, 0)), min(max(to.Column, 0), max(p.size.Width-1, 0))}
	}
	was := p.cursor
	p.cursor = to
	switch {
	case to == nil && was != nil:
		p.out = append(p.out, ansi.HideCursor...)
	case to != nil && (was == nil || *was != *to || moved):
		p.out = append(p.out, ansi.CursorPosition(to.Column+1, to.Row+1)...)
		if was == nil {
			p.out = append(p.out, ansi.ShowCursor...)
		}
	}
}
