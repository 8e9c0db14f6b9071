package report

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/page"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// A form is the format of a report, named after its file extension.
type form string

// The forms of a report.
const (
	asPage     form = "html"
	asMessage  form = "md"
	asCalendar form = "ics"
)

// text returns the report in that form.
func (f form) text(r document.Report) []byte {
	switch f {
	case asMessage:
		return page.Markdown(r)
	case asCalendar:
		return r.Calendar().Text()
	}
	return page.HTML(r)
}

// endings maps file extensions, in lower case, to forms.
var endings = map[string]form{"": "", ".html": asPage, ".htm": asPage, ".md": asMessage, ".markdown": asMessage, ".ics": asCalendar}

// A target is where a report is written.
type target struct {
	form   form
	path   string // of a file; "" if it is named after the report or there is none
	stdout bool
	none   bool // only the document is printed
	force  bool // replace a file that travel did not make
	writer io.Writer
	verb   string // what was done with the file: Wrote or Replaced
}

// target determines the form and the file from the flags.
func (o *options) target() (*target, error) {
	to := &target{path: o.file, writer: o.Env.Stdout, force: o.force, verb: "Wrote"}
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

// marks identify the files that travel makes.
func marks() []store.Mark {
	return []store.Mark{{Near: `<meta name="generator" content="` + page.Generator + `">`}, {Near: ics.Product}, {Last: page.MadeWith}}
}

// check reports whether the file can be written. It rejects an existing file that travel did not make, unless
// --force is given.
func (t *target) check() error {
	if t.path == "" {
		return nil
	}
	where, there, err := store.Target(t.path, marks()...)
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

func (t *target) write(text []byte) error {
	switch {
	case t.none:
		return nil
	case t.stdout:
		if _, err := t.writer.Write(text); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
		return nil
	}
	if err := store.Replace(t.path, text); err != nil {
		return fmt.Errorf("write -o %s: %s", words.Quote(t.path), store.Why(err))
	}
	return nil
}

func (t *target) absolute() (string, error) {
	path, err := filepath.Abs(t.path)
	if err != nil {
		return "", fmt.Errorf("find %s again: %w", words.Quote(t.path), err)
	}
	return path, nil
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
