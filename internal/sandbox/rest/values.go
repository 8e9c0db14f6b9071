package rest

import (
	"fmt"
	"math"
	"strconv"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/wire"
)

// Values are the checked parameters of one request. Asking for a name that the
// operation does not declare panics: it is a slip in a handler.
type Values struct {
	op    *api.Operation
	given map[string][]value
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
		return got[0].text
	}
	return p.Default
}

// Int is a whole number as sent, or its default, or 0.
func (v Values) Int(name string) int {
	p := v.param(name)
	if got := v.given[name]; got != nil {
		return saturate(got[0].whole)
	}
	if !p.HasDefault {
		return 0
	}
	n, err := strconv.Atoi(p.Default)
	if err != nil {
		panic(fmt.Sprintf("%s %s: default %q is not a whole number", v.op.ID, name, p.Default))
	}
	return n
}

// OptionalInt is a whole number as sent, or nil.
func (v Values) OptionalInt(name string) *int {
	if !v.Given(name) {
		return nil
	}
	return new(v.Int(name))
}

// OptionalMinutes is a whole number that the contract types as a string of
// digits, or nil when it was not sent.
func (v Values) OptionalMinutes(name string) *int {
	if !v.Given(name) {
		return nil
	}
	n, err := strconv.Atoi(v.Text(name))
	if err != nil {
		panic(fmt.Sprintf("%s %s: %q passed the pattern but is not a whole number", v.op.ID, name, v.Text(name)))
	}
	return &n
}

// OptionalNumber is a decimal number as sent, or nil.
func (v Values) OptionalNumber(name string) *float64 {
	v.param(name)
	if got := v.given[name]; got != nil {
		return new(got[0].number)
	}
	return nil
}

// Flag is a boolean as sent, or false.
func (v Values) Flag(name string) bool {
	v.param(name)
	got := v.given[name]
	return got != nil && got[0].flag
}

// Texts are the strings of a list, in the order sent; nil when none were.
func (v Values) Texts(name string) []string {
	v.param(name)
	var texts []string
	for _, item := range v.given[name] {
		texts = append(texts, item.text)
	}
	return texts
}

// Ints are the whole numbers of a list, in the order sent; nil when none were.
func (v Values) Ints(name string) []int {
	v.param(name)
	var whole []int
	for _, item := range v.given[name] {
		whole = append(whole, saturate(item.whole))
	}
	return whole
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
func saturate(n int64) int {
	return int(min(max(n, math.MinInt), math.MaxInt))
}
