package problem

import (
	"errors"
	"slices"
)

// Step is something that the traveler can do next. The command line and the full screen word it as a command to paste.
type Step struct {
	Why  string   // what the step is for, such as "its fares"; all of the advice if Do is empty
	Do   string   // an operationId of the contract, or a command that has none, such as kept.forget; may be empty
	Args []string // references, places and days, in the order of the command; in capitals if the traveler fills them in
	With []Param  // of the step, or ways to give this call again if Do is empty
	Note string   // what the step does, for a sentence that begins with it; may be empty
	Line string   // the command line, if the face worded it already
}

// Param is one parameter: a filter, the order, the number of rows on a page, or what only a command takes.
type Param struct {
	Name   string   `json:"name"`            // in the contract, or that of a flag that the contract does not know
	Values []string `json:"values"`          // as in the contract: one, or those of a list; none for a switch
	Typed  string   `json:"typed,omitempty"` // the flag that gave it, as a person types it
}

// Do returns a step. why may be empty.
func Do(why, do string, args ...string) Step { return Step{Why: why, Do: do, Args: args} }

// Set returns the step with one more parameter.
func (s Step) Set(name string, values ...string) Step {
	return s.Having(Param{Name: name, Values: values})
}

// Having returns the step with more parameters.
func (s Step) Having(params ...Param) Step {
	s.With = slices.Concat(s.With, params)
	return s
}

// For returns the step with another reason.
func (s Step) For(why string) Step {
	s.Why = why
	return s
}

// Ways returns the further ways out of an error.
func Ways(steps ...Step) *[]Step { return &steps }

func stepsIn(ways *[]Step) []Step {
	if ways == nil {
		return nil
	}
	return *ways
}

// AdvisedAs returns the error with the advice of another one.
func (e Error) AdvisedAs(err error) Error {
	e.Hint, e.Then = AdviceOf(err), Ways(stepsOf(err)...)
	return e
}

// Advising is implemented by errors that know steps out of the failure, besides the sentence of Advice.
type Advising interface{ Steps() []Step }

// StepsOf returns all advice of the outermost problem: its sentence, if it has one, and then its steps.
func StepsOf(err error) []Step {
	if hint := AdviceOf(err); hint != "" {
		return append([]Step{{Why: hint}}, stepsOf(err)...)
	}
	return stepsOf(err)
}

// stepsOf returns the steps of the outermost problem without its sentence.
func stepsOf(err error) []Step {
	p, _ := errors.AsType[Problem](err)
	if p, ok := p.(Advising); ok {
		return p.Steps()
	}
	return nil
}

// MarshalText returns the command line that the face has filled in.
func (s Step) MarshalText() ([]byte, error) { return []byte(s.Line), nil }
