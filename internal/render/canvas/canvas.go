// Package canvas describes what a layout is drawn on: a terminal's width, glyphs and colors. It cuts, paints and
// folds text to fit.
package canvas

import (
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/words"
)

const (
	defaultWidth  = 80
	defaultHeight = 24
	// maxWidth keeps a wrong terminal size from wasting memory.
	maxWidth = 500
)

// Tone is what a piece of text means to its reader. Color only supports it.
type Tone uint8

// The tones.
const (
	Plain  Tone = iota
	Strong      // the most prominent text: a price, a title
	Good        // a label worth having, a yes
	Warn        // needs attention before continuing
	Bad         // a failure
	Faint       // scaffolding: headers, hints, units
	tones       // how many there are
)

// ink holds the colors of the tones that have one.
type ink struct{ good, warn, bad lipgloss.ANSIColor }

var (
	// ownInk uses the terminal's own green, yellow and red, which its theme matches to its background.
	ownInk = ink{good: 2, warn: 3, bad: 1}
	// middleInk uses fixed colors that are readable on black and on white, so the background does not have to be known.
	// The plain yellow of many terminals is unreadable on white.
	middleInk = ink{good: 28, warn: 130, bad: 196}
)

// Canvas is what a layout is drawn on.
type Canvas struct {
	Width, Height int
	Glyph         *Glyphs
	Unicode       bool
	Now           func() time.Time       // the date by which years are omitted; nil writes them all
	Mark          string                 // see [Terminal]
	Pasted        func(string) string    // rewrites the commands in a text; nil leaves them unchanged
	styles        *[tones]lipgloss.Style // 3 KB, and a canvas is passed by value
	around        *[tones][2]string      // what they write before and after a text
}

// Day formats a day for the reader; see [words.Date].
func (c Canvas) Day(t time.Time) string { return words.Date(t, c.Today()) }

// Days formats two related days separated by sep; see [words.Dates].
func (c Canvas) Days(from, to time.Time, sep string) string {
	return words.Dates(from, to, c.Today(), sep)
}

// Among returns the canvas for days that are shown together: all of them have a year if their years differ.
func (c Canvas) Among(days ...time.Time) Canvas {
	for _, day := range days {
		if !day.IsZero() && !days[0].IsZero() && day.Year() != days[0].Year() {
			c.Now = nil
		}
	}
	return c
}

// Today returns the reader's date, or the zero time if it is unknown.
func (c Canvas) Today() time.Time {
	if c.Now == nil {
		return time.Time{}
	}
	return c.Now()
}

// New prepares the styles of one stream. The renderer gets its profile and background from here, so that it never
// queries the terminal: some terminals do not answer.
func New(out io.Writer, term Terminal) Canvas {
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
	c := Canvas{Width: term.Width, Height: term.Height, Glyph: &asciiGlyphs, Unicode: term.Unicode, Now: term.Now, Mark: term.Mark}
	if c.Width < 1 {
		c.Width = defaultWidth
	}
	if c.Height < 1 {
		c.Height = defaultHeight
	}
	c.Width = min(c.Width, maxWidth)
	if term.Unicode {
		c.Glyph = &unicodeGlyphs
	}
	c.styles = &[tones]lipgloss.Style{
		Plain:  r.NewStyle(),
		Strong: r.NewStyle().Bold(true),
		Good:   r.NewStyle().Foreground(ink.good),
		Warn:   r.NewStyle().Foreground(ink.warn),
		Bad:    r.NewStyle().Foreground(ink.bad).Bold(true),
		Faint:  r.NewStyle().Faint(true),
	}
	c.around = &[tones][2]string{}
	for tone := range c.around {
		const text = "x"
		before, after, _ := strings.Cut(c.styles[tone].Inline(true).Render(text), text)
		c.around[tone] = [2]string{before, after}
	}
	return c
}

// Marked adds the mark to the lines of an answer: next to the heading, which is the first line if headed, if it
// fits, otherwise on a line above.
func (c Canvas) Marked(lines []string, headed bool) []string {
	if c.Mark == "" || len(lines) == 0 {
		return lines
	}
	const gap = "   "
	mark := c.Paint(Warn, c.Text(c.Mark))
	if headed && Cells(lines[0])+len(gap)+Cells(mark) <= c.Width {
		return append([]string{lines[0] + gap + mark}, lines[1:]...)
	}
	return append([]string{mark}, lines...)
}

