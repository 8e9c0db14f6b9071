// Package handoff is the page of a link: where it leads, how long it works, and how to continue with it in a browser,
// on a phone or by sharing it. Nothing is booked here.
package handoff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// Request describes a link to make.
type Request struct {
	Title string // title; untrusted text, such as "Fare 2 of Skyhop"
	// Make makes the link, and the lasting one if there is one. It runs in a job, and again whenever the user asks
	// for a new link.
	Make    func(ctx context.Context, d *desk.Desk) (desk.Answer[desk.Link], error)
	Command string // the command line that makes the link
}

// New returns the page of a link and starts making the link.
func New(s *stage.Stage, r Request) stage.Place {
	p := &page{stage: s, Request: r}
	p.make()
	return p
}

// page shows a link or the outcome of making it.
type page struct {
	Request
	stage.Sheet
	stage *stage.Stage
	job   *stage.Job
	made  made
	tick  stage.Timer // updates the clock
}

// made is a link and the results of its checks. The zero value is no link.
type made struct {
	desk.Link
	there    bool
	warnings []string // warnings of the answer
	checked  string   // the address that passed the check
	refused  error    // why it did not pass
	onlyHere string   // why it works only on this computer, or "" if it may work elsewhere
	builtin  bool     // its page is part of this program
	lasting  string   // the text above the lasting link
}

// Pages returns the key bindings of a link for the documentation.
func Pages() [][]stage.Binding {
	p := &page{}
	return [][]stage.Binding{p.Keys(), phoneKeys(nil, nil)}
}

func (p *page) Keys() []stage.Binding {
	made := stage.Needs(func() bool { return p.job.Over() }, "The link is being made.")
	lasting := stage.Needs(func() bool { return p.made.Lasting != "" }, noLasting)
	phone := func() string {
		switch why := p.bars(); {
		case why != "":
			return why
		case p.made.onlyHere != "":
			return "A phone cannot open it: " + p.made.onlyHere + "."
		case !p.stage.Term.Unicode:
			return "A QR code needs a terminal that shows Unicode."
		}
		return ""
	}
	clipboard := func() string {
		if p.stage.Host.Clipboard == nil {
			return "There is no clipboard here; y uses the terminal."
		}
		return p.bars()
	}
	return stage.Table("A link", []stage.Binding{
		{Keys: "o enter", Foot: "open", Does: "Open it in the browser", Do: p.open, Bars: p.bars},
		{Keys: "y", Foot: "copy", Does: "Ask the terminal to copy it", Do: func() { p.stage.Copy(p.made.checked) }, Bars: p.bars},
		{Keys: "p", Foot: "phone", Does: "Draw it as a QR code, to continue on a phone", Do: p.phone, Bars: phone},
		{Keys: "s", Foot: "share", Does: "Copy a short text to send, with the price seen and the permanent link", Do: p.share, Bars: p.bars},
		{Keys: "Y", Foot: "copy permanent", Does: "Copy the permanent link", Do: func() { p.stage.Copy(p.made.Lasting) }, Bars: lasting},
		{Keys: "ctrl+y", Does: "Copy it to the system's clipboard", Do: p.clipboard, Bars: clipboard},
		{Keys: "R", Foot: "refresh", Does: "Refresh the link; if its search has expired, search again after asking", Do: p.make, Bars: made},
	}, p.MoveKeys())
}

const noLasting = "There is no permanent link for this one."

// bars says why the link cannot be used.
func (p *page) bars() string {
	switch {
	case !p.made.there:
		return "The link is not ready yet."
	case p.made.refused != nil:
		return words.UpperFirst(p.made.refused.Error()) + "."
	}
	return ""
}

// open opens the link in the browser. It asks first if the host is unknown.
func (p *page) open() {
	now, host := p.made, p.stage.Host
	p.stage.Do(&stage.Job{
		Of: p, What: "opening the browser",
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			if err := d.AgreeToOpen(ctx, now.Link, now.checked, ""); err != nil {
				return err
			}
			address := now.checked
			if now.builtin && host.Pages != nil {
				if address, err = host.Pages(now.checked); err != nil {
					return err
				}
			}
			if host.Browser == nil {
				hint := "open the address in any browser; p draws it for a phone, y copies it"
				switch {
				case now.builtin:
					hint = "open this address in a browser on this computer: " + address
				case now.onlyHere != "":
					hint = "open the address in a browser on this computer; elsewhere it leads nowhere, " + now.onlyHere
				}
				return problem.Error{Class: problem.Refused, Text: "the page was not opened: " + host.NoBrowser, Hint: hint}
			}
			return host.Browser(address)
		},
		Then: func(err error) {
			refused, ok := errors.AsType[problem.ChoiceError](err)
			switch {
			case err == nil:
				p.stage.Say("Opened in the browser.")
			case ok:
				p.stage.Say(refused.Text + ".")
			default:
				p.stage.Failed(err)
			}
		},
	})
}

