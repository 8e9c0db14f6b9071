package flightview

import (
	"slices"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Lines returns the list for a person.
func (v TripList) Lines(c canvas.Canvas) []string {
	chosen := v.choose(c)
	names, blocks := v.blocks(c, chosen)
	out := grid.Stack(v.Head(c), names, blocks)
	return append(out, v.foot(c, chosen.plan)...)
}

// Head returns a description of the search and an empty line.
func (v TripList) Head(c canvas.Canvas) []string {
	out := c.Flow("", []string{c.Paint(canvas.Strong, v.route(c)), v.dates(c), c.Dots(v.Context...)}, "   ")
	return append(append(out, c.Items(v.View)...), "")
}

// Title describes the search on one line, which may be longer than the canvas is wide.
func (v TripList) Title(c canvas.Canvas) string {
	return c.Dots(append([]string{v.route(c), v.dates(c)}, v.Context...)...)
}

// dates returns the dates of both directions and the nights between.
func (v TripList) dates(c canvas.Canvas) string {
	if v.Depart.IsZero() || v.Return.IsZero() {
		return c.Day(v.Depart)
	}
	days := c.Days(v.Depart, v.Return, ", back ")
	if n := offer.DaysBetween(v.Depart, v.Return); n > 0 {
		days += ", " + words.Counted(n, "night")
	}
	return days
}

// foot returns the count with the status of the search, notes about the list, and suggested commands.
func (v TripList) foot(c canvas.Canvas, plan tripPlan) []string {
	items := []string{v.count(c)}
	var left []string
	if len(v.Rows) > 0 {
		items = append(items, "Prices: whole party, fees included.", c.Spaced(v.Order))
		if plan.bar {
			items = append(items, v.scale(c))
		}
		if !plan.sellers {
			left = []string{"SELLERS"}
		}
	}
	out := append(c.Flow("", items, "   "), grid.LeftOut(c, left, grid.ChooseColumns)...)
	notes := v.Doubts()
	if plan.mark {
		notes = append(notes, operatedNote)
	}
	out = append(out, c.Sentences(append(notes, v.Notes...))...)
	return append(out, c.Next(v.Next)...)
}

// Doubts explains the mark for prices that cannot be right, if there are any.
func (v TripList) Doubts() []string { return grid.Doubts(v.amounts()) }

// tripPlan is one way to lay out the list.
type tripPlan struct {
	bar     bool // show the position of a price between the lowest and the highest
	sellers bool
	badges  bool // labels have their own column
	codes   bool // show airports next to the times if the search named a city
	joined  bool // VIA and TIME share a column
	via     int  // longer lists of airports are replaced by a count
	airline int  // minimum width of the airline
	mark    bool // a mark replaces the name of the operating airline
}

// plans returns the plans worth trying for a width, from the richest to the poorest.
func (v TripList) plans(width int) []tripPlan {
	plans := []tripPlan{
		{codes: true, joined: true, via: 11, airline: 12},
		{codes: true, joined: true, via: 7, airline: 9},
		{joined: true, via: 7, airline: 7},
	}
	if v.Least > 0 {
		plans = append(plans, tripPlan{joined: true, via: 7, airline: v.Least})
	}
	if width >= 70 {
		plans = append([]tripPlan{
			{sellers: true, codes: true, badges: true, via: 15, airline: 16},
			{sellers: true, codes: true, via: 11, airline: 16},
			{sellers: true, codes: true, via: 9, airline: 11},
			{codes: true, via: 9, airline: 11},
		}, plans...)
	}
	if width > 110 {
		plans = append([]tripPlan{{bar: true, sellers: true, codes: true, badges: true, via: 23, airline: 20}}, plans...)
	}
	return plans
}

// Blocks returns the header of the list and the lines of each trip.
func (v TripList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	return v.blocks(c, v.choose(c))
}

// blocks is Blocks for the chosen layout.
func (v TripList) blocks(c canvas.Canvas, chosen tripLayout) (head []string, blocks [][]string) {
	g, plan := chosen.grid, chosen.plan
	if !chosen.fits {
		prices := grid.PriceCells(c, v.amounts(), v.Locale)
		for i, row := range v.Rows {
			blocks = append(blocks, v.stacked(c, row, prices[i]))
		}
		return nil, blocks
	}
	head, lines := g.Lines()
	for _, row := range v.Rows {
		n := row.lineCount()
		badges := badgeWords(c, row)
		if plan.badges {
			badges = "" // they have their own column
		}
		if !plan.codes {
			badges = c.Join([]string{badges, v.airports(row)}, " "+c.Glyph.Dot+" ")
		}
		blocks = append(blocks, addBadges(c, lines[:n:n], badges, g))
		lines = lines[n:]
	}
	return head, blocks
}

// addBadges puts a trip's labels at the end of its last line, flush with the grid's edge, or below it if they do not
// fit.
func addBadges(c canvas.Canvas, block []string, badges string, g grid.Grid) []string {
	if badges == "" {
		return block
	}
	last := block[len(block)-1]
	room := c.Width - canvas.Cells(last)
	if room >= grid.Gap+canvas.Cells(badges) {
		edge := min(max(g.Width(), canvas.Cells(last)+grid.Gap+canvas.Cells(badges)), c.Width)
		pad := strings.Repeat(" ", edge-canvas.Cells(last)-canvas.Cells(badges))
		block[len(block)-1] = last + pad + c.Paint(canvas.Good, badges)
		return block
	}
	indent := min(g.Start(2), max(c.Width-canvas.Cells(badges), 0))
	return append(block, strings.Repeat(" ", indent)+c.Paint(canvas.Good, c.Cut(badges, c.Width-indent)))
}

// stacked draws a trip if no grid fits: the price first, then the details.
func (v TripList) stacked(c canvas.Canvas, row TripRow, price grid.Cell) []string {
	lead := " " + figure.Number(row.N) + "  "
	out := c.Wrap(c.Paint(canvas.Strong, lead), strings.TrimSpace(price.Text), price.Tone)
	if badges := badgeWords(c, row); badges != "" {
		out = append(out, c.Wrap(strings.Repeat(" ", len(lead)), badges, canvas.Good)...)
	}
	for i := range row.Legs {
		leg := &row.Legs[i]
		label := strings.Repeat(" ", len(lead))
		if v.labelled() {
			way := c.Text(leg.Label)
			label += c.Paint(canvas.Faint, way) + strings.Repeat(" ", max(len("back ")-canvas.Cells(way), 1))
		}
		facts := []string{
			c.Text(leg.From) + " " + leg.Departs.Clock() + c.Glyph.Dash + leg.Arrives.Clock() + " " + c.Text(leg.To),
			figure.Span(leg.Minutes),
			via(c, leg, c.Width),
			airline(c, leg),
		}
		out = append(out, c.Wrap(label, strings.Join(facts, "  "), canvas.Plain)...)
	}
	return out
}

// tripLayout is a list laid out by a plan.
type tripLayout struct {
	grid grid.Grid
	plan tripPlan
	fits bool // if false, no plan fits
}

// choose returns the list laid out by the richest plan that fits the canvas. If the names of operating airlines do
// not all fit, a mark replaces them.
func (v TripList) choose(c canvas.Canvas) tripLayout {
	lines, prices, operated := v.gridLines(), grid.PriceCells(c, v.amounts(), v.Locale), v.anyOperated()
	some := someOf(lines)
	for _, plan := range v.plans(c.Width) {
		if !v.mayFit(c, plan, some, prices) {
			continue
		}
		if s, airline := v.sheet(c, plan, some, prices); operated && s.Width() > c.Width && s.Widest(airline) > plan.airline {
			plan.mark = true
		}
		s, airline := v.sheet(c, plan, lines, prices)
		if !plan.mark && operated && s.Width() > c.Width && s.Widest(airline) > plan.airline {
			plan.mark = true
			s, airline = v.sheet(c, plan, lines, prices)
		}
		if s.Fits(c, airline, plan.airline) {
			return tripLayout{grid: s.Fit(c), plan: plan, fits: true}
		}
	}
	return tripLayout{}
}

// someOf returns enough lines to reject most plans that are too wide: the first, and the last, which have the
// longest numbers.
func someOf(lines []gridLine) []gridLine {
	const first, last = 100, 10
	if len(lines) <= first+last {
		return lines
	}
	return slices.Concat(lines[:first], lines[len(lines)-last:])
}

// mayFit reports whether some lines of a list fit a plan. If they do not, the whole list does not fit either,
// because its columns are at least as wide.
func (v TripList) mayFit(c canvas.Canvas, plan tripPlan, lines []gridLine, prices []grid.Cell) bool {
	least := plan.airline
	plan.mark = plan.mark || v.anyOperated() // the mark takes the least room
	s, airline := v.sheet(c, plan, lines, prices)
	return s.Fits(c, airline, least)
}

// mostColumns is the number of columns in the richest plan.
const mostColumns = 11

// sheet lays out the list by a plan, one line per leg, and returns the airline column.
func (v TripList) sheet(c canvas.Canvas, plan tripPlan, lines []gridLine, prices []grid.Cell) (s grid.Sheet, airline int) {
	t := grid.Table{Rows: grid.NewRows(len(lines), mostColumns)}
	first := func(name string, align grid.Align, cell func(trip int) grid.Cell) { // only in a trip's first line
		t.Add(grid.Column{Name: name, Align: align}, func(i int) grid.Cell {
			if lines[i].way > 0 {
				return grid.Cell{}
			}
			return cell(lines[i].trip)
		})
	}
	leg := func(name string, align grid.Align, cell func(gridLine) grid.Cell) { // for every leg
		t.Add(grid.Column{Name: name, Align: align}, func(i int) grid.Cell {
			if lines[i].leg == nil {
				return grid.Cell{}
			}
			return cell(lines[i])
		})
	}
	first("#", grid.Right, func(trip int) grid.Cell { return grid.Cell{Text: figure.Number(v.Rows[trip].N)} })
	first("TOTAL", grid.Right, func(trip int) grid.Cell { return prices[trip] })
	if plan.bar && v.anyShare() {
		first(barHead, grid.Left, func(trip int) grid.Cell { return grid.ShareBar(c, v.Rows[trip].Share) })
	}
	if v.labelled() {
		leg("", grid.Left, func(l gridLine) grid.Cell { return grid.Cell{Text: c.Text(l.leg.Label), Tone: canvas.Faint} })
	}
	leg("DEPART", grid.Left, moments(c, plan, lines, func(l gridLine) moment { return l.depart }))
	leg("ARRIVE", grid.Left, moments(c, plan, lines, func(l gridLine) moment { return l.arrive }))
	if plan.joined {
		head, joined := timeVia(c, plan, lines)
		leg(head, grid.Left, joined)
	} else {
		leg("TIME", grid.Right, func(l gridLine) grid.Cell { return grid.Cell{Text: figure.Span(l.leg.Minutes)} })
		leg("VIA", grid.Left, func(l gridLine) grid.Cell { return grid.Cell{Text: via(c, l.leg, plan.via)} })
	}
	airline = len(t.Columns)
	leg("AIRLINE", grid.Left, func(l gridLine) grid.Cell { return airlineCell(c, l.leg, plan) })
	t.Columns[airline].Flex = true
	if plan.sellers {
		first("SELLERS", grid.Right, func(trip int) grid.Cell { return grid.Cell{Text: figure.Number(v.Rows[trip].Sellers)} })
	}
	if plan.badges {
		first("", grid.Left, func(trip int) grid.Cell { return grid.Cell{Text: badgeWords(c, v.Rows[trip]), Tone: canvas.Good} })
	}
	return grid.NewSheet(t.Columns, t.Rows), airline
}

// gridLine is one line of the grid: a leg of a trip, or the only line of a trip without legs.
type gridLine struct {
	trip, way      int
	leg            *offer.Leg // nil if none
	depart, arrive moment
}

func (v TripList) gridLines() []gridLine {
	lines := make([]gridLine, 0, 2*len(v.Rows))
	for trip, row := range v.Rows {
		for way := range row.Legs {
			leg := &row.Legs[way]
			lines = append(lines, gridLine{trip, way, leg, v.departure(leg, way), v.arrival(leg, way)})
		}
		if len(row.Legs) == 0 {
			lines = append(lines, gridLine{trip: trip})
		}
	}
	return lines
}

// lineCount returns the number of grid lines for a trip: one for each leg.
func (r TripRow) lineCount() int { return max(len(r.Legs), 1) }

// timeVia joins the duration of a leg and its stops in one column, with aligned durations and a header for both.
func timeVia(c canvas.Canvas, plan tripPlan, lines []gridLine) (head string, cells func(gridLine) grid.Cell) {
	const time, stops = "TIME", " VIA"
	widest := len(time)
	for _, l := range lines {
		if l.leg != nil {
			widest = max(widest, canvas.Cells(figure.Span(l.leg.Minutes)))
		}
	}
	return strings.Repeat(" ", widest-len(time)) + time + stops, func(l gridLine) grid.Cell {
		time := figure.Span(l.leg.Minutes)
		return grid.Cell{Text: strings.Repeat(" ", widest-canvas.Cells(time)) + time + " " + via(c, l.leg, plan.via)}
	}
}

// labelled reports whether any trip has more than one leg, so that the legs need names.
func (v TripList) labelled() bool {
	return slices.ContainsFunc(v.Rows, func(row TripRow) bool { return len(row.Legs) > 1 })
}

// anyOperated reports whether any leg is flown by an airline that does not sell it.
func (v TripList) anyOperated() bool {
	operated := func(leg offer.Leg) bool { return len(leg.Operated) > 0 }
	return slices.ContainsFunc(v.Rows, func(row TripRow) bool { return slices.ContainsFunc(row.Legs, operated) })
}

func (v TripList) anyShare() bool {
	return slices.ContainsFunc(v.Rows, func(row TripRow) bool { return row.Share != nil })
}

// moments returns the column of one end of the legs. The time is followed by the airport if it is not the code that
// was searched for, as when a city has several.
func moments(c canvas.Canvas, plan tripPlan, lines []gridLine, end func(gridLine) moment) func(gridLine) grid.Cell {
	widest := 0
	for _, l := range lines {
		if l.leg != nil {
			widest = max(widest, len(end(l).clock))
		}
	}
	return func(l gridLine) grid.Cell {
		m := end(l)
		if !plan.codes || m.airport == m.searched {
			return grid.Cell{Text: m.clock}
		}
		return grid.Cell{Text: m.clock + strings.Repeat(" ", widest-len(m.clock)+1) + c.Text(m.airport)}
	}
}

// airlineCell returns the airline, with a mark instead of the operator if the plan says so.
func airlineCell(c canvas.Canvas, leg *offer.Leg, plan tripPlan) grid.Cell {
	if !plan.mark {
		return grid.Cell{Text: airline(c, leg)}
	}
	cell := grid.Cell{Text: c.Join(leg.Airlines, " + ")}
	if len(leg.Operated) > 0 {
		cell.Tail = operatedMark
	}
	return cell
}
