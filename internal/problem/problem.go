// Package problem says what kinds of failure there are. The maker of an error gives it its class
// and the way out; every face reads both, the command line for its exit code and its hint, a tool
// for its error object. It imports nothing of this module but the words.
package problem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/words"
)

// Class is what kind of failure an error is. Programs branch on these words; they never change. It
// is a plain string, so that a room which imports nothing of ours can say it too.
type Class = string

// The classes.
const (
	Local       Class = "local"       // this computer: a disk, a closed stream, a mistake of this program
	Usage       Class = "usage"       // an argument, a flag or a setting, found before any request
	Login       Class = "login"       // a login is needed, was refused, or lacks a scope
	NotFound    Class = "not_found"   // not found, or an expired search
	Wait        Class = "wait"        // wait and try again
	Refused     Class = "refused"     // refused by the service, or an answer that cannot be used
	Network     Class = "network"     // not reached, or not in time
	Choice      Class = "choice"      // a person has to choose
	Interrupted Class = "interrupted" // by a signal
)

// Error is a failure that no one asks more of than this. One without a class takes that of Err, and whether it
// is worth repeating too: it gives a failure a better way out than its maker knew.
type Error struct {
	Class Class
	Retry Retry  // "" is what holds for the class
	Text  string // one line; "" for that of Err
	Hint  string // what to do now, one line without a full stop; it may be empty
	Err   error  // behind it, nil for none
}

func (e Error) Error() string {
	if e.Text == "" && e.Err != nil {
		return e.Err.Error()
	}
	return e.Text
}

func (e Error) Unwrap() error { return e.Err }

// Advice is the hint.
func (e Error) Advice() string { return e.Hint }

// A Problem is an error that knows its class and the way out: an Error, or a type of its own with a method
// Class() Class, which someone asks for with errors.As.
type Problem interface {
	error
	// Advice is what to do now, one line without a full stop; it may be empty.
	Advice() string
}

// ClassOf is the class of the outermost problem. An error that says nothing is local; one that
// holds the end of its context is an interruption.
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

// AdviceOf is the way out that the outermost problem knows, or "".
func AdviceOf(err error) string {
	if p, ok := errors.AsType[Problem](err); ok {
		return p.Advice()
	}
	return ""
}

// Advised is the better way out that a failure was given, and whether it was given any.
func Advised(err error) (hint string, given bool) {
	for e, ok := errors.AsType[Error](err); ok; e, ok = errors.AsType[Error](e.Err) {
		if e.Class == "" {
			return e.Hint, true
		}
	}
	return "", false
}

// Usagef is a mistake in an argument, a flag or the configuration, found before any request: one line that names
// the argument, what was given and what is accepted.
func Usagef(format string, args ...any) Error {
	return Error{Class: Usage, Text: fmt.Sprintf(format, args...)}
}

// NotAccepted is the mistake of one value. arg is as it was typed (--page-size, FROM), and want says what is accepted.
func NotAccepted(arg, given, want string) Error {
	text := fmt.Sprintf("%s %s is not accepted", arg, words.Quote(given))
	if want != "" {
		text += "; give " + want
	}
	return Error{Class: Usage, Text: text}
}

// Advise is the error with what to do.
func (e Error) Advise(hint string) Error {
	e.Hint = hint
	return e
}

// See is the error with a command to look at. The command line names the help of its own command by itself.
func (e Error) See(command string) Error { return e.Advise("see: " + command) }

// At is the error as that of a parameter. plain is its text for those who see the field of it, without the names
// of flags and arguments.
func (e Error) At(wire, plain string) FieldError {
	return FieldError{Err: e, Wire: wire, Plain: plain}
}

// FieldError is an error about one parameter, for which a form may have a field.
type FieldError struct {
	Err   error
	Wire  string // the parameter
	Plain string // the text for those who see the field; "" for that of Err
	Label string // what the text of Err begins with, such as PLACE; "" for none
}

func (e FieldError) Error() string { return e.Err.Error() }
func (e FieldError) Unwrap() error { return e.Err }

// AtField is what is wrong for those who see the field of a parameter, and which that is; "" where the error
// does not say.
func AtField(err error) (text, wire string) {
	text = err.Error()
	for e, ok := errors.AsType[FieldError](err); ok; e, ok = errors.AsType[FieldError](e.Err) {
		text = cmp.Or(e.Plain, strings.TrimPrefix(text, e.Label+" "))
		wire = cmp.Or(wire, e.Wire)
	}
	return strings.TrimSpace(text), wire
}

// Candidate is something to choose from.
type Candidate struct {
	Row      int    `json:"row,omitempty"` // its number in the list that was kept
	Ref      string `json:"ref,omitempty"` // its row and letter: "2b"
	ID       string `json:"id"`
	Label    string `json:"label"` // foreign text
	Amount   string `json:"amount,omitempty"`
	Currency string `json:"currency,omitempty"`
	Why      string `json:"why,omitempty"` // in what it is near
}

// ChoiceError says that the traveler has to choose: an ambiguous place, or no exact match.
type ChoiceError struct {
	Text, Hint string
	Candidates []Candidate // may be empty
	Typed      string      // the words that the first candidate's id can stand for, "" where they are not known
	Each       bool        // the id of every other can, too, and these are all there are
	SearchID   string      // of the search that goes on with it, "" for none
}

func (e ChoiceError) Error() string { return e.Text }

// Class is Choice.
func (e ChoiceError) Class() Class { return Choice }

// Advice is how to choose.
func (e ChoiceError) Advice() string { return e.Hint }

// Retry says whether a call that failed is worth repeating. Programs branch on these words; they never
// change.
//
//	Retry    class                 who acts next
//	same     wait, network         no one: the same call may succeed at once, or after retryAfter
//	changed  usage, not_found,     the caller: with another argument, setting, id or place, or with a
//	         choice                search made again
//	no       login, refused,       a person: to sign in, to free a disk, to find out whether a search was
//	         local, interrupted    made; or it was stopped on purpose
//
// A type of error that knows better says so by a method Retry() Retry, such as an answer of status 500,
// which is refused and yet may succeed later.
type Retry = string

// The kinds of retry.
const (
	Same    Retry = "same"
	Changed Retry = "changed"
	No      Retry = "no"
)

// RetryIn is what holds for a class, where nothing more is known of the failure.
func RetryIn(class Class) Retry {
	switch class {
	case Wait, Network:
		return Same
	case Usage, NotFound, Choice:
		return Changed
	}
	return No
}

// RetryOf is whether a call that failed with err is worth repeating, as the outermost problem knows it.
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
