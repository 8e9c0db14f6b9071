// Package problem classifies failures. The code that creates an error gives it a class and a hint. Each frontend
// uses both: the command line for its exit code and hint, a tool for its error object. The package imports nothing
// of this module but words.
package problem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/words"
)

// Class is the kind of a failure. Programs branch on these words; they never change. It is a plain string, so that a
// package which imports nothing of this module can use it too.
type Class = string

// The classes.
const (
	Local       Class = "local"       // this computer: a disk, a closed stream, a bug in this program
	Usage       Class = "usage"       // an argument, a flag or a setting, found before any request
	Login       Class = "login"       // a login is needed, was refused, or lacks a scope
	NotFound    Class = "not_found"   // not found, or an expired search
	Wait        Class = "wait"        // wait and try again
	Refused     Class = "refused"     // refused by the service, or an answer that cannot be used
	Network     Class = "network"     // not reached, or timed out
	Choice      Class = "choice"      // a person has to choose
	Interrupted Class = "interrupted" // by a signal
)

// Error is a failure that needs no type of its own. If Class is empty, class and retry are those of Err, which lets
// a caller add a better hint to an error.
type Error struct {
	Class Class
	Retry Retry   // "" means the default of the class
	Text  string  // one line; "" means that of Err
	Hint  string  // what to do now, one line without a period; may be empty
	Then  *[]Step // further ways out, after the hint; a pointer, so that errors.Is can compare
	Err   error   // cause, nil if none
}

func (e Error) Error() string {
	if e.Text == "" && e.Err != nil {
		return e.Err.Error()
	}
	return e.Text
}

func (e Error) Unwrap() error { return e.Err }

// Advice returns the hint.
func (e Error) Advice() string { return e.Hint }

// Steps returns the steps.
func (e Error) Steps() []Step { return stepsIn(e.Then) }

// A Problem is an error with a class and a hint: an Error, or a type of its own with a method Class() Class, which
// callers can find with errors.As.
type Problem interface {
	error
	// Advice says what to do now, in one line without a period; it may be empty.
	Advice() string
}

// ClassOf returns the class of the outermost problem. An error without a class is local; one that wraps
// context.Canceled is an interruption.
func ClassOf(err error) Class {
	if errors.Is(err, context.Canceled) {
		return Interrupted
	}
	if p, ok := errors.AsType[Problem](err); ok {
		switch p := p.(type) {
		case interface{ Class() Class }:
			return p.Class()
		case Error:
			if p.Class == "" {
				return ClassOf(p.Err)
			}
			return p.Class
		}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return Network
	}
	return Local
}

// AdviceOf returns the hint of the outermost problem, or "". StepsOf returns all of its advice.
func AdviceOf(err error) string {
	if p, ok := errors.AsType[Problem](err); ok {
		return p.Advice()
	}
	return ""
}

// Advised returns the advice that was added to an error, and whether there is any.
func Advised(err error) (advice []Step, given bool) {
	for e, ok := errors.AsType[Error](err); ok; e, ok = errors.AsType[Error](e.Err) {
		if e.Class == "" {
			return StepsOf(e), true
		}
	}
	return nil, false
}

// Usagef returns a mistake in an argument, a flag or the configuration, found before any request. The text is one
// line that names the argument, what was given and what is accepted.
func Usagef(format string, args ...any) Error {
	return Error{Class: Usage, Text: fmt.Sprintf(format, args...)}
}

// NotAccepted returns the mistake for one value. arg is as it was typed (--page-size, FROM), and want says what is
// accepted.
func NotAccepted(arg, given, want string) Error {
	text := fmt.Sprintf("%s %s is not accepted", arg, words.Quote(given))
	if want != "" {
		text += "; give " + want
	}
	return Error{Class: Usage, Text: text}
}

// Advise returns the error with a hint.
func (e Error) Advise(hint string) Error {
	e.Hint = hint
	return e
}

// Do returns the error with one more step.
func (e Error) Do(why, do string, args ...string) Error { return e.Next(Do(why, do, args...)) }

// Next returns the error with more steps.
func (e Error) Next(steps ...Step) Error {
	e.Then = Ways(slices.Concat(e.Steps(), steps)...)
	return e
}

// See returns the error with a hint to a command. The command line names the help of its own command by itself.
func (e Error) See(command string) Error { return e.Advise("see: " + command) }

// At attaches the error to a parameter. plain is the text for users who see its form field, without the names of
// flags and arguments.
func (e Error) At(wire, plain string) FieldError {
	return FieldError{Err: e, Wire: wire, Plain: plain}
}

// FieldError is an error about one parameter, for which a form may have a field.
type FieldError struct {
	Err   error
	Wire  string // the parameter
	Plain string // the text for users who see the field; "" means that of Err
	Label string // a prefix of Err's text, such as PLACE; "" if none
}

func (e FieldError) Error() string { return e.Err.Error() }
func (e FieldError) Unwrap() error { return e.Err }

