// Package exploreview shows the prices from one place to others: a map and a table, best first.
package exploreview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// Places are the destinations of an explore search.
type Places struct {
	Title   string
	Context []string // the travelers, currency and market of the prices
	View    []string // the filters in words
	Locale  string   // language tag for formatting money; "" is "en"
	Start   Spot
	NoMap   bool  // show only the table
	Rows    []Row // as they are ranked
	Rest    []Row // places that were not searched, only for TSV and CSV
	Visas   bool  // show the visa column
	Status  string
	Notes   []string
	Next    []string // suggested commands
}

// Spot is the position of a place in decimal degrees.
type Spot struct {
	Code, Name string // foreign text
	Lat, Lng   float64
	Known      bool // whether the position is known
}

// Row is a place and the cheapest trip there.
type Row struct {
	N int // its number in the list
	Spot
	Country  string // in words
	State    grid.State
	Price    offer.Money // for the whole party, fees included; empty if unknown
	Share    *float64    // position of the price between the lowest (0) and the highest (1)
	Minutes  int
	Stops    int
	Airlines []string
	Nonstop  bool   // there is a nonstop flight
	Visa     string // what the passport's list says, in words
	Error    string

	CountryCode, VisaCode, TripID, SearchID, Settle, Departs, Distance string // for TSV and CSV
	Codes                                                              []string
	AsOf                                                               time.Time
}

// Head returns a description of the search, an empty line, and the map if there is room.
func (v Places) Head(c canvas.Canvas) []string {
	out := c.Flow("", append([]string{c.Paint(canvas.Strong, c.Text(v.Title))}, c.Texts(v.Context)...), "   ")
	out = append(append(out, c.Sentences(v.View)...), "")
	return append(out, v.drawn(c)...)
}

// Blocks returns the lines for each place, for a view that still grows.
func (v Places) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	return v.table(c).Blocks(c, func(i int) []string { return nil })
}

// Lines returns the layout for a person.
func (v Places) Lines(c canvas.Canvas) []string {
	out := v.Head(c)
	if len(v.Rows) > 0 {
		out = append(out, v.table(c).Lines(c)...)
		if slices.ContainsFunc(v.Rows, func(r Row) bool { return r.State == grid.Coming && r.Price.Amount != "" }) {
			out = append(out, c.Wrap("", c.Glyph.Ellipsis+" not settled: this price may still fall", canvas.Faint)...)
		}
		out = append(out, "")
	}
	if status := c.Spaced(v.Status); status != "" {
		out = append(out, c.Wrap("", status, canvas.Plain)...)
	}
	return append(out, c.Ending(append(grid.Doubts(v.amounts()), v.Notes...), v.Next)...)
}

// roomForNames is the width from which airlines are shown by name instead of by code.
const roomForNames = 100

// table returns the table of the places. Price and name are kept longest.
func (v Places) table(c canvas.Canvas) grid.Table {
	t := grid.Table{Rows: grid.NewRows(len(v.Rows), 11), Below: v.failures(), Choose: grid.ChooseColumns}
	prices := v.prices(c)
	add := func(name string, keep int, align grid.Align, cell func(r Row) grid.Cell) {
		t.Add(grid.Column{Name: name, Keep: keep, Align: align}, func(i int) grid.Cell { return cell(v.Rows[i]) })
	}
	some := func(has func(r Row) bool) bool { return slices.ContainsFunc(v.Rows, has) }
	add("#", 9, grid.Right, func(r Row) grid.Cell { return grid.Cell{Text: strconv.Itoa(r.N)} })
	add("Code", 9, grid.Left, func(r Row) grid.Cell { return grid.Cell{Text: r.Code} })
	t.Add(grid.Column{Name: "Place", Keep: 8, Flex: true, Least: 12}, func(i int) grid.Cell { return grid.Cell{Text: v.Rows[i].Name} })
	add("Country", 3, grid.Left, func(r Row) grid.Cell { return grid.Cell{Text: r.Country} })
	t.Add(grid.Column{Name: "Price", Keep: 9, Align: grid.Right}, func(i int) grid.Cell { return prices[i] })
	add("Time", 7, grid.Right, func(r Row) grid.Cell { return r.ifPriced(grid.Cell{Text: figure.Span(r.Minutes)}) })
	add("Stops", 8, grid.Left, func(r Row) grid.Cell { return r.ifPriced(grid.Cell{Text: figure.Stops(r.Stops)}) })
	if some(func(r Row) bool { return r.Nonstop && r.Stops > 0 }) {
		add("Nonstop", 4, grid.Left, func(r Row) grid.Cell {
			if r.Nonstop {
				return grid.Yes.Cell()
			}
			return grid.Cell{}
		})
	}
	t.Add(grid.Column{Name: "Airline", Keep: 5, Flex: true, Least: 10}, func(i int) grid.Cell {
		airlines := v.Rows[i].Airlines
		if c.Width < roomForNames {
			airlines = v.Rows[i].Codes
		}
		return v.Rows[i].ifPriced(grid.Cell{Text: c.Join(airlines, " + ")})
	})
	if v.Visas {
		add("Visa", 6, grid.Left, func(r Row) grid.Cell { return grid.Cell{Text: r.Visa} })
	}
	if some(func(r Row) bool { return r.Share != nil }) {
		t.Add(grid.Column{Name: "Low to high", Keep: 2}, func(i int) grid.Cell { return grid.ShareBar(c, v.Rows[i].Share) })
	}
	return t
}

