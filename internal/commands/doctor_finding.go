package commands

import (
	"bytes"
	"encoding/json"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/grid"
)

// health is how one thing was found.
type health string

// How a thing can be found.
const (
	healthOK      health = "ok"
	healthWarn    health = "warn"
	healthFail    health = "fail"
	healthSkipped health = "skipped"
)

// finding is one line of travel doctor.
type finding struct {
	name   string
	status health
	text   string
	remedy string // may be empty
	facts  []fact // for programs, in this order
	err    error  // why it failed
}

// fact is a member of a finding in JSON.
type fact struct {
	name  string
	value any
}

func found(name, text string, facts ...fact) finding {
	return finding{name: name, status: healthOK, text: text, facts: facts}
}

func warned(name, text, remedy string, facts ...fact) finding {
	return finding{name: name, status: healthWarn, text: text, remedy: remedy, facts: facts}
}

func skipped(name, why string) finding {
	return finding{name: name, status: healthSkipped, text: why}
}

// failed is a finding for what would end a command; it has the words, the way
// out and the exit code of that command's failure.
func failed(name string, err error, facts ...fact) finding {
	f := classify(err)
	return finding{name: name, status: healthFail, text: f.text, remedy: f.hint, facts: facts, err: err}
}

// softened is a failure that keeps nothing from working as it is set up.
func (f finding) softened() finding {
	if f.status == healthFail {
		f.status, f.err = healthWarn, nil
	}
	return f
}

// or gives a finding without a remedy this one.
func (f finding) or(remedy string) finding {
	if f.remedy == "" {
		f.remedy = remedy
	}
	return f
}

// MarshalJSON keeps the facts beside the words, not one level below.
func (f finding) MarshalJSON() ([]byte, error) {
	members := []fact{{"name", f.name}, {"status", f.status}, {"text", clean.Line(f.text)}, {"remedy", clean.Line(f.remedy)}}
	var b bytes.Buffer
	before := byte('{')
	for _, member := range append(members, f.facts...) {
		b.WriteByte(before)
		before = ','
		name, err := json.Marshal(member.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(member.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// check is the finding as it is printed.
func (f finding) check() grid.Check {
	status, tone := string(f.status), canvas.Good
	switch f.status {
	case healthWarn:
		tone = canvas.Warn
	case healthFail:
		tone = canvas.Bad
	case healthSkipped:
		status, tone = "skip", canvas.Faint
	}
	return grid.Check{Status: status, Tone: tone, Name: f.name, Text: f.text, Remedy: f.remedy}
}
