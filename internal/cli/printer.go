package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// Printer writes the answer to stdout, in the form the flags ask for, and what a person has to know
// to stderr.
type Printer struct {
	env   *Env
	flags *Flags

	spent  desk.Spent // what the searches that were made have left
	warned []string   // that the answer's reader has to know, sentences
	said   []string   // what was warned of, in whatever form
	waited waits      // before requests went out again

	live     atomic.Pointer[render.Live] // drawn on stderr now, nil for none
	diverted atomic.Pointer[diversion]   // takes what stderr would get, nil for none

	origin  func() desk.Origin                      // of the answers
	account func() (words string, told func() bool) // of the sandbox, see [Run.sampleAccount]
	madeUp  bool                                    // it was said that the data is made up
	named   bool                                    // the account was named

	emitting sync.Mutex // one event at a time
	emitErr  error      // the first event that could not be written
	helpErr  error      // of a help page that could not be written: cobra asks for none
}

// Answer is stdout, for answers. It follows the flags and the size of the window.
func (p *Printer) Answer() *render.Printer {
	if p.flags.dryRun { // there is none
		return render.New(io.Discard, p.term(p.env.OutTerm), p.flags.Format())
	}
	return p.answer(p.term(p.env.OutTerm))
}

// marked is a terminal whose headings say that the data is made up, where it is.
func (p *Printer) marked(t render.Terminal) render.Terminal {
	t = p.term(t)
	if p.origin().Sample {
		t.Mark = desk.MadeUp
	}
	return t
}

func (p *Printer) answer(t render.Terminal) *render.Printer {
	return render.New(p.env.Stdout, t, p.flags.Format()).With(p.flags.query).Columns(p.flags.columns).Pasting(p.flags.carried)
}

// stderr is where a run speaks to a person: above the live view while there is one, which would
// else be drawn over what was said, and where a full screen says it.
type stderr struct{ out *Printer }

// Write implements io.Writer.
func (s stderr) Write(text []byte) (int, error) {
	if d := s.out.diverted.Load(); d != nil {
		return d.write(text)
	}
	if view := s.out.live.Load(); view != nil {
		return view.Write(text)
	}
	return s.out.env.Stderr.Write(text)
}

// notices is stderr for what speaks before there is an answer, such as a login.
func (p *Printer) notices() io.Writer {
	out := io.Writer(stderr{p})
	if p.env.ErrTerm.TTY && p.env.ErrTerm.Links {
		out = canvas.LinkWriter{To: out}
	}
	if p.env.ErrTerm.TTY {
		out = canvas.FoldWriter{To: out, Width: func() int { return p.term(p.env.ErrTerm).Width }}
	}
	return carrier{p.flags, out}
}

// carrier gives the commands in what is written the flags that they need.
type carrier struct {
	flags *Flags
	to    io.Writer
}

