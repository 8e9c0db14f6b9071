package daily

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
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
	Lowest, Median, Highest offer.Money // zero while nothing is known
	Levels                  []Level     // of the cells, "" where no price is known
	Best                    []int       // cells, the cheapest first, at most three; of a day one
}

// Facts are what is known now. Of an even number of prices the lower one in the middle is the median.
func (c Calendar[R]) Facts() Facts {
	f := Facts{Levels: make([]Level, len(c.Cells))}
	amounts := make([]float64, len(c.Cells))
	var known []int
	for i, cell := range c.Cells {
		price := cell.Got.Cost()
		amount, err := strconv.ParseFloat(price.Amount, 64)
		if cell.Status != sweep.HasFound || err != nil {
			continue
		}
		if f.Currency = cmp.Or(f.Currency, price.Currency); f.Currency == price.Currency {
			amounts[i] = amount
			known = append(known, i)
		}
	}
	n := len(known)
	if n == 0 {
		return f
	}
	slices.SortStableFunc(known, func(a, b int) int { return cmp.Compare(amounts[a], amounts[b]) })
	price := func(at int) offer.Money { return c.Cells[known[at]].Got.Cost() }
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

// Document is a calendar as a program reads it; C is its cell.
type Document[C any] struct {
	FirstDay string        `json:"firstDay"`
	LastDay  string        `json:"lastDay"`
	About    string        `json:"about,omitempty"` // the day that was named
	Currency string        `json:"currency,omitempty"`
	Lowest   *json.Number  `json:"lowest"`
	Median   *json.Number  `json:"median"`
	Highest  *json.Number  `json:"highest"`
	Best     []bestJSON    `json:"best"` // the cheapest first, at most three
	Cells    []C           `json:"cells"`
	Holidays []holidayJSON `json:"holidays"`
	Spent    int           `json:"spent"`   // searches
	Saved    int           `json:"saved"`   // cells that cost none
	Unknown  int           `json:"unknown"` // cells without an answer
}

type bestJSON struct {
	Day    string       `json:"day"`
	Nights *int         `json:"nights"`
	Price  *json.Number `json:"price"`
}

type holidayJSON struct {
	Country string `json:"country"`
	Name    string `json:"name"`
	From    string `json:"from"`
	To      string `json:"to"`
}

// CellJSON is what every cell has for a program. What is not known is null.
type CellJSON struct {
	Day      string        `json:"day"`
	Nights   *int          `json:"nights"` // null on one-way calendars
	Status   sweep.Status  `json:"status"` // found, nothing, coming, not_asked or failed
	Price    *json.Number  `json:"price"`
	Currency *string       `json:"currency"`
	Level    Level         `json:"level,omitempty"` // low, middle or high: its third of the prices
	SearchID *string       `json:"searchId"`
	Settle   *search.Stamp `json:"settle"`
	AsOf     *time.Time    `json:"asOf"`
	Kept     bool          `json:"kept"` // an earlier command made the search
	Error    *string       `json:"error"`
}

// DocumentOf is a calendar as a program reads it. cell makes one of its cells.
func DocumentOf[R Priced, C any](c Calendar[R], cell func(Cell[R], Level) C) Document[C] {
	f := c.Facts()
	doc := Document[C]{
		FirstDay: c.Window.From, LastDay: c.Window.To, About: c.Window.About, Currency: f.Currency,
		Lowest: Number(f.Lowest), Median: Number(f.Median), Highest: Number(f.Highest),
		Best: []bestJSON{}, Cells: []C{}, Holidays: []holidayJSON{}, Spent: c.Spent, Saved: c.Saved, Unknown: c.Tally().Unknown(),
	}
	for _, i := range f.Best {
		best := c.Cells[i].JSON(f.Levels[i])
		doc.Best = append(doc.Best, bestJSON{best.Day, best.Nights, best.Price})
	}
	for i, one := range c.Cells {
		doc.Cells = append(doc.Cells, cell(one, f.Levels[i]))
	}
	for _, h := range c.Holidays {
		doc.Holidays = append(doc.Holidays, holidayJSON(h))
	}
	return doc
}

// JSON is what every cell has for a program.
func (c Cell[R]) JSON(level Level) CellJSON {
	cell := CellJSON{Day: c.Day, Status: c.Status, Level: level, SearchID: Stated(c.SearchID), Kept: c.Kept && c.SearchID != ""}
	if c.Back != "" {
		cell.Nights = &c.Nights
	}
	if c.Err != nil {
		cell.Error = Stated(c.Err.Error())
	}
	if c.AsOf.IsZero() {
		return cell
	}
	cell.AsOf, cell.Settle = new(c.AsOf.UTC()), &c.Settle
	if c.Any {
		price := c.Got.Cost()
		cell.Price, cell.Currency = Number(price), Stated(price.Currency)
	}
	return cell
}

// Stated is a text, nil where there is none.
func Stated(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Number is an amount as the service sent it, nil where there is none.
func Number(p offer.Money) *json.Number {
	if n := json.Number(p.Amount); json.Valid([]byte(n)) {
		return &n
	}
	return nil
}
