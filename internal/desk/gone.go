package desk

import (
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// GoneError is a 404 on something that lived with a search, with the search's age.
type GoneError struct {
	Age   time.Duration
	Err   error
	Again string // the command that searches again
	Way   string // the way out in words, in place of that command
}

func (e GoneError) Error() string {
	return fmt.Sprintf("this search has expired (made %s ago)", words.Age(e.Age))
}

func (e GoneError) Unwrap() error { return e.Err }

// Class is NotFound.
func (e GoneError) Class() problem.Class { return problem.NotFound }

// Advice is how to search again.
func (e GoneError) Advice() string {
	if e.Way != "" {
		return e.Way
	}
	return "search again; it spends one of your searches: " + e.Again
}

// Gone adds to a 404 how old the search is, when that is known. Other errors stay as they are.
func (d *Desk) Gone(list recall.List, err error) error {
	if _, told := asGone(err); told || !IsGone(err) || list.Search.Created.IsZero() {
		return err
	}
	return GoneError{Age: d.Now().Sub(list.Search.Created), Err: err, Again: SearchAgain(list)}
}

// IsGone tells the 404 of an id that lives with its search.
func IsGone(err error) bool {
	p, ok := errors.AsType[*apiclient.ProblemError](err)
	return ok && p.Code == apiclient.ErrorCodeNotFound
}

// SearchAgain is the command that makes a list's search again.
func SearchAgain(list recall.List) string {
	switch {
	case list.Stay != nil:
		return list.Stay.Command()
	case list.Flight != nil:
		return list.Flight.Command()
	case list.Kind == recall.Hotels, list.Kind == recall.Rates:
		return "travel hotels search --help"
	}
	return "travel flights search --help"
}

// UnreadError is a fault that left a search unread that was just made.
type UnreadError struct {
	Err     error
	Command string // that reads it
}

func (e UnreadError) Error() string { return e.Err.Error() + "; " + e.way() }

func (e UnreadError) way() string { return "the search was made, read it with: " + e.Command }

func (e UnreadError) Unwrap() error { return e.Err }

// Class is that of the fault.
func (e UnreadError) Class() problem.Class { return problem.ClassOf(e.Err) }

// Advice is that of the fault; the way to the search stands in the text. Where the text is not
// shown, because it was an interruption, the way is the advice.
func (e UnreadError) Advice() string {
	if e.Class() == problem.Interrupted {
		return e.way()
	}
	return problem.AdviceOf(e.Err)
}

// Unread adds the command that reads a search later to a fault that left it unread, unless the
// search is gone or may not have been made.
func Unread(err error, command string) error {
	if err == nil {
		return nil
	}
	if _, gone := errors.AsType[GoneError](err); gone || apiclient.MaybeCreated(err) {
		return err
	}
	if _, told := errors.AsType[UnreadError](err); told {
		return err
	}
	return UnreadError{err, command}
}

// Unprinted adds to an answer that could not be written how to read it again: the search it comes
// from may have been spent on it.
func Unprinted(err error, command string) error {
	return problem.Advised{Err: err, Hint: "the search is still there, read it with: " + command}
}
