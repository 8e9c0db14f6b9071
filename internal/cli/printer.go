package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// Printer writes the answer to stdout in the selected format, and messages for a person to stderr.
type Printer struct {
	env   *Env
	flags *Flags

	spent  desk.Spent // searches left after those made so far
	warned []string   // warnings for the answer, as sentences
	said   []string   // all warnings given so far

	live     atomic.Pointer[render.Live] // the live view on stderr, or nil
	diverted atomic.Pointer[diversion]   // receives stderr output instead, or nil

	origin  func() desk.Origin                      // of the answers
	account func() (words string, told func() bool) // of the sandbox, see [Run.sampleAccount]
	madeUp  bool                                    // the made-up data notice was shown
	named   bool                                    // the account was named

	emitting sync.Mutex    // guards waited, and serializes events
	waited   []desk.Waited // before requests were repeated
	emitErr  error         // the error of the first event that could not be written
	helpErr  error         // the error of a help page, because cobra's help function returns none
}

// Answer returns a printer to stdout for answers. It follows the flags and the window size.
func (p *Printer) Answer() *render.Printer {
	if p.flags.dryRun { // there is no answer
		return render.New(io.Discard, p.term(p.env.OutTerm), p.flags.Format())
	}
	return p.answer(p.term(p.env.OutTerm))
}

// marked returns a terminal whose headings mark made-up data.
func (p *Printer) marked(t render.Terminal) render.Terminal {
	t = p.term(t)
	if p.origin().Sample {
		t.Mark = desk.MadeUp
	}
	return t
}

func (p *Printer) answer(t render.Terminal) *render.Printer {
	printer := render.New(p.env.Stdout, t, p.flags.Format()).Pasting(p.flags.Carried)
	printer.Query, printer.Columns = p.flags.query, p.flags.columns
	return printer
}

// stderr is where a run writes messages for a person: above the live view if there is one, which would otherwise
// overwrite them, or diverted while a full screen is shown.
type stderr struct{ out *Printer }

// Write implements io.Writer.
func (s stderr) Write(text []byte) (int, error) {
	if d := s.out.diverted.Load(); d != nil {
		for line := range strings.Lines(ansi.Strip(string(text))) {
			if line = strings.TrimSpace(line); line != "" {
				d.say(line)
			}
		}
		return len(text), nil
	}
	if view := s.out.live.Load(); view != nil {
		return view.Write(text)
	}
	return s.out.env.Stderr.Write(text)
}

// notices returns a stderr writer for messages before the answer, such as those of a login.
func (p *Printer) notices() io.Writer {
	return canvas.Rewriter{To: stderr{p}, Rewrite: func(text string) string {
		text = p.flags.Carried(text)
		t := p.term(p.env.ErrTerm)
		if t.TTY && t.Width > 0 {
			text = canvas.FoldLines(text, t.Width)
		}
		if t.TTY && t.Links {
			text = canvas.Linked(text)
		}
		return text
	}}
}

// Stderr returns a printer for notices, hints and failures.
func (p *Printer) Stderr() *render.Printer {
	return render.New(stderr{p}, p.term(p.env.ErrTerm), render.FormatText).Pasting(p.flags.Carried)
}

// Drawing returns an address as a QR code for the reader of stderr, or "" if stderr cannot show it.
func (p *Printer) Drawing(address string) string {
	var b strings.Builder
	if render.New(&b, p.term(p.env.ErrTerm), render.FormatText).QR(address) != nil {
		return ""
	}
	return b.String()
}

// Terminal returns the current terminal settings of stdout.
func (p *Printer) Terminal() render.Terminal { return p.term(p.env.OutTerm) }

// Format returns the output format selected by the flags.
func (p *Printer) Format() render.Format { return p.flags.Format() }

// term updates a terminal's settings with --color and the current size of the window.
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

// Text reports whether the answer is text or a table and not JSON.
func (p *Printer) Text() bool { return p.flags.Format() != render.FormatJSON }

// laidOut reports whether a person reads formatted text on a terminal.
func (p *Printer) laidOut() bool { return p.env.OutTerm.TTY && p.flags.Format() == render.FormatText }

// Plain reports whether stdout is not a terminal and no format was selected.
func (p *Printer) Plain() bool { return !p.env.OutTerm.TTY && p.flags.Format() == render.FormatText }

// Events reports whether a program follows the search by its events.
func (p *Printer) Events() bool { return p.flags.events }

// Planned reports whether requests are shown instead of being sent.
func (p *Printer) Planned() bool { return p.flags.dryRun }

// event prints a line of JSON, with the deployment it is from.
func (p *Printer) event(value any) error {
	var member any
	if from := p.origin(); from != (desk.Origin{}) {
		member = from
	}
	return p.Answer().Event(value, member)
}

