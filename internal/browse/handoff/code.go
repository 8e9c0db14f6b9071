package handoff

import (
	"errors"
	"strings"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
)

// code caches a QR code, because drawing one is slow.
type code struct {
	address       string
	width, height int
	lines         []string
	err           error
}

// of returns the code of an address, and draws it if needed.
func (k *code) of(c canvas.Canvas, address string) ([]string, error) {
	if k.address != address || k.width != c.Width || k.height != c.Height {
		lines, err := render.QRLines(c, address)
		*k = code{address, c.Width, c.Height, lines, err}
	}
	return k.lines, k.err
}

// drawn returns the code to show on the page, or nil if it is not shown.
func (p *page) drawn(c canvas.Canvas, address string) []string {
	if p.made.refused != nil || p.made.onlyHere != "" || !c.Unicode {
		return nil
	}
	lines, err := p.code.of(c, address)
	if err != nil {
		return nil
	}
	return lines
}

// frameLines is the number of lines that the stage uses besides a code.
const frameLines = 3

// phone shows a code alone on the whole screen.
type phone struct {
	page    *page
	code    code
	lasting bool // show the lasting link
}

func phoneKeys() stage.Table[*phone] {
	return stage.Table[*phone]{Title: "A link for a phone", Rows: []stage.Row[*phone]{
		{Keys: "tab", Foot: "the other link", Does: "Switch between the permanent link and the booking link", Do: func(p *phone) { p.lasting = !p.lasting }, Bars: func(p *phone) string {
			return p.page.lastingBars()
		}},
	}}
}

func (p *phone) Keys() []stage.Binding { return phoneKeys().For(p) }
func (p *phone) Command() string {
	if p.page.Request.Command == "" {
		return ""
	}
	return p.page.Request.Command + " --qr"
}

func (p *phone) Head(c canvas.Canvas) string {
	if p.lasting {
		return "For a phone, without an end: " + p.page.Head(c)
	}
	return "For a phone: " + p.page.Head(c)
}

// Draw returns the code centered, or why it cannot be drawn.
func (p *phone) Draw(c canvas.Canvas) []string {
	address := p.page.made.checked
	if p.lasting {
		address = p.page.made.Lasting
	}
	lines, err := p.code.of(c, address)
	if e, ok := errors.AsType[*render.QRSizeError](err); ok {
		whole := *e
		whole.Lines, whole.Height = e.Lines+frameLines, e.Height+frameLines
		err = &whole
	}
	if err != nil {
		return c.Wrap("", "It does not fit: "+c.Text(err.Error())+". Make the text of the terminal smaller, or its window larger.", canvas.Plain)
	}
	indent := strings.Repeat(" ", max((c.Width-widest(lines))/2, 0))
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = indent + line
	}
	return out
}
