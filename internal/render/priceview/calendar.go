// Package priceview shows prices by day: months of prices, a grid of departures and stays, a line of prices, and the
// best days.
package priceview

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// Calendar shows the cheapest price of each day: of a trip, or of a hotel night.
type Calendar struct {
	Of        Subject
	Title     string
	Context   []string // the travelers, currency and market of the prices
	View      []string // the filters in words
	Locale    string   // language tag for formatting money; "" is "en"
	First     time.Time
	Last      time.Time
	About     time.Time // the requested day; zero if none
	WeekStart time.Weekday
	Weekend   []time.Weekday
	Cells     []Cell // by day, then by stay
	Stays     Stays
	Holidays  []Holiday
	Currency  string // of the prices; a cell in another currency says so
	Lowest    offer.Money
	Median    offer.Money
	Highest   offer.Money
	Best      []Cell // cheapest first
	Status    string // a sentence
	Notes     []string
	Next      []string // suggested commands
}

// Subject is what the prices are for.
type Subject uint8

// The subjects.
const (
	Trips  Subject = iota
	Hotels         // per night
)

// Stays says how the cells of one day differ.
type Stays uint8

// The stays.
const (
	OneStay   Stays = iota // one cell per day
	ByNights               // one column per number of nights
	ByReturns              // one column per return date
)

// Cell is one day with one stay.
type Cell struct {
	Day, Back time.Time // Back is zero on one-way calendars
	Nights    int
	State     grid.State
	Price     offer.Money
	Level     Level
	Cheapest  bool

	Trip  *Trip // the result; at most one of the two
	Hotel *Hotel

	SearchID, Settle string // for TSV and CSV, like those below
	AsOf             time.Time
	Error            string
}

// Level is the level of a price among all prices.
type Level uint8

// The levels: thirds of the prices.
const (
	NoLevel Level = iota
	Low
	Middle
	High
)

// Holiday is a holiday of one of the countries; Second says which.
type Holiday struct {
	Country, Name string
	From, To      time.Time
	Second        bool
}

// Head returns a description of the search and an empty line.
func (v Calendar) Head(c canvas.Canvas) []string {
	out := c.Flow("", append([]string{c.Paint(canvas.Strong, c.Text(v.Title))}, c.Texts(v.Context)...), "   ")
	out = append(out, c.Sentences(v.View)...)
	return append(out, "")
}

// Blocks returns one line per day, for a view that is still growing.
func (v Calendar) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	for _, line := range v.days(c) {
		blocks = append(blocks, []string{line})
	}
	return nil, blocks
}

// Lines returns the layout for a person.
func (v Calendar) Lines(c canvas.Canvas) []string {
	out := append(v.Head(c), v.days(c)...)
	out = append(out, v.legend(c)...)
	out = append(out, v.line(c)...)
	out = append(out, v.medians(c)...)
	out = append(out, v.best(c)...)
	out = append(out, v.holidayList(c)...)
	if status := c.Spaced(v.Status); status != "" {
		out = append(append(out, ""), c.Wrap("", status, canvas.Plain)...)
	}
	return append(out, c.Ending(v.Notes, v.Next)...)
}

// days returns the cells: in their months, as a grid of stays, or as a list if neither fits.
func (v Calendar) days(c canvas.Canvas) []string {
	if v.Stays != OneStay {
		return v.grid(c)
	}
	if months := v.months(c); months.Fit(c) {
		return months.Lines(c)
	}
	return v.list(c)
}

// months returns the days in their months, two lines per day: its number with its marks, and its price.
func (v Calendar) months(c canvas.Canvas) grid.Months {
	room := v.room(c, 7)
	if grid.Across(c, 7*(leastRoom+1)) > grid.Across(c, 7*(room+1)) {
		room = leastRoom
	}
	return grid.Months{
		First: v.First, Last: v.Last, WeekStart: v.WeekStart, Cell: room + 1, Head: v.weekday,
		Day: func(d time.Time) []string {
			i := slices.IndexFunc(v.Cells, func(cell Cell) bool { return cell.Day.Equal(d) })
			if i < 0 {
				return nil
			}
			return []string{v.number(c, d), v.Cells[i].text(c, room)}
		},
	}
}

// weekday returns the heading of a column; weekend days are in capitals.
func (v Calendar) weekday(d time.Weekday) string {
	name := d.String()[:2]
	if slices.Contains(v.Weekend, d) {
		return strings.ToUpper(name)
	}
	return name
}

// number returns the number of a day with its marks: in brackets if it was requested, and followed by one mark for a
// holiday in each country.
func (v Calendar) number(c canvas.Canvas, d time.Time) string {
	text, tone := strconv.Itoa(d.Day()), canvas.Faint
	if d.Equal(v.About) {
		text, tone = "["+text+"]", canvas.Strong
	}
	return c.Paint(tone, text+v.marks(d))
}

// The marks of a holiday, by country.
var holidayMarks = [2]string{"*", "+"}

func (v Calendar) marks(d time.Time) string {
	text := ""
	for i, mark := range holidayMarks {
		if slices.ContainsFunc(v.Holidays, func(h Holiday) bool {
			return h.Second == (i == 1) && !d.Before(h.From) && !d.After(h.To)
		}) {
			text += mark
		}
	}
	return text
}

// list returns one line per day.
func (v Calendar) list(c canvas.Canvas) []string {
	var out []string
	for _, cell := range v.Cells {
		out = append(out, c.Cut(fmt.Sprintf(" %s  %s", c.Day(cell.Day)+v.marks(cell.Day), cell.text(c, leastRoom)), c.Width))
	}
	return out
}

// mostHolidays is the maximum number of holidays named below a calendar; all of them are marked.
const mostHolidays = 8

func (v Calendar) holidayList(c canvas.Canvas) []string {
	var items []string
	for i, h := range v.Holidays {
		if i == mostHolidays {
			items = append(items, fmt.Sprintf("%d more", len(v.Holidays)-i))
			break
		}
		mark := holidayMarks[0]
		if h.Second {
			mark = holidayMarks[1]
		}
		items = append(items, mark+h.days(c)+" "+c.Text(h.Name)+" ("+c.Text(h.Country)+")")
	}
	if len(items) == 0 {
		return nil
	}
	return append([]string{""}, c.Flow(c.Paint(canvas.Strong, "Holidays")+"   ", items, " "+c.Glyph.Dot+" ")...)
}

// days formats the days of a holiday.
func (h Holiday) days(c canvas.Canvas) string {
	if !h.To.After(h.From) {
		return c.Day(h.From)
	}
	return figure.Days(h.From, h.To, c.Today(), c.Glyph.Dash)
}
