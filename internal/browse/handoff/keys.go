package handoff

import (
	"context"
	"errors"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Pages returns the key bindings of a link for the documentation.
func Pages() []stage.Page { return []stage.Page{pageKeys().Page(), phoneKeys().Page()} }

func pageKeys() stage.Table[*page] {
	return stage.Table[*page]{Title: "A link", Rows: append([]stage.Row[*page]{
		{Keys: "o enter", Foot: "open", Does: "Open it in the browser", Do: (*page).open, Bars: (*page).bars},
		{Keys: "y", Foot: "copy", Does: "Ask the terminal to copy it", Do: func(p *page) { p.stage.Copy(p.made.checked) }, Bars: (*page).bars},
		{Keys: "p", Foot: "phone", Does: "Draw it as a QR code, to continue on a phone", Do: (*page).phone, Bars: (*page).phoneBars},
		{Keys: "s", Foot: "share", Does: "Copy a short text to send, with the price seen and a link that does not expire", Do: (*page).share, Bars: (*page).bars},
		{Keys: "Y", Foot: "copy lasting", Does: "Copy the link that does not expire", Do: func(p *page) { p.stage.Copy(p.made.Lasting) }, Bars: (*page).lastingBars},
		{Keys: "ctrl+y", Does: "Copy it to the system's clipboard", Do: (*page).clipboard, Bars: (*page).clipboardBars},
		{Keys: "R", Foot: "make again", Does: "Get the link again; asks before it uses a search", Do: (*page).make, Bars: (*page).makeBars},
	}, stage.ScrollRows(func(p *page) *stage.Scroll { return &p.Scroll })...)}
}

func (p *page) Keys() []stage.Binding { return pageKeys().For(p) }

// bars says why the link cannot be used.
func (p *page) bars() string {
	switch {
	case !p.made.there:
		return "There is no link yet."
	case p.made.refused != nil:
		return words.UpperFirst(p.made.refused.Error()) + "."
	}
	return ""
}

func (p *page) makeBars() string {
	if !p.job.Over() {
		return "The link is being made."
	}
	return ""
}

func (p *page) lastingBars() string {
	if p.made.Lasting == "" {
		return "There is no permanent link for this one."
	}
	return ""
}

func (p *page) phoneBars() string {
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

func (p *page) clipboardBars() string {
	if p.stage.Host.Clipboard == nil {
		return "There is no clipboard here; y uses the terminal."
	}
	return p.bars()
}

func (p *page) phone() { p.stage.Push(&phone{page: p}) }

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
				return problem.Error{Class: problem.Refused, Text: "the page was not opened: " + host.NoBrowser, Hint: now.ways(address)}
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

// ways says what to do without a browser. address is the one that would have been opened.
func (m made) ways(address string) string {
	switch {
	case m.builtin:
		return "open this address in a browser on this computer: " + address
	case m.onlyHere != "":
		return "open the address in a browser on this computer; elsewhere it leads nowhere, " + m.onlyHere
	}
	return "open the address in any browser; p draws it for a phone, y copies it"
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
		Run: func(context.Context, *desk.Desk) error { return put(text) },
		Then: func(err error) {
			if err != nil {
				p.stage.Failed(err)
				return
			}
			p.stage.Say("It is on the system's clipboard.")
		},
	})
}