// share copies the link as a text to send.
func (p *page) share() {
	p.stage.Copy(p.made.ShareText(p.stage.Desk.Now()))
	if p.made.onlyHere != "" {
		p.stage.Warn("No one else can open the link in this text: " + p.made.onlyHere + ".")
	}
}

// clipboard puts the link on the system's clipboard.
func (p *page) clipboard() {
	text, put := p.made.checked, p.stage.Host.Clipboard
	p.stage.Do(&stage.Job{
		Of: p, What: "copying",
		Run: func(_ context.Context, d *desk.Desk) error {
			if err := put(text); err != nil {
				return fmt.Errorf("it was not copied: %w", err)
			}
			d.Report.Notice("Copied to the system's clipboard.")
			return nil
		},
	})
}

func (p *page) make() {
	failed := func(err error) {
		if !p.stage.Expired(err) {
			p.stage.Failed(err)
		}
	}
	p.job = stage.Read(p.stage, stage.Job{Of: p, What: "making the link", Then: failed},
		func(ctx context.Context, d *desk.Desk) (made, error) {
			answer, err := p.Make(ctx, d)
			if err != nil {
				return made{}, err
			}
			now := made{Link: answer.Value, there: true, warnings: answer.Meta.Warnings}
			now.checked, now.refused = d.CheckLink(now.Link)
			now.onlyHere, now.builtin, now.lasting = d.OnlyHere(now.Link), d.Builtin(now.Link), d.AboutLasting(now.Link)
			if text := d.StrangeHost(now.Link); text != "" {
				now.warnings = append(now.warnings, text)
			}
			return now, nil
		},
		func(now made) {
			if p.made.there {
				p.stage.Say("The link was refreshed.")
			}
			p.made = now
			p.Shown()
		})
}

// Shown starts the clock; Hidden stops it.
func (p *page) Shown() {
	if p.made.clocked() && p.stage.Top() == stage.Place(p) {
		p.tick.EachMinute(p.stage, p.made.Life.Created, p.made.Life.Lasts)
	}
}

func (p *page) Hidden() { p.tick.Stop() }

// clocked reports whether it is known when the link expires.
func (m made) clocked() bool { return m.there && m.Owner == desk.SiteLink && !m.Life.Until().IsZero() }

func (p *page) Head(c canvas.Canvas) string { return c.Text(p.Title) }
func (p *page) Command() string             { return p.Request.Command }

// State shows the clock.
func (p *page) State(c canvas.Canvas) string {
	if !p.made.clocked() {
		return ""
	}
	switch left := p.made.Life.Left(p.stage.Desk.Now()); {
	case left <= 0:
		return c.Paint(canvas.Warn, "The link has probably stopped working; R refreshes it.")
	case left <= time.Minute:
		return c.Paint(canvas.Warn, "The link stops working within a minute; R refreshes it.")
	}
	return ""
}

// Draw shows the link, with its code beside or below it if there is room.
func (p *page) Draw(c canvas.Canvas) []string {
	switch {
	case !p.made.there && p.job.Over():
		return c.Wrap("", "The link is not ready yet. R tries again.", canvas.Plain)
	case !p.made.there:
		return nil
	}
	lines := p.lines(c)
	var drawn []string
	if p.made.refused == nil && p.made.onlyHere == "" && c.Unicode {
		drawn, _ = render.QRLines(c, p.made.checked) // none if it does not fit
	}
	switch width := widest(drawn); {
	case len(drawn) == 0 || len(drawn) > c.Height:
	case len(lines)+1+len(drawn) <= c.Height:
		lines = append(append(lines, ""), drawn...)
	case c.Width-width-gap >= leastText:
		left := c
		left.Width -= width + gap
		if lines = p.lines(left); len(lines) <= c.Height {
			out := make([]string, max(len(lines), len(drawn)))
			for i := range out {
				out[i] = canvas.LineAt(lines, i)
				if i < len(drawn) {
					out[i] = canvas.Pad(out[i], left.Width+gap) + drawn[i]
				}
			}
			return out
		}
		lines = p.lines(c)
	}
	return p.View(c, lines)
}

