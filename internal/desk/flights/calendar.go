package flights

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// CalendarRequest asks what the cheapest trip of each day costs.
type CalendarRequest struct {
	From, To string // codes or names
	Window   params.Window
	Nights   Nights
	Query    *params.Values // of createFlightSearch, without places and dates
	View     View           // filters; its order and pages are not used

	MaxAge      time.Duration // of cells that are known already; 0 asks for all again
	MaxSearches int           // that may be made without a question; 0 where no one said
	Longest     time.Duration // the longest wait for a quota

	// Begin takes the calendar before a search is made, and Told each cell that something has come of,
	// by its place. Held takes each time in which no search is made. Each may be nil.
	Begin func(Calendar)
	Told  func(i int, c Cell)
	Held  func(sweep.Hold)
}

// Nights is how many nights there may be between the two flights. The zero value is one way.
type Nights struct {
	Least, Most int
	Return      bool
}

// Count is how many stays there are.
func (n Nights) Count() int { return n.Most - n.Least + 1 }

// Calendar is what the cheapest trips of some days cost.
type Calendar struct {
	From, To places.Place
	Window   params.Window
	Nights   Nights
	Cells    []CalendarCell // by day, then by nights
	Spent    int            // searches that were made
	Saved    int            // cells that cost none
	Party    string         // in words
	Currency string         // of the prices, "" while none is known
	Asked    *params.Asked  // what all of them ask
	Locale   desk.Locale
}

// CalendarCell is a day of a calendar.
type CalendarCell struct {
	Day    string
	Nights int // 0 on one-way calendars, and for a return on the same day
	Query  query.Flight
	Cell
}

// Bounds of a calendar: cells without a number of searches that was named, and searches without a
// question.
const (
	mostCells    = 62
	unquestioned = 7
)

// PriceCalendar looks the cheapest trip of each day up. It spends a search for each day that is not
// known yet; a person is asked before. What was found before a fault comes back with it.
func PriceCalendar(ctx context.Context, d *desk.Desk, r *CalendarRequest) (Calendar, error) {
	cal, err := r.calendar(ctx, d)
	if err != nil {
		return cal, err
	}
	s, order, err := r.survey(ctx, d, cal)
	if err != nil {
		return cal, err
	}
	plan, err := s.Plan()
	if err != nil {
		return cal, err
	}
	for i, at := range order {
		cal.Cells[at].Cell = plan.Cells[i]
	}
	cal.Saved = plan.Saved
	if s.Most, err = r.agreed(ctx, d, s, plan.Needs); err != nil {
		return cal, err
	}
	if r.Begin != nil {
		r.Begin(cal)
	}
	s.Told = func(i int, c Cell) {
		cal.Cells[order[i]].Cell = c
		if r.Told != nil {
			r.Told(order[i], c)
		}
	}
	cells, spent, err := s.Run(ctx, plan)
	for i, at := range order {
		cal.Cells[at].Cell = cells[i]
	}
	cal.Spent = spent
	return cal, cal.missing(d, err)
}

// calendar resolves the places and lays the days out. Every mistake that can be known is a usage
// error, and nothing is sent then.
func (r *CalendarRequest) calendar(ctx context.Context, d *desk.Desk) (Calendar, error) {
	days := r.Window.Days()
	if err := r.check(d, days); err != nil {
		return Calendar{}, err
	}
	locale, err := d.Resolve(ctx, r.Query, desk.Locale{})
	if err != nil {
		return Calendar{}, err
	}
	from, to, err := places.At(d, locale).Route(ctx, r.From, r.To)
	if err != nil {
		return Calendar{}, err
	}
	if err := r.View.Query.Repeat(r.Query); err != nil {
		return Calendar{}, err
	}
	if err := setRoute(r.Query, r.From, r.To, from, to); err != nil {
		return Calendar{}, err
	}
	places.Remember(d, from, to)
	cal := Calendar{From: from, To: to, Window: r.Window, Nights: r.Nights, Asked: r.Query.Asked(), Locale: locale}
	base := query.OfFlight(params.Request[apiclient.FlightSearchRequest](r.Query))
	base.FromCity, base.ToCity, base.FromName, base.ToName = from.City, to.City, from.Name, to.Name
	cal.Party = base.Party()
	for _, day := range days {
		for n := range r.Nights.Count() {
			q, nights := base, r.Nights.Least+n
			q.FromDate = day
			if r.Nights.Return {
				q.ToDate = words.Day(day).AddDate(0, 0, nights).Format(params.ISO)
			}
			cal.Cells = append(cal.Cells, CalendarCell{Day: day, Nights: nights, Query: q})
		}
	}
	return cal, nil
}

