package rest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/wire"
)

// Values are the checked parameters of one request. Its methods panic for a name that the operation does not
// declare, which is a bug in a handler.
type Values struct {
	op    *api.Operation
	given map[string][]string
}

// Given reports whether the caller sent the parameter.
func (v Values) Given(name string) bool {
	v.param(name)
	return v.given[name] != nil
}

// Source returns who chose a value: the caller by sending it, even if it equals the default, or the service.
func (v Values) Source(name string) wire.ValueSource {
	if v.Given(name) {
		return wire.ValueSourceExplicit
	}
	return wire.ValueSourceDefault
}

// Text returns a string parameter, its default, or "".
func (v Values) Text(name string) string {
	p := v.param(name)
	if got := v.given[name]; got != nil {
		return got[0]
	}
	return p.Default
}

// Int returns a whole number parameter, its default, or 0. The contract declares some as a string of digits.
func (v Values) Int(name string) int { return whole(v.Text(name)) }

// whole parses checked digits, or "". Where an int has 32 bits, a number that does not fit becomes the nearest one
// that does.
func whole(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// OptionalNumber returns a decimal number, or nil if it was not sent.
func (v Values) OptionalNumber(name string) *float64 {
	return optional(v, name, func(name string) float64 {
		n, _ := strconv.ParseFloat(v.Text(name), 64) // it was checked
		return n
	})
}

// Flag returns a boolean, or false if it was not sent.
func (v Values) Flag(name string) bool { return v.Given(name) && v.Text(name) == "true" }

// OptionalText returns a string, which may be empty, or nil if it was not sent.
func (v Values) OptionalText(name string) *string { return optional(v, name, v.Text) }

// OptionalInt returns a whole number, or nil if it was not sent.
func (v Values) OptionalInt(name string) *int { return optional(v, name, v.Int) }

// OptionalFlag returns a boolean, or nil if it was not sent.
func (v Values) OptionalFlag(name string) *bool { return optional(v, name, v.Flag) }

func optional[T any](v Values, name string, read func(name string) T) *T {
	if !v.Given(name) {
		return nil
	}
	return new(read(name))
}

// Texts returns the strings of a list in the order sent, or nil if there are none.
func (v Values) Texts(name string) []string {
	v.param(name)
	return append([]string(nil), v.given[name]...)
}

// Ints returns the whole numbers of a list in the order sent, or nil if there are none.
func (v Values) Ints(name string) (all []int) {
	for _, item := range v.Texts(name) {
		all = append(all, whole(item))
	}
	return all
}

// Date returns a day as midnight UTC. The text is known to look like a date but may not be on the calendar; then
// the error is an *Error.
func (v Values) Date(name string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, v.Text(name))
	if err != nil {
		return time.Time{}, v.Refuse(name, "has %s, which is not a day of the calendar", v.Text(name))
	}
	return day, nil
}

// Refuse returns the error for a parameter that is valid by itself but breaks another rule. The text follows the
// parameter's name and has no period.
func (v Values) Refuse(name, format string, args ...any) *Error {
	return refusal(label(v.param(name)) + " " + fmt.Sprintf(format, args...))
}

// refusal turns clauses about parameters into a sentence.
func refusal(clauses string) *Error {
	return Invalidf("%s%s.", strings.ToUpper(clauses[:1]), clauses[1:])
}

// label returns the name of a parameter for use in a sentence.
func label(p *api.Param) string {
	switch p.In {
	case api.InPath:
		return "path parameter " + p.Name
	case api.InBody:
		return "body field " + p.Name
	}
	return "query parameter " + p.Name
}

func (v Values) param(name string) *api.Param {
	p, ok := v.op.Param(name)
	if !ok {
		panic(fmt.Sprintf("%s has no parameter %q", v.op.ID, name))
	}
	return p
}