// Commands returns text with its commands in the form in which they can be pasted.
func (c Canvas) Commands(text string) string {
	if c.Pasted == nil {
		return text
	}
	return c.Pasted(text)
}

// Maximum number of bytes shown of one text, more than anyone reads: of a name or label, of a sentence or command,
// and of a text of several lines, such as a review. Records contain the full text. The rest is neither cleaned nor
// measured, however often it is drawn.
const maxText, maxSpaced, maxLines = 1 << 10, 4 << 10, 16 << 10

// short returns the beginning of a text with an ellipsis, or all of it if it fits.
func (c Canvas) short(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + c.Glyph.Ellipsis
}

// Text prepares foreign text for this canvas: cleaned, and in ASCII if nothing else can be shown.
func (c Canvas) Text(s string) string {
	return c.Letters(clean.Line(c.short(s, maxText)))
}

// Lines is like Text for text of several lines, such as a review.
func (c Canvas) Lines(s string) []string {
	return strings.Split(c.Letters(clean.Lines(c.short(s, maxLines))), "\n")
}

// Spaced is like Text for longer text, or text with gaps between its parts, such as a title.
func (c Canvas) Spaced(s string) string {
	return c.Letters(clean.Spaced(c.short(s, maxSpaced)))
}

// Letters converts clean text to characters that the canvas can show.
func (c Canvas) Letters(text string) string {
	if c.Unicode {
		return text
	}
	return clean.ASCII(text)
}

// Style returns the style of a tone on this canvas.
func (c Canvas) Style(tone Tone) lipgloss.Style { return c.styles[tone] }

// Paint styles text by its tone. The text must be clean already.
func (c Canvas) Paint(tone Tone, text string) string {
	if strings.TrimSpace(text) == "" || tone == Plain || tone >= tones {
		return text
	}
	return c.around[tone][0] + text + c.around[tone][1]
}

// Cut shortens text to a number of cells, ending in an ellipsis.
func (c Canvas) Cut(text string, cells int) string {
	tail := c.Glyph.Ellipsis
	if cells < ansi.StringWidth(tail) {
		tail = ""
	}
	return ansi.Truncate(text, max(cells, 0), tail)
}

// Cells returns how many cells a text takes.
func Cells(text string) int {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return ansi.StringWidth(text)
		}
	}
	return len(text) // most texts are ASCII, which needs no table
}

// Terminal describes the stream a Printer writes to.
type Terminal struct {
	// TTY says a person reads the stream: layouts are fitted and cut to the width.
	TTY bool
	// Width and Height are in cells. A Width below 1 means 80, a Height below 1 means 24.
	Width, Height int
	// Color allows SGR sequences. Without it no escape byte is ever written.
	Color bool
	// ManyColors says that the terminal shows 256 colors, not just the 16 of its theme.
	ManyColors bool
	// Dumb says that the terminal supports no escape sequences.
	Dumb bool
	// Links says that the terminal shows hyperlinks (OSC 8).
	Links bool
	// Unicode says the terminal shows UTF-8. Without it a terminal gets ASCII alone.
	Unicode bool
	// Now is the reader's clock, which decides whether days have a year. Nil writes every year.
	Now func() time.Time
	// Mark is a warning about everything shown, next to the heading of an answer; "" for none.
	Mark string
}

// Glyphs are the characters a layout is drawn with.
type Glyphs struct {
	Arrow, Dot, Ellipsis, Dash string
	Minus                      string // before a percentage or a con
	Full                       string // a filled cell of a score's bar
	Tick, Layover              string // the ends of a segment, the wait between two
	Air, Rail, Road, Other     string // a segment's bar by its mode of travel
	Stem, Gap                  string // a segment and a wait, drawn vertically
	Track, Thumb               string // the position of a price
	Spinner                    []string
}

