// Package daily is what price calendars have in common, whatever is priced: which days, in which order
// they are asked for, their holidays, what their prices say together, and which day is opened.
package daily

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Priced is what was found on a day.
type Priced interface {
	Cost() offer.Money // zero where nothing was found
}

// Request says which days are wanted and what they may spend.
type Request[R Priced] struct {
	When string // days in a row, see [ask.Days.Window]; "" is the 31 days from tomorrow
	Flex int    // days on both sides of a single day
	desk.Spending

	// Told takes each cell that something has come of, by its place, and Held each time in which no
	// search is made. Each may be nil.
	Told func(i int, c sweep.Cell[R])
	Held func(sweep.Hold)
}

// Calendar is what something costs on some days.
type Calendar[R Priced] struct {
	Window ask.Window
	Cells  []Cell[R] // by day, then by nights
	Spent  int       // searches that were made
	Saved  int       // cells that cost none
	Marks
	Locale desk.Locale
	Meta   desk.Meta
	View   []recall.Param // filters, as a list keeps them
}

// Cell is a day of a calendar.
type Cell[R Priced] struct {
	Day    string
	Back   string // the day of the return or of leaving, "" on one-way calendars
	Nights int    // 0 on one-way calendars, and for a return on the same day
	sweep.Cell[R]
}

// Bounds of a calendar: days where no one says, cells without a number of searches that was named, and
// the longest stay.
const (
	usualDays  = 31
	mostCells  = 62
	MostNights = 180
)

// WindowOf are the days that are meant.
func (r *Request[R]) WindowOf(ctx context.Context, d *desk.Desk, days *ask.Days) (ask.Window, error) {
	if r.When == "" {
		return days.WindowAhead(usualDays), nil
	}
	return d.Window(ctx, days, "WHEN", r.When, r.Flex)
}

// CheckCells refuses more cells than anyone asks for by mistake, unless a number of searches was named.
func (r *Request[R]) CheckCells(days, stays int) error {
	cells := days * stays
	if cells <= mostCells || r.MaxSearches != nil {
		return nil
	}
	what := "days"
	if stays > 1 {
		what = "days and stays"
	}
	return problem.UsageError{
		Text: fmt.Sprintf("these are %d %s, a search each; give at most %d, or --max-searches %d", cells, what, mostCells, cells),
	}
}

// Fill makes the searches that are not known yet, a cell each, and takes what they find. A person is
// asked before. ends are the places whose holidays are marked. begin is called before the first is made.
// What was found before a fault stays; the error is then the fault. s is a survey of the cells.
func (c *Calendar[R]) Fill(ctx context.Context, d *desk.Desk, r *Request[R], s *sweep.Survey[R], ends []places.Place, begin func()) error {
	order := c.order()
	asks := make([]sweep.Ask[R], len(order))
	for i, at := range order {
		asks[i] = s.Asks[at]
	}
	s.Asks = asks
	found, err := desk.RunSurvey(ctx, d, s, desk.SurveyRun[R]{
		Thing: "this calendar", Fewer: "fewer days cost fewer searches: a day with --flex 3, or --max-searches 10",
		Spending: r.Spending, Held: r.Held,
		Begin: func(cells []sweep.Cell[R]) {
			c.take(order, cells)
			c.Marks = MarksOf(ctx, d, c.Locale, c.Window, ends...)
			begin()
		},
		Told: func(i int, cell sweep.Cell[R]) {
			if r.Told != nil {
				r.Told(order[i], cell)
			}
		},
	})
	c.take(order, found.Cells)
	c.Spent, c.Saved = found.Spent, found.Saved
	c.Meta.Warn(found.Taken...)
	return err
}

func (c *Calendar[R]) take(order []int, cells []sweep.Cell[R]) {
	for i, cell := range cells {
		c.Cells[order[i]].Cell = cell
	}
}

// order is the order in which the cells are asked for: the day that was named and its neighbours,
// weekends, the rest.
func (c *Calendar[R]) order() []int {
	order := make([]int, len(c.Cells))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(c.rank(c.Cells[i].Day), c.rank(c.Cells[j].Day)) })
	return order
}

// rank is how late a day is asked for.
func (c *Calendar[R]) rank(day string) int {
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

// Tally counts the cells.
func (c Calendar[R]) Tally() sweep.Tally {
	return sweep.TallyOf(func(yield func(sweep.Cell[R]) bool) {
		for _, cell := range c.Cells {
			if !yield(cell.Cell) {
				return
			}
		}
	})
}

// Finish keeps the days in that list, so that each of them can be opened, and tells the command that
// opens the best one. site is the market that the service searched for, "" where none was searched.
func (c *Calendar[R]) Finish(d *desk.Desk, list recall.List, site, open string) {
	if site != "" {
		c.Locale.Take(site)
	}
	list.View = c.View
	for i, cell := range c.Cells {
		list.Rows = append(list.Rows, recall.Row{
			N: i + 1, ID: cell.SearchID, Price: cell.Got.Cost(),
			Day: &recall.Day{Day: cell.Day, Back: cell.Back, Nights: cell.Nights, Made: cell.Made},
		})
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("the days are not kept, so none can be opened: " + err.Error())
	}
	facts := c.Facts()
	c.Locale.Record(&c.Meta, cmp.Or(facts.Currency, desk.ServiceCurrency), desk.ServiceLocale)
	if len(facts.Best) > 0 {
		c.Meta.Follow(c.opens(c.Cells[facts.Best[0]], open))
	}
}

// opens is the command that opens a cell.
func (c *Calendar[R]) opens(cell Cell[R], open string) string {
	day, several := cell.Day, false
	if !slices.ContainsFunc(c.Cells, func(o Cell[R]) bool { return o.Day != day && o.Day[8:] == day[8:] }) {
		day = strconv.Itoa(words.Day(day).Day()) // the day of the month alone says which is meant
	}
	for _, o := range c.Cells {
		several = several || o.Nights != cell.Nights
	}
	open += " " + day
	if several {
		open += " --nights " + strconv.Itoa(cell.Nights)
	}
	return open
}
