package faults

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSpec is the longest spec, in bytes.
const maxSpec = 4096

// SpecError is a spec that cannot be read.
type SpecError struct {
	Spec  string // the whole line
	Given string // the part that is wrong
	Want  string // what is accepted in its place
}

// Error is one line that names the part and what is accepted.
func (e *SpecError) Error() string {
	return fmt.Sprintf("fault %s: %s is not accepted; give %s", quoted(e.Spec), quoted(e.Given), e.Want)
}

// quoted is a text of the spec on one line, shortened.
func quoted(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return strconv.Quote(s)
}

// Parse reads one fault: TARGET[:CALLS]=EFFECT [OPTION]... The error is a
// *SpecError.
func Parse(spec string) (Rule, error) {
	line := strings.TrimSpace(spec)
	control := func(c rune) bool { return unicode.IsControl(c) && c != '\t' }
	if line == "" || len(line) > maxSpec || !utf8.ValidString(line) || strings.ContainsFunc(line, control) {
		return Rule{}, &SpecError{spec, spec, fmt.Sprintf("one line of 1 to %d bytes, such as getPlaces:2=503 upstream_unavailable", maxSpec)}
	}
	head, tail, found := strings.Cut(line, "=")
	if !found {
		return Rule{}, &SpecError{spec, spec, "TARGET[:CALLS]=EFFECT, such as getPlaces:2=503 upstream_unavailable"}
	}
	wrong := func(given, want string) (Rule, error) { return Rule{}, &SpecError{spec, given, want} }
	name, numbers, some := strings.Cut(head, ":")
	rule := Rule{text: line, calls: []span{{first: 1, last: endless, step: 1}}}
	var known bool
	if rule.target, known = findTarget(strings.TrimSpace(name)); !known {
		return wrong(name, wantTarget())
	}
	if some {
		if rule.calls, known = parseCalls(numbers); !known {
			return wrong(numbers, wantCalls)
		}
	}
	words, whole := lex(tail)
	if !whole {
		return wrong(tail, "a quote that ends")
	}
	if err := readEffect(&rule, words); err != nil {
		return wrong(err.given, err.want)
	}
	return rule, nil
}

// wantTarget lists the targets.
func wantTarget() string {
	return "as TARGET one of " + strings.Join(targetNames(), ", ")
}

const wantCalls = "as CALLS numbers from 1 such as 2, 1-3, 4- or 1,5, or once, or every 3rd"

// maxCall is the highest number of a call that can be named.
const maxCall = 1_000_000_000

// parseCalls reads a list of spans.
func parseCalls(list string) ([]span, bool) {
	var spans []span
	for part := range strings.SplitSeq(list, ",") {
		s, ok := parseSpan(strings.ToLower(strings.TrimSpace(part)))
		if !ok {
			return nil, false
		}
		spans = append(spans, s)
	}
	return spans, true
}

func parseSpan(part string) (span, bool) {
	if part == "once" {
		return span{1, 1, 1}, true
	}
	if nth, ok := strings.CutPrefix(part, "every "); ok {
		n, ok := callNumber(strings.TrimRight(strings.TrimSpace(nth), "stndrh"))
		return span{n, endless, max(n, 1)}, ok
	}
	from, to, ranged := strings.Cut(part, "-")
	first, ok := callNumber(strings.TrimSpace(from))
	last := first
	switch {
	case ranged && strings.TrimSpace(to) == "":
		last = endless
	case ranged:
		var fine bool
		last, fine = callNumber(strings.TrimSpace(to))
		ok = ok && fine && last >= first
	}
	return span{first, last, 1}, ok
}

func callNumber(s string) (uint64, bool) {
	n, err := strconv.ParseUint(s, 10, 64)
	return n, err == nil && n >= 1 && n <= maxCall
}
