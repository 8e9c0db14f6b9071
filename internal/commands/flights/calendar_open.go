package flights

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
)

// calendarOpenOptions are what travel flights calendar open uses.
type calendarOpenOptions struct {
	list
	request flights.OpenRequest
	follow  cli.FollowFlags
	pages   cli.PageFlags
	nights  string
}

func newCalendarOpen(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightSearchResults")
	delete(cmd.Annotations, "operationId") // travel flights results is its command
	o := &calendarOpenOptions{list: listOf(run)}
	o.request.View.Query = read
	cmd.Long = `Open a day of the last calendar: the trips of its own search, with the calendar's filters, the
cheapest first. It spends no search while that one lives, five to seven minutes; then it says
what searching again spends.

DAY is a date, or the day of the month alone. Row numbers count in the list that is printed, as
after travel flights results, whose flags it has.`
	cmd.Example = `  travel flights calendar open 12
  travel flights calendar open "12 mar" --max-stops 1
  travel flights calendar open 12 --renew`
	cmd.Args = cli.AtLeastOne("DAY")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		for i, word := range args {
			if i > 0 {
				o.request.Day += " "
			}
			o.request.Day += word
		}
		return runCalendarOpen(cmd.Context(), o)
	}
	cmd.Flags().StringVar(&o.nights, "nights", "", "Which stay, where the calendar has several")
	cli.AddParams(cmd, read, "searchId")
	o.pages.AddTo(cmd, read.Op())
	o.follow.AddTo(cmd, run.Flags, 0)
	o.request.Renewal = run.Renewal(cmd, "the same day")
	o.list.addTo(run, cmd)
	cli.UsedMost(cmd, append([]cli.Used{{Flag: "nights", About: "Which stay, where the calendar has several"}, {Flag: "renew", About: "Search again when the search has expired"}}, usedMost()...)...)
	run.Completion().Facets(cmd, read, recall.TripFacets, cli.FacetCount("trip"))
	return cmd
}

func runCalendarOpen(ctx context.Context, o *calendarOpenOptions) error {
	if o.nights != "" {
		n, err := strconv.Atoi(o.nights)
		if err != nil || n < 0 {
			return problem.NotAccepted("--nights", o.nights, "a number of nights that the calendar has", "")
		}
		o.request.Nights = &n
	}
	view := &o.request.View
	if err := o.follow.Check(o.facets.On, o.pages.Pages); err != nil {
		return err
	}
	view.Pages, view.Life, view.Facets = o.pages.Pages, o.follow.Life(), o.facets.On
	return o.print(ctx, *view, func(d *desk.Desk) (flights.Trips, error) { return flights.OpenDay(ctx, d, &o.request) })
}
