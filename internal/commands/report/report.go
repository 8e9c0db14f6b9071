// Package report has the command that writes offers to a page, message or calendar for someone else.
package report

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/report"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/page"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// options holds the dependencies and flags of travel report.
type options struct {
	*cli.Run
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
		Args: func(_ *cobra.Command, rows []string) error {
			if len(rows) > report.Most {
				return problem.Usagef("%d rows are named, and %d is the most of one report", len(rows), report.Most)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.report(cmd.Context(), args)
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
	return run.Prints(cmd, schema.Document(printed{}, desk.Meta{}))
}

// report writes the report about rows, or about the last list, and opens it if asked to.
func (o *options) report(ctx context.Context, names []string) error {
	to, err := o.target()
	if err != nil {
		return err
	}
	if err := to.check(); err != nil {
		return err
	}
	var rows []report.Row
	more := 0 // rows of the last list that are left out
	switch {
	case o.kept && len(names) > 0:
		return problem.Usagef("--kept is all that you keep, and ROW names single rows; give one of the two")
	case o.kept:
		rows, err = report.Kept(o.Desk())
	case len(names) > 0:
		rows, err = report.Named(ctx, o.Desk(), names)
	default:
		rows, more, err = report.Listed(o.Desk())
	}
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
	var text []byte
	switch to.form {
	case asMessage:
		text = page.Markdown(made.Report)
	case asCalendar:
		text = made.Report.Calendar().Text()
	default:
		text = page.HTML(made.Report)
	}
	switch {
	case to.none:
	case to.stdout:
		if _, err := o.Env.Stdout.Write(text); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
	default:
		if err := store.Replace(to.path, text); err != nil {
			return fmt.Errorf("write -o %s: %s", words.Quote(to.path), store.Why(err))
		}
	}
	if more > 0 {
		made.Meta.Warn(paste.Words(report.More(more, rows)))
	}
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
	var contents []string
	if n := len(made.Trips); n > 0 {
		contents = append(contents, words.Counted(n, "trip"))
	}
	if n := len(made.Hotels); n > 0 {
		contents = append(contents, words.Counted(n, "hotel"))
	}
	kilobytes := words.Thousands(fmt.Sprint((len(text) + 1023) / 1024))
	o.Out().Notice("%s %s: %s, %s KB.", to.verb, to.path, words.And(contents), kilobytes)
	if !o.open {
		return nil
	}
	path, err := filepath.Abs(to.path)
	if err != nil {
		return fmt.Errorf("find %s again: %w", words.Quote(to.path), err)
	}
	return o.ShowFile(path)
}

// A form is the format of a report, named after its file extension.
type form string

// The forms of a report.
const (
	asPage     form = "html"
	asMessage  form = "md"
	asCalendar form = "ics"
)

// endings maps file extensions, in lower case, to forms.
var endings = map[string]form{"": "", ".html": asPage, ".htm": asPage, ".md": asMessage, ".markdown": asMessage, ".ics": asCalendar}

// A target is where a report is written.
type target struct {
	form   form
	path   string // of a file; "" if it is named after the report or there is none
	stdout bool
	none   bool   // only the document is printed
	force  bool   // replace a file that travel did not make
	verb   string // what was done with the file: Wrote or Replaced
}

// target determines the form and the file from the flags.
func (o *options) target() (*target, error) {
	to := &target{path: o.file, force: o.force, verb: "Wrote"}
	refuse := func(text, hint string) (*target, error) { return nil, problem.Usagef("%s", text).Advise(hint) }
	if f := o.Out().Format(); f == render.FormatCSV || f == render.FormatTSV {
		return refuse("a report is no table; leave --csv and --tsv out", "as a document for programs: travel report --json")
	}
	form, known := endings[strings.ToLower(filepath.Ext(o.file))]
	switch {
	case o.md && o.ics:
		return refuse("--md and --ics are two forms of one report; give one of them", "write two reports, one after the other")
	case o.md:
		to.form = asMessage
	case o.ics:
		to.form = asCalendar
	case !known && o.file != toStdout:
		return refuse(fmt.Sprintf("-o %s: a file that ends in %s is not known; give one that ends in .html, .md or .ics", words.Quote(o.file), filepath.Ext(o.file)),
			"--md and --ics name the form of any file")
	default:
		to.form = form
	}
	if to.form == "" {
		to.form = asPage
	}
	if (o.md || o.ics) && known && form != "" && form != to.form {
		return refuse(fmt.Sprintf("-o %s and --%s name two forms of the report; give one of them", words.Quote(o.file), to.form), "use the ending of the file name for the format")
	}
	json := o.Out().Format() == render.FormatJSON
	switch {
	case o.file == toStdout, o.file == "" && !json && !o.open && (!o.Env.OutTerm.TTY || to.form == asMessage):
		to.path, to.stdout = "", true
	case o.file == "" && json && !o.open:
		to.none = true
	}
	switch {
	case to.stdout && json:
		return refuse("-o - and --json both go to stdout; give -o a file", "or leave -o out: travel report --json prints the document alone")
	case to.stdout && o.open:
		return refuse("--open shows a file, and -o - writes none; give -o a file, or leave it out", "such as: travel report -o trip.html --open")
	}
	return to, nil
}

// toStdout is the file name that means stdout.
const toStdout = "-"

// check reports whether the file can be written. It rejects an existing file that travel did not make, unless
// --force is given.
func (t *target) check() error {
	if t.path == "" {
		return nil
	}
	where, there, err := store.Target(t.path,
		store.Mark{Near: `<meta name="generator" content="` + page.Generator + `">`}, store.Mark{Near: ics.Product}, store.Mark{Last: page.MadeWith})
	hint := "give the path of a new file, such as trip.html, or - for stdout"
	if errors.Is(err, store.ErrForeign) {
		hint = "give another file, or replace it: --force"
		if t.force {
			err = nil
		}
	}
	if err != nil {
		return problem.Usagef("-o %s cannot be written: %v", words.Quote(t.path), err).Advise(hint)
	}
	if t.path = where; there {
		t.verb = "Replaced"
	}
	return nil
}

// longestName is the maximum length of a file name in letters, without its extension.
const longestName = 60

// fileName derives a file name from a report's title, such as "lisbon-to-madrid-fri-27-nov-2026".
func fileName(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(clean.ASCII(clean.Line(title))) {
		switch letter := 'a' <= r && r <= 'z' || '0' <= r && r <= '9'; {
		case b.Len() >= longestName:
		case letter:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if name := strings.Trim(b.String(), "-"); name != "" {
		return name
	}
	return "report"
}
