// Package weekends has the commands for long weekends.
package weekends

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/weekends"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/countryview"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// options holds the dependencies and flags of travel weekends.
type options struct {
	*cli.Run
	spend   cli.SpendingFlags
	lists   cli.PlaceLists
	request weekends.TripsRequest

	sort  string
	file  string // the iCalendar file to write
	where string // its path after resolving symbolic links
	pairs bool   // search all pairs of days
}

// marketWords is the maximum number of words in an unquoted MARKET.
const marketWords = 6

// New returns the weekends command, the parent of the one that opens a trip.
func New(open func(*cli.Run) *cobra.Command) func(*cli.Run) *cobra.Command {
	return func(run *cli.Run) *cobra.Command {
		cmd := newWeekends(run)
		run.List(cmd, cli.Entry{Use: "open NUMBER PLACE", Short: "Open a weekend of the last list: its trips, cheapest first", Make: open})
		return cmd
	}
}

func newWeekends(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	delete(cmd.Annotations, "operationId") // the operation belongs to travel flights search
	read := ask.New("getFlightSearchResults", body.Days())
	o := &options{Run: run, lists: cli.PlaceLists{Stdin: run.Env.Stdin}}
	o.request.Query, o.request.View.Query = body, read
	cmd.Long = `Find the next long weekends: three or more days off in a row, made by the public holidays and the
weekend of a market. This uses no search.

MARKET is a country, by name or code; without it, your own market. --bridge adds working days that
you take off between a holiday and a weekend. Weekends that need no day off come first, then those
with the most free days for each day off. Only the service's holidays count: whole days, and none
that are observed only in one region.

With --from it adds the cost of a trip for each weekend: leaving the evening before and returning on
the last day, with one search for each weekend and place, at most 20. travel first tells you how
many, and asks above 7.`
	cmd.Example = `  travel weekends
  travel weekends Germany --bridge 2 --ics weekends.ics
  travel weekends --from DXB --to LIS,IST --budget 900 --leave-after 17
  travel weekends open 1 IST`
	cmd.Args = cli.ArgumentsOr("[MARKET]", 0, marketWords)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.request.Market, o.request.Sort = strings.Join(args, " "), weekends.Order(o.sort)
		if err := checkMarket(cmd, body, args); err != nil {
			return err
		}
		if o.request.From == "" {
			if err := needFrom(cmd); err != nil {
				return err
			}
		}
		if err := cmp.Or(o.checkFile(), o.checkStdout()); err != nil {
			return err
		}
		if o.request.From != "" {
			return o.away(cmd.Context())
		}
		found, err := weekends.Ahead(cmd.Context(), run.Desk(), body, &o.request.Request)
		if err != nil {
			return err
		}
		if o.file != "" {
			if err := o.write(found); err != nil || o.file == toStdout {
				return err
			}
		}
		json, err := found.Body()
		if err != nil {
			return err
		}
		view := listView(found)
		return run.Out().Print(json, found.Meta, view, view.Notes)
	}
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	o.addTo(run, cmd)
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "sort", "page", "pageSize")
	run.Emits("trip", tripEvent{})
	return run.Prints(cmd, schema.Document(weekends.Document{}, desk.Meta{}), schema.Document(weekends.TripsDocument{}, desk.Meta{})) // with --from
}

// needFrom rejects flags about going away if --from is missing.
func needFrom(cmd *cobra.Command) error {
	free := []string{"--bridge", "--when", "--sort", "--ics", "--locale", "--site-code", "--columns", "--help", "--dry-run"}
	given := slices.DeleteFunc(cli.Given(cmd), func(name string) bool { return slices.Contains(free, name) })
	need := "need"
	switch len(given) {
	case 0:
		return nil
	case 1:
		need = "needs"
	}
	return problem.Usagef("%s %s --from, the place that you leave from", words.And(given), need).
		Advise("such as: travel weekends --from DXB --to LIS,IST")
}

// checkMarket rejects an argument that is not a country, and suggests a command if it looks like a mistyped one.
func checkMarket(cmd *cobra.Command, query *ask.Values, args []string) error {
	err := ask.New("getCountryHolidays", query.Days()).Set("countryCode", "MARKET", strings.Join(args, " "))
	if _, several := errors.AsType[ask.SeveralError](err); several || len(args) == 0 {
		return nil // the user will be asked which one
	}
	return cli.OrCommand(cmd, args, err)
}