func (r Row) ifPriced(cell grid.Cell) grid.Cell {
	if r.Price.Amount == "" {
		return grid.Cell{}
	}
	return cell
}

// failures returns the errors shown below the rows.
func (v Places) failures() []string {
	below := make([]string, len(v.Rows))
	for i, row := range v.Rows {
		below[i] = row.Error
	}
	return below
}

// amounts returns the known prices.
func (v Places) amounts() (known []offer.Money) {
	for _, row := range v.Rows {
		if row.Price.Amount != "" {
			known = append(known, row.Price)
		}
	}
	return known
}

// prices returns the price column: an amount, or why there is none. A price that may still fall is preceded by an
// ellipsis.
func (v Places) prices(c canvas.Canvas) []grid.Cell {
	written := grid.PriceCells(c, v.amounts(), v.Locale)
	cells := make([]grid.Cell, len(v.Rows))
	for i, row := range v.Rows {
		if row.Price.Amount == "" {
			cells[i] = row.noPrice(c)
			continue
		}
		cells[i], written = written[0], written[1:]
		if row.State == grid.Coming {
			cells[i].Text = c.Glyph.Ellipsis + cells[i].Text
		}
	}
	return cells
}

func (r Row) noPrice(c canvas.Canvas) grid.Cell {
	switch r.State {
	case grid.Coming:
		return grid.Cell{Text: c.Glyph.Ellipsis, Tone: canvas.Faint}
	case grid.Failed:
		return grid.Cell{Text: "failed", Tone: canvas.Bad}
	case grid.NotAsked:
		return grid.Cell{Text: "not asked", Tone: canvas.Faint}
	}
	return grid.Cell{Text: "no trip", Tone: canvas.Faint}
}

// Records returns a row for each place. Prices are as the service sent them, times are RFC 3339.
func (v Places) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "code", "name", "country", "status", "price", "currency", "minutes", "stops", "airlines", "nonstop", "visa", "distance_km",
		"departs", "latitude", "longitude", "trip_id", "search_id", "settle", "as_of", "error",
	}}
	for _, row := range append(slices.Clone(v.Rows), v.Rest...) {
		minutes, stops, nonstop, lat, lng, asOf := "", "", "", "", "", ""
		if row.Price.Amount != "" {
			minutes, stops = strconv.Itoa(row.Minutes), strconv.Itoa(row.Stops)
		}
		if row.Nonstop {
			nonstop = "yes"
		}
		if row.Known {
			lat, lng = strconv.FormatFloat(row.Lat, 'f', -1, 64), strconv.FormatFloat(row.Lng, 'f', -1, 64)
		}
		if !row.AsOf.IsZero() {
			asOf = row.AsOf.UTC().Format(time.RFC3339)
		}
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(row.N), row.Code, row.Name, row.CountryCode, string(row.State), row.Price.Amount, row.Price.Currency, minutes, stops,
			strings.Join(row.Codes, ","), nonstop, row.VisaCode, row.Distance, row.Departs, lat, lng, row.TripID, row.SearchID, row.Settle, asOf, row.Error,
		})
	}
	return r
}
