// Package weekends has the commands for long weekends.
package weekends

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/calendars"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/weekends"
	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/countryview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// options holds the dependencies and flags of travel weekends.
type options struct {
	*cli.Run
	spend   cli.SpendingFlags
	to      []string
	request weekends.TripsRequest

	file  string // the iCalendar file to write
	where string // its path after resolving symbolic links
}

// marketWords is the maximum number of words in an unquoted MARKET.
const marketWords = 6

// New returns the weekends command, the parent of the one that open makes.
func New(run *cli.Run, open func(*cli.Run) *cobra.Command) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	delete(cmd.Annotations, "operationId") // the operation belongs to travel flights search
	read := ask.New("getFlightSearchResults", body.Days())
	o := &options{Run: run}
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
		o.request.Market = strings.Join(args, " ")
		// A word that is not a country may be a mistyped command. If it is several, the user is asked which one.
		err := ask.New("getCountryHolidays", body.Days()).Set("countryCode", "MARKET", o.request.Market)
		if _, several := errors.AsType[ask.SeveralError](err); err != nil && !several && len(args) > 0 {
			return cli.OrCommand(cmd, args, err)
		}
		if o.request.From == "" {
			if err := needFrom(cmd); err != nil {
				return err
			}
		}
		if err := o.checkFile(); err != nil {
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
	run.List(cmd, cli.Entry{Use: "open NUMBER PLACE", Short: "Open a weekend of the last list: its trips, cheapest first", Make: open})
	return run.Prints(cmd, schema.Document(weekends.Document{}, desk.Meta{}), schema.Document(weekends.TripsDocument{}, desk.Meta{})) // with --from
}

// needFrom rejects flags about going away if --from is missing.
func needFrom(cmd *cobra.Command) error {
	free := []string{"bridge", "when", "sort", "ics", "locale", "site-code", "columns", "help", "dry-run"}
	var given []string
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Changed && !slices.Contains(free, f.Name) {
			given = append(given, "--"+f.Name)
		}
	})
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

// addTo adds the flags that only this command has.
func (o *options) addTo(run *cli.Run, cmd *cobra.Command) {
	flags, from := cmd.Flags(), &o.request.Sources
	flags.IntVar(&o.request.Bridge, "bridge", 1, "Maximum number of working days to take off, 0 to 5")
	flags.StringVar(&o.request.When, "when", "", `Days to look in: 2027-03, march, +30d..+90d (default the year from today)`)
	o.request.Sort = weekends.ByGain
	flags.Var(cli.OneOf(&o.request.Sort, "--sort", weekends.ByGain, weekends.ByDate), "sort", "Order: gain or date")
	flags.StringVar(&o.file, "ics", "", "Write the weekends to this `file` for a calendar, or - for stdout")
	flags.StringVar(&o.request.From, "from", "", "Show the cost of a trip from this `place`")
	flags.StringArrayVar(&o.to, "to", nil, "Go to these `places`: codes or names separated by commas, @FILE with one per line, or @- for stdin")
	flags.StringVar(&from.Near, "near", "", "Go to places near this `place`: a code, a name or LAT,LNG")
	flags.StringVar(&from.VisaFree, "visa-free", "", "Go to countries that are visa-free for this `passport`")
	flags.StringVar(&o.request.Budget, "budget", "", "Mark trips that cost more than this `amount` for the whole party")
	flags.StringVar(&o.request.LeaveAfter, "leave-after", "", "Leave at this `time` of day or later, such as 17:30")
	flags.BoolVar(&o.request.AllPairs, "all-pairs", false, "Also search for leaving on the first day off and for returning a day earlier")
	cli.InGroup(flags, cli.GroupFilter, "from", "to", "near", "visa-free", "budget", "leave-after", "all-pairs")
	o.spend.AddTo(cmd)
	run.EventsOf(cmd, "the searches run: created, trip, waiting, settled, error")
	run.Columns(cmd, countryview.Weekends{}, func() render.View {
		if o.request.From == "" {
			return nil
		}
		return priceview.Weekends{}
	})
	cli.UsedMost(cmd, "bridge\tMaximum number of working days to take off, 0 to 5 (default 1)",
		"when\tA month or two days, such as +30d..+90d",
		"ics\tWrite them to a file for your calendar", "from", "to\tPlaces to go to, such as LIS,IST, or @FILE",
		"visa-free\tVisa-free places for a passport, such as IN", "budget\tMark trips that cost more for the whole party",
		"leave-after\tLeave at this time or later", "yes", "max-searches")
}

