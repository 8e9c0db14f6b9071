package rest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
	"travel.example/travel/internal/sandbox/wire"
)

// Values are the checked parameters of one request. Asking for a name that the
// operation does not declare panics: it is a slip in a handler.
type Values struct {
	op    *api.Operation
	given map[string][]check.Value
}

// Given tells whether the caller sent the parameter.
func (v Values) Given(name string) bool {
	v.param(name)
	return v.given[name] != nil
}

// Source tells who chose a value: the caller by sending it, even if it equals
// the default, or the service.
func (v Values) Source(name string) wire.ValueSource {
	if v.Given(name) {
		return wire.ValueSourceExplicit
	}
	return wire.ValueSourceDefault
}

// Text is a string as sent, or its default, or empty.
func (v Values) Text(name string) string {
	p := v.param(name)
	if got := v.given[name]; got != nil {
		return got[0].Text
	}
	return p.Default
}

// Int is a whole number as sent, or its default, or 0. The contract types some
// as a string of digits.
func (v Values) Int(name string) int {
	if got := v.given[name]; got != nil && v.param(name).Kind == api.Integer {
		return saturate(got[0].Whole)
	}
	text := v.Text(name)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("%s %s: %q is not a whole number", v.op.ID, name, text))
	}
	return n
}

// OptionalNumber is a decimal number as sent, or nil.
func (v Values) OptionalNumber(name string) *float64 {
	return optional(v, name, func(string) float64 { return v.given[name][0].Number })
}

// Flag is a yes or no as sent, or false.
func (v Values) Flag(name string) bool { return v.Given(name) && v.given[name][0].Flag }

// OptionalText is a string as sent, which may be empty, or nil.
func (v Values) OptionalText(name string) *string { return optional(v, name, v.Text) }

// OptionalInt is a whole number as sent, or nil.
func (v Values) OptionalInt(name string) *int { return optional(v, name, v.Int) }

// OptionalFlag is a yes or no as sent, or nil.
func (v Values) OptionalFlag(name string) *bool { return optional(v, name, v.Flag) }

func optional[T any](v Values, name string, read func(name string) T) *T {
	if !v.Given(name) {
		return nil
	}
	return new(read(name))
}

// Texts are the strings of a list, in the order sent; nil when none were.
func (v Values) Texts(name string) []string {
	return list(v, name, func(item check.Value) string { return item.Text })
}

// Ints are the whole numbers of a list, in the order sent; nil when none were.
func (v Values) Ints(name string) []int {
	return list(v, name, func(item check.Value) int { return saturate(item.Whole) })
}

func list[T any](v Values, name string, of func(check.Value) T) []T {
	v.param(name)
	var all []T
	for _, item := range v.given[name] {
		all = append(all, of(item))
	}
	return all
}

// Date is a day that was sent, as midnight UTC. It has the form of a date, but
// may not be a real one, which is an *Error.
func (v Values) Date(name string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, v.Text(name))
	if err != nil {
		return time.Time{}, v.Refuse(name, "has %s, which is not a day of the calendar", v.Text(name))
	}
	return day, nil
}

// Refuse returns the refusal of a parameter that keeps its own rules and breaks another one. The text
// follows its name and has no full stop.
func (v Values) Refuse(name, format string, args ...any) *Error {
	return refusal(label(v.param(name)) + " " + fmt.Sprintf(format, args...))
}

// refusal makes a sentence of clauses on parameters.
func refusal(clauses string) *Error {
	return Invalidf("%s%s.", strings.ToUpper(clauses[:1]), clauses[1:])
}

// label names a parameter within a sentence.
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

// saturate keeps a number that is too large for a 32-bit int from turning into
// a small one.
func saturate(n int64) int { return int(min(max(n, math.MinInt), math.MaxInt)) }
