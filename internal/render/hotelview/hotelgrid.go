package hotelview

import (
	"strings"

	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// hotelPlan is one way to lay the list out. What has no column stands under
// its hotel, so that a narrow terminal hides nothing.
type hotelPlan struct {
	night, where, guests bool
	name                 int // the hotel's name may be cut down to this
}

var hotelPlans = [...]hotelPlan{
	{night: true, where: true, guests: true, name: 28},
	{night: true, guests: true, name: 24},
	{night: true, name: 22},
	{name: 16},
}

// Blocks gives the header of the list and the lines of each hotel.
func (v HotelList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	if len(v.Rows) == 0 {
		return nil, nil
	}
	pricing := v.pricing(c)
	for i, plan := range hotelPlans {
		t, name := v.table(c, plan)
		if i < len(hotelPlans)-1 && !t.Sheet(c).Fits(c, name, plan.name) {
			continue
		}
		return t.Blocks(c, func(i int) []string {
			return append(v.remarks(c, plan, v.Rows[i]), pricing.remarks(c, v.Rows[i].Price)...)
		})
	}
	return nil, nil
}

// table makes the columns of a plan, and says which holds the name.
func (v HotelList) table(c canvas.Canvas, plan hotelPlan) (t grid.Table, name int) {
	amounts := stayPrices(c, v.prices(), v.Locale)
	add := func(column grid.Column, cell func(i int, row HotelRow) grid.Cell) {
		t.Columns = append(t.Columns, column)
		for i, row := range v.Rows {
			t.Rows[i] = append(t.Rows[i], cell(i, row))
		}
	}
	t.Rows = make([][]grid.Cell, len(v.Rows))
	add(grid.Column{Name: "#", Align: grid.Right, Keep: 9}, func(_ int, row HotelRow) grid.Cell { return grid.Cell{Text: figure.Number(row.N)} })
	if plan.night {
		add(grid.Column{Name: "NIGHT", Align: grid.Right, Keep: 9}, func(i int, _ HotelRow) grid.Cell { return amounts.night[i] })
		if v.AllIn {
			add(grid.Column{Name: "ALL IN", Align: grid.Right, Keep: 9}, func(i int, _ HotelRow) grid.Cell { return amounts.allIn[i] })
		}
	}
	add(grid.Column{Name: "STAY", Align: grid.Right, Keep: 9}, func(i int, _ HotelRow) grid.Cell { return amounts.stay[i] })
	name = len(t.Columns)
	add(grid.Column{Name: "HOTEL", Keep: 9, Flex: true}, func(_ int, row HotelRow) grid.Cell { return grid.Cell{Text: row.Name} })
	if plan.guests {
		add(grid.Column{Name: "STARS", Align: grid.Right, Keep: 9}, func(_ int, row HotelRow) grid.Cell { return starCell(row.Stars) })
		add(grid.Column{Name: v.guestsHead(), Keep: 9}, func(_ int, row HotelRow) grid.Cell { return scoreCell(c, row.Score) })
	}
	if plan.where {
		add(grid.Column{Name: "WHERE", Keep: 9}, func(_ int, row HotelRow) grid.Cell { return grid.Cell{Text: where(c, row)} })
	}
	add(grid.Column{Name: "REFUND", Keep: 9}, func(_ int, row HotelRow) grid.Cell { return row.refund() })
	return t, name
}

func (v HotelList) guestsHead() string {
	if v.Guests == "" {
		return "GUESTS SAY"
	}
	return v.Guests + " SAY"
}

// amountCells are the prices of all rows, written alike.
type amountCells struct{ night, allIn, stay []grid.Cell }

// stayPrices writes the nights and the stays of a list.
func stayPrices(c canvas.Canvas, prices []StayPrice, locale string) amountCells {
	night, allIn, stay := make([]money.Money, len(prices)), make([]money.Money, len(prices)), make([]money.Money, 0, len(prices))
	for i, p := range prices {
		night[i] = p.Night
		allIn[i], _ = p.AllIn()
		if p.Stay != nil {
			stay = append(stay, *p.Stay)
		}
	}
	cells := amountCells{night: grid.PriceCells(c, night, locale), allIn: grid.PriceCells(c, allIn, locale), stay: make([]grid.Cell, len(prices))}
	written := grid.PriceCells(c, stay, locale)
	for i, p := range prices {
		cells.night[i].Tone = min(cells.night[i].Tone, canvas.Warn)
		if !p.Night.Doubtful() {
			cells.night[i].Tone = canvas.Plain
		}
		cells.stay[i] = grid.Cell{Text: grid.NotStated, Tone: canvas.Faint}
		if p.Stay != nil {
			cells.stay[i], written = written[0], written[1:]
		}
	}
	return cells
}

func starCell(stars string) grid.Cell {
	if stars == "" {
		return grid.Cell{Text: "unrated", Tone: canvas.Faint}
	}
	return grid.Cell{Text: stars}
}

func scoreCell(c canvas.Canvas, s *Score) grid.Cell {
	if s == nil {
		return grid.Cell{Text: notScored, Tone: canvas.Faint}
	}
	return grid.Cell{Text: s.words(c)}
}

// refund is the witness of a list: seen, or not seen, which is not a no.
func (r HotelRow) refund() grid.Cell {
	if r.Seen {
		return grid.Cell{Text: "seen", Tone: canvas.Good}
	}
	return grid.Cell{Text: "not seen", Tone: canvas.Faint}
}

// where is the district, or the city, and how far from the centre.
func where(c canvas.Canvas, row HotelRow) string {
	place := row.District
	if place == "" {
		place = row.City
	}
	return strings.TrimSpace(c.Text(place) + " " + figure.Distance(row.Distance, row.Unit))
}

// remarks stand under a hotel: its badges, and what had no room above.
func (v HotelList) remarks(c canvas.Canvas, plan hotelPlan, row HotelRow) []string {
	var items []string
	for _, badge := range append([]string{row.Mark}, row.Badges...) {
		if badge = c.Text(badge); badge != "" {
			items = append(items, c.Paint(canvas.Good, badge))
		}
	}
	if !plan.night {
		items = append(items, grid.Amount(c, row.Price.Night, v.Locale)+" a night")
		if all, ok := row.Price.AllIn(); ok && v.AllIn {
			items = append(items, grid.Amount(c, all, v.Locale)+" all in")
		}
	}
	if !plan.guests {
		items = append(items, rated(c, row.Stars), guestsWords(c, v.Guests, row.Score))
	}
	if where := where(c, row); !plan.where && where != "" {
		items = append(items, where)
	}
	return items
}

// rated says how many stars a hotel has.
func rated(c canvas.Canvas, stars string) string {
	switch stars = c.Text(stars); stars {
	case "":
		return "unrated"
	case "1":
		return "1 star"
	}
	return stars + " stars"
}

// guestsWords say what guests say in a sentence.
func guestsWords(c canvas.Canvas, guests string, s *Score) string {
	who := "guests"
	if guests != "" {
		who = strings.ToLower(c.Text(guests))
	}
	if s == nil {
		return "no score from " + who
	}
	return who + " say " + c.Text(s.value()) + " (" + words.Thousands(c.Text(s.Count)) + ")"
}
