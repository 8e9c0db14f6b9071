package render

import (
	"slices"
	"strconv"
	"strings"
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
	Board        string // meals, in words
	Refundable   Answer // here the service is certain, both ways
	Cancellation string // in words
	Left         string // rooms still to be had
	Price        StayPrice
	Mark         string // what changed while it was watched, such as "was $431"
}

// ratePlan is one way to lay the list out. What has no column stands under its
// room.
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

func (v RateList) head(c canvas) []string { return c.stayHead(v.Hotel, v.Stay, v.Context) }

func (v RateList) lines(c canvas) []string {
	out := c.ranked(v)
	numbers := make([]int, len(v.Rows))
	for i, row := range v.Rows {
		numbers[i] = row.N
	}
	items := []string{c.countLine("rate", len(v.Rows), numbers, v.Status)}
	if len(v.Rows) > 0 {
		items = append(items, "Prices: whole booking, all rooms; what is marked + comes on top.")
	}
	out = append(out, c.flow("", items, "   ")...)
	out = append(out, v.pricing(c).foot(c)...)
	notes := v.Notes
	if slices.ContainsFunc(v.Rows, func(row RateRow) bool { return row.Price.doubtful() }) {
		notes = append([]string{doubtNote}, notes...)
	}
	out = append(out, c.sentences(notes)...)
	return append(out, c.next(v.Next)...)
}

func (v RateList) pricing(c canvas) pricing { return c.pricing(v.prices(), v.Locale) }

func (v RateList) prices() []StayPrice {
	return pricesOf(v.Rows, func(row RateRow) StayPrice { return row.Price })
}

// blocks gives the header of the list and the lines of each rate.
func (v RateList) blocks(c canvas) (head []string, blocks [][]string) {
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
func (v RateList) table(c canvas, plan ratePlan) (t Table, room int) {
	amounts := c.stayPrices(v.prices(), v.Locale)
	t.Rows = make([][]Cell, len(v.Rows))
	add := func(column Column, cell func(i int, row RateRow) Cell) {
		t.Columns = append(t.Columns, column)
		for i, row := range v.Rows {
			t.Rows[i] = append(t.Rows[i], cell(i, row))
		}
	}
	add(Column{Name: "#", Align: Right, Keep: 9}, func(_ int, row RateRow) Cell { return Cell{Text: number(row.N)} })
	if plan.night {
		add(Column{Name: "NIGHT", Align: Right, Keep: 9}, func(i int, _ RateRow) Cell { return amounts.night[i] })
	}
	add(Column{Name: "STAY", Align: Right, Keep: 9}, func(i int, _ RateRow) Cell { return amounts.stay[i] })
	room = len(t.Columns)
	add(Column{Name: "ROOM", Keep: 9, Flex: true}, func(_ int, row RateRow) Cell { return Cell{Text: row.Room} })
	if plan.board {
		add(Column{Name: "MEALS", Keep: 9}, func(_ int, row RateRow) Cell { return orNotStated(row.Board) })
	}
	add(Column{Name: "REFUNDABLE", Keep: 9}, func(_ int, row RateRow) Cell { return row.Refundable.Cell() })
	if plan.cancellation {
		add(Column{Name: "CANCELLATION", Keep: 9}, func(_ int, row RateRow) Cell { return orNotStated(row.Cancellation) })
	}
	if plan.left {
		add(Column{Name: "LEFT", Align: Right, Keep: 9}, func(_ int, row RateRow) Cell { return leftCell(row.Left) })
	}
	return t, room
}

// orNotStated shows text, or that a seller said nothing.
func orNotStated(text string) Cell {
	if text == "" {
		return Cell{Text: notStated, Tone: Faint}
	}
	return Cell{Text: text}
}

func leftCell(left string) Cell {
	cell := orNotStated(left)
	if n, err := strconv.Atoi(left); err == nil && n <= few {
		cell.Tone = Warn
	}
	return cell
}

// remarks stand under a rate: what had no room above.
func (v RateList) remarks(c canvas, plan ratePlan, row RateRow) []string {
	var items []string
	if row.Mark != "" {
		items = append(items, c.paint(Warn, c.text(row.Mark)))
	}
	if !plan.night {
		items = append(items, c.money(row.Price.Night, v.Locale)+" a night")
	}
	if !plan.board && row.Board != "" {
		items = append(items, c.text(row.Board))
	}
	if !plan.cancellation && !row.cancellationGoesWithout() {
		items = append(items, c.text(row.Cancellation))
	}
	if !plan.left && row.Left != "" {
		items = append(items, c.paint(leftCell(row.Left).Tone, c.text(row.Left)+" left"))
	}
	return items
}

// cancellationGoesWithout reports that the policy only says again what
// Refundable says.
func (r RateRow) cancellationGoesWithout() bool {
	switch r.Cancellation {
	case "free cancellation":
		return r.Refundable == Yes
	case "non-refundable":
		return r.Refundable == No
	}
	return r.Cancellation == ""
}

// records gives one line a rate; amounts are as in HotelList. Refundable is yes
// or no, and the id is what the booking link takes.
func (v RateList) records() records {
	r := records{head: []string{"number", "rate_id", "room", "board", "refundable", "cancellation", "rooms_left"}}
	r.head = append(r.head, priceFields[:]...)
	for _, row := range v.Rows {
		fields := []string{
			strconv.Itoa(row.N), row.RateID, row.Room, row.Board, row.Refundable.String(), row.Cancellation, strings.TrimSpace(row.Left),
		}
		r.rows = append(r.rows, append(fields, row.Price.fields()...))
	}
	return r
}
