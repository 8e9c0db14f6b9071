package problem

import (
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
