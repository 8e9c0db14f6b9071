// Package weekends has the commands about long weekends.
package weekends

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/weekends"
	"travel.example/travel/internal/render/weekendview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// options are what travel weekends uses.
type options struct {
	desk    *desk.Desk
	out     *cli.Printer
	flags   *cli.Flags
	stdout  io.Writer
	now     func() time.Time
	request weekends.Request

	sort string
	file string // that the weekends are written to, as iCalendar
}

// marketWords is how many words MARKET may have without quotes.
const marketWords = 6

// New makes the command.
func New(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	delete(cmd.Annotations, "operationId") // travel flights search is its command
	o := &options{desk: run.Desk(), out: run.Out(), flags: run.Flags, stdout: run.Env.Stdout, now: run.Env.Now}
	o.request.Query = body
	cmd.Long = `Find the long weekends ahead: three or more free days in a row, by the public holidays and
the weekend of a market. It makes no search.

MARKET is a country, by its name or its code; without it, your own market. --bridge takes working
days off between a holiday and a weekend. Those that need no day off come first, then those with the most free
days for each day off. A holiday is as the service tells it: it tells whole days only, and none of a
region alone.`
	cmd.Example = `  travel weekends
  travel weekends Germany --bridge 2
  travel weekends PT --when 2027-05 --sort date
  travel weekends GB --bridge 4 --ics weekends.ics`
	cmd.Args = cli.ArgumentsOr("[MARKET]", 0, marketWords)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.request.Market, o.request.Sort = strings.Join(args, " "), weekends.Order(o.sort)
		return runWeekends(cmd.Context(), o)
	}
	cli.AddParams(cmd, body, otherThan(body, "locale")...)
	o.addTo(run, cmd)
	return run.Prints(cmd, schema.Document(weekends.Document{}, desk.Meta{}))
}

// otherThan are the parameters beside those of these names.
func otherThan(p *params.Values, names ...string) (others []string) {
	for _, param := range p.Op().Params {
		if !slices.Contains(names, param.Name) {
			others = append(others, param.Name)
		}
	}
	return others
}

// addTo gives the command its own flags.
func (o *options) addTo(run *cli.Run, cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&o.request.Bridge, "bridge", 1, "Working days that a long weekend may take off, 0 to 5")
	flags.StringVar(&o.request.When, "when", "", `Days to look in: 2027-03, march, +30d..+90d (default the year from today)`)
	flags.StringVar(&o.sort, "sort", string(weekends.ByGain), "Order: gain or date")
	flags.StringVar(&o.file, "ics", "", "Write them to this `file` for a calendar, or - to stdout")
	_ = cmd.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions([]string{"gain", "date"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("ics", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"ics"}, cobra.ShellCompDirectiveFilterFileExt
	})
	run.Columns(cmd, weekendview.List{})
}

func runWeekends(ctx context.Context, o *options) error {
	file, err := calendarFile(o.file)
	if err != nil {
		return err
	}
	if err := o.checkStdout(); err != nil {
		return err
	}
	found, err := weekends.Ahead(ctx, o.desk, &o.request)
	if err != nil {
		return err
	}
	if file != nil {
		if err := o.write(file, found); err != nil || file.stdout() {
			return err
		}
	}
	body, err := found.Body()
	if err != nil {
		return err
	}
	view := listView(found)
	return o.out.Print(body, found.Meta, view, view.Notes)
}

// listView lays long weekends out for a person.
func listView(w weekends.Weekends) weekendview.List {
	v := weekendview.List{
		Title: "Long weekends in " + countries.Named(w.Market),
		About: []string{dayWords(w.From) + " to " + dayWords(w.To), bridgeWords(w.Bridge)},
		Next:  w.Meta.Next,
	}
	if w.Own {
		v.About = slices.Insert(v.About, 0, "your market")
	}
	for _, row := range w.Rows {
		r := weekendview.Row{From: row.From, To: row.To, Off: row.Off, Gained: row.Gained}
		for _, h := range row.Holidays {
			r.Holidays = append(r.Holidays, weekendview.Holiday{Name: h.Name, From: h.From, To: h.To})
		}
		v.Rows = append(v.Rows, r)
	}
	v.Notes = notes(w)
	return v
}

func dayWords(t time.Time) string { return t.Format("2 Jan 2006") }

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
