package cli

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/words"
)

// LinkFlags say what to do with a link besides printing it.
type LinkFlags struct {
	Yes            bool // answer yes to all questions
	open, copy, qr bool
	share          bool
}

// AddTo adds the flags to a command.
func (l *LinkFlags) AddTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&l.open, "open", false, "Open the link in the browser")
	flags.BoolVar(&l.copy, "copy", false, "Copy the link, using the terminal (OSC 52)")
	flags.BoolVar(&l.qr, "qr", false, "Draw the link as a QR code, to continue on a phone")
	flags.BoolVar(&l.share, "share", false, "Print a short text to send to someone, with the price seen and a link that does not expire")
	flags.BoolVarP(&l.Yes, "yes", "y", false, "Do not ask; answer yes")
	for _, name := range []string{"open", "copy", "qr", "share", "yes"} {
		SetGroup(flags.Lookup(name), GroupLink)
	}
}

// Wanted reports whether anything is to be done with the link.
func (l *LinkFlags) Wanted() bool { return l.open || l.copy || l.qr || l.share }

// Shares reports whether the link is to be shared with someone.
func (l *LinkFlags) Shares() bool { return l.share }

// Hand prints, copies, draws and opens links.
type Hand struct {
	env  *Env
	out  *Printer
	desk *desk.Desk
	here Surroundings
	do   *LinkFlags
}

// Hand returns a Hand that follows the flags.
func (r *Run) Hand(do *LinkFlags) *Hand {
	return &Hand{env: r.Env, out: r.out, desk: r.desk, here: r.Surroundings(), do: do}
}

// Check returns an error, before any request, for what this terminal cannot do.
func (h *Hand) Check() error {
	if h.do.copy && (h.terminal() == nil || h.terminal().Dumb) {
		return problem.Usagef("--copy asks a terminal to copy, and there is none here that can").
			Advise("leave --copy out; in a pipe the link is alone on its line")
	}
	if f := h.out.Format(); h.do.share && f != render.FormatText && f != render.FormatJSON {
		return problem.Usagef("--share prints a text to send to someone, not a table; leave --csv and --tsv out, or take travel.share of --json")
	}
	if h.do.qr && (h.terminal() == nil || !h.terminal().Unicode) {
		return problem.Usagef("--qr draws on a terminal that shows Unicode, and there is none here").
			Advise("leave --qr out; in a pipe the link is alone on its line")
	}
	return nil
}

// terminal returns the terminal that can draw or copy a link: stdout, or else stderr. It may be nil.
func (h *Hand) terminal() *render.Terminal {
	terms := []*render.Terminal{&h.env.OutTerm, &h.env.ErrTerm}
	if i := slices.IndexFunc(terms, func(t *render.Terminal) bool { return t.TTY }); i >= 0 {
		return terms[i]
	}
	return nil
}

// printer prints to the link's terminal.
func (h *Hand) printer() *render.Printer {
	if h.env.OutTerm.TTY {
		return render.New(h.env.Stdout, h.out.term(h.env.OutTerm), render.FormatText)
	}
	return h.out.Stderr()
}

// Print prints a link and how long it works, and then does with it what the flags ask for. The link is printed even if
// it must not be opened; the error then says why.
func (h *Hand) Print(ctx context.Context, answer desk.Answer[desk.Link]) error {
	link, meta := answer.Value, answer.Meta
	var body []byte // empty for a link to a seller's own page
	if len(answer.Bodies) > 0 {
		body = answer.Bodies[0]
	}
	if text := h.desk.StrangeHost(link); text != "" {
		meta.Warn(text)
	}
	if until := link.Life.Until(); until.After(h.env.Now()) {
		meta.WorksUntil = until.UTC().Format(time.RFC3339)
	}
	if h.do.share {
		meta.Share = h.shared(&meta, link)
	}
	h.out.NoteSample()
	if err := h.show(body, meta, link); err != nil {
		return err
	}
	return h.Over(ctx, link)
}

// shared returns the link as text for someone who is not at this computer.
func (h *Hand) shared(meta *desk.Meta, link desk.Link) string {
	if why := h.desk.SharedOnlyHere(link); why != "" {
		meta.Warn("no one else can open the link in this text: " + why)
	}
	return link.ShareText(h.env.Now())
}

// show prints a link. In a pipe the link is the only output, so that it can be passed on unchanged; everything else
// goes to stderr.
func (h *Hand) show(body []byte, meta desk.Meta, link desk.Link) error {
	about := link.Rows(h.env.Now())
	remarks := slices.Concat(link.About, link.Remarks)
	if h.desk.Builtin(link) && !h.do.open {
		remarks = append(remarks, "Its page is built in; --open shows it.")
	}
	view := render.LinkView{
		For: about, Address: link.URL, Remarks: remarks, Until: link.Life.Until(), Lasting: link.Lasting, AboutLasting: h.desk.AboutLasting(link), Search: link.Search,
	}
	var err error
	if h.do.share && h.out.Text() {
		err = h.out.Answer().Text(meta.Share)
	} else if h.out.Plain() {
		err = h.out.Answer().Link(link.URL)
	} else {
		err = h.out.Answer().Snapshot(body, h.out.told(meta), view)
	}
	if err != nil || !h.out.Text() {
		return err
	}
	for _, text := range meta.Warnings {
		_ = h.out.Stderr().Warning(text)
	}
	if h.do.share {
		about, remarks = nil, link.About // the outcome of a renewal; the rest is in the text
	}
	if h.do.share || !h.out.laidOut() {
		for _, row := range about {
			h.out.Notice("%s: %s", row[0], row[1])
		}
		for _, text := range remarks {
			h.out.Notice("%s", text)
		}
	}
	return nil
}

