package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/render"
)

// linkFlags are what may be done with a link beside printing it.
type linkFlags struct{ open, copy, qr, yes bool }

// addFlags gives a command the flags of a link.
func (l *linkFlags) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&l.open, "open", false, "Open the link in the browser")
	flags.BoolVar(&l.copy, "copy", false, "Copy the link, by asking the terminal to (OSC 52)")
	flags.BoolVar(&l.qr, "qr", false, "Draw the link as a QR code, to go on with a phone")
	flags.BoolVarP(&l.yes, "yes", "y", false, "Answer yes to what would be asked")
	for _, name := range []string{"open", "copy", "qr", "yes"} {
		setFlagGroup(flags.Lookup(name), groupLink)
	}
}

// check refuses, before any request, what this terminal cannot do.
func (l *linkFlags) check(a *app) error {
	if l.copy && (a.linkTerminal() == nil || a.env.Getenv("TERM") == "dumb") {
		return misuse{Text: "--copy asks a terminal to copy, and none that could is here", Hint: "leave --copy out; in a pipe the link is alone on its line"}
	}
	if l.qr && (a.linkTerminal() == nil || !a.linkTerminal().Unicode) {
		return misuse{Text: "--qr draws on a terminal that shows Unicode, and none is here", Hint: "leave --qr out; in a pipe the link is alone on its line"}
	}
	return nil
}

// wanted tells whether anything is to be done with the link.
func (l *linkFlags) wanted() bool { return l.open || l.copy || l.qr }

// linkOwner is whose page a link leads to.
type linkOwner uint8

const (
	siteLink     linkOwner = iota // the service's own website
	providerLink                  // an airline or an agency
)

// linkAnswer is a link to print and hand over.
type linkAnswer struct {
	body  []byte      // the service's answer, for --json
	facts answerFacts // beside the body; its warnings are told to people too
	url   string      // as the service gave it
	owner linkOwner
	life  linkLife // zero for a link of the service that does not expire
	// about and remarks are sentences for people, before and after how long the
	// link works.
	about, remarks []string
	lasting        string // a durable link to show beside it, "" for none
	late           lateLink
	do             linkFlags
}

// lateLink is the command that makes a link in place of one that has probably
// stopped working, and what leads to it; zero for none.
type lateLink struct{ words, command string }

// printLink prints a link with how long it works, and then does with it what
// the flags ask for. Call linkFlags.check before any request. The link is
// printed even if it may not be opened; the error then says why.
func (a *app) printLink(ctx context.Context, l linkAnswer) error {
	if text := a.strangeHost(l); text != "" {
		l.facts.Warnings = append(l.facts.Warnings, text)
	}
	if until := l.life.until(); !until.IsZero() {
		l.facts.WorksUntil = until.UTC().Format(time.RFC3339)
	}
	if err := a.showLink(l); err != nil {
		return err
	}
	return a.handOver(ctx, l.url, l.owner, l.life, l.do)
}

// showLink prints a link. In a pipe it stands alone, so that it can be handed
// on as it is; what is to be known of it goes to stderr.
func (a *app) showLink(l linkAnswer) error {
	remarks := slices.Clone(l.about)
	if l.owner == siteLink { // nobody says how long a stranger's link works
		remarks = append(remarks, l.life.remarks(a.env.Now())...)
	}
	remarks = append(remarks, l.remarks...)
	if cfg, err := a.config(); err == nil && cfg.Embedded() && l.owner == siteLink && !l.do.open {
		remarks = append(remarks, "Its page is inside this program; --open shows it.")
	}
	view := render.LinkView{
		Address: l.url, Remarks: remarks, Until: l.life.until(), Lasting: l.lasting, Again: l.late.command, AgainWords: l.late.words,
	}
	var err error
	if a.plainPipe() {
		err = a.out().Link(l.url)
	} else {
		err = a.out().Snapshot(l.body, l.facts, view)
	}
	if err != nil || !a.text() {
		return err
	}
	for _, text := range l.facts.Warnings {
		_ = a.stderr().Warning(text)
	}
	if !a.laidOut() {
		if l.late.command != "" {
			remarks = append(remarks, l.late.words+": "+l.late.command)
		}
		for _, text := range remarks {
			a.notice("%s", text)
		}
	}
	return nil
}

// laidOut tells whether a person reads stdout as a layout.
func (a *app) laidOut() bool {
	return a.env.OutTerm.TTY && a.global.format() == render.FormatText
}

// plainPipe tells whether stdout is no terminal and no form was asked for.
func (a *app) plainPipe() bool {
	return !a.env.OutTerm.TTY && a.global.format() == render.FormatText
}

// handOver copies, draws and opens a link, as far as the flags ask for it and
// the gate lets it pass.
func (a *app) handOver(ctx context.Context, raw string, owner linkOwner, life linkLife, do linkFlags) error {
	if !do.wanted() {
		return nil
	}
	checked, err := a.checkLink(raw, owner)
	if err != nil {
		return err
	}
	if do.copy {
		if err := a.linkPrinter().Copy(checked); err != nil {
			return err
		}
		a.notice("The terminal was asked to copy the link; not every terminal does.")
	}
	if do.qr {
		if err := a.drawLink(checked); err != nil {
			return err
		}
	}
	if do.open {
		return a.openLink(ctx, checked, owner, life, do)
	}
	return nil
}

// drawLink draws a QR code; one that does not fit is told, since the link
// itself is there.
func (a *app) drawLink(address string) error {
	err := a.linkPrinter().QR(address)
	if e, ok := errors.AsType[*render.QRSizeError](err); ok {
		_ = a.stderr().Warning("the link is long: " + e.Error() + "; widen the window, or make its text smaller")
		return nil
	}
	return err
}

// linkTerminal is the terminal that a link can be drawn on or copied by:
// stdout, or else stderr. Nil is none.
func (a *app) linkTerminal() *render.Terminal {
	terms := []*render.Terminal{&a.env.OutTerm, &a.env.ErrTerm}
	if i := slices.IndexFunc(terms, func(t *render.Terminal) bool { return t.TTY }); i >= 0 {
		return terms[i]
	}
	return nil
}

// linkPrinter prints to the link's terminal.
func (a *app) linkPrinter() *render.Printer {
	if a.env.OutTerm.TTY {
		return render.New(a.env.Stdout, a.term(a.env.OutTerm), render.FormatText)
	}
	return a.stderr()
}
