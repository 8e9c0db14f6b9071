// Package priceview shows prices by day: months of prices, a grid of departures and stays, a line of prices, and the
// best days.
package priceview

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
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
	State     sweep.Status
	Price     offer.Money
	Level     Level
	Cheapest  bool

	Trip  *offer.CheapestTrip // the result; at most one of the two
	Hotel *offer.Night

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
	return append(c.Heading(v.Title, v.Context, v.View), "")
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

// days returns the cells: as a grid of stays, in their months with two lines per day, or as a list if neither fits.
func (v Calendar) days(c canvas.Canvas) []string {
	if v.Stays != OneStay {
		return v.grid(c)
	}
	room := v.room(c, 7)
	if grid.Across(c, 7*(leastRoom+1)) > grid.Across(c, 7*(room+1)) {
		room = leastRoom
	}
	months := grid.Months{
		First: v.First, Last: v.Last, WeekStart: v.WeekStart, Cell: room + 1, Head: v.weekday,
		Day: func(d time.Time) []string {
			i := slices.IndexFunc(v.Cells, func(cell Cell) bool { return cell.Day.Equal(d) })
			if i < 0 {
				return nil
			}
			text, tone := strconv.Itoa(d.Day()), canvas.Faint
			if d.Equal(v.About) {
				text, tone = "["+text+"]", canvas.Strong
			}
			return []string{c.Paint(tone, text+v.marks(d)), v.Cells[i].text(c, room)}
		},
	}
	if months.Fit(c) {
		return months.Lines(c)
	}
	var out []string
	for _, cell := range v.Cells {
		out = append(out, c.Cut(fmt.Sprintf(" %s  %s", c.Day(cell.Day)+v.marks(cell.Day), cell.text(c, leastRoom)), c.Width))
	}
	return out
}

// weekday returns the heading of a column; weekend days are in capitals.
func (v Calendar) weekday(d time.Weekday) string {
	name := d.String()[:2]
	if slices.Contains(v.Weekend, d) {
		return strings.ToUpper(name)
	}
	return name
}

// The marks of a holiday, by country.
var holidayMarks = [2]string{"*", "+"}

// marks returns one mark for a holiday in each country.
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
		days := c.Day(h.From)
		if h.To.After(h.From) {
			days = figure.Days(h.From, h.To, c.Today(), c.Glyph.Dash)
		}
		items = append(items, mark+days+" "+c.Text(h.Name)+" ("+c.Text(h.Country)+")")
	}
	if len(items) == 0 {
		return nil
	}
	return append([]string{""}, c.Flow(c.Paint(canvas.Strong, "Holidays")+"   ", items, " "+c.Glyph.Dot+" ")...)
}

// signs are the marks of cells.
type signs struct {
	levels   [4]string // by Level
	cheapest string
	notAsked string
	coming   string
}

// signsOf returns the marks that the canvas can show. Each level has its own, so that nothing relies on color.
func signsOf(c canvas.Canvas) signs {
	if c.Unicode {
		return signs{levels: [4]string{"", "▁", "▄", "█"}, cheapest: "★", notAsked: "·", coming: "…"}
	}
	return signs{levels: [4]string{"", "_", "=", "#"}, cheapest: "<", notAsked: ".", coming: ".."}
}

var levelTones = [4]canvas.Tone{canvas.Plain, canvas.Good, canvas.Plain, canvas.Warn}

// noneText is the text of a cell if no trip passes the filters.
const noneText = "none"

// text returns the content of a cell in the given width.
func (cell Cell) text(c canvas.Canvas, room int) string {
	s := signsOf(c)
	switch {
	case cell.State == sweep.HasFound:
		mark, tone := s.levels[min(cell.Level, High)], levelTones[min(cell.Level, High)]
		if cell.Cheapest {
			mark = s.cheapest
		}
		return c.Paint(tone, short(cell.Price.Amount, room-1)+mark)
	case cell.State == sweep.Coming && cell.Price.Amount != "":
		return c.Paint(canvas.Faint, short(cell.Price.Amount, room-canvas.Cells(s.coming))+s.coming)
	case cell.State == sweep.Coming:
		return c.Paint(canvas.Faint, s.coming)
	case cell.State == sweep.Nothing:
		return noneText
	case cell.State == sweep.Failed:
		return c.Paint(canvas.Bad, "failed")
	}
	return c.Paint(canvas.Faint, s.notAsked)
}

