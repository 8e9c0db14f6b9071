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

// Hand prints a link, and copies, draws, shares and opens it as the flags of its command ask.
type Hand struct {
	Yes bool // answer yes to all questions

	run                   *Run
	cmd                   *cobra.Command
	open, copy, qr, share bool
}

// Hand adds the flags for a link to a command.
func (r *Run) Hand(cmd *cobra.Command) *Hand {
	h := &Hand{run: r, cmd: cmd}
	flags := cmd.Flags()
	flags.BoolVar(&h.open, "open", false, "Open the link in the browser")
	flags.BoolVar(&h.copy, "copy", false, "Copy the link, using the terminal (OSC 52)")
	flags.BoolVar(&h.qr, "qr", false, "Draw the link as a QR code, to continue on a phone")
	flags.BoolVar(&h.share, "share", false, "Print a short text to send to someone, with the price seen and a link that does not expire")
	flags.BoolVarP(&h.Yes, "yes", "y", false, "Answer yes to all questions")
	InGroup(flags, GroupLink, "open", "copy", "qr", "share", "yes")
	return h
}

// Wanted reports whether anything is to be done with the link besides printing it.
func (h *Hand) Wanted() bool { return h.open || h.copy || h.qr || h.Shares() }

// Shares reports whether the link is to be shared with someone. A command called share is an alias of link --share,
// unless --share=false says otherwise.
func (h *Hand) Shares() bool {
	return h.share || h.cmd.CalledAs() == "share" && !h.cmd.Flags().Changed("share")
}

// Lasting reports whether the link that does not expire is shown next to the link.
func (h *Hand) Lasting() bool { return h.run.out.Text() && !h.run.out.Plain() }

// Check returns an error, before any request, for what this terminal cannot do.
func (h *Hand) Check() error {
	term := h.run.Env.ErrTerm // draws or copies the link if stdout is no terminal
	if h.run.Env.OutTerm.TTY {
		term = h.run.Env.OutTerm
	}
	if h.copy && (!term.TTY || term.Dumb) {
		return problem.Usagef("--copy asks a terminal to copy, and there is none here that can").
			Advise("leave --copy out; in a pipe the link is alone on its line")
	}
	if f := h.run.out.Format(); h.Shares() && f != render.FormatText && f != render.FormatJSON {
		return problem.Usagef("--share prints a text to send to someone, not a table; leave --csv and --tsv out, or take travel.share of --json")
	}
	if h.qr && (!term.TTY || !term.Unicode) {
		return problem.Usagef("--qr draws on a terminal that shows Unicode, and there is none here").
			Advise("leave --qr out; in a pipe the link is alone on its line")
	}
	return nil
}

// Links makes the command get a link with find and print it.
func (h *Hand) Links(find func(ctx context.Context, args []string) (desk.Answer[desk.Link], error)) {
	h.cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := h.Check(); err != nil {
			return err
		}
		answer, err := find(cmd.Context(), args)
		if err != nil {
			return err
		}
		return h.Print(cmd.Context(), answer)
	}
}

// Print prints a link and how long it works, and then does with it what the flags ask for. The link is printed even if
// it must not be opened; the error then says why. In a pipe the link is the only output, so that it can be passed on
// unchanged; everything else goes to stderr.
func (h *Hand) Print(ctx context.Context, answer desk.Answer[desk.Link]) error {
	out, d, now, shares := h.run.out, h.run.desk, h.run.Env.Now(), h.Shares()
	link, meta := answer.Value, answer.Meta
	if text := d.StrangeHost(link); text != "" {
		meta.Warn(text)
	}
	if until := link.Life.Until(); until.After(now) {
		meta.WorksUntil = until.UTC().Format(time.RFC3339)
	}
	if shares {
		if why := d.SharedOnlyHere(link); why != "" {
			meta.Warn("no one else can open the link in this text: " + why)
		}
		meta.Share = link.ShareText(now)
	}
	out.NoteSample()
	about, remarks := link.Rows(now), slices.Concat(link.About, link.Remarks)
	if d.Builtin(link) && !h.open {
		remarks = append(remarks, "Its page is built in; --open shows it.")
	}
	var err error
	switch {
	case shares && out.Text():
		err = out.Answer().Text(meta.Share)
	case out.Plain():
		err = out.Answer().Link(link.URL)
	default:
		var body []byte // empty for a link to a seller's own page
		if len(answer.Bodies) > 0 {
			body = answer.Bodies[0]
		}
		err = out.Answer().Snapshot(body, out.told(meta), render.LinkView{
			For: about, Address: link.URL, Remarks: remarks, Until: link.Life.Until(), Lasting: link.Lasting, AboutLasting: d.AboutLasting(link), Search: link.Search,
		})
	}
	if err != nil {
		return err
	}
	if out.Text() {
		for _, text := range meta.Warnings {
			_ = out.Stderr().Warning(text)
		}
	}
	if shares {
		about, remarks = nil, link.About // the outcome of a renewal; the rest is in the text
	}
	if out.Text() && (shares || !out.laidOut()) {
		for _, row := range about {
			out.Notice("%s: %s", row[0], row[1])
		}
		for _, text := range remarks {
			out.Notice("%s", text)
		}
	}
	return h.Over(ctx, link)
}

