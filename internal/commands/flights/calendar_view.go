package flights

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/words"
)

// view lays a calendar out for a person.
func (o *calendarOptions) view(cal flights.Calendar) priceview.Calendar {
	facts := cal.Facts()
	v := priceview.Calendar{
		Title:   endWords(cal.From.Name, cal.From.Code) + " → " + endWords(cal.To.Name, cal.To.Code),
		Context: append([]string{staysWords(cal.Nights)}, terms(&cal.Cells[0].Query, facts.Currency, cal.Locale.Site)...),
		View:    cli.ViewWords(cal.View),
		Locale:  cal.Locale.Language.Value,
		First:   words.Day(cal.Window.From), Last: words.Day(cal.Window.To), About: words.Day(cal.Window.About),
		WeekStart: cal.Begins, Weekend: cal.Weekend, Currency: facts.Currency,
		Lowest: money.Money(facts.Lowest), Median: money.Money(facts.Median), Highest: money.Money(facts.Highest),
	}
	if len(v.View) > 0 {
		v.View = []string{strings.Join(v.View, ", ")}
	}
	if cal.Nights.Count() > 1 {
		v.Stays = priceview.ByNights
		if o.grid == "return" {
			v.Stays = priceview.ByReturns
		}
	}
	for i, cell := range cal.Cells {
		v.Cells = append(v.Cells, cellView(cell, facts.Levels[i]))
	}
	for _, h := range cal.Holidays {
		v.Holidays = append(v.Holidays, priceview.Holiday{
			Country: h.Country, Name: h.Name, From: words.Day(h.From), To: words.Day(h.To), Second: h.Country != cal.Markets[0],
		})
	}
	for _, i := range facts.Best {
		v.Cells[i].Cheapest = cal.Cells[i].Got.Price.Amount == facts.Lowest.Amount
		v.Best = append(v.Best, bestView(cal.Cells[i]))
	}
	return v
}

func endWords(name, code string) string { return strings.TrimSpace(name + " " + code) }

func staysWords(n flights.Nights) string {
	switch {
	case !n.Return:
		return "one way"
	case n.Count() > 1:
		return fmt.Sprintf("return after %d to %d nights", n.Least, n.Most)
	case n.Least == 0:
		return "return on the same day"
	}
	return "return after " + words.Counted(n.Least, "night")
}

func bestView(cell flights.CalendarCell) priceview.Best {
	b := priceview.Best{
		Day: words.Day(cell.Day), Nights: -1, Price: money.Money(cell.Got.Price), Airlines: cell.Got.Names, Stops: cell.Got.Stops, Minutes: cell.Got.Minutes,
	}
	if cell.Back != "" {
		b.Nights = cell.Nights
	}
	return b
}

func cellView(cell flights.CalendarCell, level flights.Level) priceview.Cell {
	v := priceview.Cell{
		Day: words.Day(cell.Day), Back: words.Day(cell.Back), Nights: cell.Nights,
		State: states[cell.Status], Status: string(cell.Status), Level: levels[level], SearchID: cell.SearchID, AsOf: cell.AsOf,
		Settle: string(cell.Settle),
	}
	if cell.Any {
		v.Price, v.TripID, v.Departs = money.Money(cell.Got.Price), cell.Got.TripID, cell.Got.Departs
		v.Minutes, v.Stops, v.Airlines = cell.Got.Minutes, cell.Got.Stops, cell.Got.Airlines
	}
	if cell.Err != nil {
		v.Error = cell.Err.Error()
	}
	return v
}

var states = map[sweep.Status]priceview.State{
	sweep.NotAsked: priceview.NotAsked, sweep.Coming: priceview.Coming, sweep.HasFound: priceview.Found,
	sweep.Nothing: priceview.Nothing, sweep.Failed: priceview.Failed,
}

var levels = map[flights.Level]priceview.Level{flights.Low: priceview.Low, flights.Middle: priceview.Middle, flights.High: priceview.High}

