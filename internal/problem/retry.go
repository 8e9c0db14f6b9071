package problem

import (
	"context"
	"errors"
)

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
