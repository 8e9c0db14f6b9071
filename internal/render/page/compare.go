package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/words"
)

// A column is one fact about every offer of a table.
type column[T any] struct {
	head  string
	value func(T) string // "" if unknown
}

// table draws offers side by side. On a narrow screen each row becomes a block; the roles keep it a table for screen
// readers.
func table[T any](s *sheet, id, title string, rows []T, name func(int) (text, anchor string), columns []column[T]) {
	s.put(`<section aria-labelledby="{}"><h2 id="{}">{}</h2><table role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">{}</th>`,
		id, id, title, "Offer")
	for _, c := range columns {
		s.put(`<th role="columnheader" scope="col">{}</th>`, c.head)
	}
	s.put(`</tr></thead><tbody role="rowgroup">`)
	for i, row := range rows {
		text, anchor := name(i)
		s.put(`<tr role="row"><th role="rowheader" scope="row"><a href="#{}"><bdi>{}</bdi></a></th>`, anchor, text)
		for _, c := range columns {
			s.put(`<td role="cell" data-head="{}"><span dir="auto">{}</span></td>`, c.head, s.or(c.value(row), notKnown))
		}
		s.put(`</tr>`)
	}
	s.put("</tbody></table></section>\n")
}

func (s *sheet) compareTrips() {
	if len(s.Trips) < 2 {
		return
	}
	columns := []column[document.Trip]{{"Price", func(t document.Trip) string { return priceText(t.Price, t.Locale) }}}
	if slices.ContainsFunc(s.Trips, func(t document.Trip) bool { return t.From != s.Trips[0].From || t.To != s.Trips[0].To }) {
		columns = append(columns, column[document.Trip]{"Route", func(t document.Trip) string { return t.From + " → " + t.To }})
	}
	ways := 0
	for _, t := range s.Trips {
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
		column[document.Trip]{"Sellers", func(t document.Trip) string { return whereRead(t, fmt.Sprint(len(t.Fares))) }},
		column[document.Trip]{"Refundable", func(t document.Trip) string {
			return fareFact(t, func(f document.Fare) string { return words.YesNo(f.Refundable).String() })
		}},
		column[document.Trip]{"Checked bag", func(t document.Trip) string {
			return fareFact(t, func(f document.Fare) string { return cmp.Or(f.CheckedBag, notStated) })
		}},
	)
	table(s, "compare-trips", "Trips side by side", s.Trips, func(i int) (string, string) { return s.Trips[i].Name, numbered(i+1, "trip") }, columns)
}

func priceText(p offer.Money, locale string) string {
	if !p.Known() {
		return ""
	}
	return p.Text(locale)
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

// whereRead returns a fact that is only known for a trip that was opened.
func whereRead(t document.Trip, fact string) string {
	if len(t.Fares) == 0 {
		return ""
	}
	return fact
}

// fareFact returns a fact about the fare that the price belongs to: the chosen one, otherwise the cheapest.
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

func (s *sheet) compareHotels() {
	if len(s.Hotels) < 2 {
		return
	}
	table(s, "compare-hotels", "Hotels side by side", s.Hotels, func(i int) (string, string) { return s.Hotels[i].Called, numbered(i+1, "hotel") }, []column[document.Hotel]{
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