var unicodeGlyphs = Glyphs{
	Arrow: "→", Dot: "·", Ellipsis: "…", Dash: "–",
	Minus: "−", Full: "█",
	Tick: "●", Layover: "┄",
	Air: "━", Rail: "═", Road: "╍", Other: "─",
	Stem: "│", Gap: "┊",
	Track: "─", Thumb: "●",
	Spinner: []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"},
}

var asciiGlyphs = Glyphs{
	Arrow: "->", Dot: "|", Ellipsis: "..", Dash: "-",
	Minus: "-", Full: "#",
	Tick: "o", Layover: ".",
	Air: "=", Rail: "#", Road: "~", Other: "-",
	Stem: "|", Gap: ":",
	Track: "-", Thumb: "o",
	Spinner: []string{"|", "/", "-", "\\"},
}

// Pad fills a text with spaces up to a number of cells.
func Pad(text string, cells int) string {
	return text + strings.Repeat(" ", max(cells-Cells(text), 0))
}

// LineAt returns the text at an index, or "" beyond the end.
func LineAt(texts []string, i int) string {
	if i < len(texts) {
		return texts[i]
	}
	return ""
}

// Texts cleans texts and drops empty ones.
func (c Canvas) Texts(texts []string) []string {
	var out []string
	for _, text := range texts {
		if text = c.Text(text); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// Join joins cleaned texts and drops empty ones.
func (c Canvas) Join(texts []string, separator string) string {
	return strings.Join(c.Texts(texts), separator)
}

// Dots joins the texts that are not empty with dots.
func (c Canvas) Dots(texts ...string) string {
	return c.Join(texts, " "+c.Glyph.Dot+" ")
}

// Heading returns a title with details next to it, and sentences below.
func (c Canvas) Heading(title string, about, below []string) []string {
	out := c.Flow("", append([]string{c.Paint(Strong, c.Text(title))}, c.Texts(about)...), "   ")
	return append(out, c.Sentences(below)...)
}

// Items joins texts with dots over as many lines as needed. It returns nothing for no texts.
func (c Canvas) Items(texts []string) []string {
	return c.Flow("", c.Texts(texts), " "+c.Glyph.Dot+" ")
}

// CountLine returns the number of things, the number before filters (of, 0 if there are no filters), the numbers of
// those shown, and the status of the search.
func (c Canvas) CountLine(noun string, total, of int, numbers []int, status string) string {
	total = max(total, 0) // it is foreign
	text := words.Counted(total, noun)
	if of > total {
		text = words.Grouped(total) + " of " + words.Counted(of, noun)
	}
	switch n := len(numbers); {
	case n == 0 || n == total:
	case numbers[0] > 1:
		text += ", " + words.Grouped(numbers[0]) + " to " + words.Grouped(numbers[n-1]) + " shown"
	default:
		text += ", " + words.Grouped(n) + " shown"
	}
	if status = c.Text(status); status != "" {
		text += ", " + status
	}
	return text + "."
}

// Ending returns the notes and the next commands below an answer.
func (c Canvas) Ending(notes, next []string) []string {
	var out []string
	if len(notes) > 0 {
		out = append(out, "")
	}
	out = append(out, c.Sentences(notes)...)
	if lines := c.Next(next); len(lines) > 0 {
		out = append(append(out, ""), lines...)
	}
	return out
}

// Sentences wraps sentences, each starting on its own line.
func (c Canvas) Sentences(list []string) []string {
	var out []string
	for _, text := range list {
		out = append(out, c.Wrap("", c.Spaced(text), Plain)...)
	}
	return out
}

// Next names the suggested next commands. A command that does not fit on a line stays whole: the terminal wraps it, and
// it can still be copied.
func (c Canvas) Next(commands []string) []string {
	var items []string
	for _, command := range commands {
		if text := c.Spaced(command); text != "" {
			items = append(items, c.Commands(text))
		}
	}
	label := c.Paint(Strong, "Next") + "   "
	var out []string
	for _, line := range arrange(items, " "+c.Glyph.Dot+" ", c.Width-Cells(label)) {
		if strings.HasPrefix(line, "travel ") {
			out = append(out, label+line)
		} else {
			out = append(out, c.Wrap(label, line, Plain)...)
		}
		label = strings.Repeat(" ", Cells(label))
	}
	return out
}
