package commands

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/flightview"
)

type flightsSchedulesOptions struct {
	app      *app
	from, to string // as typed
	on       dayFlag
	params   *params
	pages    pageFlags
}

func newFlightsSchedules(a *app) *cobra.Command {
	dates := &dateBase{today: a.env.Now}
	o := &flightsSchedulesOptions{app: a, params: newParams("getFlightSchedules", dates), on: dayFlag{dates: dates}}
	cmd := &cobra.Command{
		Use:   "schedules FROM TO",
		Short: "Read the published timetable of a route: nonstop flights, no prices",
		Long: `Read the published timetable of a route: which nonstop flights leave on which
days of the week, between which dates. It has no prices and no connections,
and it spends no search.

FROM and TO are airport or city codes, or names. The service reads an
airport's code as its city, so the timetable of LHR is that of all airports of
London. Times are local to each airport; 06:10+1 is the next day. TYPE is the
code of the aircraft. A flight whose days are "not published" does not
necessarily leave every day.

--on keeps the flights published for a day. It filters here, after the service
has answered.`,
		Example: `  travel flights schedules DXB LHR
  travel flights schedules London "New York" --on fri --airline BA
  travel flights schedules DXB SIN --tsv`,
		Args:        arguments("FROM TO", 2, 2),
		Annotations: map[string]string{"operationId": "getFlightSchedules"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.from, o.to = args[0], args[1]
			return runFlightsSchedules(cmd.Context(), o)
		},
	}
	o.params.addFlags(cmd, "from", "to")
	setFlagGroup(cmd.Flags().VarPF(&o.on, "on", "", "Show only the flights published for this day; filtered here (such as "+dateForms+")"), groupFilter)
	setFlagGroup(cmd.Flags().Lookup("airline"), groupFilter)
	o.pages.addFlags(cmd, o.params.Operation)
	a.addColumns(cmd, flightview.Timetable{})
	completeNothing(cmd)
	return cmd
}

// dayFlag is a flag that takes a day of the date grammar.
type dayFlag struct {
	dates *dateBase
	iso   string // YYYY-MM-DD, "" when the flag was not given
}

func (d *dayFlag) String() string { return "" }
func (d *dayFlag) Type() string   { return "date" }
func (d *dayFlag) Set(text string) error {
	iso, ok := parseDate(text, d.dates.day())
	if !ok {
		return usageError{Arg: "--on", Given: text, Want: "a day such as " + dateForms}
	}
	d.iso = iso
	return nil
}

func (o *flightsSchedulesOptions) check() error {
	if err := o.app.checkRoute(o.from, o.to); err != nil {
		return err
	}
	if err := o.pages.apply(o.params); err != nil {
		return err
	}
	if o.on.iso != "" && !o.app.text() {
		return misuse{
			Text: "--on filters the rows shown to people; JSON is the service's own timetable, so filter it with --jq",
			Next: "travel flights schedules --help",
		}
	}
	return nil
}

func runFlightsSchedules(ctx context.Context, o *flightsSchedulesOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	choice, err := o.app.choose(ctx, o.params, chosen{})
	if err != nil {
		return err
	}
	client, err := o.app.client(ctx)
	if err != nil {
		return err
	}
	if err := o.resolve(ctx, client); err != nil {
		return err
	}
	params := desk.Request[apiclient.GetFlightSchedulesParams](o.params.Params)
	answer, err := client.GetFlightSchedules(ctx, &params)
	if err != nil {
		return fmt.Errorf("read the timetable: %w", err)
	}
	schedule := answer.Value
	all, pagesErr := o.morePages(ctx, client, params, schedulePage(answer))
	schedule.Results, schedule.Metadata.ResultCount, schedule.Metadata.HasMore = all.rows, len(all.rows), all.more
	facts := newFacts("getFlightSchedules")
	choice.recordLanguage(&facts)
	facts.SiteCode, facts.SiteCodeSource = schedule.Metadata.SiteCode, fromDefault
	if choice.site.value != "" {
		facts.SiteCode, facts.SiteCodeSource = choice.site.value, choice.site.source
	}
	if schedule.Metadata.Coverage == apiclient.CoverageTruncated {
		facts.Warnings = append(facts.Warnings, truncatedList)
	}
	view := timetable(schedule, timetableAsked{on: o.on.iso, today: o.app.env.Now()})
	facts.Next = append(facts.Next, view.Next...)
	return cmp.Or(o.app.answerPages(all.bodies, len(all.rows), facts, view, view.Notes), pagesErr)
}

// morePages reads what follows the first page, as far as it is wanted.
func (o *flightsSchedulesOptions) morePages(ctx context.Context, client *apiclient.Client, params apiclient.GetFlightSchedulesParams, first onePage[apiclient.ScheduledFlight]) (gathered[apiclient.ScheduledFlight], error) {
	return gather(ctx, o.pages, first, func(ctx context.Context, n int) (onePage[apiclient.ScheduledFlight], error) {
		page := params
		page.Page = &n
		answer, err := client.GetFlightSchedules(ctx, &page)
		if err != nil {
			return onePage[apiclient.ScheduledFlight]{}, fmt.Errorf("read page %d of the timetable: %w", n, err)
		}
		return schedulePage(answer), nil
	})
}

func schedulePage(answer *apiclient.Answer[apiclient.ScheduleResults]) onePage[apiclient.ScheduledFlight] {
	meta := answer.Value.Metadata
	return onePage[apiclient.ScheduledFlight]{body: answer.Body, rows: answer.Value.Results, total: meta.TotalCandidates, more: meta.HasMore}
}

// resolve fills both ends of the route with codes.
func (o *flightsSchedulesOptions) resolve(ctx context.Context, client *apiclient.Client) error {
	from, to, err := o.app.resolveRoute(ctx, client, o.from, o.to)
	if err != nil {
		return err
	}
	if err := o.params.set("from", "FROM", from.code); err != nil {
		return err
	}
	return o.params.set("to", "TO", to.code)
}
