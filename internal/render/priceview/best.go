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
	AllIn    string // a night with what comes on top, decimal; "" where that is not known
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
		t.Columns = append(t.Columns, grid.Column{Keep: 8}, grid.Column{Keep: 6}, grid.Column{Keep: 5})
		title = "Cheapest nights"
	} else {
		t.Columns = append(t.Columns, grid.Column{Keep: 8}, grid.Column{Keep: 5, Align: grid.Right})
	}
	words := v.tripWords()
	if v.Of == Hotels {
		words = v.hotelWords(c)
	}
	for i, b := range v.Best {
		day := figure.Day(b.Day)
		if v.Of == Trips && !b.Back.IsZero() {
			day += ", " + strconv.Itoa(b.Nights) + " n"
		}
		row := make([]grid.Cell, len(t.Columns))
		row[0], row[1] = grid.Cell{Text: day}, prices[i]
		for at, text := range words[i] {
			row[2+at].Text = text
		}
		t.Rows = append(t.Rows, row)
	}
	return append([]string{"", c.Paint(canvas.Strong, title)}, t.Lines(c)...)
}

// tripWords are airlines, stops and length of the best trips.
func (v Calendar) tripWords() [][]string {
	rows := make([][]string, len(v.Best))
	for i, b := range v.Best {
		if t := b.Trip; t != nil {
			rows[i] = []string{strings.Join(t.Names, ", "), figure.Stops(t.Stops), figure.Span(t.Minutes)}
		}
	}
	return rows
}

// hotelWords are names and stars of the best hotels, what the stay costs, and what the hotel in the middle
// does.
func (v Calendar) hotelWords(c canvas.Canvas) [][]string {
	rows := make([][]string, len(v.Best))
	totals, medians := make([]money.Money, len(v.Best)), make([]money.Money, len(v.Best))
	for i, b := range v.Best {
		if b.Hotel != nil {
			totals[i], medians[i] = b.Hotel.Total, b.Hotel.Median
		}
	}
	stays, middles := grid.Amounts(c, totals, v.Locale), grid.Amounts(c, medians, v.Locale)
	for i, b := range v.Best {
		h := b.Hotel
		if h == nil {
			continue
		}
		rows[i] = []string{cmp.Or(h.Name, "hotel "+h.ID), "unrated", "", ""}
		if h.Stars != "" {
			rows[i][1] = h.Stars + "-star"
		}
		if b.Nights > 1 && h.Total.Amount != "" {
			rows[i][2] = "stay " + stays[i]
		}
		if h.hasMiddle() {
			rows[i][3] = "median " + middles[i]
		}
	}
	return rows
}

// hasMiddle tells whether what the hotel in the middle costs is known and another one's.
func (h *Hotel) hasMiddle() bool { return h != nil && h.Median.Amount != "" && h.Of != "1" }
