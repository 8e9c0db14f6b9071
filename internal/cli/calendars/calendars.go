// Package calendars has the parts shared by the commands that show price calendars: flags, printing and layout.
package calendars

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// WhenWords is the maximum number of words in an unquoted WHEN.
const WhenWords = 6

// Shows makes cmd the command that prints a calendar as survey says. read takes the arguments and returns the words of
// WHEN, and look gets the calendar. empty is its view without data.
func Shows[T any, P desk.Answering[T]](
	run *cli.Run, cmd *cobra.Command, r *daily.Request[T], survey cli.Survey[T, P], empty priceview.Calendar,
	read func(args []string) (when []string), look func(context.Context, *desk.Desk) (T, error),
) {
	var spend cli.SpendingFlags
	r.Flex = 3
	cmd.Flags().Var(cli.Number(&r.Flex, "--flex", 0, 31), "flex", "Days before and after, if WHEN is a single day")
	spend.AddTo(cmd)
	run.EventsOf(cmd, "the searches run: created, cell, waiting, settled, error")
	run.Columns(cmd, empty)
	survey.Run = run
	survey.Notes = func(answer P, saved string) (list []string) {
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
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r.When, r.Spending = strings.Join(read(args), " "), spend.Spending(run.Flags)
		return survey.Show(&r.SurveyRequest, func(d *desk.Desk) (T, error) { return look(cmd.Context(), d) })
	}
}

// View lays out the common part of all calendars.
func View(cal *daily.Calendar, foot cli.Foot) priceview.Calendar {
	facts := cal.Facts()
	v := priceview.Calendar{
		Frame: grid.Frame{Status: foot.Status, Notes: foot.Notes, Next: foot.Next}, Locale: cal.Locale.Language.Value,
		First: words.Day(cal.Window.From), Last: words.Day(cal.Window.To), Asked: words.Day(cal.Window.About),
		WeekStart: cal.Begins, Weekend: cal.Weekend, Currency: facts.Currency,
		Lowest: facts.Lowest, Median: facts.Median, Highest: facts.Highest,
	}
	for i, cell := range cal.Cells {
		shown := Cell(cell)
		shown.Level = facts.Levels[i]
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

// Cell lays out a cell.
func Cell(cell sweep.Cell) priceview.Cell {
	v := priceview.Cell{
		Day: words.Day(cell.Day), Back: words.Day(cell.Back), Nights: cell.Nights, State: cell.Status,
		SearchID: cell.SearchID, AsOf: cell.AsOf, Settle: string(cell.Settle), Error: cell.Failure(),
	}
	switch {
	case !cell.Any:
	case cell.Night.HotelID != 0:
		v.Price, v.Hotel = cell.Price, &cell.Night
	default:
		v.Price, v.Trip = cell.Price, &cell.Trip
	}
	return v
}
