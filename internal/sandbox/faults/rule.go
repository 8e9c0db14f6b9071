package faults

import (
	"math"
	"slices"
	"time"
)

// Rule is one fault: which requests it meets, and what they get.
type Rule struct {
	text   string
	target string
	calls  []span
	effect effect
	extras extras
}

// String is the line the rule was read from.
func (r Rule) String() string { return r.text }

// wants tells whether the rule acts on the nth request of its target.
func (r Rule) wants(n uint64) bool {
	return slices.ContainsFunc(r.calls, func(s span) bool { return s.holds(n) })
}

// span is every step-th number from first to last, both included.
type span struct{ first, last, step uint64 }

// endless is the last number of a span without an end.
const endless = math.MaxUint64

func (s span) holds(n uint64) bool {
	return n >= s.first && n <= s.last && (n-s.first)%s.step == 0
}

// extras are what a rule does beside its effect.
type extras struct {
	delay   time.Duration // before anything else
	date    time.Duration // added to the Date header
	headers []headerLine  // put on the answer last
}

// headerLine sets a header, or removes it when it is empty.
type headerLine struct{ name, value string }

// effect is what a request gets.
type effect interface {
	serve(e *event)
}
