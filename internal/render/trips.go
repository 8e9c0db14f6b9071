package render

import "strings"

// tripPlan is one way to lay the list out.
type tripPlan struct {
	bar     bool // where a price lies between the lowest and the highest
	sellers bool
	badges  bool // labels have a column of their own
	codes   bool // airports beside the times, where the search named a city
	joined  bool // VIA stands beside TIME
	via     int  // longer lists of airports are counted instead
	airline int  // the airline may be cut down to this
	mark    bool // who flies without selling is a mark
}

// tripPlans are the plans worth trying in a width, from the richest to the poorest.
func tripPlans(width int) []tripPlan {
	plans := []tripPlan{
		{codes: true, joined: true, via: 11, airline: 12},
		{codes: true, joined: true, via: 7, airline: 9},
		{joined: true, via: 7, airline: 7},
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

// blocks gives the header of the list and the lines of each trip.
func (v TripList) blocks(c canvas) (head []string, blocks [][]string) {
	g, plan, ok := v.choose(c)
	if !ok {
		prices := v.prices(c)
		for i, row := range v.Rows {
			blocks = append(blocks, v.stacked(c, row, prices[i]))
		}
		return nil, blocks
	}
	head, lines := g.Lines()
	for _, row := range v.Rows {
		n := max(len(row.Legs), 1)
		badges := c.badges(row)
		if plan.badges {
			badges = "" // they have a column
		}
		if !plan.codes {
			badges = c.list([]string{badges, v.airports(row)}, " "+c.glyph.dot+" ")
		}
		blocks = append(blocks, c.addBadges(lines[:n:n], badges, g))
		lines = lines[n:]
	}
	return head, blocks
}

// addBadges puts a trip's labels at the end of its last line, flush with the grid's edge, or under
// it if they do not fit there.
func (c canvas) addBadges(block []string, badges string, g Grid) []string {
	if badges == "" {
		return block
	}
	last := block[len(block)-1]
	room := c.width - cells(last)
	if room >= gridGap+cells(badges) {
		edge := min(max(g.Width(), cells(last)+gridGap+cells(badges)), c.width)
		pad := strings.Repeat(" ", edge-cells(last)-cells(badges))
		block[len(block)-1] = last + pad + c.paint(Good, badges)
		return block
	}
	indent := min(g.Start(2), max(c.width-cells(badges), 0))
	return append(block, strings.Repeat(" ", indent)+c.paint(Good, c.cut(badges, c.width-indent)))
}

// stacked draws a trip where no grid fits: the price first, then what it buys.
func (v TripList) stacked(c canvas, row TripRow, price Cell) []string {
	lead := " " + number(row.N) + "  "
	out := c.wrapIndented(c.paint(Strong, lead), strings.TrimSpace(price.Text), price.Tone)
	if badges := c.badges(row); badges != "" {
		out = append(out, c.wrapIndented(strings.Repeat(" ", len(lead)), badges, Good)...)
	}
	for _, leg := range row.Legs {
		label := strings.Repeat(" ", len(lead))
		if v.labelled() {
			way := c.text(leg.Label)
			label += c.paint(Faint, way) + strings.Repeat(" ", max(len("back ")-cells(way), 1))
		}
		facts := []string{
			c.text(leg.From) + " " + clock(leg.Depart, 0) + c.glyph.dash + clock(leg.Arrive, leg.DayOffset) + " " + c.text(leg.To),
			span(leg.Minutes),
			c.via(leg, c.width),
			c.airline(leg),
		}
		out = append(out, c.wrapIndented(label, strings.Join(facts, "  "), Plain)...)
	}
	return out
}
