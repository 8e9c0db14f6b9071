package cli

import (
	"io"
	"strings"

	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
)

// The measures of a help page.
const (
	pageWidth   = 100 // cells of the widest line: longer ones are hard to read
	plainWidth  = 80  // cells where there is no window
	pageIndent  = 2
	columnGap   = 2
	leastBeside = 28 // cells of text beside its term; with less room it stands below
	below       = 4  // cells of the column then
)

// page is a help page as it is laid out for one window.
type page struct {
	canvas canvas.Canvas
	lines  []string
}

// newPage is an empty page for a stream, as wide as its window and never wider than is good to read.
func newPage(out io.Writer, term render.Terminal) *page {
	if !term.TTY {
		term.Width, term.Unicode = plainWidth, true
	}
	c := canvas.New(out, term)
	c.Width = min(c.Width, pageWidth)
	return &page{canvas: c}
}

// text is the page as it is printed.
func (p *page) text() string { return strings.Join(p.lines, "\n") + "\n" }

func (p *page) add(lines ...string) {
	for _, line := range lines {
		p.lines = append(p.lines, p.canvas.Letters(strings.TrimRight(line, " ")))
	}
}

// blank parts two sections.
func (p *page) blank() {
	if n := len(p.lines); n > 0 && p.lines[n-1] != "" {
		p.add("")
	}
}

func (p *page) heading(text string) {
	p.blank()
	for _, line := range canvas.FoldWhole(text, p.canvas.Width) {
		p.add(p.canvas.Paint(canvas.Strong, line))
	}
}

// section sets a part of a page with its heading.
func (p *page) section(s Section) {
	p.heading(s.Title)
	p.rows(s.Rows)
	if s.List == "" {
		return
	}
	for _, line := range canvas.FoldWhole(s.List, p.canvas.Width-pageIndent) {
		p.add(strings.Repeat(" ", pageIndent) + strings.ReplaceAll(line, noBreak, " "))
	}
}

// rows sets terms with their meaning beside them, or below those that are too long.
func (p *page) rows(list []Row) {
	column := 0
	for _, r := range list {
		column = max(column, canvas.Cells(r.Term))
	}
	column = min(column, p.canvas.Width*2/5)
	if p.canvas.Width-pageIndent-column-columnGap < leastBeside {
		column = below
	}
	margin := strings.Repeat(" ", pageIndent+column+columnGap)
	for _, r := range list {
		lead := strings.Repeat(" ", pageIndent) + r.Term
		if canvas.Cells(r.Term) > column {
			if canvas.Cells(lead) > p.canvas.Width {
				lead = strings.Repeat(" ", pageIndent) + strings.TrimSpace(r.Term)
			}
			p.add(lead)
			lead = ""
		}
		for _, line := range canvas.FoldWhole(r.About, p.canvas.Width-len(margin)) {
			p.add(lead + margin[min(canvas.Cells(lead), len(margin)):] + line)
			lead = ""
		}
	}
}

// prose sets a text of the help, see [Blocks].
func (p *page) prose(text string) {
	for _, b := range Blocks(text) {
		switch b.Kind {
		case Paragraph:
			p.add(canvas.FoldWhole(b.Text, p.canvas.Width)...)
		case Table:
			p.rows(b.Rows)
		case Command:
			p.command(b.Text)
		case Gap:
			p.blank()
		}
	}
}

// command sets a command line.
func (p *page) command(line string) {
	for _, text := range FoldCommand(line, p.canvas.Width-pageIndent) {
		p.add(strings.Repeat(" ", pageIndent) + text)
	}
}

// FoldCommand breaks a command line that is wider than so many cells between its words, with the sign by
// which a shell goes on reading.
func FoldCommand(line string, width int) []string {
	const more = ` \`
	if canvas.Cells(line) <= width {
		return []string{line}
	}
	var lines []string
	text, indent := "", ""
	for _, word := range shellPieces(line, width-2*pageIndent-len(more)) {
		switch {
		case text == "":
			text = word
		case canvas.Cells(indent+text+" "+word+more) <= width:
			text += " " + word
		default:
			lines = append(lines, indent+text+more)
			text, indent = word, strings.Repeat(" ", 2*pageIndent)
		}
	}
	return append(lines, indent+text)
}

// shellPieces are what a command line may be broken between: a flag stays with its value where both
// have room.
func shellPieces(line string, room int) []string {
	var pieces []string
	for _, word := range shellWords(line) {
		last := len(pieces) - 1
		if last < 0 || !isFlag(pieces[last]) || word[0] == '-' || word[0] == '#' || canvas.Cells(pieces[last]+" "+word) > room {
			pieces = append(pieces, word)
			continue
		}
		pieces[last] += " " + word
	}
	return pieces
}

// isFlag tells whether a word of a command line is a flag that may take the next word.
func isFlag(word string) bool {
	return strings.HasPrefix(word, "--") && !strings.ContainsAny(word, " =")
}

// shellWords are the words of a command line with their quotes. A remark at its end is one, since a
// shell does not go on reading behind a remark.
func shellWords(line string) []string {
	var pieces []string
	var quote rune
	start := 0
	for i, c := range line {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#' && start == i:
			return append(pieces, line[i:])
		case c == ' ':
			if start < i {
				pieces = append(pieces, line[start:i])
			}
			start = i + 1
		}
	}
	if start < len(line) {
		pieces = append(pieces, line[start:])
	}
	return pieces
}
