// Package report has the command that writes offers to a page, message or calendar for someone else.
package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/report"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/kept"
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
	form, err := o.form()
	if err != nil {
		return err
	}
	path, json := o.file, o.Out().Format() == render.FormatJSON
	switch {
	case path == toStdout && json:
		return problem.Usagef("-o - and --json both go to stdout; give -o a file").
			Advise("or leave -o out: travel report --json prints the document alone")
	case path == toStdout && o.open:
		return problem.Usagef("--open shows a file, and -o - writes none; give -o a file, or leave it out").
			Advise("such as: travel report -o trip.html --open")
	case path == "" && !json && !o.open && (!o.Env.OutTerm.TTY || form == asMessage):
		path = toStdout
	}
	path, verb, err := o.check(path)
	if err != nil {
		return err
	}
	var rows []kept.Kept
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
	if path == "" && (!json || o.open) {
		if path, verb, err = o.check(fileName(made.Title) + "." + form); err != nil {
			return err
		}
	}
	var text []byte
	switch form {
	case asMessage:
		text = page.Markdown(made.Report)
	case asCalendar:
		text = made.Report.Calendar().Text()
	default:
		text = page.HTML(made.Report)
	}
	switch path {
	case "": // only the document is printed
	case toStdout:
		if _, err := o.Env.Stdout.Write(text); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
		path = ""
	default:
		if err := store.Replace(path, text); err != nil {
			return fmt.Errorf("write -o %s: %s", words.Quote(path), store.Why(err))
		}
	}
	if more > 0 {
		made.Meta.Warn(paste.Words(report.More(more, rows)))
	}
	if json {
		if err := o.Out().PrintValue(printed{made.Report, path}, made.Meta, nil, nil); err != nil {
			return err
		}
	} else {
		for _, text := range made.Meta.Warnings {
			_ = o.Out().Stderr().Warning(text)
		}
	}
	if path == "" {
		return nil
	}
	var contents []string
	if n := len(made.Trips); n > 0 {
		contents = append(contents, words.Counted(n, "trip"))
	}
	if n := len(made.Hotels); n > 0 {
		contents = append(contents, words.Counted(n, "hotel"))
	}
	o.Out().Notice("%s %s: %s, %s KB.", verb, path, words.And(contents), words.Grouped((len(text)+1023)/1024))
	if !o.open {
		return nil
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	return o.ShowFile(path)
}

// The forms of a report, by file extension.
const (
	asPage     = "html"
	asMessage  = "md"
	asCalendar = "ics"
)

// endings maps file extensions, in lower case, to forms.
var endings = map[string]string{
	"": "", ".html": asPage, ".htm": asPage, ".md": asMessage, ".markdown": asMessage, ".ics": asCalendar,
}

// form returns the form that the flags or the name of the file ask for.
func (o *options) form() (string, error) {
	ending := filepath.Ext(o.file)
	byName, known := endings[strings.ToLower(ending)]
	byFlag := ""
	switch f := o.Out().Format(); {
	case f == render.FormatCSV || f == render.FormatTSV:
		return "", problem.Usagef("a report is no table; leave --csv and --tsv out").Advise("as a document for programs: travel report --json")
	case o.md && o.ics:
		return "", problem.Usagef("--md and --ics are two forms of one report; give one of them").Advise("write two reports, one after the other")
	case o.md:
		byFlag = asMessage
	case o.ics:
		byFlag = asCalendar
	case !known:
		return "", problem.Usagef("-o %s: a file that ends in %s is not known; give one that ends in .html, .md or .ics", words.Quote(o.file), ending).
			Advise("--md and --ics name the form of any file")
	}
	if byFlag != "" && byName != "" && byName != byFlag {
		return "", problem.Usagef("-o %s and --%s name two forms of the report; give one of them", words.Quote(o.file), byFlag).
			Advise("use the ending of the file name for the format")
	}
	return cmp.Or(byFlag, byName, asPage), nil
}

// toStdout is the file name that means stdout.
const toStdout = "-"

// check returns the path of a file that can be written, with symbolic links resolved, and what will be done with it. It
// rejects an existing file that travel did not make, unless --force is given.
func (o *options) check(path string) (where, verb string, err error) {
	if path == "" || path == toStdout {
		return path, "", nil
	}
	where, exists, err := store.Target(path,
		store.Mark{Near: `<meta name="generator" content="` + page.Generator + `">`}, store.Mark{Near: ics.Product}, store.Mark{Last: page.MadeWith})
	hint := "give the path of a new file, such as trip.html, or - for stdout"
	if errors.Is(err, store.ErrForeign) {
		hint = "give another file, or replace it: --force"
		if o.force {
			err = nil
		}
	}
	if err != nil {
		failure := problem.Usagef("-o %s cannot be written: %v", words.Quote(path), err).Advise(hint)
		if store.Full(err) {
			failure.Class, failure.Hint = problem.Local, "free some space on that disk, or give a file on another one"
		}
		return "", "", failure
	}
	if exists {
		return where, "Replaced", nil
	}
	return where, "Wrote", nil
}

// longestName is the maximum length of a file name in letters, without its extension.
const longestName = 60

// fileName derives a file name from a report's title, such as "lisbon-to-madrid-fri-27-nov-2026".
func fileName(title string) string {
	ascii := strings.ToLower(clean.ASCII(clean.Line(title)))
	name := strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(ascii, "-"), "-")
	return cmp.Or(strings.TrimRight(name[:min(len(name), longestName)], "-"), "report")
}
