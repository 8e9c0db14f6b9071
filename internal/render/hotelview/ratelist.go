package hotelview

import (
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// RateList shows the rooms of one hotel with their rates, cheapest first.
type RateList struct {
	StayList
	Rows []RateRow
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

// Lines returns the layout for a person.
func (v RateList) Lines(c canvas.Canvas) []string {
	names, blocks := v.Blocks(c)
	return append(grid.Stack(v.Head(c), names, blocks), v.Foot(c)...)
}

// Foot returns the text below the rates: their number and the status of the search, the charges that all prices have
// in common, and notes.
func (v RateList) Foot(c canvas.Canvas) []string {
	prices := v.prices()
	return v.foot(c, c.CountLine("rate", len(v.Rows), 0, nil, v.Status), "", prices, CommonOf(prices))
}

func (v RateList) prices() []StayPrice {
	return grid.Each(v.Rows, func(row RateRow) StayPrice { return row.Price })
}

// Blocks returns the header of the list and the lines of each rate. Values without a column are shown below their room.
func (v RateList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	prices := v.prices()
	nights, _, stays := stayPrices(c, prices, v.Locale)
	columns := []grid.Planned{
		grid.Numeric("#", 0, func(i int) grid.Cell { return grid.Cell{Text: v.Rows[i].Ref} }, nil),
		grid.Numeric("NIGHT", 3, func(i int) grid.Cell { return nights[i] }, func(i int) string {
			return grid.Amount(c, v.Rows[i].Price.Night, v.Locale) + " a night"
		}),
		grid.Numeric("STAY", 0, func(i int) grid.Cell { return stays[i] }, nil),
		grid.Text("ROOM", 0, func(i int) grid.Cell { return grid.Cell{Text: v.Rows[i].Room} }, nil),
		grid.Text("MEALS", 2, func(i int) grid.Cell { return grid.OrNotStated(v.Rows[i].Board) }, func(i int) string {
			return c.Text(v.Rows[i].Board)
		}),
		grid.Text("REFUNDABLE", 0, func(i int) grid.Cell { return v.Rows[i].Refundable.Cell() }, nil),
		grid.Text("CANCELLATION", 1, func(i int) grid.Cell { return grid.OrNotStated(v.Rows[i].Cancellation) }, func(i int) string {
			row := v.Rows[i]
			repeats := map[string]grid.Answer{"free cancellation": grid.Yes, "non-refundable": grid.No} // the column REFUNDABLE
			if answer, ok := repeats[row.Cancellation]; ok && answer == row.Refundable {
				return ""
			}
			return c.Text(row.Cancellation)
		}),
		grid.Numeric("LEFT", 2, func(i int) grid.Cell { return leftCell(v.Rows[i].Left) }, func(i int) string {
			if left := v.Rows[i].Left; left != "" {
				return c.Paint(leftCell(left).Tone, c.Text(left)+" left")
			}
			return ""
		}),
	}
	columns[3].Flex = true
	common := CommonOf(prices)
	return grid.Plan(c, len(v.Rows), columns, []int{24, 20, 18, 14}, func(i int, below []string) []string {
		mark := c.Paint(canvas.Warn, c.Text(v.Rows[i].Mark))
		return slices.Concat([]string{mark}, below, common.remarks(c, v.Locale, v.Rows[i].Price))
	})
}

func leftCell(left string) grid.Cell {
	cell := grid.OrNotStated(left)
	if n, err := strconv.Atoi(left); err == nil && n <= 3 {
		cell.Tone = canvas.Warn
	}
	return cell
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
