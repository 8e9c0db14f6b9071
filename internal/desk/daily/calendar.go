// Package daily has the parts that price calendars of flights and hotels share: the days, their order, their holidays,
// the summary of their prices, and opening a day.
package daily

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Request says which days to show and what they may cost. T is the calendar.
type Request[T any] struct {
	When string // days in a row, see [ask.Days.Window]; "" is the 31 days from tomorrow
	Flex int    // days before and after a single day
	desk.SurveyRequest[T]
}

// Calendar has the prices of some days. Its cells are sorted by day, then by nights.
type Calendar struct {
	Window ask.Window
	Marks
	desk.Survey
}

// The default number of days, the most cells without --max-searches, and the longest stay.
const (
	usualDays  = 31
	mostCells  = 62
	MostNights = 180
)

// WindowOf returns the days to show.
func (r *Request[T]) WindowOf(ctx context.Context, d *desk.Desk, days *ask.Days) (ask.Window, error) {
	if r.When == "" {
		today := days.Base()
		return ask.Window{From: today.AddDate(0, 0, 1).Format(ask.ISO), To: today.AddDate(0, 0, usualDays).Format(ask.ISO)}, nil
	}
	return days.Window(d.Reading(ctx), "WHEN", r.When, r.Flex)
}

// CheckCells refuses more cells than anyone would want, unless a number of searches was given.
func (r *Request[T]) CheckCells(days, stays int) error {
	cells := days * stays
	if cells <= mostCells || r.MaxSearches != nil {
		return nil
	}
	what := "days"
	if stays > 1 {
		what = "days and stays"
	}
	return problem.Usagef("these are %d %s, a search each; give at most %d, or --max-searches %d", cells, what, mostCells, cells)
}

// Run makes the searches of a calendar and adds the step that opens the cheapest day. ends are the places whose
// holidays are marked, and open opens a day.
func Run[R any, T any, P desk.Answering[T]](
	ctx context.Context, d *desk.Desk, answer P, cal *Calendar, of desk.SurveyOf[R], r *Request[T], ends []places.Place, open string,
) error {
	of.Thing, of.Plural = "this calendar", "days"
	of.Fewer = problem.Step{Why: "fewer days cost fewer searches"}.Set("flex", "3").Set("maxSearches", "10")
	of.Rank = func(c sweep.Cell) int { return cal.rank(c.Day) }
	of.Agreed = func(ctx context.Context) { cal.Marks = marksOf(ctx, d, cal.Locale, cal.Window, ends...) }
	err := desk.RunSurvey(ctx, d, answer, of, &r.SurveyRequest)
	if best := cal.Facts().Best; len(best) > 0 {
		cal.Meta.Follow(cal.opens(cal.Cells[best[0]], open))
	}
	return err
}

// rank returns the rank of a day; lower ranks are searched first.
func (c *Calendar) rank(day string) int {
	at := words.Day(day)
	if about := words.Day(c.Window.About); !about.IsZero() {
		return int(at.Sub(about).Abs().Hours() / 24)
	}
	switch at.Weekday() {
	case time.Friday, time.Saturday, time.Sunday:
		return 0
	}
	return 1
}

// opens returns the step that opens a cell; open says what it does.
func (c *Calendar) opens(cell sweep.Cell, open string) problem.Step {
	day := cell.Day
	if !slices.ContainsFunc(c.Cells, func(o sweep.Cell) bool { return o.Day != day && o.Day[8:] == day[8:] }) {
		day = strconv.Itoa(words.Day(day).Day()) // the day of the month is enough
	}
	step := problem.Do("", open, day)
	if slices.ContainsFunc(c.Cells, func(o sweep.Cell) bool { return o.Nights != cell.Nights }) {
		step = step.Set("nights", strconv.Itoa(cell.Nights))
	}
	return step
}

// Facts is a summary of the known prices. Prices in another currency than the first are left out.
type Facts struct {
	Currency                string
	Lowest, Median, Highest offer.Money   // zero if no price is known
	Levels                  []sweep.Level // of each cell, "" if its price is unknown
	Best                    []int         // indexes of up to three cells on different days, cheapest first
}