// Write takes whole lines.
func (c carrier) Write(text []byte) (int, error) {
	if _, err := io.WriteString(c.to, c.flags.carried(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Stderr is for notices, hints and failures.
func (p *Printer) Stderr() *render.Printer {
	return render.New(stderr{p}, p.term(p.env.ErrTerm), render.FormatText).Pasting(p.flags.carried)
}

// Drawing is an address as a QR code for the person who reads stderr, "" where it shows none.
func (p *Printer) Drawing(address string) string {
	var b strings.Builder
	if render.New(&b, p.term(p.env.ErrTerm), render.FormatText).QR(address) != nil {
		return ""
	}
	return b.String()
}

// Terminal is what stdout is drawn for now.
func (p *Printer) Terminal() render.Terminal { return p.term(p.env.OutTerm) }

// Format is the form of the answer that the flags ask for.
func (p *Printer) Format() render.Format { return p.flags.Format() }

// term brings a terminal's facts up to date: --color, and the size of a window that may have
// changed since the start.
func (p *Printer) term(t render.Terminal) render.Terminal {
	t.Now = p.env.Now
	if t.TTY && p.env.Size != nil {
		if width, height := p.env.Size(); width > 0 && height > 0 {
			t.Width, t.Height = width, height
		}
	}
	switch p.flags.color {
	case "always":
		t.Color = true
	case "never":
		t.Color = false
	}
	return t
}

// Text tells whether a person reads the answer rather than a program.
func (p *Printer) Text() bool { return p.flags.Format() != render.FormatJSON }

// laidOut tells whether a person reads stdout as a layout.
func (p *Printer) laidOut() bool { return p.env.OutTerm.TTY && p.flags.Format() == render.FormatText }

// Plain tells whether stdout is not a terminal and no form was asked for.
func (p *Printer) Plain() bool { return !p.env.OutTerm.TTY && p.flags.Format() == render.FormatText }

// Events tells whether a program follows the search by its events.
func (p *Printer) Events() bool { return p.flags.events }

// Planned tells whether requests are shown in place of being sent.
func (p *Printer) Planned() bool { return p.flags.dryRun }

// event prints a line of JSON, which says which deployment it is from.
func (p *Printer) event(value any) error {
	var member any
	if from := p.origin(); from != (desk.Origin{}) {
		member = from
	}
	return p.Answer().Event(value, member)
}

// Queried tells whether an expression makes something else of the JSON.
func (p *Printer) Queried() bool { return p.flags.query != nil }

// Notice writes a line for a person to stderr.
func (p *Printer) Notice(format string, args ...any) {
	if p.flags.dryRun || p.flags.quiet { // nothing that it could be about has happened
		return
	}
	_ = p.Stderr().Notice(fmt.Sprintf(format, args...))
}

// Hint writes to stderr what might be done next, unless that is "". Its commands carry the profile and the
// list, where they were given as flags.
func (p *Printer) Hint(text string) {
	if text != "" && !p.flags.dryRun && !p.flags.quiet {
		_ = p.Stderr().Hint(p.flags.carried(text))
	}
}

// Spent is a line's end with how many searches are left, where one was made and the service told.
func (p *Printer) Spent(status string) string {
	left := p.spent.Words()
	if status == "" || left == "" {
		return status + left
	}
	return status + ", " + left
}

// NoteSample says that the data is made up, where it is: for an answer without a heading, such as a link or a
// report.
func (p *Printer) NoteSample() { p.sayMadeUp(true) }

// sayMadeUp says once that the data is made up, where it is, and which account asks for it. A heading says the
// former on a terminal, where a session learns of the account once.
func (p *Printer) sayMadeUp(always bool) {
	if p.madeUp || p.flags.quiet || !p.Text() || p.diverted.Load() != nil || !p.origin().Sample { // a program has travel.sample
		return
	}
	account, told := p.account()
	if !always && p.laidOut() {
		if account != "" && !told() {
			p.named = true
			p.Notice("%s", words.UpperFirst(account))
		}
		return
	}
	p.madeUp = true
	text := desk.MadeUp
	if account != "" && !p.named {
		text += "; " + account
	}
	p.Notice("%s", text)
}

// Print prints a service's answer with what is known beside it: a [desk.Meta] or a [desk.Origin], nil where no
// deployment had a part in it. What the notes say stands below a table on a terminal; in a pipe the rows stay
// alone, and the notes go to stderr.
func (p *Printer) Print(body []byte, meta any, view render.View, notes []string) error {
	if known, ok := meta.(desk.Meta); ok {
		meta = p.told(known)
	}
	answer := p.Answer()
	if meta != nil && !p.flags.dryRun {
		answer = p.answer(p.marked(p.env.OutTerm))
	}
	if err := answer.Snapshot(body, meta, view); err != nil {
		return err
	}
	if p.Text() && !(p.laidOut() && len(p.flags.columns) == 0) {
		for _, note := range notes {
			p.Notice("%s", note)
		}
	}
	return nil
}

// PrintValue prints an answer of this program's own, as [Printer.Print] does one of the service.
func (p *Printer) PrintValue(value, meta any, view render.View, notes []string) error {
	body, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	return p.Print(body, meta, view, notes)
}

// PrintPages prints the rows of all pages as one: to people as a view, as JSON in one document. rows
// is how many of them are wanted.
func (p *Printer) PrintPages(bodies [][]byte, rows int, meta desk.Meta, view render.View, notes []string) error {
	if p.Text() {
		return p.Print(nil, meta, view, notes)
	}
	body, err := desk.JoinPages(bodies, rows)
	if err != nil {
		return err
	}
	meta.Joined(bodies)
	return p.Print(body, meta, view, notes)
}