// Queried reports whether a jq expression or template transforms the JSON.
func (p *Printer) Queried() bool { return p.flags.query != nil }

// Notice writes a line for a person to stderr.
func (p *Printer) Notice(format string, args ...any) {
	if p.flags.dryRun || p.flags.quiet { // nothing has happened that it could be about
		return
	}
	_ = p.Stderr().Notice(fmt.Sprintf(format, args...))
}

// Hint writes a suggested next step to stderr, unless text is "". Its commands include the profile and list if
// those were given as flags.
func (p *Printer) Hint(text string) {
	if text != "" && !p.flags.dryRun && !p.flags.quiet {
		_ = p.Stderr().Hint(p.flags.Carried(text))
	}
}

// Spent appends the number of searches left to a status line, if a search was made and the service said.
func (p *Printer) Spent(status string) string {
	left := p.spent.Words()
	if status == "" || left == "" {
		return status + left
	}
	return status + ", " + left
}

// NoteSample says that the data is made up, if it is, for an answer without a heading, such as a link or report.
func (p *Printer) NoteSample() { p.sayMadeUp(true) }

// sayMadeUp says once that the data is made up, if it is, and names the sandbox account. On a terminal a heading
// marks the data, and the account is named once per session.
func (p *Printer) sayMadeUp(always bool) {
	if p.madeUp || p.flags.quiet || !p.Text() || p.diverted.Load() != nil || !p.origin().Sample { // programs have travel.sample
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

// Print prints the service's answer with a [desk.Meta] or [desk.Origin], or nil meta if no deployment was involved.
// Notes go below the table on a terminal; in a pipe they go to stderr, so that stdout has only rows.
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

// PrintValue prints an answer of this program, as [Printer.Print] does for the service's.
func (p *Printer) PrintValue(value, meta any, view render.View, notes []string) error {
	body, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	return p.Print(body, meta, view, notes)
}

// PrintPages prints the rows of all pages as one: as a view for people, and as one JSON document. rows is the
// number of rows wanted.
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

// warn reports once what the reader of the answer must know.
func (p *Printer) warn(text string) {
	if slices.Contains(p.said, text) {
		return
	}
	p.said = append(p.said, text)
	if p.Text() {
		p.Notice("%s", text)
		return
	}
	p.warned = append(p.warned, text+".")
}

// Warned returns the warnings so far as sentences, for an answer that a program reads.
func (p *Printer) Warned() []string { return append([]string{}, p.warned...) }

// told returns the meta as it is printed: with the warnings so far, and with commands that have the profile and
// list flags.
func (p *Printer) told(meta desk.Meta) desk.Meta {
	meta.Origin, meta.Quota = p.origin(), p.spent
	meta.Waits = p.waits()
	meta.Warnings = append(p.Warned(), meta.Warnings...)
	meta.Next = slices.Clone(meta.Next)
	for i, step := range meta.Next {
		meta.Next[i].Line = p.flags.Carried(paste.Command(step))
	}
	return meta
}

// diversion receives stderr output meant for a person while the terminal shows something else.
type diversion struct {
	say func(line string)

	mu    sync.Mutex
	debug []byte // debug log output held for later
	cut   bool   // some of it was dropped
}

// mostStalled is how long to wait for a terminal that accepts no output, so that it cannot block the process
// forever.
const mostStalled = 2 * time.Second

// mostDebug is the maximum size in bytes of the debug log to hold.
const mostDebug = 256 << 10

// Divert sends stderr output meant for a person to say line by line until back is called, which then writes the
// held debug log. The debug log is not diverted if stderr is not a terminal.
func (p *Printer) Divert(say func(line string)) (back func()) {
	d := &diversion{say: say}
	p.diverted.Store(d)
	return func() {
		p.diverted.Store(nil)
		d.mu.Lock()
		held, cut := d.debug, d.cut
		d.debug = nil
		d.mu.Unlock()
		if len(held) == 0 && !cut { // if a terminal accepts no output, even an empty write would block
			return
		}
		written := make(chan struct{})
		go func() {
			defer close(written)
			_, _ = p.env.Stderr.Write(held)
			if cut {
				p.Notice("the rest of the debug log was dropped; --debug=FILE keeps all of it")
			}
		}()
		select {
		case <-written:
		case <-time.After(mostStalled):
		}
	}
}

// debugLog writes the debug log to stderr.
type debugLog struct{ out *Printer }

// Write implements io.Writer. It takes whole lines.
func (l debugLog) Write(line []byte) (int, error) {
	d := l.out.diverted.Load()
	if d == nil || !l.out.env.ErrTerm.TTY {
		return l.out.env.Stderr.Write(line)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cut = d.cut || len(d.debug)+len(line) > mostDebug; !d.cut {
		d.debug = append(d.debug, line...)
	}
	return len(line), nil
}
