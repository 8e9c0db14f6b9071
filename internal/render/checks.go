package render

import "strings"

// Check is one thing that was looked at, and what was found.
type Check struct {
	Status string // ok, warn, fail or skip
	Tone   Tone   // of the status
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

func (v Checks) lines(c canvas) []string {
	var out []string
	for _, check := range v {
		status, name := c.cut(c.text(check.Status), checkStatus-1), c.cut(c.text(check.Name), checkName-1)
		label := c.paint(check.Tone, status) + strings.Repeat(" ", checkStatus-cells(status)) +
			name + strings.Repeat(" ", checkName-cells(name))
		tone := Plain
		if check.Tone == Faint {
			tone = Faint
		}
		out = append(out, c.wrapIndented(label, c.text(check.Text), tone)...)
		if check.Remedy != "" {
			arrow := strings.Repeat(" ", checkStatus+checkName) + c.glyph.arrow + " "
			out = append(out, c.wrapIndented(arrow, c.text(check.Remedy), Plain)...)
		}
	}
	return out
}

func (v Checks) records() records {
	r := records{head: []string{"status", "check", "found", "remedy"}}
	for _, check := range v {
		r.rows = append(r.rows, []string{check.Status, check.Name, check.Text, check.Remedy})
	}
	return r
}