// Limits of a cell's width, including its mark.
const (
	leastRoom = 7
	mostRoom  = 9
)

// room returns the width of the widest price, as far as the given number of columns fits on the canvas.
func (v Calendar) room(c canvas.Canvas, columns int) int {
	widest := leastRoom
	for _, cell := range v.Cells {
		widest = max(widest, len(short(cell.Price.Amount, mostRoom))+2)
	}
	return max(min(widest, mostRoom, (c.Width-grid.Margin)/columns-1), leastRoom)
}

// short formats an amount in whole units in a limited number of cells: a large one in thousands or millions. Text
// that is not an amount gives a question mark.
func short(amount string, most int) string {
	n, ok := offer.Money{Amount: amount}.Number()
	if !ok || n < 0 || n > 1e15 {
		return "?"
	}
	text := words.Grouped(int(math.Round(n)))
	for _, unit := range []struct {
		size float64
		sign string
	}{{1e3, "k"}, {1e6, "m"}, {1e9, "b"}} {
		if len(text) <= most {
			break
		}
		if text = strings.TrimSuffix(fmt.Sprintf("%.1f", n/unit.size), ".0") + unit.sign; len(text) > most {
			text = fmt.Sprintf("%.0f", n/unit.size) + unit.sign
		}
	}
	return text
}

// legend explains the marks that are used.
func (v Calendar) legend(c canvas.Canvas) []string {
	s := signsOf(c)
	has := func(is func(Cell) bool) bool { return slices.ContainsFunc(v.Cells, is) }
	var items []string
	add := func(used bool, text string) {
		if used {
			items = append(items, text)
		}
	}
	add(has(func(cell Cell) bool { return cell.Cheapest }), s.cheapest+" cheapest")
	add(has(func(cell Cell) bool { return cell.Level != NoLevel }),
		fmt.Sprintf("%s low, %s middle, %s high third", s.levels[Low], s.levels[Middle], s.levels[High]))
	add(has(func(cell Cell) bool { return cell.State == sweep.Coming }), s.coming+" not settled")
	add(has(func(cell Cell) bool { return cell.State == sweep.Nothing }), noneText+": no "+[...]string{"trip", "hotel"}[min(v.Of, Hotels)])
	add(has(func(cell Cell) bool { return cell.State == sweep.NotAsked }), s.notAsked+" not asked")
	for i, mark := range holidayMarks {
		if at := slices.IndexFunc(v.Holidays, func(h Holiday) bool { return h.Second == (i == 1) }); at >= 0 {
			items = append(items, mark+" holiday in "+c.Text(v.Holidays[at].Country))
		}
	}
	if len(v.Weekend) > 0 && v.Stays == OneStay {
		var names []string
		for _, d := range v.Weekend {
			names = append(names, v.weekday(d))
		}
		items = append(items, strings.Join(names, " ")+" weekend")
	}
	add(!v.About.IsZero(), fmt.Sprintf("[%d] asked about", v.About.Day()))
	if len(items) == 0 {
		return nil
	}
	lines := c.Flow("", items, "   ")
	for i, line := range lines {
		lines[i] = c.Paint(canvas.Faint, line)
	}
	return append([]string{""}, lines...)
}

