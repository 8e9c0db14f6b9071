// Package keptview shows the offers that a traveler keeps.
package keptview

import (
	"strconv"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// List is what is kept.
type List struct {
	Title string // "" for none
	Rows  []Row
	Notes []string
	Next  []string // commands that may follow
}

// Row is one kept offer. Name and note are the traveler's, What, Which and the seller are foreign text.
type Row struct {
	N          int
	Name, Note string
	Kind       string // trip, fare, hotel or rate
	What       string
	Which      string // what tells it from its like
	Days       string // for a person
	From, To   string // YYYY-MM-DD
	Party      string
	Price      offer.Money
	Locale     string // that prices are told in
	PriceFor   string // party, night or stay
	Seen       offer.Money
	State      string // bookable, expired or past
	StateWords string
	Tone       canvas.Tone // of the state
	Age        string      // since it was kept, in a few letters
	KeptAt     string      // RFC 3339
	SeenAt     string      // RFC 3339, "" where it was never found again
	ID         string
	SearchID   string
}

// Lines gives the layout for a person.
func (v List) Lines(c canvas.Canvas) []string {
	var out []string
	if v.Title != "" {
		out = append(c.Wrap("", c.Spaced(v.Title), canvas.Strong), "")
	}
	if len(v.Rows) > 0 {
		out = append(out, v.table(c).Lines(c)...)
	}
	return append(out, c.Ending(v.Notes, v.Next)...)
}

// Widths from which a row has more columns: its days and its state in words; its name and its age.
const (
	daysBeside = 96
	ageBeside  = 72
)

func (v List) table(c canvas.Canvas) grid.Table {
	t := grid.Table{Columns: []grid.Column{
		{Name: "#", Align: grid.Right, Keep: 9}, {Name: "NAME", Keep: 8, Record: c.Width < ageBeside || !v.named()}, {Name: "OFFER", Keep: 9, Flex: true, Least: 12},
		{Name: "DAYS", Keep: 6, Record: c.Width < daysBeside}, {Name: "PRICE AS KEPT", Align: grid.Right, Keep: 9},
		{Name: "STATE", Keep: 9}, {Name: "KEPT", Keep: 5, Record: c.Width < ageBeside},
	}}
	for _, r := range v.Rows {
		below := []string{r.Which, r.Party}
		if c.Width < daysBeside {
			below = append([]string{r.Days}, below...)
		}
		if c.Width < ageBeside {
			below = append(append([]string{r.Name}, below...), r.since())
		}
		state := r.StateWords
		if c.Width < daysBeside {
			state = r.State
		}
		if r.Note != "" {
			below = append(below, "“"+r.Note+"”")
		}
		t.Below = append(t.Below, joined(below, " "+c.Glyph.Dot+" "))
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: strconv.Itoa(r.N)}, {Text: r.Name, Tone: canvas.Strong}, {Text: r.Kind + " " + r.What, Tone: canvas.Strong}, {Text: r.Days},
			{Text: r.price(c)}, {Text: state, Tone: r.Tone}, {Text: r.Age},
		})
	}
	return t
}

// since says how long the offer has been kept, below its row.
func (r Row) since() string {
	if r.Age == "" {
		return ""
	}
	return "kept " + r.Age + " ago"
}

// named tells whether an offer has a name.
func (v List) named() bool {
	for _, r := range v.Rows {
		if r.Name != "" {
			return true
		}
	}
	return false
}

// price is what the offer cost, in the letters of the canvas.
func (r Row) price(c canvas.Canvas) string {
	if r.Price.Amount == "" {
		return ""
	}
	write := offer.Texts
	if !c.Unicode {
		write = offer.ASCIITexts
	}
	text := write([]offer.Money{r.Price}, r.Locale)[0]
	if r.PriceFor == "night" {
		text += " a night"
	}
	return text
}

func joined(parts []string, separator string) string {
	text := ""
	for _, part := range parts {
		if part == "" {
			continue
		}
		if text != "" {
			text += separator
		}
		text += part
	}
	return text
}

// Records gives a line for each offer.
func (v List) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "name", "kind", "offer", "which", "from_day", "to_day", "party", "price", "currency", "price_for", "state", "kept_at",
		"seen_price", "seen_currency", "seen_at", "note", "id", "search_id",
	}}
	for _, row := range v.Rows {
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(row.N), row.Name, row.Kind, row.What, row.Which, row.From, row.To, row.Party, row.Price.Amount, row.Price.Currency,
			row.PriceFor, row.State, row.KeptAt, row.Seen.Amount, row.Seen.Currency, row.SeenAt, row.Note, row.ID, row.SearchID,
		})
	}
	return r
}

// Card is one kept offer in full.
type Card struct {
	Title string
	Facts grid.Facts
	Notes []string
	Next  []string
}

// Lines gives the layout for a person.
func (v Card) Lines(c canvas.Canvas) []string {
	out := append(c.Wrap("", c.Spaced(v.Title), canvas.Strong), "")
	out = append(out, v.Facts.Lines(c)...)
	return append(out, c.Ending(v.Notes, v.Next)...)
}

// Records gives a line for each fact.
func (v Card) Records() grid.Records { return v.Facts.Records() }
