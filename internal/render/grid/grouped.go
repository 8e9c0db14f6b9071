package grid

import "travel.example/travel/internal/render/canvas"

// Grouped is a table with rows in groups. A layout shows the first rows of each group and counts the rest; records
// have all rows.
type Grouped struct {
	Table
	Groups []Group // in the order of the rows
	Most   int     // maximum number of rows shown per group; 0 shows all
}

// Group is a run of consecutive rows.
type Group struct {
	Rows int
	// Rest says how to see the given number of hidden rows.
	Rest func(rows int) string
}

// Lines returns the layout for a person.
func (g Grouped) Lines(c canvas.Canvas) []string {
	top, rest := g.Table, g.Rows
	top.Rows = nil
	for _, group := range g.Groups {
		shown := group.Rows
		if g.Most > 0 && shown > g.Most+1 { // a line that counts one row is as long as the row
			shown = g.Most
		}
		top.Rows = append(top.Rows, rest[:shown]...)
		rest = rest[group.Rows:]
		if more := group.Rows - shown; more > 0 {
			top.Rows = append(top.Rows, []Cell{{Text: group.Rest(more), Tone: canvas.Faint}})
		}
	}
	return top.Lines(c)
}
