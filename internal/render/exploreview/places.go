// Package exploreview shows the prices from one place to others: a map and a table, best first.
package exploreview

import (
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/landmap"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Places are the destinations of an explore search.
type Places struct {
	grid.Frame
	Locale string // language tag for formatting money; "" is "en"
	Start  Spot
	NoMap  bool  // show only the table
	Rows   []Row // as they are ranked
	Rest   []Row // places that were not searched, only for TSV and CSV
	Visas  bool  // show the visa column
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
	sweep.Cell          // its price is for the whole party, fees included; empty if unknown
	Country    string   // in words
	Share      *float64 // position of the price between the lowest (0) and the highest (1)
	Nonstop    bool     // there is a nonstop flight
	Visa       string   // what the passport's list says, in words

	CountryCode, VisaCode, Distance string // for TSV and CSV
}

// Head returns a description of the search, an empty line, and the map if there is room.
func (v Places) Head(c canvas.Canvas) []string {
	return append(append(v.Top(c), ""), v.drawn(c)...)
}

// Blocks returns the lines for each place, for a view that still grows.
func (v Places) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	head, rows, _ := v.table(c).Parts(c)
	for _, line := range rows {
		blocks = append(blocks, []string{line})
	}
	return head, blocks
}

// Lines returns the layout for a person.
func (v Places) Lines(c canvas.Canvas) []string {
	var out []string
	if len(v.Rows) > 0 {
		out = append(v.drawn(c), v.table(c).Lines(c)...)
		if slices.ContainsFunc(v.Rows, func(r Row) bool { return r.Status == sweep.Coming && r.Price.Amount != "" }) {
			out = append(out, c.Wrap("", c.Glyph.Ellipsis+" not settled: this price may still fall", canvas.Faint)...)
		}
	}
	v.Notes = append(grid.Doubts(v.amounts()), v.Notes...)
	return v.Around(c, out)
}

// table returns the table of the places. Price and name are kept longest.
func (v Places) table(c canvas.Canvas) grid.Table {
	t := grid.Table{Rows: make([][]grid.Cell, len(v.Rows)), Choose: grid.ChooseColumns}
	for _, row := range v.Rows {
		t.Below = append(t.Below, row.Failure())
	}
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
	add("Time", 7, grid.Right, func(r Row) grid.Cell { return r.ifPriced(grid.Cell{Text: words.Span(r.Trip.Minutes)}) })
	add("Stops", 8, grid.Left, func(r Row) grid.Cell { return r.ifPriced(grid.Cell{Text: words.Stops(r.Trip.Stops)}) })
	if some(func(r Row) bool { return r.Nonstop && r.Trip.Stops > 0 }) {
		add("Nonstop", 4, grid.Left, func(r Row) grid.Cell {
			if r.Nonstop {
				return grid.Yes.Cell()
			}
			return grid.Cell{}
		})
	}
	t.Add(grid.Column{Name: "Airline", Keep: 5, Flex: true, Least: 10}, func(i int) grid.Cell {
		airlines := v.Rows[i].Trip.Names
		if c.Width < 100 { // no room for names
			airlines = v.Rows[i].Trip.Airlines
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
			switch row.Status {
			case sweep.Coming:
				cells[i] = grid.Cell{Text: c.Glyph.Ellipsis, Tone: canvas.Faint}
			case sweep.Failed:
				cells[i] = grid.Cell{Text: "failed", Tone: canvas.Bad}
			case sweep.NotAsked:
				cells[i] = grid.Cell{Text: "not asked", Tone: canvas.Faint}
			default:
				cells[i] = grid.Cell{Text: "no trip", Tone: canvas.Faint}
			}
			continue
		}
		cells[i], written = written[0], written[1:]
		if row.Status == sweep.Coming {
			cells[i].Text = c.Glyph.Ellipsis + cells[i].Text
		}
	}
	return cells
}

// Records returns a row for each place. Prices are as the service sent them, times are RFC 3339.
func (v Places) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "code", "name", "country", "status", "price", "currency", "minutes", "stops", "airlines", "nonstop", "visa", "distance_km",
		"departs", "latitude", "longitude", "trip_id", "search_id", "settle", "as_of", "error",
	}}
	for _, row := range append(slices.Clone(v.Rows), v.Rest...) {
		minutes, stops, nonstop, lat, lng := "", "", "", "", ""
		if row.Price.Amount != "" {
			minutes, stops = strconv.Itoa(row.Trip.Minutes), strconv.Itoa(row.Trip.Stops)
		}
		if row.Nonstop {
			nonstop = "yes"
		}
		if row.Known {
			lat, lng = strconv.FormatFloat(row.Lat, 'f', -1, 64), strconv.FormatFloat(row.Lng, 'f', -1, 64)
		}
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(row.N), row.Code, row.Name, row.CountryCode, string(row.Status), row.Price.Amount, row.Price.Currency, minutes, stops,
			strings.Join(row.Trip.Airlines, ","), nonstop, row.VisaCode, row.Distance, row.Trip.Departs, lat, lng, row.Trip.TripID, row.SearchID, string(row.Settle), offer.Stamp(row.AsOf.UTC()), row.Failure(),
		})
	}
	return r
}

