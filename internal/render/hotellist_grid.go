package render

import (
	"strconv"
	"strings"
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

// blocks gives the header of the list and the lines of each hotel.
func (v HotelList) blocks(c canvas) (head []string, blocks [][]string) {
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
func (v HotelList) table(c canvas, plan hotelPlan) (t Table, name int) {
	amounts := c.stayPrices(v.prices(), v.Locale)
	add := func(column Column, cell func(i int, row HotelRow) Cell) {
		t.Columns = append(t.Columns, column)
		for i, row := range v.Rows {
			t.Rows[i] = append(t.Rows[i], cell(i, row))
		}
	}
	t.Rows = make([][]Cell, len(v.Rows))
	add(Column{Name: "#", Align: Right, Keep: 9}, func(_ int, row HotelRow) Cell { return Cell{Text: number(row.N)} })
	if plan.night {
		add(Column{Name: "NIGHT", Align: Right, Keep: 9}, func(i int, _ HotelRow) Cell { return amounts.night[i] })
		if v.AllIn {
			add(Column{Name: "ALL IN", Align: Right, Keep: 9}, func(i int, _ HotelRow) Cell { return amounts.allIn[i] })
		}
	}
	add(Column{Name: "STAY", Align: Right, Keep: 9}, func(i int, _ HotelRow) Cell { return amounts.stay[i] })
	name = len(t.Columns)
	add(Column{Name: "HOTEL", Keep: 9, Flex: true}, func(_ int, row HotelRow) Cell { return Cell{Text: row.Name} })
	if plan.guests {
		add(Column{Name: "STARS", Align: Right, Keep: 9}, func(_ int, row HotelRow) Cell { return c.starCell(row.Stars) })
		add(Column{Name: v.guestsHead(), Keep: 9}, func(_ int, row HotelRow) Cell { return c.scoreCell(row.Score) })
	}
	if plan.where {
		add(Column{Name: "WHERE", Keep: 9}, func(_ int, row HotelRow) Cell { return Cell{Text: c.where(row)} })
	}
	add(Column{Name: "REFUND", Keep: 9}, func(_ int, row HotelRow) Cell { return row.refund() })
	return t, name
}

func (v HotelList) guestsHead() string {
	if v.Guests == "" {
		return "GUESTS SAY"
	}
	return v.Guests + " SAY"
}

// amountCells are the prices of all rows, written alike.
type amountCells struct{ night, allIn, stay []Cell }

// stayPrices writes the nights and the stays of a list.
func (c canvas) stayPrices(prices []StayPrice, locale string) amountCells {
	night, allIn, stay := make([]Money, len(prices)), make([]Money, len(prices)), make([]Money, 0, len(prices))
	for i, p := range prices {
		night[i] = p.Night
		allIn[i], _ = p.AllIn()
		if p.Stay != nil {
			stay = append(stay, *p.Stay)
		}
	}
	cells := amountCells{night: c.prices(night, locale), allIn: c.prices(allIn, locale), stay: make([]Cell, len(prices))}
	written := c.prices(stay, locale)
	for i, p := range prices {
		cells.night[i].Tone = min(cells.night[i].Tone, Warn)
		if !p.Night.Doubtful() {
			cells.night[i].Tone = Plain
		}
		cells.stay[i] = Cell{Text: notStated, Tone: Faint}
		if p.Stay != nil {
			cells.stay[i], written = written[0], written[1:]
		}
	}
	return cells
}

func (c canvas) starCell(stars string) Cell {
	if stars == "" {
		return Cell{Text: "unrated", Tone: Faint}
	}
	return Cell{Text: stars}
}

func (c canvas) scoreCell(s *Score) Cell {
	if s == nil {
		return Cell{Text: notScored, Tone: Faint}
	}
	return Cell{Text: s.words(c)}
}

// refund is the witness of a list: seen, or not seen, which is not a no.
func (r HotelRow) refund() Cell {
	if r.Seen {
		return Cell{Text: "seen", Tone: Good}
	}
	return Cell{Text: "not seen", Tone: Faint}
}

// where is the district, or the city, and how far from the centre.
func (c canvas) where(row HotelRow) string {
	place := row.District
	if place == "" {
		place = row.City
	}
	return strings.TrimSpace(c.text(place) + " " + distance(row.Distance, row.Unit))
}

// distance is a distance in km or miles with one decimal, or nothing.
func distance(text string, unit Unit) string {
	km, err := strconv.ParseFloat(text, 64)
	if err != nil || km < 0 || km > 1e5 {
		return ""
	}
	if unit == Miles {
		return strconv.FormatFloat(km/1.609344, 'f', 1, 64) + " mi"
	}
	return strconv.FormatFloat(km, 'f', 1, 64) + " km"
}

// remarks stand under a hotel: its badges, and what had no room above.
func (v HotelList) remarks(c canvas, plan hotelPlan, row HotelRow) []string {
	var items []string
	for _, badge := range append([]string{row.Mark}, row.Badges...) {
		if badge = c.text(badge); badge != "" {
			items = append(items, c.paint(Good, badge))
		}
	}
	if !plan.night {
		items = append(items, c.money(row.Price.Night, v.Locale)+" a night")
		if all, ok := row.Price.AllIn(); ok && v.AllIn {
			items = append(items, c.money(all, v.Locale)+" all in")
		}
	}
	if !plan.guests {
		items = append(items, c.rated(row.Stars), c.guestsWords(v.Guests, row.Score))
	}
	if where := c.where(row); !plan.where && where != "" {
		items = append(items, where)
	}
	return items
}

// rated says how many stars a hotel has.
func (c canvas) rated(stars string) string {
	switch stars = c.text(stars); stars {
	case "":
		return "unrated"
	case "1":
		return "1 star"
	}
	return stars + " stars"
}

// guestsWords say what guests say in a sentence.
func (c canvas) guestsWords(guests string, s *Score) string {
	who := "guests"
	if guests != "" {
		who = strings.ToLower(c.text(guests))
	}
	if s == nil {
		return "no score from " + who
	}
	return who + " say " + c.text(s.value()) + " (" + thousands(c.text(s.Count)) + ")"
}
