// Package keptview lays out kept offers.
package keptview

import (
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// List is a list of kept offers.
type List struct {
	grid.Frame
	Kept []kept.Kept
	Now  time.Time
}

// Lines lays it out for a person.
func (v List) Lines(c canvas.Canvas) []string {
	// The days and the state in words need most room, the name and the age less.
	daysBeside, ageBeside := c.Width >= 96, c.Width >= 72
	named := slices.ContainsFunc(v.Kept, func(k kept.Kept) bool { return k.Name != "" })
	t := grid.Table{Columns: []grid.Column{
		{Name: "#", Align: grid.Right, Keep: 9}, {Name: "NAME", Keep: 8, Record: !ageBeside || !named}, {Name: "OFFER", Keep: 9, Flex: true, Least: 12},
		{Name: "DAYS", Keep: 6, Record: !daysBeside}, {Name: "PRICE AS KEPT", Align: grid.Right, Keep: 9},
		{Name: "STATE", Keep: 9}, {Name: "KEPT", Keep: 5, Record: !ageBeside},
	}}
	tones := map[kept.State]canvas.Tone{kept.Bookable: canvas.Good, kept.Past: canvas.Faint}
	for _, k := range v.Kept {
		from, to := k.Days()
		first, last := words.Day(from), words.Day(to)
		days, age := words.Date(first, time.Time{}), words.ShortAge(v.Now.Sub(k.At))
		if !last.IsZero() {
			days = words.ShortDates(first, last, time.Time{}, "–")
		}
		price := ""
		if k.Offer.Row.Price.Amount != "" {
			price = grid.Amount(c, k.Offer.Row.Price, k.List.Terms.Locale)
			if k.PriceFor() == "night" {
				price += " a night"
			}
		}
		below, state := []string{k.Which(), k.Party()}, grid.Cell{Text: k.StateWords(v.Now), Tone: tones[k.State(v.Now)]}
		if !daysBeside {
			below, state.Text = append([]string{days}, below...), string(k.State(v.Now))
		}
		if !ageBeside {
			below = append(append([]string{k.Name}, below...), "kept "+age+" ago")
		}
		if k.Note != "" {
			below = append(below, "“"+k.Note+"”")
		}
		t.Below = append(t.Below, c.Dots(below...))
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: strconv.Itoa(k.N)}, {Text: k.Name, Tone: canvas.Strong}, {Text: kept.Word(k.Kind) + " " + k.What(), Tone: canvas.Strong}, {Text: days},
			{Text: price}, state, {Text: age},
		})
	}
	return v.Around(c, t.Lines(c))
}

// Records returns a line for each offer.
func (v List) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "name", "kind", "offer", "which", "from_day", "to_day", "party", "price", "currency", "price_for", "state", "kept_at",
		"seen_price", "seen_currency", "seen_at", "note", "id", "search_id",
	}}
	for _, k := range v.Kept {
		from, to := k.Days()
		was := k.Offer.Row.Price
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(k.N), k.Name, kept.Word(k.Kind), k.What(), k.Which(), from, to, k.Party(), was.Amount, was.Currency,
			k.PriceFor(), string(k.State(v.Now)), offer.Stamp(k.At.UTC()), k.Seen.Amount, k.Seen.Currency, offer.Stamp(k.SeenAt.UTC()), k.Note, k.Offer.Row.ID, k.List.Search.ID,
		})
	}
	return r
}

// Card is the details of one kept offer.
type Card struct {
	grid.Frame
	Facts grid.Facts
}

// Lines lays it out for a person.
func (v Card) Lines(c canvas.Canvas) []string { return v.Around(c, v.Facts.Lines(c)) }

// Records returns a line for each fact.
func (v Card) Records() grid.Records { return v.Facts.Records() }
