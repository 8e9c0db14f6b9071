package render

import "strings"

// Fact is a label and its value, such as "market" and "AE".
type Fact struct {
	Label string
	Value string // may hold several lines
	Tone  Tone
}

// Facts are labels and values under each other, values aligned.
type Facts []Fact

func (f Facts) lines(c canvas) []string {
	widest := 0
	for _, fact := range f {
		widest = max(widest, cells(c.text(fact.Label)))
	}
	widest = min(widest, c.width/2-gridGap)
	var out []string
	for _, fact := range f {
		label := c.cut(c.text(fact.Label), widest)
		label += strings.Repeat(" ", max(widest-cells(label), 0)+gridGap)
		for line := range strings.SplitSeq(CleanLines(fact.Value), "\n") {
			out = append(out, c.beside(label, c.text(line), fact.Tone)...)
			label = strings.Repeat(" ", cells(label))
		}
	}
	return out
}

// beside sets a value, wrapped, next to its faint label.
func (c canvas) beside(label, value string, tone Tone) []string {
	indent := strings.Repeat(" ", cells(label))
	narrow := c
	narrow.width -= len(indent)
	lines := narrow.wrapIndented("", value, tone)
	for i, line := range lines {
		lead := indent
		if i == 0 {
			lead = c.paint(Faint, label)
		}
		lines[i] = strings.TrimRight(lead+line, " ")
	}
	return lines
}

func (f Facts) records() records {
	r := records{head: []string{"name", "value"}}
	for _, fact := range f {
		r.rows = append(r.rows, []string{fieldName(fact.Label), fact.Value})
	}
	return r
}

// fieldName turns a label into the name of a field: lower case, words joined by underscores.
func fieldName(label string) string {
	if label == "#" {
		return "number"
	}
	return strings.ReplaceAll(strings.ToLower(Clean(label)), " ", "_")
}
