package countryview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Weekends shows the long weekends of a market.
type Weekends struct {
	grid.Frame
	Rows []Weekend
}

// Weekend is a long weekend.
type Weekend struct {
	words.Days
	Off      []time.Time // the days to take off, in order
	Gained   int         // holidays on working days
	Holidays []Holiday
}

// Holiday is a public holiday of a Weekend. Its name is foreign text.
type Holiday struct {
	Name string
	words.Days
}

// Lines returns the layout for a person.
func (v Weekends) Lines(c canvas.Canvas) []string {
	if len(v.Rows) == 0 {
		return v.Around(c, nil)
	}
	wide := c.Width >= 76 // the drawing of the days and the holidays have columns of their own
	t := grid.Table{Columns: []grid.Column{
		{Name: "#", Align: grid.Right, Keep: 9}, {Name: "FREE", Keep: 9}, {Name: "DAYS", Align: grid.Right, Keep: 8},
		{Name: "TAKE OFF", Keep: 9}, {Name: "ROW", Keep: 9, Record: !wide}, {Name: "HOLIDAYS", Keep: 7, Flex: true, Least: 10, Record: !wide},
	}}
	// The characters differ in shape, so that they can be told apart without color.
	holiday, weekend, off := "●", "○", "×"
	if !c.Unicode {
		holiday, weekend, off = "*", "o", "x"
	}
	for i, w := range v.Rows {
		drawn := ""
		for d := w.From; !d.After(w.To); d = d.AddDate(0, 0, 1) {
			switch {
			case slices.ContainsFunc(w.Holidays, func(h Holiday) bool { return h.Holds(d) }):
				drawn += holiday
			case slices.ContainsFunc(w.Off, d.Equal):
				drawn += off
			default:
				drawn += weekend
			}
		}
		if !wide {
			t.Below = append(t.Below, drawn+"  "+w.names())
		}
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: strconv.Itoa(i + 1)}, {Text: words.ShortDates(w.From, w.To, c.Today(), c.Glyph.Dash), Tone: canvas.Strong},
			{Text: strconv.Itoa(w.Length())}, w.offCell(c), {Text: drawn}, {Text: w.names()},
		})
	}
	legend := c.Wrap("", holiday+" holiday   "+weekend+" weekend   "+off+" day off", canvas.Faint)
	return v.Around(c, slices.Concat(t.Lines(c), []string{""}, legend))
}

// names returns the distinct names of the holidays.
func (w Weekend) names() string {
	var names []string
	for _, h := range w.Holidays {
		if !slices.Contains(names, h.Name) {
			names = append(names, h.Name)
		}
	}
	return strings.Join(names, ", ")
}

// offCell returns the days to take off: "1: Fri 4", "4: Mon 22–Thu 25".
func (w Weekend) offCell(c canvas.Canvas) grid.Cell {
	if len(w.Off) == 0 {
		return grid.Cell{Text: "none", Tone: canvas.Good}
	}
	var parts []string
	for i := 0; i < len(w.Off); {
		last := i
		for last+1 < len(w.Off) && offer.DaysBetween(w.Off[last], w.Off[last+1]) == 1 {
			last++
		}
		text := w.Off[i].Format("Mon 2")
		if last > i {
			text += c.Glyph.Dash + w.Off[last].Format("Mon 2")
		}
		parts, i = append(parts, text), last+1
	}
	return grid.Cell{Text: strconv.Itoa(len(w.Off)) + ": " + strings.Join(parts, ", ")}
}

// Records returns a row for each long weekend.
func (v Weekends) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "from", "to", "days", "days_off", "take_off", "days_gained", "holidays", "holiday_dates", "eve",
	}}
	for i, row := range v.Rows {
		var off, dates []string
		for _, day := range row.Off {
			off = append(off, words.ISODay(day))
		}
		for _, h := range row.Holidays {
			date := words.ISODay(h.From)
			if !h.To.Equal(h.From) {
				date += ".." + words.ISODay(h.To)
			}
			dates = append(dates, date)
		}
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(i + 1), words.ISODay(row.From), words.ISODay(row.To), strconv.Itoa(row.Length()), strconv.Itoa(len(row.Off)),
			strings.Join(off, " "), strconv.Itoa(row.Gained), row.names(), strings.Join(dates, " "), words.ISODay(row.From.AddDate(0, 0, -1)),
		})
	}
	return r
}