// grid has a line for each departure date and a column for each stay. Columns that do not fit are drawn below.
func (v Calendar) grid(c canvas.Canvas) []string {
	label := 0
	var days []time.Time
	for _, cell := range v.Cells {
		if len(days) == 0 || !days[len(days)-1].Equal(cell.Day) {
			days = append(days, cell.Day)
			label = max(label, canvas.Cells(v.dayLabel(c, cell.Day)))
		}
	}
	var stays []column
	for _, cell := range v.Cells {
		if stay := v.columnOf(cell); !slices.Contains(stays, stay) {
			stays = append(stays, stay)
		}
	}
	slices.SortFunc(stays, func(a, b column) int { return a.back.Compare(b.back) + a.nights - b.nights })
	room := v.room(c, 4)
	across := max((c.Width-grid.Margin-label)/(room+1), 1)
	var out []string
	for columns := range slices.Chunk(stays, across) {
		if len(out) > 0 {
			out = append(out, "")
		}
		line := strings.Repeat(" ", grid.Margin+label)
		for _, column := range columns {
			head := strconv.Itoa(column.nights) + " n"
			if v.Stays == ByReturns {
				head = column.back.Format("2 Jan")
			}
			line += " " + right(head, room)
		}
		out = append(out, c.Cut(c.Paint(canvas.Faint, line), c.Width))
		for _, day := range days {
			if !slices.ContainsFunc(v.Cells, func(cell Cell) bool { return cell.Day.Equal(day) && slices.Contains(columns, v.columnOf(cell)) }) {
				continue // it has none of these returns
			}
			out = append(out, c.Cut(strings.TrimRight(v.gridLine(c, day, columns, label, room), " "), c.Width))
		}
	}
	return out
}

func (v Calendar) gridLine(c canvas.Canvas, day time.Time, columns []column, label, room int) string {
	tone := canvas.Plain
	if day.Equal(v.About) {
		tone = canvas.Strong
	}
	text := v.dayLabel(c, day)
	line := strings.Repeat(" ", grid.Margin) + c.Paint(tone, text) + strings.Repeat(" ", label-canvas.Cells(text))
	for _, column := range columns {
		cell := ""
		if i := slices.IndexFunc(v.Cells, func(cell Cell) bool { return cell.Day.Equal(day) && v.columnOf(cell) == column }); i >= 0 {
			cell = v.Cells[i].text(c, room)
		}
		line += " " + right(cell, room)
	}
	return line
}

// dayLabel returns a departure date with its marks.
func (v Calendar) dayLabel(c canvas.Canvas, d time.Time) string {
	text := c.Day(d)
	if slices.Contains(v.Weekend, d.Weekday()) {
		text = strings.ToUpper(text[:3]) + text[3:]
	}
	if d.Equal(v.About) {
		text = "[" + text + "]"
	}
	return text + v.marks(d)
}

// column is a stay: by its nights, or by its return date.
type column struct {
	nights int
	back   time.Time
}

func (v Calendar) columnOf(cell Cell) column {
	if v.Stays == ByReturns {
		return column{back: cell.Back}
	}
	return column{nights: cell.Nights}
}

func right(text string, cells int) string {
	return strings.Repeat(" ", max(cells-canvas.Cells(text), 0)) + text
}

// line draws the cheapest price of each day as a height, with the lowest, the median and the highest.
func (v Calendar) line(c canvas.Canvas) []string {
	if v.Lowest.Amount == "" {
		return nil
	}
	days, amounts := v.byDay(func(cell Cell) offer.Money {
		if cell.Level == NoLevel {
			return offer.Money{}
		}
		return cell.Price
	})
	texts := grid.Amounts(c, []offer.Money{v.Lowest, v.Median, v.Highest}, v.Locale)
	return heightsOf(c, "Prices   ", days, amounts, "lowest "+texts[0], "median "+texts[1], "highest "+texts[2])
}

