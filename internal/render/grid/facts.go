package grid

import (
	"slices"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// Fact is a label and its value, such as "market" and "AE".
type Fact struct {
	Label string
	Value string // may hold several lines
	Tone  canvas.Tone
}

// Facts lists labels and values, with the values aligned.
type Facts []Fact

// Lines returns the layout for a person.
func (f Facts) Lines(c canvas.Canvas) []string {
	widest := 0
	for _, fact := range f {
		widest = max(widest, canvas.Cells(c.Text(fact.Label)))
	}
	widest = min(widest, c.Width/2-Gap)
	var out []string
	for _, fact := range f {
		label := canvas.Pad(c.Cut(c.Text(fact.Label), widest), widest+Gap)
		for _, line := range c.Lines(fact.Value) {
			narrow := c
			narrow.Width -= canvas.Cells(label)
			for _, wrapped := range narrow.Wrap("", line, fact.Tone) {
				out = append(out, strings.TrimRight(c.Paint(canvas.Faint, label)+wrapped, " "))
				label = strings.Repeat(" ", canvas.Cells(label))
			}
		}
	}
	return out
}

// Records returns a row for each fact.
func (f Facts) Records() Records {
	r := Records{Head: []string{"name", "value"}}
	for _, fact := range f {
		r.Rows = append(r.Rows, []string{FieldName(fact.Label), fact.Value})
	}
	return r
}

// Check is one check and its result.
type Check struct {
	Status string      // ok, warn, fail or skip
	Tone   canvas.Tone // of the status
	Name   string
	Text   string
	Remedy string // what to do, may be empty
}

// Checks is a list of checks. Views of one check each look like one view of them all, so that a line can be printed
// as soon as it is known.
type Checks []Check

// Widths of the first two columns. They are fixed because later lines are not known yet.
const (
	checkStatus = 6
	checkName   = 16
)

// Lines returns the layout for a person.
func (v Checks) Lines(c canvas.Canvas) []string {
	var out []string
	for _, check := range v {
		status, name := c.Cut(c.Text(check.Status), checkStatus-1), c.Cut(c.Text(check.Name), checkName-1)
		label := canvas.Pad(c.Paint(check.Tone, status), checkStatus) + canvas.Pad(name, checkName)
		tone := canvas.Plain
		if check.Tone == canvas.Faint {
			tone = canvas.Faint
		}
		out = append(out, c.Wrap(label, c.Text(check.Text), tone)...)
		if check.Remedy != "" {
			arrow := strings.Repeat(" ", checkStatus+checkName) + c.Glyph.Arrow + " "
			out = append(out, c.WrapLinks(arrow, c.Text(check.Remedy), canvas.Plain)...)
		}
	}
	return out
}

// Records returns a row for each check.
func (v Checks) Records() Records {
	r := Records{Head: []string{"status", "check", "found", "remedy"}}
	for _, check := range v {
		r.Rows = append(r.Rows, []string{check.Status, check.Name, check.Text, check.Remedy})
	}
	return r
}

// Comparison compares things side by side: differences first, then what they share.
type Comparison struct {
	Heads []string // what is compared
	Facts []ComparedFact
	Notes []string
	Next  []string // suggested commands
}

// ComparedFact is one line of a comparison: a label and a value for each thing.
type ComparedFact struct {
	Label  string
	Values []string
}

// differs reports whether the values are not all the same.
func (f ComparedFact) differs() bool {
	return slices.ContainsFunc(f.Values, func(value string) bool { return value != f.Values[0] })
}

// leastCompared is the minimum width of a column; if there is less room, fewer are set side by side.
const leastCompared = 12

// Lines returns the layout for a person.
func (v Comparison) Lines(c canvas.Canvas) []string {
	lines, _ := v.Placed(c)
	return lines
}

// Spot is the area of one of the compared things: half-open ranges of lines and cells.
type Spot struct{ Top, Bottom, Left, Right int }

// Placed returns the layout and the area of each thing: the differences, then once the values that all share.
func (v Comparison) Placed(c canvas.Canvas) (out []string, spots []Spot) {
	labels := 0
	for _, fact := range v.Facts {
		labels = max(labels, canvas.Cells(c.Text(fact.Label)))
	}
	labels = min(labels, c.Width/3)
	room := c.Width - Margin - labels
	beside := max(min(room/(leastCompared+Gap), len(v.Heads)), 1)
	blocks := (len(v.Heads) + beside - 1) / max(beside, 1)
	for b := range blocks {
		if b > 0 {
			out = append(out, "")
		}
		from, to := b*len(v.Heads)/blocks, (b+1)*len(v.Heads)/blocks
		lines, widths := v.block(c, labels, from, to)
		at := Spot{Top: len(out), Bottom: len(out) + len(lines), Right: Margin + labels + Gap}
		for _, width := range widths {
			at.Left, at.Right = at.Right, at.Right+width+Gap
			spots = append(spots, at)
		}
		out = append(out, lines...)
	}
	same := 0
	for _, fact := range v.Facts {
		if fact.differs() {
			continue
		}
		if same++; same == 1 {
			out = append(out, "", c.Paint(canvas.Faint, " The same for all"))
		}
		width := max(room-Gap, 1)
		columns := [][]string{folded(c, fact.Label, labels), folded(c, fact.Values[0], width)}
		out = append(out, sideBySide(c, columns, []int{labels, width}, canvas.Faint)...)
	}
	return append(out, c.Ending(v.Notes, v.Next)...), spots
}

// block draws the differences of the things in [from, to), in columns of the returned widths.
func (v Comparison) block(c canvas.Canvas, labels, from, to int) (out []string, widths []int) {
	same := func(fact ComparedFact) bool { return !fact.differs() }
	rows := append([]ComparedFact{{Values: v.Heads}}, slices.DeleteFunc(slices.Clone(v.Facts), same)...)
	natural := make([]int, to-from)
	for _, row := range rows {
		for i := range natural {
			natural[i] = max(natural[i], canvas.Cells(c.Text(row.Values[from+i])))
		}
	}
	widths = fairly(natural, c.Width-Margin-labels-len(natural)*Gap)
	for r, row := range rows {
		tone := canvas.Plain
		if r == 0 {
			tone = canvas.Faint
		}
		columns := [][]string{folded(c, row.Label, labels)}
		for i, width := range widths {
			columns = append(columns, folded(c, row.Values[from+i], width))
		}
		out = append(out, sideBySide(c, columns, append([]int{labels}, widths...), tone)...)
	}
	return out, widths
}

// sideBySide sets folded texts next to each other, the first in the tone of labels.
func sideBySide(c canvas.Canvas, columns [][]string, widths []int, tone canvas.Tone) []string {
	height := 0
	for _, column := range columns {
		height = max(height, len(column))
	}
	lines := make([]string, height)
	for n := range lines {
		line := strings.Repeat(" ", Margin)
		for i, column := range columns {
			text, ink := canvas.LineAt(column, n), tone
			if i == 0 {
				ink = canvas.Faint
			}
			line += c.Paint(ink, text) + strings.Repeat(" ", max(widths[i]-canvas.Cells(text), 0)+Gap)
		}
		lines[n] = strings.TrimRight(line, " ")
	}
	return lines
}

// folded returns a text broken into lines of a width; an address stays whole.
func folded(c canvas.Canvas, text string, width int) []string {
	return canvas.FoldLinks(c.Text(text), width)
}

// fairly gives each column as much room as it needs, and divides a shortage evenly among those that need more.
func fairly(natural []int, room int) []int {
	widths := slices.Clone(natural)
	order := make([]int, len(natural))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return natural[a] - natural[b] })
	for n, i := range order {
		widths[i] = min(natural[i], max(room/(len(order)-n), 1))
		room -= widths[i]
	}
	return widths
}

// Records returns a row for each fact, differences first.
func (v Comparison) Records() Records {
	r := Records{Head: []string{"fact"}}
	for _, head := range v.Heads {
		r.Head = append(r.Head, FieldName(head))
	}
	r.Head = append(r.Head, "differs")
	for _, differs := range []Answer{Yes, No} {
		for _, fact := range v.Facts {
			if fact.differs() == (differs == Yes) {
				r.Rows = append(r.Rows, slices.Concat([]string{fact.Label}, fact.Values, []string{differs.String()}))
			}
		}
	}
	return r
}
