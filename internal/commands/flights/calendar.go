package flights

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/priceview"
)

// calendarOptions are what travel flights calendar uses.
type calendarOptions struct {
	desk    *desk.Desk
	reports *cli.Reports
	out     *cli.Printer
	flags   *cli.Flags
	now     func() time.Time
	spend   cli.SpendingFlags
	request flights.CalendarRequest

	nights, grid string
}

// whenWords is how many words WHEN may have without quotes.
const whenWords = 6

func newCalendar(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	read := params.New("getFlightSearchResults", body.Days())
	o := &calendarOptions{desk: run.Desk(), reports: run.Reports(nil), out: run.Out(), flags: run.Flags, now: run.Env.Now}
	o.request = flights.CalendarRequest{Query: body, View: flights.View{Query: read}}
	cmd.Long = `See what each day costs: the cheapest trip of each, in a calendar. Every day is a search of
its own, and spends one of your searches.

WHEN is a month (2027-03, march), two days (+30d..+60d) or a day with those around it
("12 mar" --flex 3); without it, the 31 days from tomorrow. A range of --nights makes a grid.

You are told first how many searches it makes and about how long it takes: a month about three
minutes. Above 7 you are asked; a script says --yes or --max-searches. Ctrl-C keeps what is
there, and the same command goes on where it stopped: prices are kept for 30 minutes. They are of
the whole party, fees included; a day that was not asked has none.`
	cmd.Example = `  travel flights calendar DXB LHR
  travel flights calendar DXB LON march --max-stops 0 --nights 7
  travel flights calendar Lisbon "New York" "12 mar" --flex 3 --nights 3-5
  travel flights calendar open 12`
	cmd.Args = cli.ArgumentsOr("FROM TO [WHEN]", 2, 2+whenWords)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.request.From, o.request.To, o.request.When = args[0], args[1], strings.Join(args[2:], " ")
		return runCalendar(cmd.Context(), o)
	}
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "sort", "page", "pageSize")
	o.addTo(run, cmd)
	cli.UsedMost(cmd, cli.Used{Flag: "nights", About: "A return of so many nights, or a range: 7, 3-5"},
		cli.Used{Flag: "flex", About: "Days on both sides of a single day (default 3)"},
		cli.Used{Flag: "max-stops", About: "Most stops on each leg; 0 is a calendar of nonstop flights"},
		cli.Used{Flag: "adults", About: "Adults, 1 to 9 (default 1)"},
		cli.Used{Flag: "yes", About: "Make the searches without a question"}, cli.Used{Flag: "max-searches", About: "Make at most so many"},
		cli.Used{Flag: "fresh", About: "Ask again for what is known"}, cli.Used{Flag: "currency", About: "Currency of the prices, such as EUR"})
	run.List(cmd, cli.Entry{Use: "open DAY", Short: "Open a day of the last calendar: its trips, the cheapest first", Make: newCalendarOpen})
	return cmd
}

// addTo gives the command its own flags.
func (o *calendarOptions) addTo(run *cli.Run, cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.nights, "nights", "", "Search a return of so many nights, or of each number in a `range` such as 3-5")
	flags.IntVar(&o.request.Flex, "flex", 3, "Days on both sides, where WHEN is a single day")
	flags.StringVar(&o.grid, "grid", "nights", "What the columns are with a range of --nights: nights or return")
	o.spend.AddTo(cmd)
	_ = cmd.RegisterFlagCompletionFunc("grid", cobra.FixedCompletions([]string{"nights", "return"}, cobra.ShellCompDirectiveNoFileComp))
	run.EventsOf(cmd, "the searches run: created, cell, waiting, settled, error")
	run.Columns(cmd, priceview.Calendar{})
}

// check reads the flags that are this command's own.
func (o *calendarOptions) check() (err error) {
	if o.nights != "" {
		if o.request.Nights, err = flights.ParseNights(o.nights); err != nil {
			return err
		}
	}
	if o.request.Flex < 0 || o.request.Flex > 31 {
		return problem.NotAccepted("--flex", strconv.Itoa(o.request.Flex), "a number of days from 0 to 31", "")
	}
	if o.grid != "nights" && o.grid != "return" {
		return problem.NotAccepted("--grid", o.grid, "nights or return", "")
	}
	o.request.Spending, err = o.spend.Spending(o.flags)
	return err
}

func runCalendar(ctx context.Context, o *calendarOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	following := &cli.Filling[flights.Calendar]{Reports: o.reports, Now: o.now, Draw: func(cal flights.Calendar) (render.Ranked, int, int) {
		return o.view(cal), len(cal.Cells) - cal.Tally().Unknown(), len(cal.Cells)
	}}
	o.request.Begin, o.request.Held = following.Begin, following.Held
	o.request.Told = func(i int, c flights.Cell) { following.Change(toldCell(i, c)) }
	cal, err := flights.PriceCalendar(ctx, o.desk.Reporting(o.reports), &o.request)
	following.End()
	if len(cal.Cells) == 0 {
		return err
	}
	if problem.ClassOf(err) == problem.Interrupted {
		cal.Meta.Warn("The calendar was interrupted; the same command goes on where it stopped.")
	}
	if printErr := o.print(cal); printErr != nil {
		return printErr
	}
	return err
}

func (o *calendarOptions) print(cal flights.Calendar) error {
	body, err := cal.Body()
	if err != nil {
		return err
	}
	if o.out.Events() {
		return o.reports.Settled(body, cal.Meta)
	}
	view := o.view(cal)
	view.Status, view.Notes, view.Next = o.out.Spent(cli.TallyWords(cal.Tally(), "without a trip", cal.Spent)), calendarNotes(cal, o.now()), cal.Meta.Next
	view.Status += ". Prices: whole party, fees included."
	return o.out.Print(body, cal.Meta, view, append([]string{view.Status}, view.Notes...))
}
