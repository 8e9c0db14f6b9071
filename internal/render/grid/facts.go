package grid

import (
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/canvas"
)

// Fact is a label and its value, such as "market" and "AE".
type Fact struct {
	Label string
	Value string // may hold several lines
	Tone  canvas.Tone
}

// Facts are labels and values under each other, values aligned.
type Facts []Fact

// Lines gives the layout for a person.
func (f Facts) Lines(c canvas.Canvas) []string {
	widest := 0
	for _, fact := range f {
		widest = max(widest, canvas.Cells(c.Text(fact.Label)))
	}
	widest = min(widest, c.Width/2-Gap)
	var out []string
	for _, fact := range f {
		label := c.Cut(c.Text(fact.Label), widest)
		label += strings.Repeat(" ", max(widest-canvas.Cells(label), 0)+Gap)
		for line := range strings.SplitSeq(clean.Lines(fact.Value), "\n") {
			out = append(out, beside(c, label, c.Text(line), fact.Tone)...)
			label = strings.Repeat(" ", canvas.Cells(label))
		}
	}
	return out
}

// beside sets a value, wrapped, next to its faint label.
func beside(c canvas.Canvas, label, value string, tone canvas.Tone) []string {
	indent := strings.Repeat(" ", canvas.Cells(label))
	narrow := c
	narrow.Width -= len(indent)
	lines := narrow.Wrap("", value, tone)
	for i, line := range lines {
		lead := indent
		if i == 0 {
			lead = c.Paint(canvas.Faint, label)
		}
		lines[i] = strings.TrimRight(lead+line, " ")
	}
	return lines
}

// Records gives a line for each fact.
func (f Facts) Records() Records {
	r := Records{Head: []string{"name", "value"}}
	for _, fact := range f {
		r.Rows = append(r.Rows, []string{FieldName(fact.Label), fact.Value})
	}
	return r
}
