// Package exploreview shows what it costs to go from one place to others: a map, and a table, the best
// first.
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

// Places are the places that a look around asked for.
type Places struct {
	Title   string
	Context []string // for whom and in what the prices are
	View    []string // the filters in words
	Locale  string   // that decides how money is written; "" is "en"
	Start   Spot
	NoMap   bool  // the table alone
	Rows    []Row // as they are ranked
	Rest    []Row // those that were not asked, for TSV and CSV alone
	Visas   bool  // there is something to say of visas
	Status  string
	Notes   []string
	Next    []string // commands that may follow
}

// Spot is where a place lies, in decimal degrees.
type Spot struct {
	Code, Name string // foreign text
	Lat, Lng   float64
	Known      bool // where it lies
}

// Row is a place, and the cheapest trip there.
type Row struct {
	N int // its number in the list
	Spot
	Country  string // in words
	State    grid.State
	Price    offer.Money // the whole party's, fees included; empty where none is known
	Share    *float64    // where the price lies between the lowest (0) and the highest (1)
	Minutes  int
	Stops    int
	Airlines []string
	Nonstop  bool   // a nonstop flight is known
	Visa     string // what the passport's list says, in words
	Error    string

	CountryCode, VisaCode, TripID, SearchID, Settle, Departs, Distance string // for TSV and CSV
	Codes                                                              []string
	AsOf                                                               time.Time
}

// Head is what was asked, an empty line, and the map where it has room.
func (v Places) Head(c canvas.Canvas) []string {
	out := c.Flow("", append([]string{c.Paint(canvas.Strong, c.Text(v.Title))}, c.Texts(v.Context)...), "   ")
	out = append(append(out, c.Sentences(v.View)...), "")
	return append(out, v.drawn(c)...)
}

// Blocks gives a line for each place, for a view that still grows.
func (v Places) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	return v.table(c).Blocks(c, func(i int) []string { return nil })
}

// Lines gives the layout for a person.
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

// roomForNames is the width from which airlines are named; below it they have their codes.
const roomForNames = 100

// table is the places under their columns. Price and name stay longest.
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

// failures are said under the rows.
func (v Places) failures() []string {
	below := make([]string, len(v.Rows))
	for i, row := range v.Rows {
		below[i] = row.Error
	}
	return below
}

// amounts are the prices that are known.
func (v Places) amounts() (known []offer.Money) {
	for _, row := range v.Rows {
		if row.Price.Amount != "" {
			known = append(known, row.Price)
		}
	}
	return known
}

// prices are what stands under Price: an amount, or why there is none. One that may still fall has an
// ellipsis before it.
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

// Records gives a line for each place. Prices are as the service sent them, times RFC 3339.
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
