package render

import (
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// Link prints an address alone on its line. It is never cut, so that it can be copied.
func (p *Printer) Link(raw string) error {
	return p.write(clean.Address(raw) + "\n")
}

// LinkView is a link that hands the traveler over to a page.
type LinkView struct {
	Address string // as the service gave it
	// Remarks are sentences below it: how long it works, what happens there.
	Remarks []string
	Until   time.Time // about when it stops working; zero if it does not, or that is not known
	// Lasting is a second link, to the search, that does not expire; "" for none.
	Lasting string
	// Again is a command that makes a link in place of one that is late, and
	// AgainWords lead to it; "" for none.
	Again, AgainWords string
}

// Lines gives the layout for a person.
func (v LinkView) Lines(c canvas.Canvas) []string {
	out := []string{clean.Address(v.Address)}
	if remarks := c.Spaced(strings.Join(v.Remarks, " ")); remarks != "" {
		out = append(out, c.Wrap("", remarks, canvas.Plain)...)
	}
	if v.Again != "" {
		out = append(out, "")
		out = append(out, c.Wrap("", c.Spaced(v.AgainWords)+":", canvas.Faint)...)
		out = append(out, c.Spaced(v.Again)) // on its own line, to be copied whole
	}
	if v.Lasting != "" {
		out = append(out, "", c.Paint(canvas.Faint, "To send to someone (does not expire):"), clean.Address(v.Lasting))
	}
	return out
}

// Records gives one line: the link, until when it works (RFC 3339, UTC), and the lasting link.
func (v LinkView) Records() grid.Records {
	until := ""
	if !v.Until.IsZero() {
		until = v.Until.UTC().Format(time.RFC3339)
	}
	return grid.Records{
		Head: []string{"link", "works_until", "search_link"},
		Rows: [][]string{{clean.Address(v.Address), until, addressOrNone(v.Lasting)}},
	}
}

func addressOrNone(raw string) string {
	if raw == "" {
		return ""
	}
	return clean.Address(raw)
}

// Copy asks the terminal to put text on the clipboard (OSC 52), which works
// over SSH too. Whether the terminal does it cannot be known. The stream must
// be a terminal.
func (p *Printer) Copy(text string) error {
	return p.write(ansi.SetSystemClipboard(text))
}
