// Package report has the command that writes offers to a page, message or calendar for someone else.
package report

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/report"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// options holds the dependencies and flags of travel report.
type options struct {
	*cli.Run
	rows    []string
	kept    bool
	title   string
	file    string
	md, ics bool
	open    bool
	force   bool
}

// printed is a report as --json prints it.
type printed struct {
	document.Report
	File string `json:"file,omitempty"` // the file it was written to
}

// New returns the report command.
func New(run *cli.Run) *cobra.Command {
	o := &options{Run: run}
	cmd := &cobra.Command{
		Long: `Write a report about trips and hotels for someone else: a self-contained web page, a message, or a
calendar. It has a map of the routes, each journey to scale in local times, the price from each
seller with the time it was seen, and only links that do not expire.

ROW is trip:2 or hotel:3 of the last lists, a fare or a rate with its letter (2a), a kept offer
(kept:2 or its name), an id, or a row number of the last list printed. Without ROW, the report is
about the last list of trips or hotels, at most 10 rows. It makes no search: for an offer whose
search has expired it shows what was kept, and says what is unknown.

The file name determines the format: .html, .md or .ics. Without -o, a page or a calendar is written
to a file in this directory, named after its content, and a message to stdout; in a pipe, all are
written to stdout.`,
		Example: `  travel report
  travel report trip:1 trip:3 hotel:2 -o lisbon.html
  travel report --kept -o trip.ics
  travel report trip:1 --md`,
		Args: atMost,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.rows = args
			return runReport(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.kept, "kept", false, "Report all kept offers")
	flags.VarP(cli.Text(&o.file, "-o", "a file that ends in .html, .md or .ics, or - for stdout"), "output", "o", "Write to this `file`, or - for stdout")
	flags.BoolVar(&o.md, "md", false, "Write Markdown, for a message")
	flags.BoolVar(&o.ics, "ics", false, "Write iCalendar, for a calendar")
	flags.StringVar(&o.title, "title", "", "Title of the report")
	flags.BoolVar(&o.open, "open", false, "Open the report when it is written")
	flags.BoolVar(&o.force, "force", false, "Replace a file that travel did not make")
	_ = cmd.RegisterFlagCompletionFunc("output", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"html", "md", "ics"}, cobra.ShellCompDirectiveFilterFileExt
	})
	run.Completion().Offers(cmd, report.Most)
	return run.Prints(cmd, schema.Document(printed{}, desk.Meta{}))
}

// atMost rejects more rows than a report can have.
func atMost(_ *cobra.Command, rows []string) error {
	if len(rows) > report.Most {
		return problem.Usagef("%d rows are named, and %d is the most of one report", len(rows), report.Most)
	}
	return nil
}

func runReport(ctx context.Context, o *options) error {
	to, err := o.target()
	if err != nil {
		return err
	}
	if err := to.check(); err != nil {
		return err
	}
	rows, more, err := o.find(ctx)
	if err != nil {
		return err
	}
	made, err := report.Make(ctx, o.Desk(), rows, o.title)
	if err != nil {
		return err
	}
	o.Out().NoteSample()
	if to.path == "" && !to.stdout && !to.none {
		to.path = fileName(made.Title) + "." + string(to.form)
		if err := to.check(); err != nil {
			return err
		}
	}
	text := to.form.text(made.Report)
	if err := to.write(text); err != nil {
		return err
	}
	if more > 0 {
		text := paste.Words(report.More(more, rows))
		made.Meta.Warn(text)
	}
	return o.tell(made, to, len(text))
}

// find returns the requested rows and how many more their list has.
func (o *options) find(ctx context.Context) (rows []report.Row, more int, err error) {
	switch {
	case o.kept && len(o.rows) > 0:
		return nil, 0, problem.Usagef("--kept is all that you keep, and ROW names single rows; give one of the two")
	case o.kept:
		rows, err = report.Kept(o.Desk())
	case len(o.rows) > 0:
		rows, err = report.Named(ctx, o.Desk(), o.rows)
	default:
		return report.Listed(o.Desk())
	}
	return rows, 0, err
}

// tell says what was written, and opens it if asked to.
func (o *options) tell(made report.Report, to *target, size int) error {
	if o.Out().Format() == render.FormatJSON {
		if err := o.Out().PrintValue(printed{made.Report, to.path}, made.Meta, nil, nil); err != nil {
			return err
		}
	} else {
		for _, text := range made.Meta.Warnings {
			_ = o.Out().Stderr().Warning(text)
		}
	}
	if to.path == "" {
		return nil
	}
	kilobytes := words.Thousands(fmt.Sprint((size + 1023) / 1024))
	o.Out().Notice("%s %s: %s, %s KB.", to.verb, to.path, contents(made.Report), kilobytes)
	if !o.open {
		return nil
	}
	path, err := to.absolute()
	if err != nil {
		return err
	}
	return o.ShowFile(path)
}

// contents counts the trips and hotels in a report.
func contents(r document.Report) string {
	var parts []string
	if n := len(r.Trips); n > 0 {
		parts = append(parts, words.Counted(n, "trip"))
	}
	if n := len(r.Hotels); n > 0 {
		parts = append(parts, words.Counted(n, "hotel"))
	}
	return words.And(slices.Clip(parts))
}