// Over copies, draws and opens a link as the flags ask, if it passes the checks.
func (h *Hand) Over(ctx context.Context, link desk.Link) error {
	if !h.do.Wanted() {
		return nil
	}
	checked, err := h.desk.CheckLink(link)
	if err != nil {
		return err
	}
	if h.do.qr {
		if why := h.desk.OnlyHere(link); why != "" {
			return problem.Error{Class: problem.Refused, Text: "the link is not drawn: a phone cannot open it, " + why, Hint: "to open it on this computer: --open"}
		}
	}
	if h.do.copy {
		text, what := checked, "link"
		if h.do.share {
			text, what = link.ShareText(h.env.Now()), "text"
		}
		if err := h.printer().Copy(text); err != nil {
			return err
		}
		h.out.Notice("The terminal was asked to copy the %s; not every terminal does.", what)
	}
	if h.do.qr {
		if err := h.draw(checked); err != nil {
			return err
		}
	}
	if h.do.open {
		return h.open(ctx, checked, link)
	}
	return nil
}

// draw draws a QR code. If it does not fit, it prints a warning, since the link itself has been printed.
func (h *Hand) draw(address string) error {
	err := h.printer().QR(address)
	if e, ok := errors.AsType[*render.QRSizeError](err); ok {
		_ = h.out.Stderr().Warning("the link is long: " + e.Error() + "; widen the window, or make its text smaller")
		return nil
	}
	return err
}

// open opens a checked address. It first shows whose page it is, and opens an unknown host's page only after
// asking.
func (h *Hand) open(ctx context.Context, checked string, link desk.Link) error {
	if err := h.ask(ctx, checked, link); err != nil {
		return err
	}
	if h.desk.Builtin(link) {
		return h.openBuiltin(ctx, checked, link.Life)
	}
	if why := h.start(checked); why != "" {
		return notOpened(why, h.otherWays(link))
	}
	h.out.Notice("Opened in the browser.")
	return nil
}

// start opens an address in the browser and returns the reason if it could not, or "".
func (h *Hand) start(address string) (why string) {
	if why := h.here.NoPage(); why != "" {
		return why
	}
	if err := h.env.Open(address); err != nil {
		return err.Error()
	}
	return ""
}

// otherWays says how to use a printed link that cannot be opened here.
func (h *Hand) otherWays(link desk.Link) string {
	if why := h.desk.OnlyHere(link); why != "" {
		return "open the address in a browser on this computer; elsewhere it leads nowhere, " + why
	}
	return "open the address in any browser; --qr draws it for a phone, --copy copies it"
}

// ShowFile opens a written file in the program for its type.
func (r *Run) ShowFile(path string) error {
	why := r.Surroundings().NoPage()
	if why == "" {
		if err := r.Env.OpenFile(path); err != nil {
			why = err.Error()
		}
	}
	if why != "" {
		return notOpened(why, "the file is written; open it in any browser: "+path)
	}
	return nil
}

// notOpened is the error for a page that could not be opened without a browser. Its address is printed; ways says
// how to use it.
func notOpened(why, ways string) error {
	return problem.Error{Class: problem.Local, Text: "the page was not opened: " + why, Hint: ways}
}

// ask shows the host of a seller's page and asks whether to open it.
func (h *Hand) ask(ctx context.Context, checked string, link desk.Link) error {
	if h.do.Yes && link.Owner == desk.ProviderLink {
		h.out.Notice("This leads to %s.", desk.HostOf(checked))
		return nil
	}
	return h.desk.AgreeToOpen(ctx, link, checked, "to open it: --open --yes")
}

// How long the built-in sandbox serves pages for a link that does not expire, and at least for one that has
// expired, whose page says so.
const (
	builtinLasts = 10 * time.Minute
	builtinLeast = time.Minute
)

// openBuiltin opens a page of the sandbox in this process. It is served on a local port for as long as the link
// works, or until Ctrl-C, because it is not reachable otherwise.
func (h *Hand) openBuiltin(ctx context.Context, checked string, life desk.LinkLife) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	rewrite, err := h.desk.Deployment.ServePages(ctx)
	if err != nil {
		return err
	}
	address, err := rewrite(checked)
	if err != nil {
		return err
	}
	how := "Opened in the browser."
	if why := h.start(address); why != "" {
		if !h.here.Terminal {
			return notOpened(why, "run it in a terminal; the sandbox then shows the page at an address of this computer")
		}
		how = words.UpperFirst(why) + ". Open this address in a browser on this computer:\n" + address
	}
	lasts := max(life.Left(h.env.Now()), builtinLeast)
	if life.Lasts == 0 {
		lasts = builtinLasts
	}
	until := h.env.Now().Add(lasts)
	h.out.Notice("%s\nThe sandbox shows its page until about %s, or Ctrl-C.", how, offer.Clock(until))
	defer patience.Hold(ctx)()
	if err := h.env.Wait(ctx, lasts); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}
