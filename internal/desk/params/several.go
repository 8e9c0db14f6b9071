package params

import (
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// A Reading is one way to read what a person typed.
type Reading struct {
	Value string // as the contract writes it
	Label string // for a person
}

// SeveralError says that a text has several readings. Nothing is taken for the traveler: who can ask
// them does, and gives the value that was meant.
type SeveralError struct {
	Label    string // what the text was typed as: DATE, --site-code
	Given    string
	Readings []Reading // at least two
}

// Error names the readings as they can be given.
func (e SeveralError) Error() string {
	values := make([]string, len(e.Readings))
	for i, r := range e.Readings {
		values[i] = r.Value
	}
	last := len(values) - 1
	return fmt.Sprintf("%s %s may be %s or %s", e.Label, words.Quote(e.Given), strings.Join(values[:last], ", "), values[last])
}

// Title is the question.
func (e SeveralError) Title() string {
	return fmt.Sprintf("%s %s can be read in %d ways:", e.Label, words.Quote(e.Given), len(e.Readings))
}

// Class is Choice.
func (e SeveralError) Class() problem.Class { return problem.Choice }

// Advice is to give one of them.
func (e SeveralError) Advice() string { return "give the one that is meant, as it is written here" }

// Unwrap is the same as a choice.
func (e SeveralError) Unwrap() error {
	choice := problem.ChoiceError{Text: e.Error(), Hint: e.Advice()}
	for _, r := range e.Readings {
		choice.Candidates = append(choice.Candidates, problem.Candidate{ID: r.Value, Label: r.Label})
	}
	return choice
}

// Open is a text that waits for someone to say what it means.
type Open struct {
	SeveralError
	Take func(value string) error // goes on with the value that is meant
}

// Hold keeps an error that says that a text has several readings until take gets the one that is
// meant. Every other error comes back.
func (d *Days) Hold(err error, take func(value string) error) error {
	several, ok := errors.AsType[SeveralError](err)
	if !ok {
		return err
	}
	d.open = append(d.open, Open{several, take})
	return nil
}

// Open are the texts held, in their order; none of them is held any longer.
func (d *Days) Open() []Open {
	open := d.open
	d.open = nil
	return open
}

// Later is Set for a flag, which is read before anyone can be asked: what has several readings is
// held by the days of the parameters.
func (p *Values) Later(wire, label, text string) error {
	err := p.Set(wire, label, text)
	several, ok := errors.AsType[SeveralError](err)
	if !ok {
		return err
	}
	return p.days.Hold(err, func(value string) error { return p.Mean(wire, several, value) })
}

// Mean keeps the reading of a text that was meant.
func (p *Values) Mean(wire string, several SeveralError, value string) error {
	if err := p.Set(wire, several.Label, value); err != nil {
		return err
	}
	p.GivenAs(wire, several.Given)
	return nil
}