func (r *CalendarRequest) check(d *desk.Desk, days []string) error {
	if err := places.CheckRoute(d, r.From, r.To); err != nil {
		return err
	}
	if err := checkParty(r.Query); err != nil {
		return err
	}
	if err := checkFilters(r.View.Query); err != nil {
		return err
	}
	if !r.Nights.Return {
		if err := checkOneWay(r.View.Query); err != nil {
			return err
		}
	}
	for _, day := range []string{days[0], days[len(days)-1]} {
		if err := query.CheckTravel(d.Now(), day, ""); err != nil {
			return err
		}
	}
	if cells := len(days) * r.Nights.Count(); cells > mostCells && r.MaxSearches == 0 {
		return problem.UsageError{
			Text: fmt.Sprintf("these are %d days and stays, a search each; give fewer of them, or --max-searches %d", cells, cells),
		}
	}
	return nil
}

// survey is the survey of a calendar's cells, in the order in which they are asked: the day that was
// named and its neighbours, weekends, the rest.
func (r *CalendarRequest) survey(ctx context.Context, d *desk.Desk, cal Calendar) (*sweep.Survey[Cheapest], []int, error) {
	order := make([]int, len(cal.Cells))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(r.rank(cal.Cells[i].Day), r.rank(cal.Cells[j].Day))
	})
	queries := make([]query.Flight, len(order))
	for i, at := range order {
		queries[i] = cal.Cells[at].Query
	}
	s, err := survey(ctx, d, queries, r.View)
	if err != nil {
		return nil, nil, err
	}
	s.MaxAge, s.Longest = r.MaxAge, r.Longest
	s.Held, s.Lost = func(sweep.Hold) {}, func(err error) { d.Report.Notice("the calendar is not kept: " + err.Error()) }
	if r.Held != nil {
		s.Held = r.Held
	}
	return s, order, nil
}

// rank is how late a day is asked for.
func (r *CalendarRequest) rank(day string) int {
	at := words.Day(day)
	if about := words.Day(r.Window.About); !about.IsZero() {
		return int(at.Sub(about).Abs().Hours() / 24)
	}
	switch at.Weekday() {
	case time.Friday, time.Saturday, time.Sunday:
		return 0
	}
	return 1
}

// agreed is how many searches may be made, of those that are needed. A person is asked about more than
// a few; where there is none, the number has to be named.
func (r *CalendarRequest) agreed(ctx context.Context, d *desk.Desk, s *sweep.Survey[Cheapest], needs int) (int, error) {
	if r.MaxSearches > 0 || needs <= unquestioned {
		if r.MaxSearches > 0 {
			needs = min(needs, r.MaxSearches)
		}
		return needs, nil
	}
	cost := sweep.CostOf(needs, s.Operation, s.Windows(), d.Now(), r.Longest)
	yes, err := d.Ask.Agree(ctx, costWords(cost))
	switch {
	case errors.Is(err, desk.ErrNoOne):
		return 0, problem.UsageError{
			Text: fmt.Sprintf("this calendar needs %d searches, and there is no one to ask", needs),
			Hint: fmt.Sprintf("to agree to them: --max-searches %d", needs),
		}
	case err != nil:
		return 0, err
	case !yes:
		return 0, problem.ChoiceError{Text: "no search was made", Hint: "a shorter calendar costs fewer: --flex 3 around a day"}
	}
	return needs, nil
}

// costWords asks whether so many searches may be spent.
func costWords(c sweep.Cost) string {
	text := fmt.Sprintf("This makes %s", words.Counted(c.Searches, "search"))
	if c.Searches != 1 {
		text = fmt.Sprintf("This makes %d searches", c.Searches)
	}
	var left []string
	for _, w := range c.Windows {
		left = append(left, w.Text())
	}
	if len(left) > 0 {
		text += " (" + strings.Join(left, ", ") + ")"
	}
	if c.Now < c.Searches {
		return fmt.Sprintf("%s, %d of them now. Go on?", text, c.Now)
	}
	return fmt.Sprintf("%s and takes about %s. Go on?", text, words.Age(c.Takes))
}

// missing says of a calendar that ended early what is not known and how to go on.
func (c Calendar) missing(d *desk.Desk, err error) error {
	stopped, ok := errors.AsType[*sweep.StoppedError](err)
	if !ok {
		return err
	}
	text := fmt.Sprintf("%s; %d of %d cells are not known", stopped.Error(), c.Unknown(), len(c.Cells))
	hint := problem.AdviceOf(err)
	if waits, ok := errors.AsType[*sweep.QuotaError](err); ok {
		hint = "go on with the same command after " + waits.Until.In(d.Now().Location()).Format("15:04") + "; what is known is kept"
	}
	return problem.Advised{Err: err, Text: text, Hint: hint}
}

// Unknown is how many cells are neither found nor found empty.
func (c Calendar) Unknown() int {
	n := 0
	for _, cell := range c.Cells {
		if cell.Status != sweep.HasFound && cell.Status != sweep.Nothing {
			n++
		}
	}
	return n
}
