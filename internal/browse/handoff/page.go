package handoff

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// page shows a link or the outcome of making it.
type page struct {
	Request
	stage.Scroll
	stage *stage.Stage
	job   *stage.Job
	made  made
	tick  func() // cancels the clock's timer; nil if there is none
	code  code
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

// make makes the link, or makes it again.
func (p *page) make() {
	var now made
	p.job = p.stage.Do(&stage.Job{
		Of: p, What: "making the link",
		Run: func(ctx context.Context, d *desk.Desk) error {
			answer, err := p.Make(ctx, d)
			if err != nil {
				return err
			}
			now = made{Link: answer.Value, there: true, warnings: answer.Meta.Warnings}
			now.checked, now.refused = d.CheckLink(now.Link)
			now.onlyHere, now.builtin, now.lasting = d.OnlyHere(now.Link), d.Builtin(now.Link), d.AboutLasting(now.Link)
			if text := d.StrangeHost(now.Link); text != "" {
				now.warnings = append(now.warnings, text)
			}
			return nil
		},
		Then: func(err error) {
			if err != nil {
				p.stage.Failed(err)
				return
			}
			if p.made.there {
				p.stage.Say("The link was made again.")
			}
			p.made, p.code = now, code{}
			p.wind()
		},
	})
}

// Shown starts the clock; Hidden stops it.
func (p *page) Shown() { p.wind() }

// Hidden implements [stage.Visited].
func (p *page) Hidden() {
	if p.tick != nil {
		p.tick()
		p.tick = nil
	}
}

// clocked reports whether it is known when the link expires.
func (m made) clocked() bool { return m.there && m.Owner == desk.SiteLink && !m.Life.Until().IsZero() }

// wind schedules the next redraw of the clock: every minute, and every second in the last minute.
func (p *page) wind() {
	p.Hidden()
	if !p.made.clocked() || p.stage.Top() != stage.Place(p) {
		return
	}
	left := p.made.Life.Left(p.stage.Desk.Now())
	unit := time.Minute
	if left <= time.Minute {
		unit = time.Second
	}
	if left > 0 {
		p.tick = p.stage.Later(left%unit+time.Millisecond, p.wind)
	}
}

func (p *page) Head(c canvas.Canvas) string { return c.Text(p.Title) }

// Command returns the command line of the request.
func (p *page) Command() string { return p.Request.Command }

// State shows the clock.
func (p *page) State(c canvas.Canvas) string {
	if !p.made.clocked() {
		return ""
	}
	switch left := p.made.Life.Left(p.stage.Desk.Now()); {
	case left <= 0:
		return c.Paint(canvas.Warn, "The link has probably stopped working; R makes it again.")
	case left <= time.Minute:
		return c.Paint(canvas.Warn, "The link works for about "+words.Counted(int(left.Seconds()), "second")+" more; R makes it again.")
	}
	return ""
}

// Draw shows the link, with its code beside or below it if there is room.
func (p *page) Draw(c canvas.Canvas) []string {
	if !p.made.there {
		return p.unmade(c)
	}
	lines := p.lines(c)
	drawn := p.drawn(c, p.made.checked)
	switch width := widest(drawn); {
	case len(drawn) == 0 || len(drawn) > c.Height:
	case len(lines)+1+len(drawn) <= c.Height:
		lines = append(append(lines, ""), drawn...)
	case c.Width-width-gap >= leastText:
		left := c
		left.Width -= width + gap
		if lines = p.lines(left); len(lines) <= c.Height {
			return beside(lines, drawn, left.Width+gap)
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

// beside puts a drawing to the right of some lines, starting at a column.
func beside(lines, drawn []string, column int) []string {
	out := make([]string, max(len(lines), len(drawn)))
	for i := range out {
		if i < len(lines) {
			out[i] = lines[i]
		}
		if i < len(drawn) {
			out[i] += strings.Repeat(" ", max(column-canvas.Cells(out[i]), 0)) + drawn[i]
		}
	}
	return out
}

func widest(lines []string) (most int) {
	for _, line := range lines {
		most = max(most, canvas.Cells(line))
	}
	return most
}

// unmade says that there is no link.
func (p *page) unmade(c canvas.Canvas) []string {
	if p.job.Over() {
		return c.Wrap("", "There is no link yet. R tries again.", canvas.Plain)
	}
	return nil
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
