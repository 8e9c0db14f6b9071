package grid

import (
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// Check is one thing that was looked at, and what was found.
type Check struct {
	Status string      // ok, warn, fail or skip
	Tone   canvas.Tone // of the status
	Name   string
	Text   string
	Remedy string // what to do, may be empty
}

// Checks are things that were looked at, under each other. Several views of one check each look
// like one view of them all, so that a line can be printed as soon as it is known.
type Checks []Check

// Widths of the first two columns, which must not depend on lines that are not known yet.
const (
	checkStatus = 6
	checkName   = 16
)

// Lines gives the layout for a person.
func (v Checks) Lines(c canvas.Canvas) []string {
	var out []string
	for _, check := range v {
		status, name := c.Cut(c.Text(check.Status), checkStatus-1), c.Cut(c.Text(check.Name), checkName-1)
		label := c.Paint(check.Tone, status) + strings.Repeat(" ", checkStatus-canvas.Cells(status)) +
			name + strings.Repeat(" ", checkName-canvas.Cells(name))
		tone := canvas.Plain
		if check.Tone == canvas.Faint {
			tone = canvas.Faint
		}
		out = append(out, c.Wrap(label, c.Text(check.Text), tone)...)
		if check.Remedy != "" {
			arrow := strings.Repeat(" ", checkStatus+checkName) + c.Glyph.Arrow + " "
			out = append(out, c.Wrap(arrow, c.Text(check.Remedy), canvas.Plain)...)
		}
	}
	return out
}

// Records gives a line for each check.
func (v Checks) Records() Records {
	r := Records{Head: []string{"status", "check", "found", "remedy"}}
	for _, check := range v {
		r.Rows = append(r.Rows, []string{check.Status, check.Name, check.Text, check.Remedy})
	}
	return r
}
