package render

import (
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/canvas"
)

// errorLabel leads a failure; the way out stands under its text.
const errorLabel = "error: "

// Notice prints a remark about the answer, for stderr.
func (p *Printer) Notice(text string) error {
	return p.message("", text, canvas.Plain)
}

// Warning prints a remark that the traveler should not miss, for stderr.
func (p *Printer) Warning(text string) error {
	return p.message("warning: ", text, canvas.Warn)
}

// Hint prints what might be done next, for stderr.
func (p *Printer) Hint(text string) error {
	return p.message("hint: ", text, canvas.Plain)
}

// Question asks for a yes or a no; what is typed stands behind it.
func (p *Printer) Question(text string) error {
	return p.write(strings.Join(p.set("", text+" [y/N]", canvas.Plain), "\n") + " ")
}

// Errorline prints what went wrong and, under it, the way out; an empty way out is left out. The
// way out may hold several lines.
func (p *Printer) Errorline(what, wayOut string) error {
	lines := p.set(errorLabel, what, canvas.Bad)
	for line := range strings.SplitSeq(clean.SpacedLines(wayOut), "\n") {
		if line != "" {
			lines = append(lines, p.set(strings.Repeat(" ", len(errorLabel)), line, canvas.Plain)...)
		}
	}
	return p.writeLines(lines)
}

// Nothing says why nothing was found, and which relaxed conditions would find something.
func (p *Printer) Nothing(why string, ways []string) error {
	lines := p.set("", why, canvas.Plain)
	clean := make([]string, len(ways))
	for i, way := range ways {
		clean[i] = p.clean(way)
	}
	if len(ways) > 0 {
		lines = append(lines, p.messageCanvas().Flow("  ", clean, "      ")...)
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

// set wraps a message to a terminal's width. Elsewhere a message stays on its line, so that a
// search in a log finds it whole. The tone is the label's; the text is plain.
func (p *Printer) set(label, text string, tone canvas.Tone) []string {
	c := p.messageCanvas()
	room := max(c.Width-len(label), c.Width/2)
	lines := canvas.FoldLinks(p.clean(text), room)
	for i, line := range lines {
		if i == 0 {
			lines[i] = c.Paint(tone, strings.TrimRight(label, " ")) + strings.Repeat(" ", len(label)-len(strings.TrimRight(label, " "))) + line
		} else {
			lines[i] = strings.Repeat(" ", len(label)) + strings.TrimRight(line, " ")
		}
	}
	return lines
}

func (p *Printer) clean(text string) string {
	if p.term.TTY {
		return p.canvas.Spaced(text)
	}
	return clean.Spaced(text)
}

// messageCanvas has no edge where no terminal is.
func (p *Printer) messageCanvas() canvas.Canvas {
	c := p.canvas
	if !p.term.TTY {
		c.Width = 1 << 20
	}
	return c
}
