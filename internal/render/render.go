// Package render prints the results of commands: it writes views as layouts for people, as JSON, TSV and CSV, and
// draws live views, links, QR codes and messages. The terminal's properties are passed in; it never queries the
// terminal, and it knows neither the service's types nor HTTP.
//
// Packages below it are imported in one direction: clean and words format single values, canvas is what layouts are
// drawn on, grid lays out rows and columns, and flightview, hotelview, countryview and others hold the view models
// of one subject each. A Printer accepts anything with the two methods of a View.
//
// All foreign text passes through package clean on its way out, so that no caller can forget it.
package render

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// Terminal describes the stream a Printer writes to.
type Terminal = canvas.Terminal

// Format is the format of an answer.
type Format uint8

// The formats of an answer.
const (
	// FormatText is a layout for people on a terminal, and anywhere else tab-separated lines without a header, never
	// cut.
	FormatText Format = iota
	// FormatJSON is the service's own body.
	FormatJSON
	// FormatTSV is tab-separated, with a header.
	FormatTSV
	// FormatCSV is RFC 4180, with a header.
	FormatCSV
)

// errNoLayout is returned if a layout is requested from a printer for JSON.
var errNoLayout = errors.New("this printer writes JSON, not a layout")

// View is an answer that has a layout for people and records for scripts.
type View interface {
	// Lines returns the layout, each line at most as wide as the canvas.
	Lines(c canvas.Canvas) []string
	// Records returns the same answer for TSV and CSV, uncut.
	Records() grid.Records
}

// Printer writes answers to one stream in one format.
type Printer struct {
	out    io.Writer
	term   Terminal
	format Format
	canvas canvas.Canvas

	Query   *Query   // applied to JSON answers, nil if none
	Columns []string // the columns to show, in this order; nil for all. A name that a view does not have is ignored
}

// New returns a Printer for one stream.
func New(out io.Writer, term Terminal, format Format) *Printer {
	return &Printer{out: out, term: term, format: format, canvas: canvas.New(out, term)}
}

// Pasting returns a printer that rewrites the commands in a text with carried, so that a person can paste them.
func (p *Printer) Pasting(carried func(string) string) *Printer {
	own := *p
	own.canvas.Pasted = carried
	return &own
}

// Print writes a view as a layout or as records, depending on stream and format.
func (p *Printer) Print(v View) error {
	if len(p.Columns) > 0 {
		v = chosen{of: v, names: p.Columns}
	}
	switch {
	case p.format == FormatJSON:
		return errNoLayout
	case p.format == FormatText && p.term.TTY:
		lines := v.Lines(p.canvas)
		if chosen, ok := v.(chosen); ok {
			v = chosen.of
		}
		_, head := v.(headed)
		switch v := v.(type) {
		case grid.Facts:
			return p.writeLines(lines) // facts about an account have no room for the terminal's mark
		case grid.Table:
			head = v.Title != ""
		}
		return p.writeLines(p.canvas.Marked(lines, head))
	}
	return p.writeRecords(v.Records())
}

// headed is a view that begins with a heading.
type headed interface {
	Head(c canvas.Canvas) []string
}

// Snapshot writes the service's body with member added (see JSON) if the format is JSON, and the view otherwise.
func (p *Printer) Snapshot(body []byte, member any, v View) error {
	if p.format == FormatJSON {
		return p.JSON(body, member)
	}
	return p.Print(v)
}

// writeText prints the output of the traveler's template. Lines, tabs, spaces and width are kept; characters that a
// terminal would interpret or hide are removed.
func (p *Printer) writeText(text string) error {
	text = clean.Layout(text)
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if p.term.TTY && !p.term.Unicode {
		text = clean.ASCII(text)
	}
	return p.write(text)
}

// writeLines writes all lines at once, so that a reader never sees a partial answer.
func (p *Printer) writeLines(lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	return p.write(p.linked(strings.Join(lines, "\n") + "\n"))
}

// linked turns the addresses in a text into hyperlinks if a person's terminal shows them.
func (p *Printer) linked(text string) string {
	if p.term.TTY && p.term.Links {
		return canvas.Linked(text)
	}
	return text
}

func (p *Printer) write(text string) error {
	if _, err := io.WriteString(p.out, text); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

// errorLabel precedes an error; the hint is printed below its text.
const errorLabel = "error: "

// Notice prints a remark about the answer, for stderr.
func (p *Printer) Notice(text string) error {
	return p.message("", text, canvas.Plain)
}

// Warning prints a remark that the traveler should not miss, for stderr.
func (p *Printer) Warning(text string) error {
	return p.message("warning: ", text, canvas.Warn)
}

// Hint prints a suggestion, for stderr.
func (p *Printer) Hint(text string) error {
	return p.message("hint: ", text, canvas.Plain)
}

// Question asks a yes-or-no question; the cursor stays behind it.
func (p *Printer) Question(text string) error {
	return p.write(strings.Join(p.set("", text+" [y/N]", canvas.Plain), "\n") + " ")
}

// Errorline prints an error and, below it, the hint, which may be empty or hold several lines.
func (p *Printer) Errorline(what, wayOut string) error {
	lines := p.set(errorLabel, what, canvas.Bad)
	for line := range strings.SplitSeq(clean.SpacedLines(wayOut), "\n") {
		if line != "" {
			lines = append(lines, p.set(strings.Repeat(" ", len(errorLabel)), line, canvas.Plain)...)
		}
	}
	return p.writeLines(lines)
}

func (p *Printer) message(label, text string, tone canvas.Tone) error {
	var lines []string
	for line := range strings.SplitSeq(clean.SpacedLines(text), "\n") {
		lines = append(lines, p.set(label, line, tone)...)
		label = strings.Repeat(" ", len(label))
	}
	return p.writeLines(lines)
}

// set wraps a message to a terminal's width. Elsewhere a message stays on one line, so that a search in a log finds
// it. The tone is that of the label; the text is plain.
func (p *Printer) set(label, text string, tone canvas.Tone) []string {
	c := p.canvas
	text = c.Commands(text)
	if p.term.TTY {
		text = c.Spaced(text)
	} else {
		text, c.Width = clean.Spaced(text), 1<<20
	}
	lines := canvas.FoldLinks(text, max(c.Width-len(label), c.Width/2))
	for i, line := range lines {
		if i == 0 {
			word := strings.TrimRight(label, " ")
			lines[i] = c.Paint(tone, word) + label[len(word):] + line
		} else {
			lines[i] = strings.Repeat(" ", len(label)) + strings.TrimRight(line, " ")
		}
	}
	return lines
}
