package render

import (
	"strconv"
	"strings"
)

const (
	barCells = 12
	barHead  = "LOW     HIGH"
)

// choose finds the richest plan that fits the canvas, and the list laid out by it. Where the names of
// those who fly without selling do not all fit, a mark stands for them.
func (v TripList) choose(c canvas) (g Grid, plan tripPlan, ok bool) {
	for _, plan = range tripPlans(c.width) {
		s, airline := v.sheet(c, plan)
		if s.Width() > c.width && s.Widest(airline) > plan.airline && v.anyOperated() {
			plan.mark = true
			s, airline = v.sheet(c, plan)
		}
		if s.Fits(c, airline, plan.airline) {
			return s.Fit(c), plan, true
		}
	}
	return Grid{}, tripPlan{}, false
}

// sheet lays the list out by a plan, a line for each leg, and says which column holds the airline.
func (v TripList) sheet(c canvas, plan tripPlan) (s Sheet, airline int) {
	prices := v.prices(c)
	add := func(name string, align Align, cell func(row, line int) Cell) {
		s.Columns = append(s.Columns, Column{Name: name, Align: align})
		next := 0
		for i, row := range v.Rows {
			for line := range max(len(row.Legs), 1) {
				if next == len(s.Rows) {
					s.Rows = append(s.Rows, nil)
				}
				s.Rows[next] = append(s.Rows[next], cell(i, line))
				next++
			}
		}
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
	airline = len(s.Columns)
	add("AIRLINE", Left, v.leg(func(leg TripLeg) Cell { return c.airlineCell(leg, plan) }))
	s.Columns[airline].Flex = true
	if plan.sellers {
		add("SELLERS", Right, v.first(func(row int) Cell { return Cell{Text: number(v.Rows[row].Sellers)} }))
	}
	if plan.badges {
		add("", Left, v.first(func(row int) Cell { return Cell{Text: c.badges(v.Rows[row]), Tone: Good} }))
	}
	return s, airline
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
