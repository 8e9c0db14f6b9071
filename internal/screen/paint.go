package screen

import (
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

func (p *Painter) lines(lines []string) {
	whole := p.shown == nil
	if whole {
		p.shown = make([]string, len(lines))
	} else {
		p.scroll(lines)
	}
	for row, line := range lines {
		if !whole && line == p.shown[row] {
			continue
		}
		old, line := p.clip(p.shown[row]), p.clip(line)
		switch {
		case whole:
			p.rewrite(row, common{}, line)
		case line != old:
			p.line(row, old, line)
		}
	}
	p.shown = lines
}

// scroll moves what only has another row now.
func (p *Painter) scroll(lines []string) {
	m := moved(p.shown, lines)
	if m.by == 0 {
		return
	}
	// Deleting and inserting lines is what every terminal can; the console of Linux knows no SU and SD.
	p.body = append(p.body, ansi.SetTopBottomMargins(m.from+1, m.to+1)...)
	p.move(m.from, 0)
	if m.by > 0 {
		p.body = append(p.body, ansi.DeleteLine(m.by)...)
	} else {
		p.body = append(p.body, ansi.InsertLine(-m.by)...)
	}
	p.body = append(p.body, resetMargins...)
	p.shown = m.apply(p.shown)
}

const (
	resetMargins = "\x1b[r"
	resetStyle   = "\x1b[m"
)

// line writes what a row shows where it differs: from the first such cell on, or up to the last such one where
// that is shorter and all terminals agree on the widths. Otherwise the row is erased behind what is written, so that where a terminal takes text for wider or narrower nothing stays.
func (p *Painter) line(row int, old, line string) {
	s := shared(old, line)
	if s.cells >= p.size.Width { // only styles differ, and there is no cell behind them to go to
		s = common{}
	}
	rest := line[s.bytes:]
	if n := differs(old[s.bytes:], rest); n > 0 {
		p.move(row, s.cells)
		p.styled(s.style, rest[:n])
		return
	}
	if at, part, ok := middle(s.style, old[s.bytes:], rest); ok && len(part) < len(skipGaps(s.style, rest)) {
		p.move(row, s.cells+at)
		p.body = append(p.body, part...)
		return
	}
	p.rewrite(row, s, line)
}

// rewrite writes what a row shows behind what is there already, and erases what may stand behind it.
func (p *Painter) rewrite(row int, s common, line string) {
	rest := line[s.bytes:]
	written := skipGaps(s.style, rest)
	p.move(row, s.cells)
	switch full := ansi.StringWidth(line) >= p.size.Width; {
	case written != rest, full && !isPlain(rest):
		p.body = append(p.body, ansi.EraseLineRight...)
		p.styled(s.style, written)
	case full: // the cursor stands on the last cell now, which EL would erase
		p.styled(s.style, written)
	default:
		p.styled(s.style, written)
		p.body = append(p.body, ansi.EraseLineRight...)
	}
}

// styled writes text in a style and leaves none.
func (p *Painter) styled(style, text string) {
	if text == "" {
		return
	}
	p.body = append(p.body, style...)
	p.body = append(p.body, text...)
	if style != "" || strings.IndexByte(text, esc) >= 0 && !strings.HasSuffix(text, resetStyle) {
		p.body = append(p.body, resetStyle...)
	}
}

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

// move puts the cursor on a cell.
func (p *Painter) move(row, column int) {
	p.body = append(p.body, "\x1b["...)
	p.body = strconv.AppendInt(p.body, int64(row+1), 10)
	if column > 0 {
		p.body = append(p.body, ';')
		p.body = strconv.AppendInt(p.body, int64(column+1), 10)
	}
	p.body = append(p.body, 'H')
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
		p.move(to.Row, to.Column)
		if was == nil {
			p.body = append(p.body, ansi.ShowCursor...)
		}
	}
}
