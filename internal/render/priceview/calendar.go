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
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Calendar shows the cheapest price of each day: of a trip, or of a hotel night.
type Calendar struct {
	grid.Frame
	Of        Subject
	Locale    string // language tag for formatting money; "" is "en"
	First     time.Time
	Last      time.Time
	Asked     time.Time // the requested day; zero if none
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
	Level     sweep.Level
	Cheapest  bool

	Trip  *offer.CheapestTrip // the result; at most one of the two
	Hotel *offer.Night

	SearchID, Settle string // for TSV and CSV, like those below
	AsOf             time.Time
	Error            string
}

// Holiday is a holiday of one of the countries; Second says which.
type Holiday struct {
	Country, Name string
	From, To      time.Time
	Second        bool
}

// Head returns a description of the search and an empty line.
func (v Calendar) Head(c canvas.Canvas) []string { return append(v.Top(c), "") }

// Blocks returns one line per day, for a view that is still growing.
func (v Calendar) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	for _, line := range v.days(c) {
		blocks = append(blocks, []string{line})
	}
	return nil, blocks
}

// Lines returns the layout for a person.
func (v Calendar) Lines(c canvas.Canvas) []string {
	return v.Around(c, slices.Concat(v.days(c), v.legend(c), v.line(c), v.medians(c), v.best(c), v.holidayList(c)))
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
			if d.Equal(v.Asked) {
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
			days = words.ShortDates(h.From, h.To, c.Today(), c.Glyph.Dash)
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
	low, middle, high          string
	cheapest, notAsked, coming string
}

// signsOf returns the marks that the canvas can show. Each level has its own, so that nothing relies on color.
func signsOf(c canvas.Canvas) signs {
	if c.Unicode {
		return signs{"▁", "▄", "█", "★", "·", "…"}
	}
	return signs{"_", "=", "#", "<", ".", ".."}
}

// noneText is the text of a cell if no trip passes the filters.
const noneText = "none"

// text returns the content of a cell in the given width.
func (cell Cell) text(c canvas.Canvas, room int) string {
	s := signsOf(c)
	switch {
	case cell.State == sweep.HasFound:
		mark := map[sweep.Level]string{sweep.Low: s.low, sweep.Middle: s.middle, sweep.High: s.high}[cell.Level]
		tone := map[sweep.Level]canvas.Tone{sweep.Low: canvas.Good, sweep.High: canvas.Warn}[cell.Level]
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

// states explains the marks of cells without a final price. has reports whether a state is shown, and noun is what was
// searched for.
func (s signs) states(has func(sweep.Status) bool, noun string) (items []string) {
	if has(sweep.Coming) {
		items = append(items, s.coming+" not settled")
	}
	if has(sweep.Nothing) {
		items = append(items, noneText+": no "+noun)
	}
	if has(sweep.NotAsked) {
		items = append(items, s.notAsked+" not asked")
	}
	return items
}

// legend explains the marks that are used.
func (v Calendar) legend(c canvas.Canvas) []string {
	s := signsOf(c)
	has := func(is func(Cell) bool) bool { return slices.ContainsFunc(v.Cells, is) }
	var items []string
	if has(func(cell Cell) bool { return cell.Cheapest }) {
		items = append(items, s.cheapest+" cheapest")
	}
	if has(func(cell Cell) bool { return cell.Level != "" }) {
		items = append(items, fmt.Sprintf("%s low, %s middle, %s high third", s.low, s.middle, s.high))
	}
	items = append(items, s.states(func(state sweep.Status) bool {
		return has(func(cell Cell) bool { return cell.State == state })
	}, [...]string{"trip", "hotel"}[v.Of])...)
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
	if !v.Asked.IsZero() {
		items = append(items, fmt.Sprintf("[%d] asked about", v.Asked.Day()))
	}
	return faint(c, items)
}

// faint returns items after an empty line, or nothing if there are none.
func faint(c canvas.Canvas, items []string) []string {
	if len(items) == 0 {
		return nil
	}
	out := []string{""}
	for _, line := range c.Flow("", items, "   ") {
		out = append(out, c.Paint(canvas.Faint, line))
	}
	return out
}

// grid has a line for each departure date and a column for each stay.
func (v Calendar) grid(c canvas.Canvas) []string {
	stay := func(cell Cell) int64 { // what its column has in common
		if v.Stays == ByReturns {
			return cell.Back.Unix()
		}
		return int64(cell.Nights)
	}
	var days []time.Time
	var stays []Cell // one of each column
	var labels, heads []string
	for _, cell := range v.Cells {
		if !slices.ContainsFunc(stays, func(s Cell) bool { return stay(s) == stay(cell) }) {
			stays = append(stays, cell)
		}
		if slices.ContainsFunc(days, cell.Day.Equal) {
			continue
		}
		label, tone := c.Day(cell.Day), canvas.Plain
		if slices.Contains(v.Weekend, cell.Day.Weekday()) {
			label = strings.ToUpper(label[:3]) + label[3:]
		}
		if cell.Day.Equal(v.Asked) {
			label, tone = "["+label+"]", canvas.Strong
		}
		days, labels = append(days, cell.Day), append(labels, c.Paint(tone, label+v.marks(cell.Day)))
	}
	slices.SortFunc(stays, func(a, b Cell) int { return cmp.Compare(stay(a), stay(b)) })
	for _, cell := range stays {
		head := strconv.Itoa(cell.Nights) + " n"
		if v.Stays == ByReturns {
			head = cell.Back.Format("2 Jan")
		}
		heads = append(heads, head)
	}
	room := v.room(c, 4)
	return matrix(c, "", labels, heads, room, func(row, column int) string {
		i := slices.IndexFunc(v.Cells, func(cell Cell) bool {
			return cell.Day.Equal(days[row]) && stay(cell) == stay(stays[column])
		})
		if i < 0 {
			return ""
		}
		return v.Cells[i].text(c, room)
	})
}

// matrix draws a cell for each row and column, aligned right below the heads. Columns that do not fit are drawn below,
// without the rows that have no cell in them.
func matrix(c canvas.Canvas, corner string, labels, heads []string, room int, cell func(row, column int) string) []string {
	width := canvas.Cells(corner)
	for _, label := range labels {
		width = max(width, canvas.Cells(label))
	}
	margin, across := strings.Repeat(" ", grid.Margin), max((c.Width-grid.Margin-width)/(room+1), 1)
	var out []string
	for from := 0; from < len(heads); from += across {
		to := min(from+across, len(heads))
		if from > 0 {
			out = append(out, "")
		}
		line := margin + canvas.Pad(corner, width)
		for _, head := range heads[from:to] {
			line += " " + right(head, room)
		}
		out = append(out, c.Cut(c.Paint(canvas.Faint, strings.TrimRight(line, " ")), c.Width))
		for row, label := range labels {
			line, empty := margin+canvas.Pad(label, width), true
			for column := from; column < to; column++ {
				text := cell(row, column)
				empty = empty && text == ""
				line += " " + right(text, room)
			}
			if !empty {
				out = append(out, c.Cut(strings.TrimRight(line, " "), c.Width))
			}
		}
	}
	return out
}

func right(text string, cells int) string {
	return strings.Repeat(" ", max(cells-canvas.Cells(text), 0)) + text
}

// line draws the cheapest price of each day as a height, with the lowest, the median and the highest.
func (v Calendar) line(c canvas.Canvas) []string {
	if v.Lowest.Amount == "" {
		return nil
	}
	texts := grid.Amounts(c, []offer.Money{v.Lowest, v.Median, v.Highest}, v.Locale)
	return v.heights(c, "Prices   ", func(cell Cell) offer.Money { return cell.Price },
		"lowest "+texts[0], "median "+texts[1], "highest "+texts[2])
}

// medians draws the median hotel's price for each day.
func (v Calendar) medians(c canvas.Canvas) []string {
	var known []Cell
	for _, cell := range v.Cells {
		if hasMiddle(cell.Hotel) && cell.Level != "" {
			known = append(known, cell)
		}
	}
	if len(known) == 0 {
		return nil
	}
	byMedian := func(a, b Cell) int {
		x, _ := a.Hotel.Median.Number()
		y, _ := b.Hotel.Median.Number()
		return cmp.Compare(x, y)
	}
	byCount := func(a, b Cell) int { return a.Hotel.Hotels - b.Hotel.Hotels }
	least, most := slices.MinFunc(known, byCount).Hotel.Hotels, slices.MaxFunc(known, byCount).Hotel.Hotels
	hotels := words.Counted(most, "hotel") // that the medians are based on
	if least < most {
		hotels = words.Grouped(least) + " to " + hotels
	}
	ends := []offer.Money{slices.MinFunc(known, byMedian).Hotel.Median, slices.MaxFunc(known, byMedian).Hotel.Median}
	texts := grid.Amounts(c, ends, v.Locale)
	median := func(cell Cell) offer.Money {
		if !hasMiddle(cell.Hotel) {
			return offer.Money{}
		}
		return cell.Hotel.Median
	}
	return v.heights(c, "Medians  ", median, "of each day's "+hotels+": lowest "+texts[0], "highest "+texts[1])
}

// heights draws the lowest amount of each day as a height, with texts below. Cells without a level have none.
func (v Calendar) heights(c canvas.Canvas, label string, amount func(Cell) offer.Money, below ...string) []string {
	var days []time.Time
	var amounts []float64
	for _, cell := range v.Cells {
		if len(days) == 0 || !days[len(days)-1].Equal(cell.Day) {
			days, amounts = append(days, cell.Day), append(amounts, math.NaN())
		}
		n, ok := amount(cell).Number()
		if last := &amounts[len(amounts)-1]; ok && cell.Level != "" && !(*last <= n) {
			*last = n
		}
	}
	if len(days) < 2 {
		return nil
	}
	if !c.Unicode {
		below = append(below, "1 low to 8 high")
	}
	out, room, signs := []string{""}, max(c.Width-len(label)-grid.Margin, 1), []rune(grid.Heights(c, amounts))
	indent := strings.Repeat(" ", len(label))
	head := c.Paint(canvas.Strong, label)
	for from := 0; from < len(days); from += room {
		to := min(from+room, len(days))
		first, last := c.Day(days[from]), c.Day(days[to-1])
		ends := first + " " + c.Glyph.Dash + " " + last
		if gap := to - from - len(first) - len(last); gap > 0 {
			ends = first + strings.Repeat(" ", gap) + last
		}
		out = append(out, strings.TrimRight(head+string(signs[from:to]), " "), c.Cut(indent+c.Paint(canvas.Faint, ends), c.Width))
		head = indent
	}
	return append(out, c.Flow(indent, below, " "+c.Glyph.Dot+" ")...)
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
			facts[i] = []string{strings.Join(t.Names, ", "), words.Stops(t.Stops), words.Span(t.Minutes)}
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
		nights, cheapest := "", ""
		if !cell.Back.IsZero() {
			nights = strconv.Itoa(cell.Nights)
		}
		if cell.Cheapest {
			cheapest = "yes"
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
				words.ISODay(cell.Day), nights, words.ISODay(cell.Back), string(cell.State), cell.Price.Amount, cell.Price.Currency,
				string(cell.Level), cheapest,
			}, values,
			[]string{strings.Join(holidays, ","), id, cell.SearchID, cell.Settle, offer.Stamp(cell.AsOf.UTC()), cell.Error},
		))
	}
	return r
}
