package exploreview

import (
	"slices"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/landmap"
)

// A map is drawn above the table if there is room for both: it takes less than half of the window, and leaves the
// title, a few rows and the status visible while the searches run.
const (
	leastMapWidth = 60
	leastMapRows  = 9
	mostMapRows   = 16
	besideMap     = 10 // minimum number of window lines not used by the map
	leastPlaces   = 3  // with a known position; fewer offer no choice between directions
)

// mapRows returns the height of the map on a canvas, 0 for no map.
func (v Places) mapRows(c canvas.Canvas) int {
	if rows := min((c.Height-besideMap)/2, mostMapRows); !v.NoMap && c.Width >= leastMapWidth && rows >= leastMapRows {
		return rows
	}
	return 0
}

// drawn returns the map of the places, its legend and an empty line.
func (v Places) drawn(c canvas.Canvas) []string {
	rows := v.mapRows(c)
	known := slices.DeleteFunc(slices.Clone(v.Rows), func(r Row) bool { return !r.Known })
	if rows == 0 || len(known) < leastPlaces {
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
	cheapest := v.cheapest()
	prices := grid.Amounts(c, v.amounts(), v.Locale)
	for _, row := range v.Rows {
		mark, price := landmap.Unknown, ""
		if row.Price.Amount != "" {
			mark, price, prices = landmap.Known, prices[0], prices[1:]
			if row.Price == cheapest {
				mark = landmap.Best
			}
			if row.State == grid.Coming {
				price += c.Glyph.Ellipsis
			}
		}
		if row.Known {
			m.Places = append(m.Places, row.place(mark, strings.TrimSpace(price)))
		}
	}
	return m
}

// cheapest returns the lowest known price.
func (v Places) cheapest() offer.Money {
	for _, row := range v.Rows {
		if row.Share != nil && *row.Share == 0 {
			return row.Price
		}
	}
	amounts := v.amounts()
	if len(slices.Compact(amounts)) == 1 {
		return amounts[0]
	}
	return offer.Money{}
}

func (s Spot) place(mark landmap.Mark, price string) landmap.Place {
	return landmap.Place{Position: landmap.Position{Lat: s.Lat, Lon: s.Lng}, Label: s.Code, Detail: price, Mark: mark}
}