// medians draws the median hotel's price for each day.
func (v Calendar) medians(c canvas.Canvas) []string {
	median := func(cell Cell) offer.Money {
		if !hasMiddle(cell.Hotel) || cell.Level == NoLevel {
			return offer.Money{}
		}
		return cell.Hotel.Median
	}
	days, amounts := v.byDay(median)
	all := known(amounts)
	low, high := slices.Min(all), slices.Max(all)
	var ends [2]offer.Money
	var counts []int
	for _, cell := range v.Cells {
		m := median(cell)
		if n, ok := m.Number(); ok {
			if n == low {
				ends[0] = m
			}
			if n == high {
				ends[1] = m
			}
			counts = append(counts, cell.Hotel.Hotels)
		}
	}
	if ends[0].Amount == "" {
		return nil
	}
	texts := grid.Amounts(c, ends[:], v.Locale)
	hotels := "hotels" // that the medians are based on
	if len(counts) > 0 {
		least, most := slices.Min(counts), slices.Max(counts)
		hotels = words.Counted(most, "hotel")
		if least < most {
			hotels = words.Grouped(least) + " to " + hotels
		}
	}
	return heightsOf(c, "Medians  ", days, amounts, "of each day's "+hotels+": lowest "+texts[0], "highest "+texts[1])
}

// heightsOf draws amounts by day as heights between the lowest and the highest, with texts below.
func heightsOf(c canvas.Canvas, label string, days []time.Time, amounts []float64, below ...string) []string {
	if len(days) < 2 {
		return nil
	}
	out := []string{""}
	room := max(c.Width-len(label)-grid.Margin, 1)
	if !c.Unicode {
		below = append(below, "1 low to 8 high")
	}
	low, high := slices.Min(known(amounts)), slices.Max(known(amounts))
	for from := 0; from < len(days); from += room {
		to := min(from+room, len(days))
		head := c.Paint(canvas.Strong, label)
		if from > 0 {
			head = strings.Repeat(" ", len(label))
		}
		first, last := c.Day(days[from]), c.Day(days[to-1])
		ends := first + " " + c.Glyph.Dash + " " + last
		if gap := to - from - len(first) - len(last); gap > 0 {
			ends = first + strings.Repeat(" ", gap) + last
		}
		out = append(out, strings.TrimRight(head+grid.Heights(c, amounts[from:to], low, high), " "))
		out = append(out, c.Cut(strings.Repeat(" ", len(label))+c.Paint(canvas.Faint, ends), c.Width))
	}
	return append(out, c.Flow(strings.Repeat(" ", len(label)), below, " "+c.Glyph.Dot+" ")...)
}

// byDay returns the lowest of the given amounts on each day, or NaN if none is known.
func (v Calendar) byDay(price func(Cell) offer.Money) (days []time.Time, amounts []float64) {
	for _, cell := range v.Cells {
		if len(days) == 0 || !days[len(days)-1].Equal(cell.Day) {
			days, amounts = append(days, cell.Day), append(amounts, math.NaN())
		}
		n, ok := price(cell).Number()
		if last := &amounts[len(amounts)-1]; ok && !(*last <= n) {
			*last = n
		}
	}
	return days, amounts
}

func known(amounts []float64) []float64 {
	found := slices.DeleteFunc(slices.Clone(amounts), math.IsNaN)
	if len(found) == 0 {
		return []float64{0}
	}
	return found
}