// statusWords say how many prices there are and what they cost.
func statusWords(cal flights.Calendar) string {
	count := map[sweep.Status]int{}
	for _, cell := range cal.Cells {
		count[cell.Status]++
	}
	text := fmt.Sprintf("%s of %d", words.Counted(count[sweep.HasFound], "price"), len(cal.Cells))
	for _, part := range []struct {
		status sweep.Status
		words  string
	}{{sweep.Nothing, "without a trip"}, {sweep.Coming, "not settled"}, {sweep.Failed, "failed"}, {sweep.NotAsked, "not asked"}} {
		if n := count[part.status]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, part.words)
		}
	}
	return text + "; " + words.Plural(cal.Spent, "search", "searches") + " spent"
}

// calendarNotes say what was saved, how old the oldest price is, and why a day failed.
func calendarNotes(cal flights.Calendar, now time.Time) []string {
	var notes []string
	kept, oldest, failed := 0, now, ""
	for _, cell := range cal.Cells {
		if cell.Kept && !cell.AsOf.IsZero() && now.Sub(cell.AsOf) >= time.Minute {
			kept++
			if cell.AsOf.Before(oldest) {
				oldest = cell.AsOf
			}
		}
		if cell.Err != nil && failed == "" {
			failed = words.Day(cell.Day).Format("Mon 2 Jan") + " failed: " + cell.Err.Error()
		}
	}
	if cal.Saved > 0 {
		text := "Saved " + words.Plural(cal.Saved, "search", "searches") + " that were made before"
		if kept > 0 {
			text += fmt.Sprintf("; the oldest price is from %s ago, --fresh asks again", words.Age(now.Sub(oldest)))
		}
		notes = append(notes, text+".")
	}
	if failed != "" {
		notes = append(notes, failed, "The same command tries again what has failed.")
	}
	return append(notes, cal.Meta.Warnings...)
}

// calendarFollowing shows a calendar while its cells fill in.
type calendarFollowing struct {
	reports *cli.Reports
	now     func() time.Time
	draw    func(flights.Calendar) priceview.Calendar
	stop    func()

	mu   sync.Mutex
	cal  flights.Calendar
	hold sweep.Hold
}

func (f *calendarFollowing) begin(cal flights.Calendar) {
	f.cal = cal
	f.stop = f.reports.Live(f.frame)
}

func (f *calendarFollowing) end() {
	if f.stop != nil {
		f.stop()
	}
}

// cellEvent is a day of which something has come.
type cellEvent struct {
	Event string `json:"event"` // cell
	flights.CellJSON
}

func (f *calendarFollowing) told(i int, c flights.Cell) {
	f.mu.Lock()
	defer f.mu.Unlock()
	was := f.cal.Cells[i].Cell
	f.cal.Cells[i].Cell = c
	if was.SearchID == c.SearchID && was.Status == c.Status && was.Got.Price == c.Got.Price {
		return
	}
	f.reports.Emit(cellEvent{"cell", f.cal.Cells[i].JSON("")})
}

func (f *calendarFollowing) held(h sweep.Hold) {
	f.mu.Lock()
	f.hold = h
	f.mu.Unlock()
	f.reports.Waiting(h.Until.Sub(f.now()), holdWords(h))
}

func holdWords(h sweep.Hold) string {
	if h.Window.Name == "" {
		return "the service asks to wait"
	}
	return "waiting for the quota"
}

// frame is the calendar as it is now, and what it waits for.
func (f *calendarFollowing) frame() (render.Ranked, string) {
	f.mu.Lock()
	cal, hold := f.cal, f.hold
	cal.Cells = append([]flights.CalendarCell(nil), f.cal.Cells...)
	f.mu.Unlock()
	status := fmt.Sprintf("%d of %d", len(cal.Cells)-cal.Unknown(), len(cal.Cells))
	if wait := hold.Until.Sub(f.now()); wait > 0 {
		status += fmt.Sprintf(" · %s: %d s", holdWords(hold), int(wait.Seconds())+1)
	}
	return f.draw(cal), status
}
