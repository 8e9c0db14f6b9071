package hotelview

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// RateList is the rooms of one hotel with their rates, cheapest first.
type RateList struct {
	Hotel   string
	Stay    Stay     // as priced
	Context []string // for whom and in what, as in HotelList
	Locale  string
	Rows    []RateRow
	Status  string // how the search stands
	Notes   []string
	Next    []string
}

// RateRow is one rate. What is not stated is "".
type RateRow struct {
	Ref          string // its row and letter, "2b"
	RateID       string // for TSV and CSV
	Room         string
	Board        string      // meals, in words
	Refundable   grid.Answer // here the service is certain, both ways
	Cancellation string      // in words
	Left         string      // rooms still to be had
	Price        StayPrice
	Mark         string // what changed while it was watched, such as "was $431"
}

// ratePlan is one way to lay the list out. What has no column stands under its room.
type ratePlan struct {
	night, board, cancellation, left bool
	room                             int // the room's name may be cut down to this
}

var ratePlans = [...]ratePlan{
	{night: true, board: true, cancellation: true, left: true, room: 24},
	{night: true, board: true, left: true, room: 20},
	{night: true, room: 18},
	{room: 14},
}

// few is from how many rooms left on a number is a warning.
const few = 3

// Lines gives the layout for a person.
func (v RateList) Lines(c canvas.Canvas) []string {
	names, blocks := v.Blocks(c)
	return v.list().lines(c, names, blocks)
}

// Head is what was searched, and an empty line.
func (v RateList) Head(c canvas.Canvas) []string { return v.list().head(c) }

// Blocks gives the header of the list and the lines of each rate.
func (v RateList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	l := v.list()
	pricing := l.pricing(c)
	layout := func(plan int) (t grid.Table, room, least int) {
		t, room = v.table(c, ratePlans[plan])
		return t, room, ratePlans[plan].room
	}
	return l.blocks(c, len(ratePlans), layout, func(plan, row int) []string {
		return append(v.remarks(c, ratePlans[plan], v.Rows[row]), pricing.remarks(c, l.prices[row])...)
	})
}

// list is what the list has in common with that of hotels.
func (v RateList) list() stayList {
	l := stayList{
		place: v.Hotel, stay: v.Stay, context: v.Context, locale: v.Locale,
		noun: "rate", total: len(v.Rows), status: v.Status, notes: v.Notes, next: v.Next,
	}
	for i, row := range v.Rows {
		l.numbers, l.prices = append(l.numbers, i+1), append(l.prices, row.Price)
	}
	return l
}

// Foot is what stands below the rates: how many there are and how the search stands, what all prices have
// in common, and notes.
func (v RateList) Foot(c canvas.Canvas) []string { return v.list().foot(c) }

// table makes the columns of a plan, and says which holds the room.
func (v RateList) table(c canvas.Canvas, plan ratePlan) (t grid.Table, room int) {
	amounts := stayPrices(c, v.list().prices, v.Locale)
	t.Rows = make([][]grid.Cell, len(v.Rows))
	t.Add(numeric("#"), func(i int) grid.Cell { return grid.Cell{Text: v.Rows[i].Ref} })
	if plan.night {
		t.Add(numeric("NIGHT"), func(i int) grid.Cell { return amounts.night[i] })
	}
	t.Add(numeric("STAY"), func(i int) grid.Cell { return amounts.stay[i] })
	room = len(t.Columns)
	t.Add(grid.Column{Name: "ROOM", Keep: 9, Flex: true}, func(i int) grid.Cell { return grid.Cell{Text: v.Rows[i].Room} })
	if plan.board {
		t.Add(grid.Column{Name: "MEALS", Keep: 9}, func(i int) grid.Cell { return grid.OrNotStated(v.Rows[i].Board) })
	}
	t.Add(grid.Column{Name: "REFUNDABLE", Keep: 9}, func(i int) grid.Cell { return v.Rows[i].Refundable.Cell() })
	if plan.cancellation {
		t.Add(grid.Column{Name: "CANCELLATION", Keep: 9}, func(i int) grid.Cell { return grid.OrNotStated(v.Rows[i].Cancellation) })
	}
	if plan.left {
		t.Add(numeric("LEFT"), func(i int) grid.Cell { return leftCell(v.Rows[i].Left) })
	}
	return t, room
}

func leftCell(left string) grid.Cell {
	cell := grid.OrNotStated(left)
	if n, err := strconv.Atoi(left); err == nil && n <= few {
		cell.Tone = canvas.Warn
	}
	return cell
}

// remarks stand under a rate: what had no room above.
func (v RateList) remarks(c canvas.Canvas, plan ratePlan, row RateRow) []string {
	var items []string
	if row.Mark != "" {
		items = append(items, c.Paint(canvas.Warn, c.Text(row.Mark)))
	}
	if !plan.night {
		items = append(items, grid.Amount(c, row.Price.Night, v.Locale)+" a night")
	}
	if !plan.board && row.Board != "" {
		items = append(items, c.Text(row.Board))
	}
	if !plan.cancellation && !row.cancellationGoesWithout() {
		items = append(items, c.Text(row.Cancellation))
	}
	if !plan.left && row.Left != "" {
		items = append(items, c.Paint(leftCell(row.Left).Tone, c.Text(row.Left)+" left"))
	}
	return items
}

// cancellationGoesWithout reports that the policy only says again what Refundable says.
func (r RateRow) cancellationGoesWithout() bool {
	switch r.Cancellation {
	case "free cancellation":
		return r.Refundable == grid.Yes
	case "non-refundable":
		return r.Refundable == grid.No
	}
	return r.Cancellation == ""
}

// Records gives one line a rate; amounts are as in HotelList. Refundable is yes or no, and the id
// is what the booking link takes.
func (v RateList) Records() grid.Records {
	r := grid.Records{Head: []string{"number", "rate_id", "room", "board", "refundable", "cancellation", "rooms_left"}}
	r.Head = append(append(r.Head, priceFields[:]...), usdField)
	for _, row := range v.Rows {
		fields := []string{
			row.Ref, row.RateID, row.Room, row.Board, row.Refundable.String(), row.Cancellation, strings.TrimSpace(row.Left),
		}
		r.Rows = append(r.Rows, append(append(fields, row.Price.fields()...), row.Price.USD))
	}
	return r
}