// best returns the best days. A column that is empty for all days is dropped.
func (v Calendar) best(c canvas.Canvas) []string {
	if len(v.Best) == 0 {
		return nil
	}
	var prices, totals, medians []offer.Money
	for _, b := range v.Best {
		h := cmp.Or(b.Hotel, &offer.Night{})
		prices, totals, medians = append(prices, b.Price), append(totals, h.Total), append(medians, h.Median)
	}
	stays, middles := grid.Amounts(c, totals, v.Locale), grid.Amounts(c, medians, v.Locale)
	title, columns := "Cheapest days", []grid.Column{{Keep: 7, Flex: true}, {Keep: 8}, {Keep: 5, Align: grid.Right}}
	if v.Of == Hotels {
		title, columns = "Cheapest nights", []grid.Column{{Keep: 7, Flex: true}, {Keep: 8}, {Keep: 6}, {Keep: 5}}
	}
	days, facts := make([]string, len(v.Best)), make([][]string, len(v.Best))
	for i, b := range v.Best {
		days[i] = c.Day(b.Day)
		if v.Of == Trips && !b.Back.IsZero() {
			days[i] += ", " + strconv.Itoa(b.Nights) + " n"
		}
		if t := b.Trip; t != nil && v.Of == Trips {
			facts[i] = []string{strings.Join(t.Names, ", "), figure.Stops(t.Stops), figure.Span(t.Minutes)}
		}
		if h := b.Hotel; h != nil && v.Of == Hotels {
			stars, stay, median := "unrated", "", ""
			if h.Stars != "" {
				stars = h.Stars + "-star"
			}
			if b.Nights > 1 && h.Total.Amount != "" {
				stay = "stay " + stays[i]
			}
			if hasMiddle(h) {
				median = "median " + middles[i]
			}
			facts[i] = []string{cmp.Or(h.Name, "hotel "+strconv.FormatInt(h.HotelID, 10)), stars, stay, median}
		}
	}
	t := grid.Table{Rows: make([][]grid.Cell, len(v.Best))}
	cells := grid.PriceCells(c, prices, v.Locale)
	t.Add(grid.Column{Keep: 9}, func(row int) grid.Cell { return grid.Cell{Text: days[row]} })
	t.Add(grid.Column{Keep: 9, Align: grid.Right}, func(row int) grid.Cell { return cells[row] })
	for n, column := range columns {
		if slices.ContainsFunc(facts, func(row []string) bool { return canvas.LineAt(row, n) != "" }) {
			t.Add(column, func(row int) grid.Cell { return grid.Cell{Text: canvas.LineAt(facts[row], n)} })
		}
	}
	return append([]string{"", c.Paint(canvas.Strong, title)}, t.Lines(c)...)
}

// hasMiddle reports whether there is a median price that is another hotel's.
func hasMiddle(h *offer.Night) bool { return h != nil && h.Median.Amount != "" && h.Hotels != 1 }

// Records returns a row for each day and stay. Prices are as the service sent them, times are RFC 3339.
func (v Calendar) Records() grid.Records {
	back, id, facts := "return_day", "trip_id", []string{"airlines", "stops", "minutes", "departs"}
	if v.Of == Hotels {
		back, id, facts = "check_out", "hotel_id", []string{"median", "hotels", "hotel", "stars", "total", "total_currency", "all_in"}
	}
	r := grid.Records{Head: slices.Concat(
		[]string{"day", "nights", back, "status", "price", "currency", "level", "cheapest"}, facts,
		[]string{"holidays", id, "search_id", "settle", "as_of", "error"},
	)}
	for _, cell := range v.Cells {
		nights, cheapest, asOf := "", "", ""
		if !cell.Back.IsZero() {
			nights = strconv.Itoa(cell.Nights)
		}
		if cell.Cheapest {
			cheapest = "yes"
		}
		if !cell.AsOf.IsZero() {
			asOf = cell.AsOf.UTC().Format(time.RFC3339)
		}
		id, values := "", make([]string, len(facts))
		if h := cell.Hotel; h != nil {
			id = strconv.FormatInt(h.HotelID, 10)
			values = []string{h.Median.Amount, strconv.Itoa(h.Hotels), h.Name, h.Stars, h.Total.Amount, h.Total.Currency, h.AllIn}
		} else if t := cell.Trip; t != nil {
			id, values = t.TripID, []string{strings.Join(t.Airlines, ","), strconv.Itoa(t.Stops), strconv.Itoa(t.Minutes), t.Departs}
		}
		var holidays []string
		for _, h := range v.Holidays {
			if !cell.Day.Before(h.From) && !cell.Day.After(h.To) {
				holidays = append(holidays, h.Country+" "+h.Name)
			}
		}
		r.Rows = append(r.Rows, slices.Concat(
			[]string{
				figure.ISODay(cell.Day), nights, figure.ISODay(cell.Back), string(cell.State), cell.Price.Amount, cell.Price.Currency,
				[...]string{"", "low", "middle", "high"}[min(cell.Level, High)], cheapest,
			}, values,
			[]string{strings.Join(holidays, ","), id, cell.SearchID, cell.Settle, asOf, cell.Error},
		))
	}
	return r
}
