package hotelview

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// RateList shows the rooms of one hotel with their rates, cheapest first.
type RateList struct {
	Hotel   string
	Stay    Stay     // as priced
	Context []string // party, currency and market, as in HotelList
	Locale  string
	Rows    []RateRow
	Status  string // the status of the search
	Notes   []string
	Next    []string
}

// RateRow is one rate. Values that are not stated are "".
type RateRow struct {
	Ref          string // its row and letter, "2b"
	RateID       string // for TSV and CSV
	Room         string
	Board        string      // meals, in words
	Refundable   grid.Answer // here a yes or a no is certain
	Cancellation string      // in words
	Left         string      // rooms left
	Price        StayPrice
	Mark         string // what changed while watching, such as "was $431"
}

// ratePlan is one way to lay out the list. Values without a column are shown below their room.
type ratePlan struct {
	night, board, cancellation, left bool
	room                             int // minimum width of the room's name
}

var ratePlans = [...]ratePlan{
	{night: true, board: true, cancellation: true, left: true, room: 24},
	{night: true, board: true, left: true, room: 20},
	{night: true, room: 18},
	{room: 14},
}

// Lines returns the layout for a person.
func (v RateList) Lines(c canvas.Canvas) []string {
	names, blocks := v.Blocks(c)
	return v.list().lines(c, names, blocks)
}

// Head returns a description of the search and an empty line.
func (v RateList) Head(c canvas.Canvas) []string { return v.list().head(c) }

// Blocks returns the header of the list and the lines of each rate.
func (v RateList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	return v.list().blocks(c, len(ratePlans), v.table, v.remarks)
}

// list returns the part that this list shares with a list of hotels.
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

// Foot returns the text below the rates: their number and the status of the search, the charges that all prices have
// in common, and notes.
func (v RateList) Foot(c canvas.Canvas) []string { return v.list().foot(c) }

// table returns the columns of a plan, the index of the room's column, and its minimum width.
func (v RateList) table(c canvas.Canvas, n int) (t grid.Table, room, least int) {
	plan := ratePlans[n]
	nights, _, stays := stayPrices(c, v.list().prices, v.Locale)
	t.Rows = make([][]grid.Cell, len(v.Rows))
	t.Add(numeric("#"), func(i int) grid.Cell { return grid.Cell{Text: v.Rows[i].Ref} })
	if plan.night {
		t.Add(numeric("NIGHT"), func(i int) grid.Cell { return nights[i] })
	}
	t.Add(numeric("STAY"), func(i int) grid.Cell { return stays[i] })
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
	return t, room, plan.room
}

func leftCell(left string) grid.Cell {
	cell := grid.OrNotStated(left)
	if n, err := strconv.Atoi(left); err == nil && n <= 3 {
		cell.Tone = canvas.Warn
	}
	return cell
}

// remarks returns the text below a rate: values that did not fit above.
func (v RateList) remarks(c canvas.Canvas, n, i int) (items []string) {
	plan, row := ratePlans[n], v.Rows[i]
	if row.Mark != "" {
		items = append(items, c.Paint(canvas.Warn, c.Text(row.Mark)))
	}
	if !plan.night {
		items = append(items, grid.Amount(c, row.Price.Night, v.Locale)+" a night")
	}
	if !plan.board && row.Board != "" {
		items = append(items, c.Text(row.Board))
	}
	repeats := map[string]grid.Answer{"free cancellation": grid.Yes, "non-refundable": grid.No} // the column REFUNDABLE
	answer, ok := repeats[row.Cancellation]
	if !plan.cancellation && row.Cancellation != "" && !(ok && answer == row.Refundable) {
		items = append(items, c.Text(row.Cancellation))
	}
	if !plan.left && row.Left != "" {
		items = append(items, c.Paint(leftCell(row.Left).Tone, c.Text(row.Left)+" left"))
	}
	return items
}

// Records returns one row per rate; amounts are as in HotelList. Refundable is yes or no, and the id is the one that
// the booking link takes.
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
