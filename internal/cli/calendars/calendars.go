// Package calendars has the parts shared by the commands that show price calendars: flags, printing and layout.
package calendars

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// WhenWords is the maximum number of words in an unquoted WHEN.
const WhenWords = 6

// Flags are the flags of every price calendar.
type Flags struct {
	spend cli.SpendingFlags
	flex  int
}

// AddTo adds the flags to a command. empty is its view without data.
func (f *Flags) AddTo(run *cli.Run, cmd *cobra.Command, empty priceview.Calendar) {
	cmd.Flags().IntVar(&f.flex, "flex", 3, "Days before and after, if WHEN is a single day")
	f.spend.AddTo(cmd)
	run.EventsOf(cmd, "the searches run: created, cell, waiting, settled, error")
	run.Columns(cmd, empty)
}

// Request copies the flags and the words of WHEN to r.
func Request[T any, C any](f *Flags, flags *cli.Flags, when []string, r *daily.Request[T, C]) error {
	if f.flex < 0 || f.flex > 31 {
		return problem.NotAccepted("--flex", strconv.Itoa(f.flex), "a number of days from 0 to 31")
	}
	r.When, r.Flex = strings.Join(when, " "), f.flex
	r.Spending = f.spend.Spending(flags)
	return nil
}

// Survey returns the parts of a survey that flight and hotel calendars share.
func Survey[T any, C any, P desk.Answering[T, C]](run *cli.Run) cli.Survey[T, C, P] {
	return cli.Survey[T, C, P]{
		Run: run,
		Notes: func(answer P, saved string) (list []string) {
			if saved != "" {
				list = append(list, saved)
			}
			for _, cell := range answer.Part().Cells {
				if cell.Err != nil {
					failed := words.Date(words.Day(cell.Day), run.Env.Now()) + " failed: " + cell.Err.Error()
					return append(list, failed, "The same command tries again what has failed.")
				}
			}
			return list
		},
	}
}

// View lays out the common part of all calendars. offer adds the result to a cell.
func View[C any](cal *daily.Calendar[C], foot cli.Foot, offer func(*priceview.Cell, C)) priceview.Calendar {
	facts := cal.Facts()
	v := priceview.Calendar{
		Frame: grid.Frame{Status: foot.Status, Notes: foot.Notes, Next: foot.Next}, Locale: cal.Locale.Language.Value,
		First: words.Day(cal.Window.From), Last: words.Day(cal.Window.To), Asked: words.Day(cal.Window.About),
		WeekStart: cal.Begins, Weekend: cal.Weekend, Currency: facts.Currency,
		Lowest: facts.Lowest, Median: facts.Median, Highest: facts.Highest,
	}
	for i, cell := range cal.Cells {
		shown := Cell(cell)
		shown.Level = priceview.Level(facts.Levels[i])
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
		v.Cells[i].Cheapest = cal.Cells[i].Price.Amount == facts.Lowest.Amount
		v.Best = append(v.Best, v.Cells[i])
	}
	return v
}

// Cell lays out a cell without its result.
func Cell[C any](cell sweep.Cell[C]) priceview.Cell {
	v := priceview.Cell{
		Day: words.Day(cell.Day), Back: words.Day(cell.Back), Nights: cell.Nights, State: cell.Status,
		SearchID: cell.SearchID, AsOf: cell.AsOf, Settle: string(cell.Settle),
	}
	if cell.Any {
		v.Price = cell.Price
	}
	if cell.Err != nil {
		v.Error = cell.Err.Error()
	}
	return v
}
