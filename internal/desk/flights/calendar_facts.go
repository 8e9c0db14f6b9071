package flights

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/desk/sweep"
)

// Level is where a price lies among all that are known: in the low, the middle or the high third.
type Level string

// The levels. The words are for programs and never change.
const (
	Low    Level = "low"
	Middle Level = "middle"
	High   Level = "high"
)

// Facts are what the known prices of a calendar say together. Nothing is reckoned: each is the price of
// a cell. A price in another currency than the rest is left out.
type Facts struct {
	Currency                string
	Lowest, Median, Highest search.Price // zero while nothing is known
	Levels                  []Level      // of the cells, "" where no price is known
	Best                    []int        // cells, the cheapest first, at most three; of a day one
}

// Facts are what is known now. Of an even number of prices the lower one in the middle is the median.
func (c Calendar) Facts() Facts {
	f := Facts{Levels: make([]Level, len(c.Cells))}
	amounts := make([]float64, len(c.Cells))
	var known []int
	for i, cell := range c.Cells {
		amount, err := strconv.ParseFloat(cell.Got.Price.Amount, 64)
		if cell.Status != sweep.HasFound || err != nil {
			continue
		}
		if f.Currency = cmp.Or(f.Currency, cell.Got.Price.Currency); f.Currency == cell.Got.Price.Currency {
			amounts[i] = amount
			known = append(known, i)
		}
	}
	n := len(known)
	if n == 0 {
		return f
	}
	slices.SortStableFunc(known, func(a, b int) int { return cmp.Compare(amounts[a], amounts[b]) })
	price := func(at int) search.Price { return c.Cells[known[at]].Got.Price }
	f.Lowest, f.Median, f.Highest = price(0), price((n-1)/2), price(n-1)
	low, middle := amounts[known[(n+2)/3-1]], amounts[known[(2*n+2)/3-1]]
	for _, i := range known {
		switch {
		case amounts[i] <= low:
			f.Levels[i] = Low
		case amounts[i] <= middle:
			f.Levels[i] = Middle
		default:
			f.Levels[i] = High
		}
		if len(f.Best) < 3 && !slices.ContainsFunc(f.Best, func(b int) bool { return c.Cells[b].Day == c.Cells[i].Day }) {
			f.Best = append(f.Best, i)
		}
	}
	return f
}

// The document of a calendar, as a program reads it.
type (
	calendarJSON struct {
		From     string        `json:"from"`
		To       string        `json:"to"`
		FirstDay string        `json:"firstDay"`
		LastDay  string        `json:"lastDay"`
		About    string        `json:"about,omitempty"` // the day that was named
		Currency string        `json:"currency,omitempty"`
		Lowest   *json.Number  `json:"lowest"`
		Median   *json.Number  `json:"median"`
		Highest  *json.Number  `json:"highest"`
		Best     []bestJSON    `json:"best"` // the cheapest first, at most three
		Cells    []CellJSON    `json:"cells"`
		Holidays []holidayJSON `json:"holidays"`
		Spent    int           `json:"spent"`   // searches
		Saved    int           `json:"saved"`   // cells that cost none
		Unknown  int           `json:"unknown"` // cells without an answer
	}
	bestJSON struct {
		Day    string       `json:"day"`
		Nights *int         `json:"nights"`
		Price  *json.Number `json:"price"`
	}
	holidayJSON struct {
		Country string `json:"country"`
		Name    string `json:"name"`
		From    string `json:"from"`
		To      string `json:"to"`
	}
)

// CellJSON is a cell as a program reads it. What is not known is null.
type CellJSON struct {
	Day      string        `json:"day"`
	Nights   *int          `json:"nights"` // null on one-way calendars
	Back     string        `json:"returnDay,omitempty"`
	Status   sweep.Status  `json:"status"` // found, nothing, coming, not_asked or failed
	Price    *json.Number  `json:"price"`  // whole party, fees included
	Currency *string       `json:"currency"`
	Level    Level         `json:"level,omitempty"` // low, middle or high: its third of the prices
	TripID   *string       `json:"tripId"`
	SearchID *string       `json:"searchId"`
	Settle   *search.Stamp `json:"settle"`
	AsOf     *time.Time    `json:"asOf"`
	Kept     bool          `json:"kept"` // an earlier command made the search
	Error    *string       `json:"error"`

	Departs  string   `json:"departsAt,omitempty"`
	Minutes  int      `json:"durationMinutes,omitempty"`
	Stops    *int     `json:"stops,omitempty"`
	Airlines []string `json:"airlines,omitempty"`
}

// Body is the calendar as one JSON document.
func (c Calendar) Body() ([]byte, error) {
	f := c.Facts()
	doc := calendarJSON{
		From: c.From.Code, To: c.To.Code, FirstDay: c.Window.From, LastDay: c.Window.To, About: c.Window.About, Currency: f.Currency,
		Lowest: number(f.Lowest), Median: number(f.Median), Highest: number(f.Highest),
		Best: []bestJSON{}, Cells: []CellJSON{}, Holidays: []holidayJSON{}, Spent: c.Spent, Saved: c.Saved, Unknown: c.Tally().Unknown(),
	}
	for _, i := range f.Best {
		cell := c.Cells[i].JSON(f.Levels[i])
		doc.Best = append(doc.Best, bestJSON{cell.Day, cell.Nights, cell.Price})
	}
	for i, cell := range c.Cells {
		doc.Cells = append(doc.Cells, cell.JSON(f.Levels[i]))
	}
	for _, h := range c.Holidays {
		doc.Holidays = append(doc.Holidays, holidayJSON(h))
	}
	return json.Marshal(doc)
}

// JSON is the cell as a program reads it.
func (c CalendarCell) JSON(level Level) CellJSON {
	cell := CellJSON{Day: c.Day, Back: c.Back, Status: c.Status, Level: level, SearchID: stated(c.SearchID), Kept: c.Kept && c.SearchID != ""}
	if c.Back != "" {
		cell.Nights = &c.Nights
	}
	if c.Err != nil {
		cell.Error = stated(c.Err.Error())
	}
	if c.AsOf.IsZero() {
		return cell
	}
	cell.AsOf, cell.Settle = new(c.AsOf.UTC()), &c.Settle
	if c.Any {
		got := c.Got
		cell.Price, cell.Currency, cell.TripID, cell.Stops = number(got.Price), stated(got.Price.Currency), stated(got.TripID), &got.Stops
		cell.Departs, cell.Minutes, cell.Airlines = got.Departs, got.Minutes, got.Airlines
	}
	return cell
}

func stated(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// number is an amount as the service sent it, nil where there is none.
func number(p search.Price) *json.Number {
	if n := json.Number(p.Amount); json.Valid([]byte(n)) {
		return &n
	}
	return nil
}