// listView lays out long weekends.
func listView(w weekends.Weekends) countryview.Weekends {
	off := "no day off"
	if w.Bridge > 0 {
		off = "up to " + words.Plural(w.Bridge, "day", "days") + " off each"
	}
	v := countryview.Weekends{Frame: grid.Frame{
		Title: "Long weekends in " + countries.Named(w.Market),
		About: []string{desk.DaysText(w.From.Format(ask.ISO), w.To.Format(ask.ISO)), off},
		Next:  paste.Commands(w.Meta.Next),
	}}
	if w.Own {
		v.About = slices.Insert(v.About, 0, "your market")
	}
	for _, row := range w.Rows {
		r := countryview.Weekend{Days: row.Days, Off: row.Off, Gained: row.Gained}
		for _, h := range row.Holidays {
			r.Holidays = append(r.Holidays, countryview.Holiday{Name: h.Name, Days: h.Days})
		}
		v.Rows = append(v.Rows, r)
	}
	if len(w.Rows) == 0 {
		text := "There is none between these days"
		if w.Bridge < weekends.MostBridge {
			text += fmt.Sprintf("; --bridge %d takes more days off", w.Bridge+1)
		}
		v.Notes = append(v.Notes, text+".")
	}
	if note := countries.UnusualWeekend(w.Market, w.Weekend); note != "" {
		v.Notes = append(v.Notes, note)
	}
	v.Notes = append(v.Notes, w.Meta.Warnings...)
	return v
}

// away combines the long weekends with places and prices. A person sees the weekends before being asked how many
// searches to use.
func (o *options) away(ctx context.Context) (err error) {
	if o.file == toStdout {
		return problem.Usagef("--ics - and the trips of --from both go to stdout; give --ics a file, or leave --from out")
	}
	if o.request.To, err = o.Places(o.to); err != nil {
		return err
	}
	o.request.Spending = o.spend.Spending(o.Flags)
	var failed error // from writing or printing the weekends first
	o.request.Free = func(w weekends.Weekends) {
		if o.file != "" {
			failed = o.write(w)
		}
		if o.Out().Terminal().TTY && o.Out().Format() == render.FormatText && !o.Out().Events() {
			view := listView(w)
			view.Next = nil
			failed = cmp.Or(failed, o.Out().Answer().Print(view))
			fmt.Fprintln(o.Env.Stdout)
		}
	}
	survey := cli.Survey[weekends.Trips, *weekends.Trips]{
		Run: o.Run, Prices: "Prices: whole party, fees included.", None: "without a trip",
		View: tripsView, Notes: tripsNotes,
		Event: func(t *weekends.Trips, i int) any { return tripEvent{"trip", t.JSON(t.Cells[i])} },
	}
	return survey.Show(&o.request.SurveyRequest, func(d *desk.Desk) (weekends.Trips, error) {
		t, err := weekends.Away(ctx, d, &o.request)
		if failed != nil {
			return weekends.Trips{}, failed
		}
		return t, err
	})
}

// tripEvent is printed for a trip with new data.
type tripEvent struct {
	Event string `json:"event"` // always "trip"
	weekends.TripJSON
}

