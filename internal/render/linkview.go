package render

import (
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// LinkView is a link that hands the traveler over to a page.
type LinkView struct {
	Address string // as the service gave it
	// Remarks are sentences below it: how long it works, what happens there.
	Remarks []string
	Until   time.Time // about when it stops working; zero if it does not, or nobody knows
	// Lasting is a second link, to the search, that does not expire; "" for none.
	Lasting string
	// Again is a command that makes a link in place of one that is late, and
	// AgainWords lead to it; "" for none.
	Again, AgainWords string
}

func (v LinkView) lines(c canvas) []string {
	out := []string{Address(v.Address)}
	if remarks := c.spaced(strings.Join(v.Remarks, " ")); remarks != "" {
		out = append(out, c.wrapIndented("", remarks, Plain)...)
	}
	if v.Again != "" {
		out = append(out, "")
		out = append(out, c.wrapIndented("", c.spaced(v.AgainWords)+":", Faint)...)
		out = append(out, c.spaced(v.Again)) // on its own line, to be copied whole
	}
	if v.Lasting != "" {
		out = append(out, "", c.paint(Faint, "To send to someone (does not expire):"), Address(v.Lasting))
	}
	return out
}

func (v LinkView) records() records {
	until := ""
	if !v.Until.IsZero() {
		until = v.Until.UTC().Format(time.RFC3339)
	}
	return records{
		head: []string{"link", "works_until", "search_link"},
		rows: [][]string{{Address(v.Address), until, addressOrNone(v.Lasting)}},
	}
}

func addressOrNone(raw string) string {
	if raw == "" {
		return ""
	}
	return Address(raw)
}

// Copy asks the terminal to put text on the clipboard (OSC 52), which works
// over SSH too. Whether the terminal does it cannot be known. The stream must
// be a terminal.
func (p *Printer) Copy(text string) error {
	return p.write(ansi.SetSystemClipboard(text))
}
