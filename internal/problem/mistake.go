package problem

import (
	"bytes"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

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

// mistakeOf describes the value of a panic.
func mistakeOf(r any) *Mistake {
	if fault, ok := r.(runtime.Error); ok {
		return &Mistake{What: fault.Error()}
	}
	return &Mistake{What: fmt.Sprintf("a panic of type %T", r)}
}

// CaughtAt returns the mistake that another goroutine recovered from. stack is in the format of debug.Stack.
func CaughtAt(r any, stack []byte) *Mistake {
	m := mistakeOf(r)
	_, stack, _ = bytes.Cut(stack, []byte("\npanic("))
	_, stack, _ = bytes.Cut(stack, []byte("\n\t")) // the runtime's own frame
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

// Caught returns the mistake that a deferred function recovered from.
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

// Class returns Local.
func (m *Mistake) Class() Class { return Local }

// Advice asks the user to report it.
func (m *Mistake) Advice() string { return Report }

// Report is the hint for a bug in this program.
const Report = "please report this line; TRAVEL_DEBUG=FILE before the command keeps the calls that led there"