// tripsView lays out trips.
func tripsView(t *weekends.Trips, foot cli.Foot) cli.View {
	from, asked := t.Candidates.From, t.Base.Flight
	v := priceview.Weekends{
		Frame: grid.Frame{
			Title:  "Away from " + strings.TrimSpace(from.Name+" "+from.Code),
			About:  []string{"on long weekends in " + countries.Named(t.Market), asked.Party(), strings.ReplaceAll(asked.Cabin, "_", " "), t.Currency()},
			View:   present.FiltersOf(t.Base.View, t.Currency()).Line(),
			Status: foot.Status, Notes: foot.Notes, Next: foot.Next,
		},
		Locale: t.Survey.Locale.Language.Value,
	}
	if t.Budget != "" {
		v.Budget = offer.Money{Amount: t.Budget, Currency: t.Currency()}
		v.About = append(v.About, "budget "+t.Budget)
	}
	for _, row := range t.Rows {
		v.Rows = append(v.Rows, priceview.Weekend{From: row.From, To: row.To, DaysOff: len(row.Off)})
	}
	for _, place := range t.List {
		v.Places = append(v.Places, priceview.Place{Code: place.Code, Name: place.Name, Country: place.Country})
	}
	for _, trip := range t.Cells {
		v.Cells = append(v.Cells, priceview.Away{
			Weekend: trip.Goal.Weekend - 1, Place: t.Place(trip), Within: grid.AnswerOf(t.Within(trip)), Cell: calendars.Cell(trip),
		})
	}
	for n, i := range t.Cheapest() {
		away := &v.Cells[i]
		away.Cheapest = n == 0
		same := func(b priceview.Away) bool { return b.Weekend == away.Weekend && b.Place == away.Place }
		if len(v.Best) < 3 && !slices.ContainsFunc(v.Best, same) { // of a weekend and a place one each
			v.Best = append(v.Best, *away)
		}
	}
	return v
}

// tripsNotes says what was saved and left out, and why trips failed.
func tripsNotes(t *weekends.Trips, saved string) (notes []string) {
	add := func(text string) { notes = append(notes, text) }
	if saved != "" {
		add(saved)
	}
	if t.NotAsked > 0 {
		more := min(2*len(t.Cells), len(t.Cells)+t.NotAsked)
		add(fmt.Sprintf("%s not searched; --max-searches %d searches more.", words.Plural(t.NotAsked, "other trip was", "other trips were"), more))
	}
	if left := t.Left.Words(); left != "" {
		add("Left out: " + left + ".")
	}
	for _, trip := range t.Cells {
		if trip.Err != nil {
			add(fmt.Sprintf("Weekend %d in %s failed: %s", trip.Goal.Weekend, trip.Goal.Code, trip.Err))
			add("The same command tries again what has failed.")
			break
		}
	}
	return notes
}

// toStdout is the file name that means stdout.
const toStdout = "-"

// checkFile checks that a calendar can be written to the file of --ics and resolves its path. It rejects an
// existing file that travel did not make, and two answers on stdout.
func (o *options) checkFile() (err error) {
	switch o.file {
	case "":
		return nil
	case toStdout:
		if o.Out().Format() != render.FormatText {
			return problem.Usagef("--ics - and another form of the answer both go to stdout; give --ics a file")
		}
		return nil
	}
	if o.where, _, err = store.Target(o.file, store.Mark{Near: ics.Product}); err != nil {
		failure := problem.Usagef("--ics %s cannot be written: %v", words.Quote(o.file), err).
			Advise("give the path of a new file, such as weekends.ics, or - for stdout")
		if store.Full(err) {
			failure.Class, failure.Hint = problem.Local, "free some space on that disk, or give a file on another one"
		}
		return failure
	}
	return nil
}

// write writes the long weekends as a calendar.
func (o *options) write(w weekends.Weekends) error {
	text := w.Calendar(o.Env.Now()).Text()
	if o.file == toStdout {
		_, err := o.Env.Stdout.Write(text)
		return err
	}
	if err := store.Replace(o.where, text); err != nil {
		return fmt.Errorf("write --ics %s: %s", words.Quote(o.file), store.Why(err))
	}
	o.Out().Notice("Wrote %s to %s.", words.Counted(len(w.Rows), "long weekend"), o.file)
	return nil
}
