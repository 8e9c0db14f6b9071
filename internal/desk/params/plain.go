package params

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// A PlainFlag is a flag in a person's words. It stands for parameters that have flags of their own,
// and never goes with those.
type PlainFlag struct {
	Name, Type, Help string
	Wires            []string // what it stands for; an operation without them does not have it
	read             func(p *Values, f *PlainFlag, text string) error
}

// plainFlags are all there are.
var plainFlags = []PlainFlag{
	{"nonstop", "", "Keep flights without a stop; the same as --max-stops 0", []string{"stops"}, readNonstop},
	{"max-stops", "int", "Most stops to keep on any leg; --stops names the counts one by one (a whole number from 0 to 9)", []string{"stops"}, readMaxStops},
	{"max-time", "length", "Longest journey to keep, both ways together (" + LengthForms + ")", []string{"max-duration"}, readMaxTime},
	{"depart", "times", "When the outbound leaves, local time (" + TimeForms + "; " + PartForms + ")", timesOf("outbound-departure"), readTimes},
	{"arrive", "times", "When the outbound lands, local time", timesOf("outbound-arrival"), readTimes},
	{"return-depart", "times", "When the return leaves, local time", timesOf("return-departure"), readTimes},
	{"return-arrive", "times", "When the return lands, local time", timesOf("return-arrival"), readTimes},
}

func timesOf(end string) []string { return []string{end + "-range", end + "-blocks"} }

// PlainFlags are the flags in a person's words that an operation has.
func PlainFlags(op *api.Operation) []*PlainFlag {
	var list []*PlainFlag
	for i := range plainFlags {
		f := &plainFlags[i]
		if !slices.ContainsFunc(f.Wires, func(wire string) bool { _, ok := op.Param(wire); return !ok }) {
			list = append(list, f)
		}
	}
	return list
}

// SetPlain reads the value of a flag in a person's words. It is refused beside a flag that says the
// same.
func (p *Values) SetPlain(f *PlainFlag, text string) error {
	if err := p.claim("--"+f.Name, f.Wires...); err != nil {
		return err
	}
	return f.read(p, f, text)
}

// isFlag tells whether a label is that of a flag.
func isFlag(label string) bool { return strings.HasPrefix(label, "--") }

// claim notes from which flag parameters come, and refuses two flags for the same.
func (p *Values) claim(label string, wires ...string) error {
	if !isFlag(label) {
		return nil
	}
	for _, wire := range wires {
		if other := p.by[wire]; other != "" && other != label {
			return problem.UsageError{Text: fmt.Sprintf("%s and %s both say %s; give one of them", other, label, saying(wire))}
		}
	}
	if p.by == nil {
		p.by = map[string]string{}
	}
	for _, wire := range wires {
		p.by[wire] = label
	}
	return nil
}

// saying is what a parameter says in words, for those that several flags say.
func saying(wire string) string {
	end, what, _ := strings.Cut(wire, "-")
	switch {
	case wire == "stops":
		return "how many stops"
	case wire == "max-duration":
		return "how long the journey may be"
	case strings.HasPrefix(what, "departure"):
		return "when the " + end + " leaves"
	}
	return "when the " + end + " lands"
}

func readNonstop(p *Values, _ *PlainFlag, text string) error {
	yes, ok := booleans[strings.ToLower(text)]
	switch {
	case !ok:
		return problem.NotAccepted("--nonstop", text, "true or false", "")
	case !yes:
		return nil
	}
	p.TypedAs("stops", "--nonstop")
	return p.SetTyped("stops", 0)
}

// readMaxStops turns a limit of stops into the set that the service takes.
func readMaxStops(p *Values, _ *PlainFlag, text string) error {
	most, err := strconv.Atoi(text)
	if err != nil || most < 0 || most > 9 {
		return problem.NotAccepted("--max-stops", text, "a whole number from 0 to 9", "")
	}
	set := make([]any, most+1)
	for n := range set {
		set[n] = n
	}
	p.TypedAs("stops", fmt.Sprintf("--max-stops %d", most))
	return p.SetTyped("stops", set...)
}

func readMaxTime(p *Values, f *PlainFlag, text string) error {
	minutes, ok := ParseLength(text)
	if !ok {
		minutes, _ = strconv.Atoi(text) // 0 is below the limit
	}
	if err := p.SetTyped(f.Wires[0], minutes); err != nil {
		return problem.NotAccepted("--"+f.Name, text, "a length such as "+LengthForms, "")
	}
	p.TypedAs(f.Wires[0], "--"+f.Name+" "+words.Shell(text))
	return nil
}

// readTimes reads times of the day into the first parameter of the flag, or parts of the day into the
// second, which takes several.
func readTimes(p *Values, f *PlainFlag, text string) error {
	label, span, parts := "--"+f.Name, f.Wires[0], f.Wires[1]
	given := strings.Split(text, ",")
	list := make([]any, 0, len(given))
	for _, word := range given {
		name, ok := block(word)
		if !ok {
			break
		}
		list = append(list, name)
	}
	clock, ok := ParseClock(text)
	before := strings.TrimPrefix(p.typedAs[parts], label+" ")
	areParts := len(list) == len(given)
	switch {
	case !ok && !areParts:
		return problem.NotAccepted(label, text, "times such as "+TimeForms+", or "+PartForms, "")
	case p.Has(span), p.Has(parts) && !areParts:
		return problem.UsageError{Text: label + " takes one span of times, or parts of the day with commas between"}
	case areParts:
		list = append(list, p.values[parts]...)
		p.TypedAs(parts, label+" "+strings.Trim(before+","+words.Shell(text), ","))
		return p.SetTyped(parts, list...)
	}
	p.TypedAs(span, label+" "+words.Shell(text))
	return p.SetTyped(span, clock.String())
}