// Facts returns the summary of the prices known so far. Of an even number of prices, the median is the lower of the
// two in the middle.
func (c *Calendar) Facts() Facts {
	f := Facts{Levels: make([]sweep.Level, len(c.Cells))}
	known := c.Cheapest()
	n := len(known)
	if n == 0 {
		return f
	}
	price := func(at int) offer.Money { return c.Cells[known[at]].Price }
	amount := func(at int) float64 {
		number, _ := price(at).Number()
		return number
	}
	f.Currency, f.Lowest, f.Median, f.Highest = price(0).Currency, price(0), price((n-1)/2), price(n-1)
	low, middle := amount((n+2)/3-1), amount((2*n+2)/3-1)
	for at, i := range known {
		switch {
		case amount(at) <= low:
			f.Levels[i] = sweep.Low
		case amount(at) <= middle:
			f.Levels[i] = sweep.Middle
		default:
			f.Levels[i] = sweep.High
		}
		if len(f.Best) < 3 && !slices.ContainsFunc(f.Best, func(b int) bool { return c.Cells[b].Day == c.Cells[i].Day }) {
			f.Best = append(f.Best, i)
		}
	}
	return f
}

// Document is the JSON of a calendar. C is the JSON of a cell.
type Document[C any] struct {
	FirstDay string       `json:"firstDay"`
	LastDay  string       `json:"lastDay"`
	About    string       `json:"about,omitempty"` // the day given
	Currency string       `json:"currency,omitempty"`
	Lowest   *json.Number `json:"lowest"`
	Median   *json.Number `json:"median"`
	Highest  *json.Number `json:"highest"`
	Best     []bestJSON   `json:"best"` // up to three, cheapest first
	Cells    []C          `json:"cells"`
	Holidays []holiday    `json:"holidays"`
	desk.SumJSON
}

type bestJSON struct {
	Day    string       `json:"day"`
	Nights *int         `json:"nights"`
	Price  *json.Number `json:"price"`
}

// CellJSON is the JSON that cells of all calendars have in common.
type CellJSON struct {
	Day    string `json:"day"`
	Nights *int   `json:"nights"` // null on one-way calendars
	desk.PriceJSON
	Level sweep.Level `json:"level,omitempty"` // low, middle or high: its third of the prices
	desk.ReadJSON
}

// DocumentOf returns the JSON of a calendar. cell converts one cell.
func DocumentOf[J any](c *Calendar, cell func(sweep.Cell, sweep.Level) J) Document[J] {
	f := c.Facts()
	doc := Document[J]{
		FirstDay: c.Window.From, LastDay: c.Window.To, About: c.Window.About, Currency: f.Currency,
		Lowest: desk.Number(f.Lowest.Amount), Median: desk.Number(f.Median.Amount), Highest: desk.Number(f.Highest.Amount),
		Best: []bestJSON{}, Cells: []J{}, Holidays: append([]holiday{}, c.Holidays...), SumJSON: c.Sum(),
	}
	for _, i := range f.Best {
		best := CellDocument(c.Cells[i], "")
		doc.Best = append(doc.Best, bestJSON{best.Day, best.Nights, best.Price})
	}
	for i, one := range c.Cells {
		doc.Cells = append(doc.Cells, cell(one, f.Levels[i]))
	}
	return doc
}

// CellDocument returns the JSON that cells of all calendars have in common.
func CellDocument(c sweep.Cell, level sweep.Level) CellJSON {
	cell := CellJSON{Day: c.Day, Level: level}
	cell.PriceJSON, cell.ReadJSON = desk.CellDocument(c)
	if c.Back != "" {
		cell.Nights = &c.Nights
	}
	return cell
}

// holiday is a public holiday with its first and last day (YYYY-MM-DD). The name is untrusted text.
type holiday struct {
	Country string `json:"country"`
	Name    string `json:"name"`
	From    string `json:"from"`
	To      string `json:"to"`
}

