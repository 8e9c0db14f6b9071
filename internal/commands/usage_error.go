package commands

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// usageError is a mistake in an argument, a flag or the configuration, found
// before any request. Its text is one line that names the argument, what was
// given, what is accepted and the next step.
type usageError struct {
	Arg   string // as typed: --page-size, FROM
	Given string // what was given, as is; the printer cleans it
	Want  string // what is accepted
	Next  string // a command that helps, or "" for the command's own --help
}

func (e usageError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s is not accepted", e.Arg, quoteArg(e.Given))
	if e.Want != "" {
		fmt.Fprintf(&b, "; give %s", e.Want)
	}
	return b.String()
}

// misuse is a usage error whose sentence is written out, for rules that touch
// several arguments.
type misuse struct {
	Text string
	Next string // a command to look at, or ""
	Hint string // what to do, instead of Next
}

func (e misuse) Error() string { return e.Text }

// choiceError says that the traveler has to choose: an ambiguous place, or no
// exact match. A person was shown the candidates already.
type choiceError struct {
	Text, Next string
	Candidates []candidate // for a script; may be empty
}

func (e choiceError) Error() string { return e.Text }

// advised is a failure for which a command knows better words or a better way
// out than its kind has.
type advised struct {
	err  error
	text string // what went wrong, or "" for the error's own words
	hint string // what to do now
}

func (e advised) Error() string {
	if e.text != "" {
		return e.text
	}
	return e.err.Error()
}

func (e advised) Unwrap() error { return e.err }

// quoteArg shows a value the way a person typed it, shortened, and quoted when
// it would not read as one word.
func quoteArg(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most && utf8.ValidString(s) {
		s = string(r[:most]) + "…"
	}
	if !utf8.ValidString(s) {
		return strconv.QuoteToASCII(s) // bytes that are no text would show as nothing
	}
	if s == "" || strings.ContainsAny(s, " \t\n\"'") {
		return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`
	}
	return s
}

// shellQuote makes a word safe to paste into a shell.
func shellQuote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._:~=-+,/@%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
