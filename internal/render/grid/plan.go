package grid

import (
	"slices"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// Planned is a column of a list that has several layouts, from the widest to the narrowest.
type Planned struct {
	Column
	Plans int // how many layouts have the column; 0 means all of them
	Cell  func(row int) Cell
	Below func(row int) string // shown below the row in the other layouts, ready to draw; nil or "" for nothing
}

// Numeric returns a column of numbers that is in the given number of layouts.
func Numeric(name string, plans int, cell func(row int) Cell, below func(row int) string) Planned {
	return Planned{Column: Column{Name: name, Align: Right, Keep: 9}, Plans: plans, Cell: cell, Below: below}
}

// Text returns a column of text that is in the given number of layouts.
func Text(name string, plans int, cell func(row int) Cell, below func(row int) string) Planned {
	return Planned{Column: Column{Name: name, Keep: 9}, Plans: plans, Cell: cell, Below: below}
}

// Plan draws rows in the first layout whose flexible column keeps its minimum width, or in the last. least has that
// width for each layout. remarks returns the items below a row; below has those of the columns that are left out.
func Plan(
	c canvas.Canvas, rows int, columns []Planned, least []int, remarks func(row int, below []string) []string,
) (head []string, blocks [][]string) {
	if rows == 0 {
		return nil, nil
	}
	for plan, width := range least {
		t, flexible := Table{Rows: make([][]Cell, rows)}, 0
		var left []Planned
		for _, column := range columns {
			if column.Plans > 0 && plan >= column.Plans {
				left = append(left, column)
				continue
			}
			if column.Flex {
				flexible = len(t.Columns)
			}
			t.Add(column.Column, column.Cell)
		}
		s := t.Sheet(c)
		if plan < len(least)-1 && !s.Fits(c, flexible, width) {
			continue
		}
		g := s.Fit(c)
		head, lines := g.Lines()
		for row, line := range lines {
			var below []string
			for _, column := range left {
				if column.Below != nil {
					below = append(below, column.Below(row))
				}
			}
			block := []string{line}
			if items := slices.DeleteFunc(remarks(row, below), func(item string) bool { return item == "" }); len(items) > 0 {
				block = append(block, c.Flow(strings.Repeat(" ", g.Start(1)), items, " "+c.Glyph.Dot+" ")...)
			}
			blocks = append(blocks, block)
		}
		return head, blocks
	}
	return nil, nil
}
