package render

import (
	"strconv"
	"strings"
)

const (
	maxVia   = 12 // longer lists of airports are counted instead
	barCells = 12
	barHead  = "LOW     HIGH"
)

// tripColumn is a column of the list: its head, and its cell in line i of a trip.
type tripColumn struct {
	head  string
	align Align
	cell  func(row, line int) Cell
}

// fit lays the list out by a plan and reports whether it fits the canvas.
func (v TripList) fit(c canvas, plan tripPlan) (grid, bool) {
	columns, airline := v.columns(c, plan)
	g := grid{columns: make([]gridColumn, len(columns))}
	for i, col := range columns {
		g.columns[i] = gridColumn{head: col.head, align: col.align, width: cells(col.head)}
	}
	for r, row := range v.Rows {
		for line := range max(len(row.Legs), 1) {
			drawn := make([]Cell, len(columns))
			for i, col := range columns {
				drawn[i] = col.cell(r, line)
				g.columns[i].width = max(g.columns[i].width, cells(drawn[i].Text))
			}
			g.rows = append(g.rows, drawn)
		}
	}
	flexible := &g.columns[airline].width
	least := min(*flexible, plan.airline)
	*flexible = min(*flexible, max(*flexible-(g.width()-c.width), least))
	return g, g.width() <= c.width
}

// width is what the grid takes on a line.
func (g grid) width() int {
	sum := gridMargin + gridGap*max(len(g.columns)-1, 0)
	for _, col := range g.columns {
		sum += col.width
	}
	return sum
}

// columns gives the columns of a plan, and which of them holds the airline.
func (v TripList) columns(c canvas, plan tripPlan) (columns []tripColumn, airline int) {
	prices := v.prices(c)
	add := func(head string, align Align, cell func(row, line int) Cell) {
		columns = append(columns, tripColumn{head, align, cell})
	}
	add("#", Right, v.first(func(row int) Cell { return Cell{Text: number(v.Rows[row].N)} }))
	add("TOTAL", Right, v.first(func(row int) Cell { return prices[row] }))
	if plan.bar && v.anyShare() {
		add(barHead, Left, v.first(func(row int) Cell { return Cell{Text: c.bar(v.Rows[row].Share), Tone: Faint} }))
	}
	if v.labelled() {
		add("", Left, v.leg(func(leg TripLeg) Cell { return Cell{Text: c.text(leg.Label), Tone: Faint} }))
	}
	departs, arrives := v.codes(plan)
	add("DEPART", Left, v.leg(func(leg TripLeg) Cell { return Cell{Text: clock(leg.Depart, 0) + c.text(departs(leg))} }))
	add("ARRIVE", Left, v.leg(func(leg TripLeg) Cell { return c.arrival(leg, arrives) }))
	if plan.joined {
		add("TIME", Left, v.leg(v.timeVia(c)))
	} else {
		add("TIME", Right, v.leg(func(leg TripLeg) Cell { return Cell{Text: span(leg.Minutes)} }))
		add("VIA", Left, v.leg(func(leg TripLeg) Cell { return Cell{Text: c.via(leg)} }))
	}
	airline = len(columns)
	add("AIRLINE", Left, v.leg(func(leg TripLeg) Cell { return Cell{Text: c.airline(leg)} }))
	if plan.sellers {
		add("SELLERS", Right, v.first(func(row int) Cell { return Cell{Text: number(v.Rows[row].Sellers)} }))
	}
	if plan.badges {
		add("", Left, v.first(func(row int) Cell { return Cell{Text: c.badges(v.Rows[row]), Tone: Good} }))
	}
	return columns, airline
}

// first makes a column that is filled in a trip's first line only.
func (v TripList) first(cell func(row int) Cell) func(row, line int) Cell {
	return func(row, line int) Cell {
		if line > 0 {
			return Cell{}
		}
		return cell(row)
	}
}

// leg makes a column that is filled for every leg.
func (v TripList) leg(cell func(TripLeg) Cell) func(row, line int) Cell {
	return func(row, line int) Cell {
		if line >= len(v.Rows[row].Legs) {
			return Cell{}
		}
		return cell(v.Rows[row].Legs[line])
	}
}

// timeVia joins the length of a leg and its stops in one column, the lengths aligned.
func (v TripList) timeVia(c canvas) func(TripLeg) Cell {
	widest := 0
	for _, row := range v.Rows {
		for _, leg := range row.Legs {
			widest = max(widest, cells(span(leg.Minutes)))
		}
	}
	return func(leg TripLeg) Cell {
		time := span(leg.Minutes)
		return Cell{Text: strings.Repeat(" ", widest-cells(time)) + time + " " + c.via(leg)}
	}
}

// labelled reports whether any trip has more than one way, so that the ways need names.
func (v TripList) labelled() bool {
	for _, row := range v.Rows {
		if len(row.Legs) > 1 {
			return true
		}
	}
	return false
}

func (v TripList) anyShare() bool {
	for _, row := range v.Rows {
		if row.Share != nil {
			return true
		}
	}
	return false
}

// codes tells which airport to write behind a time. A column names airports as soon as one of them
// is not the code that was searched for, as when a city has several.
func (v TripList) codes(plan tripPlan) (departs, arrives func(TripLeg) string) {
	none := func(TripLeg) string { return "" }
	departs, arrives = none, none
	if !plan.codes {
		return departs, arrives
	}
	for _, row := range v.Rows {
		for i, leg := range row.Legs {
			from, to := v.From, v.To
			if i%2 == 1 {
				from, to = to, from
			}
			if leg.From != from {
				departs = func(leg TripLeg) string { return " " + leg.From }
			}
			if leg.To != to {
				arrives = func(leg TripLeg) string { return " " + leg.To }
			}
		}
	}
	return departs, arrives
}

// number writes a count; zero stays empty.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
