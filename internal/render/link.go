package render

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"rsc.io/qr"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// Link prints an address alone on a line. It is never cut, so that it can be copied.
func (p *Printer) Link(raw string) error {
	return p.write(p.linked(clean.Address(raw) + "\n"))
}

// Text prints the traveler's own lines for copying; none is cut or wrapped.
func (p *Printer) Text(text string) error { return p.writeText(text) }

// LinkView shows a link to a page where the traveler continues.
type LinkView struct {
	// For describes the link's purpose as labels and texts; foreign text.
	For     [][2]string
	Address string // as the service gave it
	// Remarks are sentences below it: how long it works, and what happens there.
	Remarks []string
	Until   time.Time // approximate expiry; zero if it does not expire or that is unknown
	// Lasting is a second link that does not expire, "" if none; AboutLasting is printed above it.
	Lasting, AboutLasting string
	// Search is a link to a search of the city for the same stay; "" if none.
	Search string
}

// Lines returns the layout for a person.
func (v LinkView) Lines(c canvas.Canvas) []string {
	out := LinkedFor(c, v.For)
	if len(out) > 0 {
		out = append(out, "")
	}
	out = append(out, clean.Address(v.Address))
	if remarks := c.Spaced(strings.Join(v.Remarks, " ")); remarks != "" {
		out = append(out, c.Wrap("", remarks, canvas.Plain)...)
	}
	if v.Lasting != "" {
		out = append(out, "", c.Paint(canvas.Faint, c.Text(v.AboutLasting)), clean.Address(v.Lasting))
	}
	if v.Search != "" {
		out = append(out, c.Paint(canvas.Faint, AboutSearch), clean.Address(v.Search))
	}
	return out
}

// LinkedFor returns the lines that describe a link's purpose.
func LinkedFor(c canvas.Canvas, rows [][2]string) []string {
	var out []string
	for _, row := range rows {
		label := fmt.Sprintf("%-12s", row[0])
		out = append(out, c.Wrap(c.Paint(canvas.Faint, label), c.Text(row[1]), canvas.Plain)...)
	}
	return out
}

// AboutSearch is printed above the link to the search of a city.
const AboutSearch = "All hotels there for the same days and guests:"

// Records returns one row: the link, its expiry (RFC 3339, UTC), and the lasting link.
func (v LinkView) Records() grid.Records {
	return grid.Records{
		Head: []string{"link", "works_until", "search_link"},
		Rows: [][]string{{clean.Address(v.Address), offer.Stamp(v.Until.UTC()), clean.Address(v.Lasting)}},
	}
}

// Copy asks the terminal to copy text to the clipboard (OSC 52), which works over SSH too. Whether the terminal does
// so cannot be known. The stream must be a terminal.
func (p *Printer) Copy(text string) error {
	return p.write(ansi.SetSystemClipboard(text))
}

// The margin of light modules around a QR code, in modules: the standard's (ISO/IEC 18004), and the minimum that
// phones tolerate.
const (
	quietZone  = 4
	quietLeast = 2
)

// errNotDrawn is returned if a stream cannot show a QR code: it is not a terminal, or it has no Unicode.
var errNotDrawn = errors.New("a QR code needs a terminal that shows Unicode")

// QRSizeError is returned if a QR code does not fit its terminal.
type QRSizeError struct {
	Columns, Lines int // minimum size
	Width, Height  int // actual size
}

// Error returns both sizes.
func (e *QRSizeError) Error() string {
	return fmt.Sprintf("its QR code needs %d columns and %d lines, and this terminal has %d and %d", e.Columns, e.Lines, e.Width, e.Height)
}

// QR draws text, such as a link, as a QR code, leaving a line for the prompt. It returns errNotDrawn or an error of
// [QRLines].
func (p *Printer) QR(text string) error {
	if !p.term.TTY || !p.term.Unicode {
		return errNotDrawn
	}
	room := p.canvas
	room.Height--
	lines, err := QRLines(room, text)
	if e, ok := errors.AsType[*QRSizeError](err); ok {
		e.Lines, e.Height = e.Lines+1, e.Height+1
	}
	if err != nil {
		return err
	}
	return p.writeLines(lines)
}

// QRLines draws text as a QR code in half blocks, two modules per cell. With color it is black on white; without, it
// assumes a dark terminal. It returns a *QRSizeError, or an error if text is too long for any code (2,953 bytes).
func QRLines(c canvas.Canvas, text string) ([]string, error) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return nil, fmt.Errorf("draw %d bytes as a QR code: %w", len(text), err)
	}
	// A cell is one module wide and two high.
	margin := min((c.Width-code.Size)/2, (c.Height*2-code.Size)/2, quietZone)
	if least := code.Size + 2*quietLeast; margin < quietLeast {
		return nil, &QRSizeError{Columns: least, Lines: (least + 1) / 2, Width: c.Width, Height: c.Height}
	}
	ink := c.Style(canvas.Plain).Foreground(lipgloss.ANSIColor(15)).Background(lipgloss.ANSIColor(0))
	var out []string
	// The light modules are drawn, because the terminal's background is dark.
	for y := -margin; y < code.Size+margin; y += 2 {
		var line strings.Builder
		for x := -margin; x < code.Size+margin; x++ {
			// A last line of one module alone has no lower half.
			upper, lower := !code.Black(x, y), !code.Black(x, y+1) && y+1 < code.Size+margin
			switch {
			case upper && lower:
				line.WriteString("█")
			case upper:
				line.WriteString("▀")
			case lower:
				line.WriteString("▄")
			default:
				line.WriteString(" ")
			}
		}
		out = append(out, ink.Render(line.String())) // unchanged without color
	}
	return out, nil
}
