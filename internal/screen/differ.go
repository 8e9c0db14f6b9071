package screen

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// glyph is a printable ASCII character, whose width all terminals agree on, and the text up to the next one.
type glyph struct {
	text  string
	style string // SGR sequences in force
	loose bool   // the terminal decides how wide it is or whether following text changes it
}

// empty is a cell of an erased row.
var empty = glyph{text: " "}

// glyphsOf returns the cells of a line without trailing blanks. It reuses the memory of room.
func glyphsOf(room []glyph, line string) []glyph {
	cells, style := room[:0], ""
	for i, n := 0, 0; i < len(line); i += n {
		if n = len(styleAt(line[i:])); n > 0 {
			style = styleAfter(style, line[i:i+n])
			continue
		}
		if n = 1; line[i] >= ' ' && line[i] < del {
			cells = append(cells, glyph{text: line[i : i+1], style: style})
			continue
		}
		for n = max(linkLen(line[i:]), 1); i+n < len(line) && line[i+n] >= utf8.RuneSelf; n++ {
		}
		last := len(cells) - 1
		if last >= 0 {
			cells[last].loose = true
		}
		if last < 0 || cells[last].style != style {
			cells = append(cells, glyph{style: style, loose: true})
			last++
		}
		cells[last].text += line[i : i+n]
	}
	for len(cells) > 0 && cells[len(cells)-1] == empty {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// styleAt returns the SGR sequence at the start of a text, or "".
func styleAt(text string) string {
	const introducer = "\x1b["
	if !strings.HasPrefix(text, introducer) {
		return ""
	}
	for i := len(introducer); i < len(text); i++ {
		switch c := text[i]; {
		case c == 'm':
			return text[:i+1]
		case (c < '0' || c > '9') && c != ';' && c != ':':
			return ""
		}
	}
	return ""
}

// styleAfter returns the style in force after a style sequence.
func styleAfter(style, sequence string) string {
	switch sequence {
	case resetStyle, "\x1b[0m":
		return ""
	case "\x1b[27m":
		return strings.ReplaceAll(style, "\x1b[7m", "")
	}
	return style + sequence
}

// linkLen returns the length of the opening or closing hyperlink sequence at the start of a text, or 0.
func linkLen(text string) int {
	if !strings.HasPrefix(text, "\x1b]") {
		return 0
	}
	if i := strings.IndexAny(text[1:], "\a\x1b"); i >= 0 && text[i+1] == '\a' {
		return i + 2
	} else if i >= 0 {
		return min(i+3, len(text)) // ESC and a backslash
	}
	return 0
}

// firm returns the cells before the first loose one.
func firm(cells []glyph) []glyph {
	if i := slices.IndexFunc(cells, func(c glyph) bool { return c.loose }); i >= 0 {
		return cells[:i]
	}
	return cells
}

// row is the known part of a row: its first cells and, if all is set, only blanks after them.
type row struct {
	cells []glyph
	all   bool
}

// has reports whether a cell already shows c.
func (r row) has(at int, c glyph) bool {
	if at < len(r.cells) {
		return r.cells[at] == c
	}
	return r.all && c == empty
}

// differ computes how to turn the contents of a row into a line. It reuses its buffers.
type differ struct {
	was, is       []glyph
	there, erased pen
}

// rewrite returns the bytes that turn the row old, nil if unknown, into line, and the cell where the cursor must be
// first. The bytes are empty if nothing differs, and valid until the next call. It either writes over the old cells
// or erases them first, whichever is shorter. From the first loose cell on, it writes everything and erases the rest
// of the row, so that nothing stale remains if a terminal disagrees about widths.
func (d *differ) rewrite(old *string, line string, width int) (from int, written []byte) {
	d.is = glyphsOf(d.is, line)
	d.was = append(d.was[:0], glyph{loose: true})
	if old != nil {
		d.was = glyphsOf(d.was, *old)
	}
	was, is := d.was, d.is
	known, sure := len(firm(was)), len(firm(is))
	over := row{was[:known], known == len(was)}
	for from < sure && over.has(from, is[from]) {
		from++
	}
	d.there.begin(from)
	if !over.all && known == sure && slices.Equal(was[known:], is[sure:]) {
		d.there.write(over, is[:sure])
		return from, d.there.out
	}
	d.erased.begin(from)
	clean := over.all && len(was) <= from
	if !clean {
		d.erased.out = append(d.erased.out, ansi.EraseLineRight...)
	}
	d.erased.write(row{all: true}, is)
	full := len(is) >= width
	if sure < len(is) {
		full = ansi.StringWidth(line) >= width
		over = row{cells: was[:min(known, sure)]}
	}
	if clean || full && sure < len(is) { // with the cursor on the last cell, EL would erase that cell
		return from, d.erased.out
	}
	d.there.write(over, is)
	if !full && (!over.all || len(was) > len(is)) {
		d.there.pass(is, len(is), "")
		d.there.out = append(d.there.out, ansi.EraseLineRight...)
	}
	if len(d.erased.out) < len(d.there.out) {
		return from, d.erased.out
	}
	return from, d.there.out
}

// pen writes the cells of a row that differ, with as few bytes as possible between them.
type pen struct {
	out   []byte
	at    int // the cell under the cursor
	style string
}

// begin resets the pen at a cell.
func (p *pen) begin(at int) { *p = pen{out: p.out[:0], at: at} }

// write writes cells over a row, starting at the cursor, and ends with no style in force.
func (p *pen) write(over row, cells []glyph) {
	for i := p.at; i < len(cells); i++ {
		if c := cells[i]; !over.has(i, c) {
			p.pass(cells, i, c.style)
			p.put(c)
		}
	}
	p.wear("")
}

// pass moves to a cell of the given style by skipping or rewriting the cells before it, whichever is shorter.
func (p *pen) pass(cells []glyph, to int, style string) {
	if p.at == to {
		return
	}
	if !strings.HasPrefix(style, p.style) {
		p.wear("")
	}
	again, sequence := cells[p.at:to], forward(to-p.at)
	if len(again) <= len(sequence) && !slices.ContainsFunc(again, func(c glyph) bool { return c.style != p.style }) {
		for _, c := range again {
			p.put(c)
		}
		return
	}
	p.out = append(p.out, sequence...)
	p.at = to
}

// forward returns the sequence that moves the cursor n cells to the right.
func forward(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "\x1b[C"
	}
	return "\x1b[" + strconv.Itoa(n) + "C"
}

func (p *pen) put(c glyph) {
	p.wear(c.style)
	p.out = append(p.out, c.text...)
	p.at++
}

// wear makes a style the one in force.
func (p *pen) wear(style string) {
	more, found := strings.CutPrefix(style, p.style)
	if !found {
		p.out = append(p.out, resetStyle...)
		more = style
	}
	p.out = append(p.out, more...)
	p.style = style
}
