package screen

import (
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Frame is all that the screen is to show. Who makes one does not have to know what the last one was.
type Frame struct {
	// Lines stand from the top, one a row, styled by SGR sequences and hyperlinks alone, with no style left
	// open at the end. They must be clean. What is beyond the screen, on the right or below, is not shown.
	Lines []string
	// Cursor is where one types; nil hides it.
	Cursor *Place
	// Mouse asks for the mouse. Without it the terminal keeps it, to mark text with.
	Mouse bool
}

// Place is a cell; both count from 0.
type Place struct{ Row, Column int }

// Painter finds out what has to be written to go from one frame to the next.
type Painter struct {
	size   Size
	shown  []string // what each row shows; nil where that is not known
	cursor *Place   // where it is shown, nil where it is hidden
	mouse  bool
	out    []byte
	body   []byte
	differ differ
}

// Forget makes the next frame whole: what the screen shows is not known any more. It shows no cursor and
// has no mouse, as after it was opened.
func (p *Painter) Forget() { p.shown, p.cursor, p.mouse = nil, nil, false }

const (
	mouseOn  = ansi.SetModeMouseNormal + ansi.SetModeMouseExtSgr
	mouseOff = ansi.ResetModeMouseExtSgr + ansi.ResetModeMouseNormal
)

// Paint returns what makes a screen of that size show the frame, in one piece and only what differs from
// the last one; nothing where nothing does. It is good until the next call.
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
	// A terminal that does not know this mode passes it over; one that does shows the frame at once.
	p.out = append(p.out[:0], ansi.SetModeSynchronizedOutput...)
	p.out = append(p.out, p.body...)
	p.out = append(p.out, ansi.ResetModeSynchronizedOutput...)
	return p.out
}

// fitted is as many lines as there are rows.
func fitted(lines []string, rows int) []string {
	out := make([]string, max(rows, 0))
	copy(out, lines)
	return out
}

// lines writes what differs from what is shown, behind the move of rows that leaves the least to write, if any does.
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

// rows writes the lines that differ from what is shown, nil where that is not known. It ends where that takes more than
// the least that is known.
func (p *Painter) rows(out []byte, shown, lines []string, least int) []byte {
	above := -2 // the row that was written last
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

// clip is a line without what would move the cursor elsewhere, cut at the width.
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

// moves tells of a control character, except those of sequences: ESC, and BEL which ends a hyperlink.
func moves(r rune) bool { return r < ' ' && r != esc && r != '\a' || r >= del && r < 0xa0 }

// goTo puts the cursor on a cell.
func goTo(row, column int) string {
	if column == 0 {
		return "\x1b[" + strconv.Itoa(row+1) + "H"
	}
	return ansi.CursorPosition(column+1, row+1)
}

// point shows the cursor where it is to be. What was written has moved it.
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
