package render

import (
	"slices"
	"strings"
)

// Comparison puts things side by side: what differs first, then what does not.
type Comparison struct {
	Heads []string // what is compared
	Facts []ComparedFact
	Notes []string
}

// ComparedFact is one line of a comparison: a label and what each thing has.
type ComparedFact struct {
	Label  string
	Values []string
}

// Differs tells whether the values are not all the same.
func (f ComparedFact) Differs() bool {
	return slices.ContainsFunc(f.Values, func(value string) bool { return value != f.Values[0] })
}

// leastCompared is how narrow a column may be before fewer stand side by side.
const leastCompared = 12

func (v Comparison) lines(c canvas) []string {
	labels := 0
	for _, fact := range v.Facts {
		labels = max(labels, cells(c.text(fact.Label)))
	}
	labels = min(labels, c.width/3)
	room := c.width - gridMargin - labels
	beside := max(min(room/(leastCompared+gridGap), len(v.Heads)), 1)
	blocks := (len(v.Heads) + beside - 1) / max(beside, 1)
	var out []string
	for b := range blocks {
		if b > 0 {
			out = append(out, "")
		}
		from, to := b*len(v.Heads)/blocks, (b+1)*len(v.Heads)/blocks
		out = append(out, v.block(c, labels, from, to)...)
	}
	out = append(out, v.same(c, labels)...)
	return append(out, c.ending(v.Notes, nil)...)
}

// block draws what differs of those from one index to before another.
func (v Comparison) block(c canvas, labels, from, to int) []string {
	rows := []ComparedFact{{Values: v.Heads}}
	for _, fact := range v.Facts {
		if fact.Differs() {
			rows = append(rows, fact)
		}
	}
	natural := make([]int, to-from)
	for _, row := range rows {
		for i := range natural {
			natural[i] = max(natural[i], cells(c.text(row.Values[from+i])))
		}
	}
	widths := fairly(natural, c.width-gridMargin-labels-len(natural)*gridGap)
	var out []string
	for r, row := range rows {
		tone := Plain
		if r == 0 {
			tone = Faint
		}
		columns := [][]string{c.folded(row.Label, labels)}
		for i, width := range widths {
			columns = append(columns, c.folded(row.Values[from+i], width))
		}
		out = append(out, c.sideBySide(columns, append([]int{labels}, widths...), tone)...)
	}
	return out
}

// sideBySide sets folded texts beside each other, the first in the tone of labels.
func (c canvas) sideBySide(columns [][]string, widths []int, tone Tone) []string {
	height := 0
	for _, column := range columns {
		height = max(height, len(column))
	}
	lines := make([]string, height)
	for n := range lines {
		line := strings.Repeat(" ", gridMargin)
		for i, column := range columns {
			text, ink := at(column, n), tone
			if i == 0 {
				ink = Faint
			}
			line += c.paint(ink, text) + strings.Repeat(" ", widths[i]-cells(text)+gridGap)
		}
		lines[n] = strings.TrimRight(line, " ")
	}
	return lines
}

// same tells what all of them have, once.
func (v Comparison) same(c canvas, labels int) []string {
	var out []string
	for _, fact := range v.Facts {
		if fact.Differs() {
			continue
		}
		if len(out) == 0 {
			out = append(out, "", c.paint(Faint, " The same for all"))
		}
		width := c.width - gridMargin - labels - gridGap
		columns := [][]string{c.folded(fact.Label, labels), c.folded(fact.Values[0], width)}
		out = append(out, c.sideBySide(columns, []int{labels, width}, Faint)...)
	}
	return out
}

// folded is a text broken into lines of a width.
func (c canvas) folded(text string, width int) []string {
	return fold(c.text(text), width)
}

// fairly gives each as much of the room as it needs, and divides what is short
// evenly among those that need more.
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

func (v Comparison) records() records {
	r := records{head: []string{"fact"}}
	for _, head := range v.Heads {
		r.head = append(r.head, fieldName(head))
	}
	r.head = append(r.head, "differs")
	for _, differs := range []Answer{Yes, No} {
		for _, fact := range v.Facts {
			if fact.Differs() == (differs == Yes) {
				r.rows = append(r.rows, slices.Concat([]string{fact.Label}, fact.Values, []string{differs.String()}))
			}
		}
	}
	return r
}
