package render

import (
	"strconv"
	"strings"
)

const (
	barCells = 12
	barHead  = "LOW     HIGH"
)

// tripColumn is a column of the list: its head, and its cell in line i of a trip.
type tripColumn struct {
	head  string
	align Align
	cell  func(row, line int) Cell
}

// choose finds the richest plan that fits the canvas, and the list laid out by it. Where the names of
// those who fly without selling do not all fit, a mark stands for them.
func (v TripList) choose(c canvas) (g grid, plan tripPlan, ok bool) {
	for _, plan = range tripPlans(c.width) {
		var cut bool
		if g, cut, ok = v.layOut(c, plan); cut && v.anyOperated() {
			plan.mark = true
			g, _, ok = v.layOut(c, plan)
		}
		if ok {
			return g, plan, true
		}
	}
	return grid{}, tripPlan{}, false
}

// layOut lays the list out by a plan and reports whether the airline had to be cut, and whether it
// fits the canvas.
func (v TripList) layOut(c canvas, plan tripPlan) (g grid, cut, ok bool) {
	columns, airline := v.columns(c, plan)
	g = grid{columns: make([]gridColumn, len(columns))}
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
	natural := *flexible
	least := min(natural, plan.airline)
	*flexible = min(natural, max(natural-(g.width()-c.width), least))
	for _, row := range g.rows { // a mark is not cut away
		name, marked := strings.CutSuffix(row[airline].Text, operatedMark)
		if plan.mark && marked && cells(row[airline].Text) > *flexible {
			row[airline].Text = c.cut(name, *flexible-cells(operatedMark)) + operatedMark
		}
	}
	return g, *flexible < natural, g.width() <= c.width
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
	add("DEPART", Left, v.moments(c, plan, departure))
	add("ARRIVE", Left, v.moments(c, plan, arrival))
	if plan.joined {
		add("TIME", Left, v.leg(v.timeVia(c, plan)))
	} else {
		add("TIME", Right, v.leg(func(leg TripLeg) Cell { return Cell{Text: span(leg.Minutes)} }))
		add("VIA", Left, v.leg(func(leg TripLeg) Cell { return Cell{Text: c.via(leg, plan.via)} }))
	}
	airline, seller := len(columns), c.airline
	if plan.mark {
		seller = c.airlineMarked
	}
	add("AIRLINE", Left, v.leg(func(leg TripLeg) Cell { return Cell{Text: seller(leg)} }))
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
func (v TripList) timeVia(c canvas, plan tripPlan) func(TripLeg) Cell {
	widest := 0
	for _, row := range v.Rows {
		for _, leg := range row.Legs {
			widest = max(widest, cells(span(leg.Minutes)))
		}
	}
	return func(leg TripLeg) Cell {
		time := span(leg.Minutes)
		return Cell{Text: strings.Repeat(" ", widest-cells(time)) + time + " " + c.via(leg, plan.via)}
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

// anyOperated reports whether any leg is flown by somebody who does not sell it.
func (v TripList) anyOperated() bool {
	for _, row := range v.Rows {
		for _, leg := range row.Legs {
			if len(leg.Operated) > 0 {
				return true
			}
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

// departure and arrival are the two ends of leg number line: the local time, the days since the leg
// began, the airport, and the code that was searched for there.
func departure(v TripList, leg TripLeg, line int) moment {
	return moment{clock(leg.Depart, 0), leg.From, [...]string{v.From, v.To}[line%2]}
}

func arrival(v TripList, leg TripLeg, line int) moment {
	return moment{clock(leg.Arrive, leg.DayOffset), leg.To, [...]string{v.To, v.From}[line%2]}
}

// moment is one end of a leg.
type moment struct{ clock, airport, searched string }

// moments makes the column of one end of the legs. Behind the time stands the airport where that is
// not the code that was searched for, as when a city has several.
func (v TripList) moments(c canvas, plan tripPlan, end func(TripList, TripLeg, int) moment) func(row, line int) Cell {
	widest := 0
	for _, row := range v.Rows {
		for line, leg := range row.Legs {
			widest = max(widest, len(end(v, leg, line).clock))
		}
	}
	return func(row, line int) Cell {
		if line >= len(v.Rows[row].Legs) {
			return Cell{}
		}
		m := end(v, v.Rows[row].Legs[line], line)
		if !plan.codes || m.airport == m.searched {
			return Cell{Text: m.clock}
		}
		return Cell{Text: m.clock + strings.Repeat(" ", widest-len(m.clock)+1) + c.text(m.airport)}
	}
}

// number writes a count; zero stays empty.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
