package priceview

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// Trip is the cheapest trip of a day.
type Trip struct {
	ID       string
	Airlines []string // codes
	Names    []string
	Departs  string
	Minutes  int
	Stops    int
}

// Hotel is the cheapest hotel of a day, whose price is that of a night.
type Hotel struct {
	ID, Name string
	Stars    string // "" where it has none
	Of       string // hotels that were priced, of which the median is
	Median   money.Money
	Total    money.Money // of the stay
	Near     bool        // the total is in another currency, as told
}

// best are the best days in words.
func (v Calendar) best(c canvas.Canvas) []string {
	if len(v.Best) == 0 {
		return nil
	}
	amounts := make([]money.Money, len(v.Best))
	for i, b := range v.Best {
		amounts[i] = b.Price
	}
	prices := grid.PriceCells(c, amounts, v.Locale)
	t, title := grid.Table{Columns: []grid.Column{
		{Keep: 9}, {Align: grid.Right, Keep: 9}, {Keep: 7, Flex: true}, {Keep: 8}, {Keep: 5, Align: grid.Right},
	}}, "Cheapest days"
	if v.Of == Hotels {
		title = "Cheapest nights"
	}
	for i, b := range v.Best {
		day := figure.Day(b.Day)
		if v.Of == Trips && !b.Back.IsZero() {
			day += ", " + strconv.Itoa(b.Nights) + " n"
		}
		t.Rows = append(t.Rows, append([]grid.Cell{{Text: day}, prices[i]}, b.words(c, v.Locale)...))
	}
	return append([]string{"", c.Paint(canvas.Strong, title)}, t.Lines(c)...)
}

// words are what was found, in three cells.
func (cell Cell) words(c canvas.Canvas, locale string) []grid.Cell {
	switch {
	case cell.Hotel != nil:
		h := cell.Hotel
		stars, total := "unrated", ""
		if h.Stars != "" {
			stars = h.Stars + "-star"
		}
		if cell.Nights > 1 && h.Total.Amount != "" {
			total = grid.Amounts(c, []money.Money{h.Total}, locale)[0] + " in all"
		}
		return []grid.Cell{{Text: h.Name}, {Text: stars}, {Text: total}}
	case cell.Trip != nil:
		t := cell.Trip
		return []grid.Cell{{Text: strings.Join(t.Names, ", ")}, {Text: figure.Stops(t.Stops)}, {Text: figure.Span(t.Minutes)}}
	}
	return []grid.Cell{{}, {}, {}}
}