// Marks are the holidays and weekends of a calendar.
type Marks struct {
	Markets  []string       // the country of each place, "" if unknown
	Holidays []holiday      // of all places
	Weekend  []time.Weekday // of the first place
	Begins   time.Weekday   // first day of its week
}

// marksOf reads the holidays of the countries of the places. If that fails, it prints a notice, because a calendar is
// useful without them.
func marksOf(ctx context.Context, d *desk.Desk, in desk.Locale, w ask.Window, ends ...places.Place) Marks {
	const limit = 5 * time.Second
	soon, cancel := context.WithTimeoutCause(ctx, limit, errors.New("no answer within "+words.Age(limit)))
	defer cancel()
	m := Marks{Weekend: countries.UsualWeekend()}
	var lost error // the first
	for i, place := range ends {
		market := places.At(d, in).Country(soon, place)
		known := market == "" || slices.Contains(m.Markets, market)
		m.Markets = append(m.Markets, market)
		if known {
			continue
		}
		answer, err := countries.Between(soon, d, market, w.From, w.To, in)
		if err != nil {
			lost = cmp.Or(lost, err)
			continue
		}
		found := answer.Value
		if i == 0 {
			m.Weekend = found.Weekend
		}
		for n, h := range found.Results {
			if found.Days[n] != (words.Days{}) {
				m.Holidays = append(m.Holidays, holiday{market, h.Name, h.StartDate, h.EndDate})
			}
		}
	}
	if lost != nil && ctx.Err() == nil {
		d.Report.Notice("holidays are not all marked: " + cmp.Or(context.Cause(soon), lost).Error())
	}
	m.Begins = countries.WeekStart(m.Weekend)
	return m
}

// Pick finds a day in the last calendar of a kind: a date or a day of the month, as typed. nights is nil if not given,
// and first makes a calendar.
func Pick(
	ctx context.Context, d *desk.Desk, days *ask.Days, kind recall.Kind, first problem.Step, typed string, nights *int,
) (list recall.List, row recall.Row, err error) {
	if list, err = d.LastSurvey(kind, "there is no calendar to open a day of", first); err != nil {
		return list, row, err
	}
	date := ""
	if n, err := strconv.Atoi(strings.TrimSpace(typed)); err == nil && n >= 1 && n <= 31 {
		date = fmt.Sprintf("-%02d", n)
	} else {
		w, err := days.Window(d.Reading(ctx), "DAY", typed, 0)
		if err != nil {
			return list, row, err
		}
		date = cmp.Or(w.About, typed)
	}
	rows := slices.DeleteFunc(slices.Clone(list.Rows), func(r recall.Row) bool {
		return !strings.HasSuffix(r.Day.Day, date)
	})
	if len(rows) == 0 {
		first, last := list.Rows[0].Day.Day, list.Rows[len(list.Rows)-1].Day.Day
		return list, row, problem.Usagef("DAY %s is not in the last calendar, %s to %s", words.Quote(typed), first, last)
	}
	var stays []string
	for _, row = range rows {
		if day := rows[0].Day.Day; row.Day.Day != day {
			return list, row, problem.Usagef("DAY %s may be %s or %s; give the date", typed, day, row.Day.Day)
		}
		stays = append(stays, strconv.Itoa(row.Day.Nights))
	}
	if nights == nil && len(rows) > 1 {
		return list, row, problem.Usagef("%s has several stays; give --nights, one of %s", row.Day.Day, words.Or(stays))
	}
	at := 0
	if nights != nil {
		if at = slices.Index(stays, strconv.Itoa(*nights)); at < 0 {
			return list, row, problem.Usagef("--nights %d is not in the last calendar; it has %s", *nights, words.Or(stays))
		}
	}
	return list, rows[at], nil
}

// StayWords names a day of a calendar.
func StayWords(day recall.Day) string {
	text := words.Date(words.Day(day.Day), time.Time{})
	if day.Back != "" {
		text += ", " + words.Counted(day.Nights, "night")
	}
	return text
}