// Over copies, draws and opens a link as the flags ask, if it passes the checks. Before it opens a link it shows whose
// page that is, and for an unknown host it asks.
func (h *Hand) Over(ctx context.Context, link desk.Link) error {
	if !h.Wanted() {
		return nil
	}
	out, d := h.run.out, h.run.desk
	checked, err := d.CheckLink(link)
	if err != nil {
		return err
	}
	onlyHere := d.OnlyHere(link)
	if h.qr && onlyHere != "" {
		return problem.Error{Class: problem.Refused, Text: "the link is not drawn: a phone cannot open it, " + onlyHere, Hint: "to open it on this computer: --open"}
	}
	printer := out.Stderr()
	if h.run.Env.OutTerm.TTY {
		printer = render.New(h.run.Env.Stdout, out.term(h.run.Env.OutTerm), render.FormatText)
	}
	if h.copy {
		text, what := checked, "link"
		if h.Shares() {
			text, what = link.ShareText(h.run.Env.Now()), "text"
		}
		if err := printer.Copy(text); err != nil {
			return err
		}
		out.Notice("The terminal was asked to copy the %s; not every terminal does.", what)
	}
	if h.qr {
		err := printer.QR(checked)
		if e, ok := errors.AsType[*render.QRSizeError](err); ok { // only a warning, since the link has been printed
			_ = out.Stderr().Warning("the link is too long: " + e.Error() + "; widen the window, or use a smaller font")
		} else if err != nil {
			return err
		}
	}
	if !h.open {
		return nil
	}
	if h.Yes && link.Owner == desk.ProviderLink {
		out.Notice("This leads to %s.", desk.HostOf(checked))
	} else if err := d.AgreeToOpen(ctx, link, checked, "to open it: --open --yes"); err != nil {
		return err
	}
	if d.Builtin(link) {
		return h.run.openBuiltin(ctx, checked, link.Life)
	}
	if why := h.run.show(h.run.Env.Open, checked); why != "" {
		ways := "open the address in any browser; --qr draws it for a phone, --copy copies it"
		if onlyHere != "" {
			ways = "open the address in a browser on this computer; it does not work elsewhere: " + onlyHere
		}
		return notOpened(why, ways)
	}
	out.Notice("Opened in the browser.")
	return nil
}

// show opens an address or file if there is a browser, and returns the reason if it could not.
func (r *Run) show(open func(string) error, address string) (why string) {
	if why := r.NoBrowser(true); why != "" {
		return why
	}
	if err := open(address); err != nil {
		return err.Error()
	}
	return ""
}

// ShowFile opens a written file in the program for its type.
func (r *Run) ShowFile(path string) error {
	if why := r.show(r.Env.OpenFile, path); why != "" {
		return notOpened(why, "the file is written; open it in any browser: "+path)
	}
	return nil
}

// notOpened is the error for a page that could not be opened without a browser. Its address is printed; ways says
// how to use it.
func notOpened(why, ways string) error {
	return problem.Error{Class: problem.Local, Text: "the page was not opened: " + why, Hint: ways}
}

// How long the built-in sandbox serves pages for a link that does not expire, and at least for one that has
// expired, whose page says so.
const (
	builtinLasts = 10 * time.Minute
	builtinLeast = time.Minute
)

// openBuiltin opens a page of the sandbox in this process. It is served on a local port for as long as the link
// works, or until Ctrl-C, because it is not reachable otherwise.
func (r *Run) openBuiltin(ctx context.Context, checked string, life desk.LinkLife) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	rewrite, err := r.desk.Deployment.ServePages(ctx)
	if err != nil {
		return err
	}
	address, err := rewrite(checked)
	if err != nil {
		return err
	}
	how := "Opened in the browser."
	if why := r.show(r.Env.Open, address); why != "" {
		if !r.Console().There() {
			return notOpened(why, "run it in a terminal; the sandbox then serves the page on this computer")
		}
		how = words.UpperFirst(why) + ". Open this address in a browser on this computer:\n" + address
	}
	lasts := max(life.Left(r.Env.Now()), builtinLeast)
	if life.Lasts == 0 {
		lasts = builtinLasts
	}
	until := r.Env.Now().Add(lasts)
	r.out.Notice("%s\nThe sandbox shows its page until about %s, or Ctrl-C.", how, offer.Clock(until))
	defer patience.Hold(ctx)()
	if err := r.Env.Wait(ctx, lasts); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}
