package flights

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// CalendarRequest asks what the cheapest trip of each day costs.
type CalendarRequest struct {
	From, To string // codes or names
	When     string // days in a row, see [params.Days.Window]; "" is the 31 days from tomorrow
	Flex     int    // days on both sides of a single day
	Nights   Nights
	Query    *params.Values // of createFlightSearch, without places and dates
	View     View           // filters; its order and pages are not used

	desk.Spending

	// Begin takes the calendar before a search is made, and Told each cell that something has come of,
	// by its place. Held takes each time in which no search is made. Each may be nil.
	Begin func(Calendar)
	Told  func(i int, c Cell)
	Held  func(sweep.Hold)
}

// Calendar is what the cheapest trips of some days cost.
type Calendar struct {
	From, To places.Place
	Window   params.Window
	Nights   Nights
	Cells    []CalendarCell // by day, then by nights
	Spent    int            // searches that were made
	Saved    int            // cells that cost none
	Party    string         // in words
	Markets  [2]string      // the countries of both ends, "" where one is not known
	Holidays []Holiday      // of both, in the window
	Weekend  []time.Weekday // of the country of departure
	Begins   time.Weekday   // its week
	Locale   desk.Locale
	Meta     desk.Meta

	View []recall.Param // filters, as a list keeps them

	asked query.Flight // what all of them ask, on the first day
}

// CalendarCell is a day of a calendar.
type CalendarCell struct {
	Day    string
	Back   string // the day of the return, "" on one-way calendars
	Nights int    // 0 on one-way calendars, and for a return on the same day
	Query  query.Flight
	Cell
}

// Bounds of a calendar: days where no one says, and cells without a number of searches that was named.
const (
	usualDays = 31
	mostCells = 62
)

// PriceCalendar looks the cheapest trip of each day up. It spends a search for each day that is not
// known yet; a person is asked before. What was found before a fault comes back with it.
func PriceCalendar(ctx context.Context, d *desk.Desk, r *CalendarRequest) (Calendar, error) {
	cal, err := r.calendar(ctx, d)
	if err != nil {
		return Calendar{}, err
	}
	order := cal.order()
	place := func(cells []Cell) {
		for i, at := range order {
			cal.Cells[at].Cell = cells[i]
		}
	}
	asked := SurveyRequest{
		View: r.View, Spending: r.Spending, Held: r.Held,
		Thing: "this calendar", Fewer: "fewer days cost fewer searches: a day with --flex 3, or --max-searches 10",
		Begin: func(cells []Cell) {
			place(cells)
			cal.mark(ctx, d)
			if r.Begin != nil {
				begun := cal
				begun.Cells = slices.Clone(cal.Cells)
				r.Begin(begun)
			}
		},
		Told: func(i int, c Cell) {
			if r.Told != nil {
				r.Told(order[i], c)
			}
		},
	}
	for _, at := range order {
		asked.Queries = append(asked.Queries, cal.Cells[at].Query)
	}
	found, err := Survey(ctx, d, &asked)
	if found.Cells == nil {
		return Calendar{}, err
	}
	place(found.Cells)
	cal.Spent, cal.Saved = found.Spent, found.Saved
	if found.Site != "" {
		cal.Locale.Take(found.Site)
	}
	cal.keep(d)
	cal.Locale.Record(&cal.Meta, cmp.Or(cal.Facts().Currency, desk.ServiceCurrency), desk.ServiceLocale)
	cal.Meta.Follow(cal.next()...)
	return cal, err
}

// calendar resolves the places and lays the days out. Every mistake that can be known is a usage
// error, and nothing is sent then.
func (r *CalendarRequest) calendar(ctx context.Context, d *desk.Desk) (Calendar, error) {
	cal := Calendar{Nights: r.Nights, View: r.View.Kept()}
	var err error
	if cal.Window, err = r.window(ctx, d); err != nil {
		return cal, err
	}
	if err := r.check(d, cal.Window.Days()); err != nil {
		return cal, err
	}
	if cal.Locale, err = d.Resolve(ctx, r.Query, desk.Locale{}); err != nil {
		return cal, err
	}
	if cal.From, cal.To, err = places.At(d, cal.Locale).Route(ctx, r.From, r.To); err != nil {
		return cal, err
	}
	if err := r.View.Query.Repeat(r.Query); err != nil {
		return cal, err
	}
	if err := setRoute(r.Query, r.From, r.To, cal.From, cal.To); err != nil {
		return cal, err
	}
	places.Remember(d, cal.From, cal.To)
	cal.Meta = desk.MetaOf(r.Query)
	base := query.OfFlight(params.Request[apiclient.FlightSearchRequest](r.Query))
	base.FromCity, base.ToCity, base.FromName, base.ToName = cal.From.City, cal.To.City, cal.From.Name, cal.To.Name
	cal.Party = base.Party()
	cal.layOut(base)
	return cal, nil
}

// layOut makes the cells, a search each.
func (c *Calendar) layOut(base query.Flight) {
	for _, day := range c.Window.Days() {
		for n := range c.Nights.Count() {
			cell := CalendarCell{Day: day, Query: base}
			cell.Query.FromDate = day
			if c.Nights.Return {
				cell.Nights = c.Nights.Least + n
				cell.Back = words.Day(day).AddDate(0, 0, cell.Nights).Format(params.ISO)
				cell.Query.ToDate = cell.Back
			}
			c.Cells = append(c.Cells, cell)
		}
	}
	c.asked = c.Cells[0].Query
}

// window are the days that are meant. A month, and the days around one, end where flights are not
// searched any more.
func (r *CalendarRequest) window(ctx context.Context, d *desk.Desk) (params.Window, error) {
	if r.When == "" {
		return r.Query.Days().WindowAhead(usualDays), nil
	}
	w, err := d.Window(ctx, r.Query.Days(), "WHEN", r.When, r.Flex)
	return w.Until(query.LastTravel(d.Now())), err
}

func (r *CalendarRequest) check(d *desk.Desk, days []string) error {
	if err := places.CheckRoute(d, r.From, r.To); err != nil {
		return err
	}
	if err := CheckJourneys(r.Query, r.View, r.Nights); err != nil {
		return err
	}
	for _, day := range []string{days[0], days[len(days)-1]} {
		if err := query.CheckTravel(d.Now(), day, ""); err != nil {
			return problem.UsageError{Text: strings.Replace(err.Error(), "DATE ", "WHEN: ", 1)}
		}
	}
	if cells := len(days) * r.Nights.Count(); cells > mostCells && r.MaxSearches == nil {
		return problem.UsageError{
			Text: fmt.Sprintf("these are %d days and stays, a search each; give at most %d, or --max-searches %d", cells, mostCells, cells),
		}
	}
	return nil
}

// order is the order in which the cells are asked: the day that was named and its neighbours, weekends,
// the rest.
func (c Calendar) order() []int {
	order := make([]int, len(c.Cells))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(c.rank(c.Cells[i].Day), c.rank(c.Cells[j].Day))
	})
	return order
}

// Tally counts the cells.
func (c Calendar) Tally() sweep.Tally {
	return sweep.TallyOf(func(yield func(Cell) bool) {
		for _, cell := range c.Cells {
			if !yield(cell.Cell) {
				return
			}
		}
	})
}

// rank is how late a day is asked for.
func (c Calendar) rank(day string) int {
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
