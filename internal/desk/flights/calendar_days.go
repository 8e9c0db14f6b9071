package flights

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/words"
)

// Holiday is a public holiday of a market, from one day to another (YYYY-MM-DD), both among them. Its
// name is foreign text.
type Holiday struct{ Country, Name, From, To string }

// holidaysTake is the longest that a calendar waits for its holidays, which are only marks.
const holidaysTake = 5 * time.Second

// mark finds the holidays of both countries out, which spends no search. Without them the calendar is
// as good, so that a fault is said and no failure.
func (c *Calendar) mark(ctx context.Context, d *desk.Desk) {
	soon, cancel := context.WithTimeout(ctx, holidaysTake)
	defer cancel()
	c.Weekend = countries.UsualWeekend()
	found := make([]countries.Calendar, 2)
	var lost error
	var mu sync.Mutex
	var reads sync.WaitGroup
	for i, place := range []places.Place{c.From, c.To} {
		reads.Go(func() {
			market := places.At(d, c.Locale).Country(soon, place)
			if c.Markets[i] = market; market == "" {
				return
			}
			of, err := countries.Between(soon, d, market, c.Window.From, c.Window.To, c.Locale)
			mu.Lock()
			defer mu.Unlock()
			if found[i] = of; err != nil {
				lost = err
			}
		})
	}
	reads.Wait()
	switch {
	case lost == nil || ctx.Err() != nil:
	case soon.Err() != nil:
		d.Report.Notice("holidays are not marked: the service did not tell them in " + words.Age(holidaysTake))
	default:
		d.Report.Notice("holidays are not all marked: " + lost.Error())
	}
	if found[0].HolidayResults != nil {
		c.Weekend = found[0].Weekend
	}
	c.Begins = countries.WeekStart(c.Weekend)
	for i, of := range found {
		if of.HolidayResults == nil || i == 1 && of.Market == found[0].Market {
			continue
		}
		for n, h := range of.Results {
			if of.Days[n] != (countries.Span{}) {
				c.Holidays = append(c.Holidays, Holiday{of.Market, h.Name, h.StartDate, h.EndDate})
			}
		}
	}
}

// keep keeps the days, so that each of them can be opened.
func (c Calendar) keep(d *desk.Desk) {
	asked := c.asked
	list := recall.List{Kind: recall.Days, Flight: &asked, Terms: asked.Terms, View: c.View}
	for i, cell := range c.Cells {
		list.Rows = append(list.Rows, recall.Row{
			N: i + 1, ID: cell.SearchID, Price: cell.Got.Price,
			Day: &recall.Day{Day: cell.Day, Back: cell.Back, Nights: cell.Nights, Made: cell.Made},
		})
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("the days are not kept, so none can be opened: " + err.Error())
	}
}

// next are the commands that usually follow: the cheapest day, and the same days asked again.
func (c Calendar) next() []string {
	best := c.Facts().Best
	if len(best) == 0 {
		return nil
	}
	cell := c.Cells[best[0]]
	day := cell.Day
	if c.bare(cell.Day) {
		day = strconv.Itoa(words.Day(cell.Day).Day())
	}
	open := "travel flights calendar open " + day
	if c.Nights.Count() > 1 {
		open += " --nights " + strconv.Itoa(cell.Nights)
	}
	return []string{open}
}

// bare tells whether the day of the month alone says which day is meant.
func (c Calendar) bare(day string) bool {
	return !slices.ContainsFunc(c.Cells, func(o CalendarCell) bool { return o.Day != day && o.Day[8:] == day[8:] })
}
