// Package render prints what the commands found: tables, the ranked list of trips, the timeline of
// one trip, live views, JSON, TSV and CSV. It is told the terminal's facts and never asks the
// terminal anything. Its view models are its own; it knows neither the service's types nor HTTP.
//
// Everything that comes from outside passes Clean on its way out, so that no caller can forget it.
package render

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// Terminal is what is known of the stream a Printer writes to.
type Terminal struct {
	// TTY says a person reads the stream: layouts fit the width and are cut to it.
	TTY bool
	// Width and Height are in cells. A Width below 1 is taken as 80, a Height below 1 as 24.
	Width, Height int
	// Color allows SGR sequences. Without it no escape byte is ever written.
	Color bool
	// ManyColors says that the terminal shows 256 colours, not just the 16 of its theme.
	ManyColors bool
	// Unicode says the terminal shows UTF-8. Without it a terminal gets ASCII alone.
	Unicode bool
}

// Format is the form of an answer.
type Format uint8

// The forms of an answer.
const (
	// FormatText is a layout for people on a terminal, and tab-separated lines without header,
	// never cut, anywhere else.
	FormatText Format = iota
	// FormatJSON is the service's own body.
	FormatJSON
	// FormatTSV is tab-separated, with a header.
	FormatTSV
	// FormatCSV is RFC 4180, with a header.
	FormatCSV
)

// errNoLayout is returned when a layout is asked of a printer that was made for JSON.
var errNoLayout = errors.New("this printer writes JSON, not a layout")

// View is an answer that has a layout for people and records for scripts: a Table, a Facts, a
// TripList or a TripView.
type View interface {
	// lines gives the layout, each line at most as wide as the canvas.
	lines(c canvas) []string
	// records gives the same answer for TSV and CSV, uncut.
	records() records
}

// Printer writes answers to one stream in one format.
type Printer struct {
	out    io.Writer
	term   Terminal
	format Format
	canvas canvas
	query  *Query // what JSON answers go through, nil for none

	columns []string // the columns to show, nil for all
}

// New makes a Printer for one stream.
func New(out io.Writer, term Terminal, format Format) *Printer {
	return &Printer{out: out, term: term, format: format, canvas: newCanvas(out, term)}
}

// Print writes a view as a layout or as records, as stream and format ask for.
func (p *Printer) Print(v View) error {
	if len(p.columns) > 0 {
		v = chosen{of: v, names: p.columns}
	}
	switch {
	case p.format == FormatJSON:
		return errNoLayout
	case p.format == FormatText && p.term.TTY:
		return p.writeLines(v.lines(p.canvas))
	}
	return p.writeRecords(v.records())
}

// Snapshot writes the service's body, with member beside it (see JSON), if the format is JSON,
// and otherwise the view.
func (p *Printer) Snapshot(body []byte, member any, v View) error {
	if p.format == FormatJSON {
		return p.JSON(body, member)
	}
	return p.Print(v)
}

// Table prints rows and columns.
func (p *Printer) Table(t Table) error { return p.Print(t) }

// Text prints what a template of the traveler's made. Its lines, tabs and spaces stay, and so does
// its width; what a terminal would obey or hide goes.
func (p *Printer) Text(text string) error {
	text = cleanLayout(text)
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if p.term.TTY && !p.term.Unicode {
		text = toASCII(text)
	}
	return p.write(text)
}

// writeLines writes all lines at once, so that a reader never sees half an answer.
func (p *Printer) writeLines(lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	return p.write(strings.Join(lines, "\n") + "\n")
}

func (p *Printer) write(text string) error {
	if _, err := io.WriteString(p.out, text); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}
