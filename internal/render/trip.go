package render

import (
	"slices"
	"strings"
)

// maxTimeline is the widest a timeline is drawn; wider ones are hard to follow.
const maxTimeline = 110

func (v TripView) lines(c canvas) []string {
	out := v.head(c)
	for _, leg := range v.Legs {
		out = append(out, "")
		out = append(out, c.legHead(leg))
		out = append(out, c.timeline(leg)...)
	}
	if signals := v.signals(c); len(signals) > 0 {
		out = append(out, "")
		out = append(out, c.flow(c.paint(Strong, "Good to know")+"   ", signals, " "+c.glyph.dot+" ")...)
	}
	if len(v.Fares) > 0 {
		out = append(out, "")
		out = append(out, v.fittedFares(c).lines(c)...)
	}
	return append(out, c.ending(v.notes(), v.Next)...)
}

// head names the trip, who sells it, its route and for whom it is priced.
func (v TripView) head(c canvas) []string {
	var items []string
	for _, item := range []string{
		c.paint(Strong, c.text(v.Title)),
		c.list(v.Airlines, " + "),
		c.list(v.Route, " "+c.glyph.arrow+" "),
		c.list(v.Context, " "+c.glyph.dot+" "),
	} {
		if item != "" {
			items = append(items, item)
		}
	}
	return c.flow("", items, "   ")
}

func (v TripView) signals(c canvas) []string {
	var out []string
	for _, signal := range v.Signals {
		if signal = c.text(signal); signal != "" {
			out = append(out, signal)
		}
	}
	return out
}

func (v TripView) notes() []string {
	for _, fare := range v.Fares {
		if fare.Price.Doubtful() {
			return append([]string{doubtNote}, v.Notes...)
		}
	}
	return v.Notes
}

// commandLead begins the commands of the fares; Next has them whole.
const commandLead = "travel flights "

// fittedFares is the table of fares with the commands cut short to their last words where they would
// cost a column.
func (v TripView) fittedFares(c canvas) Table {
	t := v.fareTable(c)
	if t.Sheet(c).Width() <= c.width {
		return t
	}
	for _, row := range t.Rows {
		then := &row[len(row)-1]
		then.Text = strings.TrimPrefix(then.Text, commandLead)
	}
	return t
}

// fareTable lists the offers. What nobody stated is "not stated", never "no".
func (v TripView) fareTable(c canvas) Table {
	t := Table{Columns: []Column{
		{Name: "#", Align: Right, Keep: 9},
		{Name: "TOTAL", Align: Right, Keep: 9},
		{Name: "SOLD BY", Keep: 9, Flex: true},
		{Name: "REFUNDABLE", Keep: 4},
		{Name: "CABIN BAG", Keep: 1, Record: !slices.ContainsFunc(v.Fares, FareRow.statesCabinBag)},
		{Name: "CHECKED BAG", Keep: 3},
		{Name: "THEN", Keep: 2},
	}}
	amounts := make([]Money, len(v.Fares))
	for i, fare := range v.Fares {
		amounts[i] = fare.Price
	}
	for i, price := range c.prices(amounts, v.Locale) {
		fare := v.Fares[i]
		t.Rows = append(t.Rows, []Cell{
			{Text: number(fare.N)}, price, {Text: fare.SoldBy}, fare.Refundable.stated(),
			orNotStated(fare.CabinBag), orNotStated(fare.CheckedBag), {Text: fare.Then},
		})
	}
	return t
}

func (f FareRow) statesCabinBag() bool { return f.CabinBag != "" }

// stated shows what a seller says of an offer.
func (a Answer) stated() Cell {
	if a == Unknown {
		return Cell{Text: notStated, Tone: Faint}
	}
	return a.Cell()
}

// notStated stands where a seller said nothing.
const notStated = "not stated"

// legHead names the way, its date and its ends on the left, its length and stops on the right.
func (c canvas) legHead(leg ViewLeg) string {
	width := min(c.width, maxTimeline)
	left := strings.ToUpper(c.text(leg.Label))
	left = c.paint(Strong, left) + strings.Repeat(" ", max(4-cells(left), 0)) + "  " + day(leg.Depart)
	right := stops(leg.Stops)
	if leg.Minutes > 0 {
		right = c.dots(span(leg.Minutes), right)
	}
	if ends := c.ends(leg); cells(left)+3+cells(ends)+3+cells(right) <= width {
		left += "   " + c.paint(Faint, ends)
	}
	pad := width - cells(left) - cells(right)
	if pad < gridGap {
		return c.cut(left+"  "+right, width)
	}
	return left + strings.Repeat(" ", pad) + right
}

// ends names the first and the last place of a leg, as far as names are known.
func (c canvas) ends(leg ViewLeg) string {
	if len(leg.Segments) == 0 {
		return ""
	}
	from := c.text(leg.Segments[0].From.Name)
	to := c.text(leg.Segments[len(leg.Segments)-1].To.Name)
	if from == "" || to == "" {
		return ""
	}
	return from + " " + c.glyph.arrow + " " + to
}
