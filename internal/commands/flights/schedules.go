package flights

import (
	"cmp"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/flightview"
)

func newSchedules(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightSchedules")
	request := &flights.ScheduleRequest{Query: read}
	var pages cli.PageFlags
	var asked timetableAsked
	cmd.Long = `Show the published timetable of a route: which nonstop flights leave on which days. It has no prices
and no connections, and uses no search.

FROM and TO are airport or city codes, or names. It shows what is published for the next seven days
at the airport you named: LHR is not all of London. --on shows another day, --all-seasons every
published period with its dates, and --city all airports of both cities; pipes, --tsv and --csv
have the same rows, --json the service's whole answer. Times are local to each airport; 06:10+1 is
the next day. TYPE is the aircraft code. A flight whose days are "not published" does not
necessarily leave every day.`
	cmd.Example = `  travel flights schedules DXB LHR
  travel flights schedules London "New York" --on fri --airline BA
  travel flights schedules DXB LHR --city --all-seasons --csv`
	on := cli.AddDay(cmd, read.Days(), "on", "Show only flights published for this day; filtered here (such as "+ask.Forms+")")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.From, request.To = args[0], args[1]
		if *on != "" && asked.allSeasons {
			return problem.Usagef("--on shows one day and --all-seasons every one; give one of them")
		}
		if *on != "" && !run.Out().Text() {
			return problem.Usagef("--on filters the rows shown to people; " +
				"JSON is the service's own timetable, so filter it with --jq")
		}
		request.Pages = pages.Pages
		if limit := pages.Limit; run.Out().Text() && !pages.All && limit > 0 { // after filtering here
			request.Pages.All, request.Pages.Limit, asked.limit = true, 0, limit
		}
		answer, err := flights.Schedules(cmd.Context(), run.Desk(), request)
		if len(answer.Bodies) == 0 {
			return err
		}
		asked.on, asked.today = *on, run.Env.Now()
		view := timetable(answer.Value.ScheduleResults, asked)
		view.FromEnd, view.ToEnd = endOf(answer.Value.From), endOf(answer.Value.To)
		for _, command := range view.Next {
			answer.Meta.Follow(problem.Step{Line: command})
		}
		return cmp.Or(run.Out().PrintPages(answer.Bodies, answer.Rows, answer.Meta, view, view.Notes), err)
	}
	cli.AddParams(cmd, read, "from", "to")
	cmd.Flags().BoolVar(&asked.allSeasons, "all-seasons", false, "Show every published period with its dates, not only the coming week")
	cmd.Flags().BoolVar(&asked.city, "city", false, "Show all airports of the cities, also where an airport was named")
	cli.SetGroup(cmd.Flags().Lookup("all-seasons"), cli.GroupFilter)
	cli.SetGroup(cmd.Flags().Lookup("city"), cli.GroupFilter)
	cli.SetGroup(cmd.Flags().Lookup("airline"), cli.GroupFilter)
	pages.AddTo(cmd, read.Op())
	run.Columns(cmd, flightview.Timetable{})
	return cmd
}

// endOf returns how one end of the route was resolved.
func endOf(place places.Place) flightview.End {
	return flightview.End{Name: place.Name, City: place.City}
}