// addTo adds the flags that only this command has.
func (o *options) addTo(run *cli.Run, cmd *cobra.Command) {
	flags, from := cmd.Flags(), &o.request.Sources
	flags.IntVar(&o.request.Bridge, "bridge", 1, "Working days to take off at most, 0 to 5")
	flags.StringVar(&o.request.When, "when", "", `Days to look in: 2027-03, march, +30d..+90d (default the year from today)`)
	flags.StringVar(&o.sort, "sort", string(weekends.ByGain), "Order: gain or date")
	flags.StringVar(&o.file, "ics", "", "Write the weekends to this `file` for a calendar, or - for stdout")
	flags.StringVar(&o.request.From, "from", "", "Show the cost of a trip from this `place`")
	flags.StringArrayVar(&o.lists.Given, "to", nil, "Go to these `places`: codes or names separated by commas, @FILE with one per line, or @- for stdin")
	flags.StringVar(&from.Near, "near", "", "Go to places near this `place`: a code, a name or LAT,LNG")
	flags.StringVar(&from.VisaFree, "visa-free", "", "Go to countries that are visa-free for this `passport`")
	flags.StringVar(&o.request.Budget, "budget", "", "Mark trips that cost more than this `amount` for the whole party")
	flags.StringVar(&o.request.LeaveAfter, "leave-after", "", "Leave at this `time` of day or later, such as 17:30")
	flags.BoolVar(&o.pairs, "all-pairs", false, "Also search for leaving on the first day off and for returning a day earlier")
	for _, name := range []string{"from", "to", "near", "visa-free", "budget", "leave-after", "all-pairs"} {
		cli.SetGroup(flags.Lookup(name), cli.GroupFilter)
	}
	o.spend.AddTo(cmd)
	_ = cmd.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions([]string{"gain", "date"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("ics", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"ics"}, cobra.ShellCompDirectiveFilterFileExt
	})
	run.Completion().Places(cmd, "from", "to", "near")
	run.Completion().Countries(cmd, "visa-free")
	run.EventsOf(cmd, "the searches run: created, trip, waiting, settled, error")
	run.Columns(cmd, countryview.Weekends{}, func() render.View {
		if o.request.From == "" {
			return nil
		}
		return priceview.Weekends{}
	})
	cli.UsedMost(cmd, cli.Used{Flag: "bridge", About: "Working days to take off at most, 0 to 5 (default 1)"},
		cli.Used{Flag: "when", About: "A month or two days, such as +30d..+90d"},
		cli.Used{Flag: "ics", About: "Write them to a file for your calendar"}, cli.Used{Flag: "from", About: "Show the cost of a trip from this place"},
		cli.Used{Flag: "to", About: "Places to go to, such as LIS,IST, or @FILE"}, cli.Used{Flag: "visa-free", About: "Visa-free places for a passport, such as IN"},
		cli.Used{Flag: "budget", About: "Mark trips that cost more for the whole party"}, cli.Used{Flag: "leave-after", About: "Leave at this time or later"},
		cli.Used{Flag: "yes", About: "Make the searches without asking"}, cli.Used{Flag: "max-searches", About: "Make at most this many searches"})
}

// listView lays out long weekends.
func listView(w weekends.Weekends) countryview.Weekends {
	v := countryview.Weekends{
		Title: "Long weekends in " + countries.Named(w.Market),
		About: []string{desk.DaysText(w.From.Format(ask.ISO), w.To.Format(ask.ISO)), bridgeWords(w.Bridge)},
		Next:  paste.Commands(w.Meta.Next),
	}
	if w.Own {
		v.About = slices.Insert(v.About, 0, "your market")
	}
	for _, row := range w.Rows {
		r := countryview.Weekend{DaySpan: countryview.DaySpan{From: row.From, To: row.To}, Off: row.Off, Gained: row.Gained}
		for _, h := range row.Holidays {
			r.Holidays = append(r.Holidays, countryview.Holiday{Name: h.Name, DaySpan: countryview.DaySpan{From: h.From, To: h.To}})
		}
		v.Rows = append(v.Rows, r)
	}
	v.Notes = notes(w)
	return v
}

func bridgeWords(bridge int) string {
	if bridge == 0 {
		return "no day off"
	}
	return "up to " + words.Plural(bridge, "day", "days") + " off each"
}

func notes(w weekends.Weekends) []string {
	var notes []string
	if len(w.Rows) == 0 {
		text := "There is none between these days"
		if w.Bridge < weekends.MostBridge {
			text += fmt.Sprintf("; --bridge %d takes more days off", w.Bridge+1)
		}
		notes = append(notes, text+".")
	}
	if !slices.Equal(w.Weekend, countries.UsualWeekend()) {
		var days []string
		for _, day := range w.Weekend {
			days = append(days, day.String())
		}
		notes = append(notes, fmt.Sprintf("The weekend of %s is counted as %s.", w.Market, words.And(days)))
	}
	return append(notes, w.Meta.Warnings...)
}
