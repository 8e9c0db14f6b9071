package render

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

const (
	defaultWidth  = 80
	defaultHeight = 24
	// maxWidth keeps a mistaken terminal size from costing memory.
	maxWidth = 500
)

// Tone is what a piece of text means to its reader; colour only supports it.
type Tone uint8

// The tones.
const (
	Plain  Tone = iota
	Strong      // what the eye looks for first: a price, a title
	Good        // a label worth having, a yes
	Warn        // think before going on
	Bad         // a failure
	Faint       // scaffolding: headers, hints, units
	tones       // how many there are
)

// ink is the colours of the tones that have one.
type ink struct{ good, warn, bad lipgloss.ANSIColor }

var (
	// ownInk are the terminal's own green, yellow and red, which its theme fits to its background.
	ownInk = ink{good: 2, warn: 3, bad: 1}
	// middleInk are fixed colours between light and dark, read on black as on white: so nobody has
	// to be asked what the background is. The plain yellow of many terminals is lost on white.
	middleInk = ink{good: 28, warn: 130, bad: 196}
)

// canvas is what a layout is drawn on.
type canvas struct {
	width, height int
	glyph         glyphs
	unicode       bool
	styles        [tones]lipgloss.Style
}

// newCanvas prepares the styles of one stream. The renderer gets its profile and background from
// here, so that it never asks the terminal for them: some terminals do not answer.
func newCanvas(out io.Writer, term Terminal) canvas {
	profile, ink := termenv.Ascii, ownInk
	switch {
	case term.Color && term.ManyColors:
		profile, ink = termenv.ANSI256, middleInk
	case term.Color:
		profile = termenv.ANSI
	}
	r := lipgloss.NewRenderer(out, termenv.WithProfile(profile), termenv.WithTTY(term.TTY))
	r.SetColorProfile(profile)
	r.SetHasDarkBackground(true)
	c := canvas{width: term.Width, height: term.Height, glyph: asciiGlyphs, unicode: term.Unicode}
	if c.width < 1 {
		c.width = defaultWidth
	}
	if c.height < 1 {
		c.height = defaultHeight
	}
	c.width = min(c.width, maxWidth)
	if term.Unicode {
		c.glyph = unicodeGlyphs
	}
	c.styles = [tones]lipgloss.Style{
		Plain:  r.NewStyle(),
		Strong: r.NewStyle().Bold(true),
		Good:   r.NewStyle().Foreground(ink.good),
		Warn:   r.NewStyle().Foreground(ink.warn),
		Bad:    r.NewStyle().Foreground(ink.bad).Bold(true),
		Faint:  r.NewStyle().Faint(true),
	}
	return c
}

// text makes foreign text ready for this canvas: cleaned, and in ASCII where nothing else shows.
func (c canvas) text(s string) string {
	return c.letters(Clean(s))
}

// spaced is text for what is set with gaps between its parts, such as a title.
func (c canvas) spaced(s string) string {
	return c.letters(cleanSpaced(s))
}

// letters writes clean text in what the canvas shows.
func (c canvas) letters(text string) string {
	if c.unicode {
		return text
	}
	return toASCII(text)
}

// style is how a tone looks on this canvas.
func (c canvas) style(tone Tone) lipgloss.Style { return c.styles[tone] }

// paint gives text its tone. Text must be clean already.
func (c canvas) paint(tone Tone, text string) string {
	if strings.TrimSpace(text) == "" || tone == Plain || tone >= tones {
		return text
	}
	return c.styles[tone].Inline(true).Render(text)
}

// cut shortens text to a number of cells, with a mark that something is missing.
func (c canvas) cut(text string, cells int) string {
	tail := c.glyph.ellipsis
	if cells < ansi.StringWidth(tail) {
		tail = ""
	}
	return ansi.Truncate(text, max(cells, 0), tail)
}

// cells is how many cells a text takes.
func cells(text string) int { return ansi.StringWidth(text) }