// gap separates the link and its code; leastText is the width that the link needs beside it. Both are in cells.
const (
	gap       = 2
	leastText = 34
)

func widest(lines []string) (most int) {
	for _, line := range lines {
		most = max(most, canvas.Cells(line))
	}
	return most
}

// lines describes the link, host first.
func (p *page) lines(c canvas.Canvas) []string {
	m := &p.made
	host, whose := cmp.Or(desk.HostOf(m.URL), "an address without a host"), "the service's own page"
	if m.Owner == desk.ProviderLink {
		whose = "not a page of the service"
	}
	out := []string{c.Cut(c.Paint(canvas.Strong, c.Text(host)), c.Width)}
	if line := out[0] + "  " + c.Paint(canvas.Faint, whose); canvas.Cells(line) <= c.Width {
		out[0] = line
	} else {
		out = append(out, c.Paint(canvas.Faint, c.Cut(whose, c.Width)))
	}
	out = append(out, "")
	out = append(out, render.LinkedFor(c, m.Rows(p.stage.Desk.Now()))...)
	remarks := slices.Concat(m.About, m.Remarks)
	if m.builtin {
		remarks = append(remarks, "Its page is built in; o shows it.")
	}
	if text := c.Spaced(strings.Join(remarks, " ")); text != "" {
		out = append(out, c.Wrap("", text, canvas.Plain)...)
	}
	for _, text := range m.warnings {
		out = append(out, c.Wrap("", c.Text(words.UpperFirst(text)), canvas.Warn)...)
	}
	if m.refused != nil {
		out = append(out, c.Wrap("", c.Text(words.UpperFirst(m.refused.Error())), canvas.Warn)...)
	}
	out = append(append(out, ""), p.address(c, m.URL)...)
	for _, more := range []struct{ about, address string }{
		{m.lasting, m.Lasting}, {render.AboutSearch, m.Search},
	} {
		if more.address != "" {
			out = append(out, "", c.Paint(canvas.Faint, c.Cut(more.about, c.Width)))
			out = append(out, p.address(c, more.address)...)
		}
	}
	return out
}

// address wraps an address over as many lines as needed, each a hyperlink if the terminal supports that.
func (p *page) address(c canvas.Canvas, raw string) []string {
	text := clean.Address(raw)
	lines := strings.Split(ansi.Hardwrap(text, c.Width, true), "\n")
	if p.stage.Term.Links && raw == p.made.URL && p.made.refused == nil && !p.made.builtin {
		for i, line := range lines {
			lines[i] = ansi.SetHyperlink(p.made.checked, "id=handoff") + line + ansi.ResetHyperlink()
		}
	}
	return lines
}

func phoneKeys(toggle func(), bars func() string) []stage.Binding {
	return stage.Table("A link for a phone", []stage.Binding{
		{Keys: "tab", Foot: "the other link", Does: "Switch between the permanent link and the booking link", Do: toggle, Bars: bars},
	})
}

// phone shows the code of the link alone on the whole screen, or that of the lasting link.
func (p *page) phone() {
	note := &stage.Note{Title: "For a phone: " + p.Title, Of: "A link for a phone"}
	if p.Request.Command != "" {
		note.Line = p.Request.Command + " --qr"
	}
	address := p.made.checked
	note.Text = func(c canvas.Canvas) []string { return centered(c, address) }
	note.Own = phoneKeys(func() {
		if address == p.made.Lasting {
			note.Title, address = "For a phone: "+p.Title, p.made.checked
		} else {
			note.Title, address = "For a phone, the permanent link: "+p.Title, p.made.Lasting
		}
	}, stage.Needs(func() bool { return p.made.Lasting != "" }, noLasting))
	p.stage.Push(note)
}

// centered returns the code of an address, or why it cannot be drawn.
func centered(c canvas.Canvas, address string) []string {
	const frame = 3 // lines that the stage uses
	lines, err := render.QRLines(c, address)
	if e, ok := errors.AsType[*render.QRSizeError](err); ok {
		whole := *e
		whole.Lines, whole.Height = e.Lines+frame, e.Height+frame
		err = &whole
	}
	if err != nil {
		return c.Wrap("", "It does not fit: "+c.Text(err.Error())+". Make the text of the terminal smaller, or its window larger.", canvas.Plain)
	}
	indent := strings.Repeat(" ", max((c.Width-widest(lines))/2, 0))
	for i, line := range lines {
		lines[i] = indent + line
	}
	return lines
}
