package grid

import "travel.example/travel/internal/render/canvas"

// Grouped is a table whose rows stand in groups. A layout shows the first rows of each and counts the
// rest; records have them all.
type Grouped struct {
	Table
	Groups []Group // in the order of the rows
	Most   int     // rows of a group that a layout shows; 0 shows all
}

// Group is some rows that follow one another.
type Group struct {
	Rows int
	// Rest tells of so many rows that are not shown how to see them.
	Rest func(rows int) string
}

// Lines gives the layout for a person.
func (g Grouped) Lines(c canvas.Canvas) []string {
	top, rest := g.Table, g.Rows
	top.Rows = nil
	for _, group := range g.Groups {
		shown := group.Rows
		if g.Most > 0 && shown > g.Most+1 { // a line that counts one row is no shorter than the row
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
