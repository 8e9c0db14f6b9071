package priceview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// Records returns a row for each day and stay. Prices are as the service sent them, times are RFC 3339.
func (v Calendar) Records() grid.Records {
	back, id, facts := v.heads()
	r := grid.Records{Head: slices.Concat(
		[]string{"day", "nights", back, "status", "price", "currency", "level", "cheapest"}, facts,
		[]string{"holidays", id, "search_id", "settle", "as_of", "error"},
	)}
	for _, cell := range v.Cells {
		nights, cheapest, asOf := "", "", ""
		if !cell.Back.IsZero() {
			nights = strconv.Itoa(cell.Nights)
		}
		if cell.Cheapest {
			cheapest = "yes"
		}
		if !cell.AsOf.IsZero() {
			asOf = cell.AsOf.UTC().Format(time.RFC3339)
		}
		id, values := cell.values(len(facts))
		r.Rows = append(r.Rows, slices.Concat(
			[]string{
				figure.ISODay(cell.Day), nights, figure.ISODay(cell.Back), string(cell.State), cell.Price.Amount, cell.Price.Currency,
				[...]string{"", "low", "middle", "high"}[min(cell.Level, High)], cheapest,
			}, values,
			[]string{strings.Join(v.namesOn(cell.Day), ","), id, cell.SearchID, cell.Settle, asOf, cell.Error},
		))
	}
	return r
}

// heads returns the columns that depend on the subject.
func (v Calendar) heads() (back, id string, facts []string) {
	if v.Of == Hotels {
		return "check_out", "hotel_id", []string{"median", "hotels", "hotel", "stars", "total", "total_currency", "all_in"}
	}
	return "return_day", "trip_id", []string{"airlines", "stops", "minutes", "departs"}
}

// values returns those columns of a cell, with the given number of facts.
func (cell Cell) values(facts int) (id string, values []string) {
	switch {
	case cell.Hotel != nil:
		h := cell.Hotel
		return h.ID, []string{h.Median.Amount, h.Of, h.Name, h.Stars, h.Total.Amount, h.Total.Currency, h.AllIn}
	case cell.Trip != nil:
		t := cell.Trip
		return t.ID, []string{strings.Join(t.Airlines, ","), strconv.Itoa(t.Stops), strconv.Itoa(t.Minutes), t.Departs}
	}
	return "", make([]string, facts)
}

// namesOn returns the holidays of a day with their countries.
func (v Calendar) namesOn(d time.Time) (names []string) {
	for _, h := range v.Holidays {
		if !d.Before(h.From) && !d.After(h.To) {
			names = append(names, h.Country+" "+h.Name)
		}
	}
	return names
}
