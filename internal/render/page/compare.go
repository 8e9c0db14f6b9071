package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/document"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/words"
)

// A table shows offers side by side. On a narrow screen each row becomes a block; the roles in its markup keep it a table
// for screen readers.
type table struct {
	ID, Title string
	Heads     []string
	Rows      []row
}

type row struct {
	Name, Anchor string
	Cells        []cell
}

// A cell is a fact with its label. Its text is "" if it is unknown.
type cell struct{ Head, Text string }

// A column is one fact about every offer of a table.
type column[T any] struct {
	head  string
	value func(T) string // "" if unknown
}

// tableOf returns a table of offers, or nil if there is nothing to compare.
func tableOf[T any](kind, title string, offers []T, name func(T) string, columns []column[T]) *table {
	if len(offers) < 2 {
		return nil
	}
	t := &table{ID: "compare-" + kind + "s", Title: title, Heads: []string{"Offer"}}
	for _, c := range columns {
		t.Heads = append(t.Heads, c.head)
	}
	for i, o := range offers {
		r := row{Name: name(o), Anchor: numbered(i+1, kind)}
		for _, c := range columns {
			r.Cells = append(r.Cells, cell{c.head, c.value(o)})
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func compareTrips(trips []document.Trip) *table {
	columns := []column[document.Trip]{{"Price", func(t document.Trip) string { return priceText(t.Price, t.Locale) }}}
	if slices.ContainsFunc(trips, func(t document.Trip) bool { return t.From != trips[0].From || t.To != trips[0].To }) {
		columns = append(columns, column[document.Trip]{"Route", func(t document.Trip) string { return t.From + " → " + t.To }})
	}
	ways := 0
	for _, t := range trips {
		ways = max(ways, len(t.Legs))
	}
	for i := range min(ways, 2) {
		head := "Journey"
		if ways > 1 {
			head = []string{"Out", "Back"}[i]
		}
		columns = append(columns, column[document.Trip]{head, func(t document.Trip) string {
			if i >= len(t.Legs) {
				return "one way"
			}
			return legText(t.Legs[i])
		}})
	}
	columns = append(columns,
		column[document.Trip]{"Airlines", airlines},
		column[document.Trip]{"Sellers", func(t document.Trip) string {
			return fareFact(t, func(document.Fare) string { return fmt.Sprint(len(t.Fares)) })
		}},
		column[document.Trip]{"Refundable", func(t document.Trip) string {
			return fareFact(t, func(f document.Fare) string { return words.YesNo(f.Refundable).String() })
		}},
		column[document.Trip]{"Checked bag", func(t document.Trip) string {
			return fareFact(t, func(f document.Fare) string { return cmp.Or(f.CheckedBag, notStated) })
		}},
	)
	return tableOf("trip", "Trips side by side", trips, func(t document.Trip) string { return t.Name }, columns)
}

// legText returns a leg on one line: "Fri 25 Dec 06:45 – 14:20, 11h35, 1 stop".
func legText(l document.Leg) string {
	if !l.Departs.Known() || !l.Arrives.Known() {
		return ""
	}
	text := words.Date(l.Departs.At, time.Time{}) + " " + l.Departs.Clock() + " – " + l.Arrives.Since(l.Departs).Clock()
	if l.Minutes > 0 {
		text += ", " + figure.Span(l.Minutes)
	}
	if l.Stops != nil {
		text += ", " + figure.Stops(*l.Stops)
	}
	return text
}

func airlines(t document.Trip) string {
	var names []string
	for _, leg := range t.Legs {
		for _, name := range leg.Airlines {
			if name != "" && !strings.Contains(", "+strings.Join(names, ", ")+", ", ", "+name+", ") {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// fareFact returns a fact about the fare that the price belongs to: the chosen one, otherwise the cheapest. It returns ""
// if the fares of the trip were not read.
func fareFact(t document.Trip, of func(document.Fare) string) string {
	for _, f := range t.Fares {
		if f.Meant {
			return of(f)
		}
	}
	if len(t.Fares) == 0 {
		return ""
	}
	return of(t.Fares[0])
}

func compareHotels(hotels []document.Hotel) *table {
	return tableOf("hotel", "Hotels side by side", hotels, func(h document.Hotel) string { return h.Called }, []column[document.Hotel]{
		{"Night", func(h document.Hotel) string { return priceText(h.Night, h.Locale) }},
		{"Stay", func(h document.Hotel) string { return priceText(h.Stay, h.Locale) }},
		{"Days", stayText},
		{"Stars", func(h document.Hotel) string { return cmp.Or(h.Stars, "not rated") }},
		{"Guests say", scoreText},
		{"Where", whereText},
		{"Free cancellation", func(h document.Hotel) string {
			if h.FreeCancellation {
				return "seen"
			}
			return "not seen"
		}},
	})
}

func stayText(h document.Hotel) string {
	in, out := words.Day(h.CheckIn), words.Day(h.CheckOut)
	if in.IsZero() || out.IsZero() {
		return ""
	}
	return figure.Days(in, out, time.Time{}, "–") + ", " + words.Counted(h.Nights(), "night")
}

func scoreText(h document.Hotel) string {
	if h.Score == "" {
		return ""
	}
	if h.Reviews == "" {
		return h.Score
	}
	return h.Score + " of 10, " + words.Thousands(h.Reviews) + " reviews"
}

func whereText(h document.Hotel) string {
	text := join(h.District, h.City)
	if km := figure.Distance(h.CentreKm, words.Kilometres); km != "" {
		text = join(text, km+" to the center")
	}
	return text
}
