package problem

import (
	"bytes"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Mistake is a panic, as an error: where this program went wrong, and what the runtime says of it. The
// words of any other panic may hold what no one should read, so only their type is told.
type Mistake struct {
	What string
	// Frames are the calls that led there, the innermost first: function, file and line, no arguments.
	Frames []string
}

// Error tells the place, for a report.
func (m *Mistake) Error() string {
	where := ""
	if len(m.Frames) > 0 {
		where = " in " + m.Frames[0]
	}
	return "a mistake of this program" + where + ": " + m.What
}

// Guarded is f for a goroutine of its own, where a panic would end the program with all that it says.
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

// mistakeOf is what is told of the value of a panic.
func mistakeOf(r any) *Mistake {
	if fault, ok := r.(runtime.Error); ok {
		return &Mistake{What: fault.Error()}
	}
	return &Mistake{What: fmt.Sprintf("a panic of type %T", r)}
}

// CaughtAt is the mistake that another goroutine has recovered from, with its stack as debug.Stack writes it.
func CaughtAt(r any, stack []byte) *Mistake {
	m := mistakeOf(r)
	_, stack, _ = bytes.Cut(stack, []byte("\npanic("))
	_, stack, _ = bytes.Cut(stack, []byte("\n\t")) // where the runtime stands
	_, stack, _ = bytes.Cut(stack, []byte("\n"))
	for len(stack) > 0 {
		var call, place []byte
		call, stack, _ = bytes.Cut(stack, []byte("\n\t"))
		place, stack, _ = bytes.Cut(stack, []byte("\n"))
		place, _, _ = bytes.Cut(place, []byte(" +0x"))
		call = bytes.TrimPrefix(call, []byte("created by "))
		if at := bytes.LastIndexByte(call, '('); at > 0 { // its arguments
			call = call[:at]
		}
		if !bytes.HasPrefix(call, []byte("runtime.")) {
			m.Frames = append(m.Frames, fmt.Sprintf("%s (%s)", call, filepath.Base(string(place))))
		}
	}
	return m
}

// Caught is the mistake that a deferred function has recovered from.
func Caught(r any) *Mistake {
	m := mistakeOf(r)
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

// Class is Local.
func (m *Mistake) Class() Class { return Local }

// Advice is to report it.
func (m *Mistake) Advice() string { return Report }

// Report is the way out of a mistake of this program.
const Report = "please report this line; TRAVEL_DEBUG=FILE before the command keeps the calls that led there"
