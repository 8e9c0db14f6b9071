package hotelview

import (
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
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
	N            int
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

// Head is what was searched, and an empty line.
func (v RateList) Head(c canvas.Canvas) []string { return stayHead(c, v.Hotel, v.Stay, v.Context) }

// Lines gives the layout for a person.
func (v RateList) Lines(c canvas.Canvas) []string {
	names, blocks := v.Blocks(c)
	out := grid.Stack(v.Head(c), names, blocks)
	numbers := make([]int, len(v.Rows))
	for i, row := range v.Rows {
		numbers[i] = row.N
	}
	items := []string{c.CountLine("rate", len(v.Rows), numbers, v.Status)}
	if len(v.Rows) > 0 {
		items = append(items, "Prices: whole booking, all rooms; what is marked + comes on top.")
	}
	out = append(out, c.Flow("", items, "   ")...)
	out = append(out, v.pricing(c).foot(c)...)
	notes := v.Notes
	if slices.ContainsFunc(v.Rows, func(row RateRow) bool { return row.Price.doubtful() }) {
		notes = append([]string{grid.DoubtNote}, notes...)
	}
	out = append(out, c.Sentences(notes)...)
	return append(out, c.Next(v.Next)...)
}

func (v RateList) pricing(c canvas.Canvas) pricing { return pricingOf(c, v.prices(), v.Locale) }

func (v RateList) prices() []StayPrice {
	return pricesOf(v.Rows, func(row RateRow) StayPrice { return row.Price })
}

// Blocks gives the header of the list and the lines of each rate.
func (v RateList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	if len(v.Rows) == 0 {
		return nil, nil
	}
	pricing := v.pricing(c)
	for i, plan := range ratePlans {
		t, room := v.table(c, plan)
		if i < len(ratePlans)-1 && !t.Sheet(c).Fits(c, room, plan.room) {
			continue
		}
		return t.Blocks(c, func(i int) []string {
			return append(v.remarks(c, plan, v.Rows[i]), pricing.remarks(c, v.Rows[i].Price)...)
		})
	}
	return nil, nil
}

// table makes the columns of a plan, and says which holds the room.
func (v RateList) table(c canvas.Canvas, plan ratePlan) (t grid.Table, room int) {
	amounts := stayPrices(c, v.prices(), v.Locale)
	t.Rows = make([][]grid.Cell, len(v.Rows))
	add := func(column grid.Column, cell func(i int, row RateRow) grid.Cell) {
		t.Columns = append(t.Columns, column)
		for i, row := range v.Rows {
			t.Rows[i] = append(t.Rows[i], cell(i, row))
		}
	}
	add(grid.Column{Name: "#", Align: grid.Right, Keep: 9}, func(_ int, row RateRow) grid.Cell { return grid.Cell{Text: figure.Number(row.N)} })
	if plan.night {
		add(grid.Column{Name: "NIGHT", Align: grid.Right, Keep: 9}, func(i int, _ RateRow) grid.Cell { return amounts.night[i] })
	}
	add(grid.Column{Name: "STAY", Align: grid.Right, Keep: 9}, func(i int, _ RateRow) grid.Cell { return amounts.stay[i] })
	room = len(t.Columns)
	add(grid.Column{Name: "ROOM", Keep: 9, Flex: true}, func(_ int, row RateRow) grid.Cell { return grid.Cell{Text: row.Room} })
	if plan.board {
		add(grid.Column{Name: "MEALS", Keep: 9}, func(_ int, row RateRow) grid.Cell { return grid.OrNotStated(row.Board) })
	}
	add(grid.Column{Name: "REFUNDABLE", Keep: 9}, func(_ int, row RateRow) grid.Cell { return row.Refundable.Cell() })
	if plan.cancellation {
		add(grid.Column{Name: "CANCELLATION", Keep: 9}, func(_ int, row RateRow) grid.Cell { return grid.OrNotStated(row.Cancellation) })
	}
	if plan.left {
		add(grid.Column{Name: "LEFT", Align: grid.Right, Keep: 9}, func(_ int, row RateRow) grid.Cell { return leftCell(row.Left) })
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
	r.Head = append(r.Head, priceFields[:]...)
	for _, row := range v.Rows {
		fields := []string{
			strconv.Itoa(row.N), row.RateID, row.Room, row.Board, row.Refundable.String(), row.Cancellation, strings.TrimSpace(row.Left),
		}
		r.Rows = append(r.Rows, append(fields, row.Price.fields()...))
	}
	return r
}
