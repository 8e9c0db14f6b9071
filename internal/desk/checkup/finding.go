package checkup

import (
	"bytes"
	"encoding/json"
)

// Status is how one thing was found. Programs branch on these words; they never change.
type Status string

// How a thing can be found.
const (
	OK      Status = "ok"
	Warn    Status = "warn"
	Fail    Status = "fail"
	Skipped Status = "skipped"
)

// A Finding is what one check says of one thing. Its texts may hold foreign words.
type Finding struct {
	Name   string // of the check
	Status Status
	Text   string // one line without a full stop
	Remedy string // what to do, may be empty
	Facts  []Fact // for programs, in this order
	Err    error  // why it failed; nil with every other status
}

// A Fact is a member of a finding in JSON.
type Fact struct {
	Name  string
	Value any
}

func found(name, text string, facts ...Fact) Finding {
	return Finding{Name: name, Status: OK, Text: text, Facts: facts}
}

func warned(name, text, remedy string, facts ...Fact) Finding {
	return Finding{Name: name, Status: Warn, Text: text, Remedy: remedy, Facts: facts}
}

func skipped(name, why string) Finding {
	return Finding{Name: name, Status: Skipped, Text: why}
}

// failed is a finding for what would end a call; it has the words, the way out and the class of that
// call's failure.
func (c *checker) failed(name string, err error, facts ...Fact) Finding {
	return Finding{Name: name, Status: Fail, Text: err.Error(), Remedy: c.Advise(err), Facts: facts, Err: err}
}

// softened is a failure that keeps nothing from working as it is set up.
func (f Finding) softened() Finding {
	if f.Status == Fail {
		f.Status, f.Err = Warn, nil
	}
	return f
}

// or gives a finding without a remedy this one.
func (f Finding) or(remedy string) Finding {
	if f.Remedy == "" {
		f.Remedy = remedy
	}
	return f
}

// MarshalJSON keeps the facts beside the words, not one level below.
func (f Finding) MarshalJSON() ([]byte, error) {
	members := []Fact{{"name", f.Name}, {"status", f.Status}, {"text", f.Text}, {"remedy", f.Remedy}}
	var b bytes.Buffer
	before := byte('{')
	for _, member := range append(members, f.Facts...) {
		b.WriteByte(before)
		before = ','
		name, err := json.Marshal(member.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(member.Value)
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
