package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is a mistake in a setting, wherever it was made. It is always the user's
// to fix and found before any request.
type Error struct {
	Place   string // flag, variable or file, as a person knows it; may be empty
	Line    int    // of the file, 0 when it has none
	Profile string // in the file, may be empty
	Key     string // may be empty
	Reason  string
	Accepts string // accepted values in words, may be empty
	Err     error  // cause, may be nil
	Broken  bool   // the file's layout is not understood; File.Repair moves it aside
}

// Error is one printable line: where, which key, what is wrong, what is accepted.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Place != "" {
		b.WriteString(e.Place)
		if e.Line > 0 {
			fmt.Fprintf(&b, ", line %d", e.Line)
		}
		b.WriteString(": ")
	}
	if e.Profile != "" {
		b.WriteString("profile " + e.Profile + ": ")
	}
	if e.Key != "" {
		b.WriteString(e.Key + " ")
	}
	b.WriteString(e.Reason)
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	if e.Accepts != "" {
		b.WriteString("; accepted: " + e.Accepts)
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// at says where the mistake was made.
func (e *Error) at(place string, line int) *Error {
	e.Place, e.Line = place, line
	return e
}

// maxShown bounds a wrong value in an error, in bytes.
const maxShown = 100

// shown quotes a value so that it is safe to print. What may hold a password is
// not repeated.
func shown(value string) string {
	if scheme, rest, ok := strings.Cut(value, "://"); ok && strings.Contains(rest, "@") {
		return strconv.Quote(cut(scheme) + "://...")
	}
	return strconv.Quote(cut(value))
}

func cut(s string) string {
	if len(s) <= maxShown {
		return s
	}
	end := maxShown
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "..."
}
