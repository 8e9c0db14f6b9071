package priceview

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// Trip is the cheapest trip on a day.
type Trip struct {
	ID       string
	Airlines []string // codes
	Names    []string
	Departs  string
	Minutes  int
	Stops    int
}

// Hotel is the cheapest hotel on a day; its price is per night.
type Hotel struct {
	ID, Name string
	Stars    string // "" if unrated
	AllIn    string // price per night including extra charges, decimal; "" if unknown
	Of       string // number of hotels with a price, which the median is based on
	Median   offer.Money
	Total    offer.Money // for the stay; its currency may differ
}

// best returns the best days. A column that is empty for all days is dropped.
func (v Calendar) best(c canvas.Canvas) []string {
	if len(v.Best) == 0 {
		return nil
	}
	title, parts := "Cheapest days", v.tripParts()
	if v.Of == Hotels {
		title, parts = "Cheapest nights", v.hotelParts(c)
	}
	prices := grid.PriceCells(c, v.ofBest(func(b Cell) offer.Money { return b.Price }), v.Locale)
	t := grid.Table{Rows: grid.NewRows(len(v.Best), 2+len(parts))}
	t.Add(grid.Column{Keep: 9}, func(row int) grid.Cell { return grid.Cell{Text: v.bestDay(c, v.Best[row])} })
	t.Add(grid.Column{Keep: 9, Align: grid.Right}, func(row int) grid.Cell { return prices[row] })
	for _, part := range parts {
		if slices.ContainsFunc(part.texts, func(text string) bool { return text != "" }) {
			t.Add(part.Column, func(row int) grid.Cell { return grid.Cell{Text: part.texts[row]} })
		}
	}
	return append([]string{"", c.Paint(canvas.Strong, title)}, t.Lines(c)...)
}

func (v Calendar) bestDay(c canvas.Canvas, b Cell) string {
	day := c.Day(b.Day)
	if v.Of == Trips && !b.Back.IsZero() {
		day += ", " + strconv.Itoa(b.Nights) + " n"
	}
	return day
}

func (v Calendar) ofBest(of func(Cell) offer.Money) []offer.Money {
	amounts := make([]offer.Money, len(v.Best))
	for i, b := range v.Best {
		amounts[i] = of(b)
	}
	return amounts
}

// part is a column of the best days, with its texts.
type part struct {
	grid.Column
	texts []string
}

func (v Calendar) part(column grid.Column, text func(i int, b Cell) string) part {
	own := part{Column: column}
	for i, b := range v.Best {
		own.texts = append(own.texts, text(i, b))
	}
	return own
}

// tripParts returns the airlines, stops and duration of the best trips.
func (v Calendar) tripParts() []part {
	of := func(column grid.Column, text func(*Trip) string) part {
		return v.part(column, func(_ int, b Cell) string {
			if b.Trip == nil {
				return ""
			}
			return text(b.Trip)
		})
	}
	return []part{
		of(grid.Column{Keep: 7, Flex: true}, func(t *Trip) string { return strings.Join(t.Names, ", ") }),
		of(grid.Column{Keep: 8}, func(t *Trip) string { return figure.Stops(t.Stops) }),
		of(grid.Column{Keep: 5, Align: grid.Right}, func(t *Trip) string { return figure.Span(t.Minutes) }),
	}
}

// hotelParts returns the names and stars of the best hotels, the price of a stay of several nights, and the median
// hotel's price.
func (v Calendar) hotelParts(c canvas.Canvas) []part {
	of := func(column grid.Column, text func(i int, h *Hotel) string) part {
		return v.part(column, func(i int, b Cell) string {
			if b.Hotel == nil {
				return ""
			}
			return text(i, b.Hotel)
		})
	}
	amounts := func(of func(*Hotel) offer.Money) []string {
		return grid.Amounts(c, v.ofBest(func(b Cell) offer.Money {
			if b.Hotel == nil {
				return offer.Money{}
			}
			return of(b.Hotel)
		}), v.Locale)
	}
	stays, middles := amounts(func(h *Hotel) offer.Money { return h.Total }), amounts(func(h *Hotel) offer.Money { return h.Median })
	return []part{
		of(grid.Column{Keep: 7, Flex: true}, func(_ int, h *Hotel) string { return cmp.Or(h.Name, "hotel "+h.ID) }),
		of(grid.Column{Keep: 8}, func(_ int, h *Hotel) string {
			if h.Stars == "" {
				return "unrated"
			}
			return h.Stars + "-star"
		}),
		of(grid.Column{Keep: 6}, func(i int, h *Hotel) string {
			if v.Best[i].Nights < 2 || h.Total.Amount == "" {
				return ""
			}
			return "stay " + stays[i]
		}),
		of(grid.Column{Keep: 5}, func(i int, h *Hotel) string {
			if !h.hasMiddle() {
				return ""
			}
			return "median " + middles[i]
		}),
	}
}

// hasMiddle reports whether there is a median price that is another hotel's.
func (h *Hotel) hasMiddle() bool { return h != nil && h.Median.Amount != "" && h.Of != "1" }
