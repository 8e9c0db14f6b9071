package priceview

import (
	"cmp"
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
	Total    money.Money // of the stay; its currency may be another one
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
	t, title := grid.Table{Columns: []grid.Column{{Keep: 9}, {Align: grid.Right, Keep: 9}, {Keep: 7, Flex: true}}}, "Cheapest days"
	if v.Of == Hotels {
		t.Columns = append(t.Columns, grid.Column{Keep: 6}, grid.Column{Keep: 8}, grid.Column{Keep: 5})
		title = "Cheapest nights"
	} else {
		t.Columns = append(t.Columns, grid.Column{Keep: 8}, grid.Column{Keep: 5, Align: grid.Right})
	}
	for i, b := range v.Best {
		day := figure.Day(b.Day)
		if v.Of == Trips && !b.Back.IsZero() {
			day += ", " + strconv.Itoa(b.Nights) + " n"
		}
		row := make([]grid.Cell, len(t.Columns))
		row[0], row[1] = grid.Cell{Text: day}, prices[i]
		for at, text := range b.words(c, v.Locale) {
			row[2+at].Text = text
		}
		t.Rows = append(t.Rows, row)
	}
	return append([]string{"", c.Paint(canvas.Strong, title)}, t.Lines(c)...)
}

// words are what was found: for a trip its airlines, stops and length, for a hotel its name, its stars, what
// the hotel in the middle costs and the stay.
func (cell Cell) words(c canvas.Canvas, locale string) []string {
	switch {
	case cell.Hotel != nil:
		h := cell.Hotel
		stars, median, total := "unrated", "", ""
		if h.Stars != "" {
			stars = h.Stars + "-star"
		}
		if h.Median.Amount != "" && h.Of != "1" {
			median = "median " + grid.Amount(c, h.Median, locale)
		}
		if cell.Nights > 1 && h.Total.Amount != "" {
			total = grid.Amount(c, h.Total, locale) + " in all"
		}
		return []string{cmp.Or(h.Name, "hotel "+h.ID), stars, median, total}
	case cell.Trip != nil:
		t := cell.Trip
		return []string{strings.Join(t.Names, ", "), figure.Stops(t.Stops), figure.Span(t.Minutes)}
	}
	return nil
}