// A map is drawn above the table if there is room for both: it takes less than half of the window, and leaves the
// title, a few rows and the status visible while the searches run.
const (
	leastMapWidth = 60
	leastMapRows  = 9
	mostMapRows   = 16
	besideMap     = 10 // minimum number of window lines not used by the map
	leastPlaces   = 3  // with a known position; fewer offer no choice between directions
)

// drawn returns the map of the places, its legend and an empty line, or nothing if there is no map.
func (v Places) drawn(c canvas.Canvas) []string {
	rows := min((c.Height-besideMap)/2, mostMapRows)
	known := slices.DeleteFunc(slices.Clone(v.Rows), func(r Row) bool { return !r.Known })
	if v.NoMap || c.Width < leastMapWidth || rows < leastMapRows || len(known) < leastPlaces {
		return nil
	}
	m := v.mapped(c)
	out := m.Lines(c, c.Width, rows)
	if len(out) == 0 {
		return nil
	}
	legend := m.Legend(c, map[landmap.Mark]string{
		landmap.Start: "from here", landmap.Best: "cheapest", landmap.Known: "price known", landmap.Unknown: "no price",
	})
	for _, line := range c.Flow("", legend, "   ") {
		out = append(out, c.Paint(canvas.Faint, line))
	}
	return append(out, "")
}

// mapped returns the places with a known position: the origin first, then the best first, each with its price if
// there is room.
func (v Places) mapped(c canvas.Canvas) landmap.Map {
	var m landmap.Map
	if v.Start.Known {
		m.Places = append(m.Places, v.Start.place(landmap.Start, ""))
	}
	cheapest := offer.Money{}
	if at := slices.IndexFunc(v.Rows, func(r Row) bool { return r.Share != nil && *r.Share == 0 }); at >= 0 {
		cheapest = v.Rows[at].Price
	} else if amounts := slices.Compact(v.amounts()); len(amounts) == 1 {
		cheapest = amounts[0]
	}
	prices := grid.Amounts(c, v.amounts(), v.Locale)
	for _, row := range v.Rows {
		mark, price := landmap.Unknown, ""
		if row.Price.Amount != "" {
			mark, price, prices = landmap.Known, prices[0], prices[1:]
			if row.Price == cheapest {
				mark = landmap.Best
			}
			if row.Status == sweep.Coming {
				price += c.Glyph.Ellipsis
			}
		}
		if row.Known {
			m.Places = append(m.Places, row.place(mark, strings.TrimSpace(price)))
		}
	}
	return m
}

func (s Spot) place(mark landmap.Mark, price string) landmap.Place {
	return landmap.Place{Position: landmap.Position{Lat: s.Lat, Lon: s.Lng}, Label: s.Code, Detail: price, Mark: mark}
}
