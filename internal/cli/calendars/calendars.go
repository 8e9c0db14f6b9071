// Package calendars is what the commands that show price calendars share: their flags, how they print
// one, and how it is laid out.
package calendars

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// WhenWords is how many words WHEN may have without quotes.
const WhenWords = 6

// Flags are what every price calendar takes.
type Flags struct {
	spend cli.SpendingFlags
	flex  int
}

// AddTo gives a command the flags. empty is its view without anything in it.
func (f *Flags) AddTo(run *cli.Run, cmd *cobra.Command, empty priceview.Calendar) {
	cmd.Flags().IntVar(&f.flex, "flex", 3, "Days on both sides, where WHEN is a single day")
	f.spend.AddTo(cmd)
	run.EventsOf(cmd, "the searches run: created, cell, waiting, settled, error")
	run.Columns(cmd, empty)
}

// Request is what the flags and the words of WHEN say.
func Request[R daily.Priced](f *Flags, flags *cli.Flags, when []string) (r daily.Request[R], err error) {
	if f.flex < 0 || f.flex > 31 {
		return r, problem.NotAccepted("--flex", strconv.Itoa(f.flex), "a number of days from 0 to 31", "")
	}
	r.When, r.Flex = strings.Join(when, " "), f.flex
	r.Spending, err = f.spend.Spending(flags)
	return r, err
}

// A Show prints price calendars of the type C, while they fill in and when they have. R is what is found
// on a day.
type Show[C any, R daily.Priced] struct {
	Desk    *desk.Desk
	Reports *cli.Reports
	Out     *cli.Printer
	Now     func() time.Time

	Parts  func(*C) *daily.Calendar[R] // what all calendars have
	View   func(C) priceview.Calendar
	Body   func(C) ([]byte, error)
	Event  func(daily.Cell[R]) any // what --events says of a cell
	Prices string                  // what the prices are of, in a sentence
	None   string                  // what is said of a day without any: "without a trip"
}

// Run makes a calendar with look and prints it. What was found before a fault is printed too; the error
// is then the fault.
func (s Show[C, R]) Run(r *daily.Request[R], look func(d *desk.Desk, begin func(C)) (C, error)) error {
	filling := &cli.Filling[C]{Reports: s.Reports, Now: s.Now, Draw: func(cal C) (render.Ranked, int, int) {
		all := s.Parts(&cal)
		return s.View(cal), len(all.Cells) - all.Tally().Unknown(), len(all.Cells)
	}}
	r.Held = filling.Held
	r.Told = func(i int, c sweep.Cell[R]) { filling.Change(func(cal *C) any { return s.told(s.Parts(cal), i, c) }) }
	cal, err := look(s.Desk.Reporting(s.Reports), filling.Begin)
	filling.End()
	all := s.Parts(&cal)
	if len(all.Cells) == 0 {
		return err
	}
	if problem.ClassOf(err) == problem.Interrupted {
		all.Meta.Warn("The calendar was interrupted; the same command goes on where it stopped.")
	}
	if printErr := s.print(cal, all); printErr != nil {
		return printErr
	}
	return err
}

// told changes a cell to what has come of it, and returns the event of that; nil where nothing is new.
func (s Show[C, R]) told(all *daily.Calendar[R], i int, c sweep.Cell[R]) any {
	was := all.Cells[i].Cell
	all.Cells[i].Cell = c
	if was.SearchID == c.SearchID && was.Status == c.Status && was.Got.Cost() == c.Got.Cost() {
		return nil
	}
	return s.Event(all.Cells[i])
}

func (s Show[C, R]) print(cal C, all *daily.Calendar[R]) error {
	body, err := s.Body(cal)
	if err != nil {
		return err
	}
	if s.Out.Events() {
		return s.Reports.Settled(body, all.Meta)
	}
	view := s.View(cal)
	view.Status = s.Out.Spent(cli.TallyWords(all.Tally(), s.None, all.Spent)) + ". " + s.Prices
	view.Notes, view.Next = notes(all, s.Now()), all.Meta.Next
	return s.Out.Print(body, all.Meta, view, append([]string{view.Status}, view.Notes...))
}

// View lays out what all calendars have. offer adds to a cell what was found.
func View[R daily.Priced](cal daily.Calendar[R], offer func(*priceview.Cell, R)) priceview.Calendar {
	facts := cal.Facts()
	v := priceview.Calendar{
		Locale: cal.Locale.Language.Value,
		First:  words.Day(cal.Window.From), Last: words.Day(cal.Window.To), About: words.Day(cal.Window.About),
		WeekStart: cal.Begins, Weekend: cal.Weekend, Currency: facts.Currency,
		Lowest: facts.Lowest, Median: facts.Median, Highest: facts.Highest,
	}
	for i, cell := range cal.Cells {
		shown := cellView(cell, facts.Levels[i])
		if cell.Any {
			offer(&shown, cell.Got)
		}
		v.Cells = append(v.Cells, shown)
	}
	for _, h := range cal.Holidays {
		v.Holidays = append(v.Holidays, priceview.Holiday{
			Country: h.Country, Name: h.Name, From: words.Day(h.From), To: words.Day(h.To), Second: h.Country != cal.Markets[0],
		})
	}
	for _, i := range facts.Best {
		v.Cells[i].Cheapest = cal.Cells[i].Got.Cost().Amount == facts.Lowest.Amount
		v.Best = append(v.Best, v.Cells[i])
	}
	return v
}

func cellView[R daily.Priced](cell daily.Cell[R], level daily.Level) priceview.Cell {
	v := priceview.Cell{
		Day: words.Day(cell.Day), Back: words.Day(cell.Back), Nights: cell.Nights, State: states[cell.Status], Level: levels[level],
		Status: string(cell.Status), SearchID: cell.SearchID, AsOf: cell.AsOf, Settle: string(cell.Settle),
	}
	if cell.Any {
		v.Price = cell.Got.Cost()
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

var levels = map[daily.Level]priceview.Level{daily.Low: priceview.Low, daily.Middle: priceview.Middle, daily.High: priceview.High}

// notes say what was saved, how old the oldest price is, and why a day failed.
func notes[R daily.Priced](cal *daily.Calendar[R], now time.Time) (list []string) {
	if saved := cli.SavedWords(cal.Tally(), cal.Saved, now); saved != "" {
		list = append(list, saved)
	}
	for _, cell := range cal.Cells {
		if cell.Err != nil {
			list = append(list, words.Date(words.Day(cell.Day), now)+" failed: "+cell.Err.Error(), "The same command tries again what has failed.")
			break
		}
	}
	return append(list, cal.Meta.Warnings...)
}
