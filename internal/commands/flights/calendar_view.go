package flights

import (
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/money"
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

// calendarNotes say what was saved, how old the oldest price is, and why a day failed.
func calendarNotes(cal flights.Calendar, now time.Time) []string {
	var notes []string
	if saved := cli.SavedWords(cal.Tally(), cal.Saved, now); saved != "" {
		notes = append(notes, saved)
	}
	for _, cell := range cal.Cells {
		if cell.Err != nil {
			notes = append(notes, words.Day(cell.Day).Format("Mon 2 Jan")+" failed: "+cell.Err.Error(), "The same command tries again what has failed.")
			break
		}
	}
	return append(notes, cal.Meta.Warnings...)
}

// cellEvent is a day of which something has come.
type cellEvent struct {
	Event string `json:"event"` // cell
	flights.CellJSON
}

// toldCell changes a cell of a calendar to what has come of it.
func toldCell(i int, c flights.Cell) func(*flights.Calendar) any {
	return func(cal *flights.Calendar) any {
		was := cal.Cells[i].Cell
		cal.Cells[i].Cell = c
		if was.SearchID == c.SearchID && was.Status == c.Status && was.Got.Price == c.Got.Price {
			return nil
		}
		return cellEvent{"cell", cal.Cells[i].JSON("")}
	}
}