// AtField returns the text of the error for users who see the form field of a parameter, and the parameter, or "" if
// the error does not name one.
func AtField(err error) (text, wire string) {
	text = err.Error()
	for e, ok := errors.AsType[FieldError](err); ok; e, ok = errors.AsType[FieldError](e.Err) {
		text = cmp.Or(e.Plain, strings.TrimPrefix(text, e.Label+" "))
		wire = cmp.Or(wire, e.Wire)
	}
	return strings.TrimSpace(text), wire
}

// Candidate is one option to choose from.
type Candidate struct {
	Row      int    `json:"row,omitempty"` // its number in the saved list
	Ref      string `json:"ref,omitempty"` // its row and letter: "2b"
	ID       string `json:"id"`
	Label    string `json:"label"` // foreign text
	Amount   string `json:"amount,omitempty"`
	Currency string `json:"currency,omitempty"`
	Why      string `json:"why,omitempty"` // what makes it similar

	// For a question to a person.
	Type     string   `json:"-"` // of a place
	Distance *float64 `json:"-"` // kilometres from the place that the question names
}

// Argument returns the candidate as a command takes it.
func (c Candidate) Argument() string {
	if c.Row > 0 {
		return strconv.Itoa(c.Row)
	}
	return cmp.Or(c.Ref, c.ID)
}

// ChoiceError is returned if the traveler has to choose: an ambiguous place, or no exact match.
type ChoiceError struct {
	Text, Hint string
	Then       *[]Step     // further ways out, after the hint
	Candidates []Candidate // may be empty
	Typed      string      // the words that the first candidate's id can replace, "" if unknown
	Each       bool        // so can every other candidate's id, and the list is complete
	SearchID   string      // of the search to continue with, "" if none
}

func (e ChoiceError) Error() string { return e.Text }

// Class returns Choice.
func (e ChoiceError) Class() Class { return Choice }

// Advice says how to choose.
func (e ChoiceError) Advice() string { return e.Hint }

// Steps returns the steps.
func (e ChoiceError) Steps() []Step { return stepsIn(e.Then) }

// Retry says whether a failed call is worth repeating. Programs branch on these words; they never change.
//
//	Retry    class                 who acts next
//	same     wait, network         no one: the same call may succeed at once, or after retryAfter
//	changed  usage, not_found,     the caller: with another argument, setting, id or place, or with a
//	         choice                search made again
//	no       login, refused,       a person: to sign in, to free a disk, to find out whether a search was
//	         local, interrupted    made; or it was stopped on purpose
//
// An error type can override this with a method Retry() Retry, such as an answer of status 500, which is refused and
// yet may succeed later.
type Retry = string

// The kinds of retry.
const (
	Same    Retry = "same"
	Changed Retry = "changed"
	No      Retry = "no"
)

// RetryIn returns the default for a class.
func RetryIn(class Class) Retry {
	switch class {
	case Wait, Network:
		return Same
	case Usage, NotFound, Choice:
		return Changed
	}
	return No
}

// RetryOf returns whether a call that failed with err is worth repeating, according to the outermost problem.
func RetryOf(err error) Retry {
	if errors.Is(err, context.Canceled) {
		return No
	}
	p, _ := errors.AsType[Problem](err)
	switch p := p.(type) {
	case interface{ Retry() Retry }:
		return p.Retry()
	case Error:
		if p.Retry != "" {
			return p.Retry
		}
		if p.Class == "" {
			return RetryOf(p.Err)
		}
	}
	return RetryIn(ClassOf(err))
}

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
	if p, ok := p.(interface{ Steps() []Step }); ok {
		return p.Steps()
	}
	return nil
}

// MarshalText returns the command line that the face has filled in.
func (s Step) MarshalText() ([]byte, error) { return []byte(s.Line), nil }

// Mistake is a panic turned into an error, with its location and the runtime's message. The text of any other panic
// may hold private data, so only its type is shown.
type Mistake struct {
	What string
	// Frames are the calls that led to the panic, innermost first: function, file and line, no arguments.
	Frames []string
}

// Error names the place, for a bug report.
func (m *Mistake) Error() string {
	where := ""
	if len(m.Frames) > 0 {
		where = " in " + m.Frames[0]
	}
	return "a mistake of this program" + where + ": " + m.What
}

// Guarded wraps f for its own goroutine, where a panic would otherwise end the program.
func Guarded(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = Caught(r)
			}
		}()
		return f()
	}
}

// Caught returns the mistake that a deferred function recovered from.
func Caught(r any) *Mistake {
	m := &Mistake{What: fmt.Sprintf("a panic of type %T", r)}
	if fault, ok := r.(runtime.Error); ok {
		m.What = fault.Error()
	}
	calls := make([]uintptr, 64)
	frames := runtime.CallersFrames(calls[:runtime.Callers(1, calls)])
	panicked := false
	for {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if panicked && !inRuntime {
			m.Frames = append(m.Frames, fmt.Sprintf("%s (%s:%d)", f.Function, filepath.Base(f.File), f.Line))
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return m
		}
	}
}

// Class returns Local.
func (m *Mistake) Class() Class { return Local }

// Advice asks the user to report it.
func (m *Mistake) Advice() string { return Report }

// Report is the hint for a bug in this program.
const Report = "please report this line; TRAVEL_DEBUG=FILE before the command keeps the calls that led there"
